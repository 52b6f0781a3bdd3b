import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type ClassDeclaration,
  LineIndex,
  type Method,
  type Module,
  nameRangeOf,
  parseContract,
  rangeOf,
  rangeOfProperty,
} from "../../src/syntax/index.js";

describe("ranges", () => {
  const text = `\uFEFF/// Doc.
module m "m.py" {
  @stable @allow("a", "b")
  abstract class 𝒜 extends m.Base, Other {
    static f(a: int, ...rest: string) -> int // comment
      raises E, x.F
  }
}`;
  const parsed = parseContract(text, "x");
  const module = parsed.root.elements[0] as Module;
  const declaration = module.elements[0] as ClassDeclaration;
  const method = declaration.members[0] as Method;
  const at = (range: { offset: number; length: number } | undefined) =>
    range === undefined ? undefined : text.slice(range.offset, range.offset + range.length);

  it("cover nodes with their annotations, without documentation and comments", () => {
    expect(parsed.problems).toEqual([]);
    expect(at(rangeOf(module))).toBe(text.slice(text.indexOf("module")));
    expect(at(rangeOf(declaration))).toBe(text.slice(text.indexOf("@stable"), text.lastIndexOf("\n}")));
    expect(at(rangeOf(method))).toBe(
      "static f(a: int, ...rest: string) -> int // comment\n      raises E, x.F",
    );
    expect(at(rangeOf(method.result!))).toBe("int");
  });

  it("cover names and values of properties", () => {
    expect(at(nameRangeOf(declaration))).toBe("𝒜");
    expect(at(nameRangeOf(method.parameters[1]!))).toBe("rest");
    expect(at(rangeOfProperty(declaration, "bases", 1))).toBe("Other");
    expect(at(rangeOfProperty(declaration.bases[0]!, "parts", 1))).toBe("Base");
    expect(at(rangeOfProperty(declaration, "modifiers", 0))).toBe("abstract");
    expect(at(rangeOfProperty(module, "path"))).toBe('"m.py"');
    expect(rangeOfProperty(declaration, "nothing")).toBeUndefined();
    expect(at(nameRangeOf(method.clauses[0]!))).toBe("raises E, x.F");
  });
});

describe("LineIndex", () => {
  it("counts lines and columns from 1, in UTF-16 units, with any line ends", () => {
    const index = new LineIndex("a\n😀b\r\n\rc");
    expect(index.lineCount).toBe(4);
    expect(index.position(0)).toEqual({ line: 1, column: 1 });
    expect(index.position(1)).toEqual({ line: 1, column: 2 });
    expect(index.position(4)).toEqual({ line: 2, column: 3 });
    expect(index.position(7)).toEqual({ line: 3, column: 1 });
    expect(index.position(8)).toEqual({ line: 4, column: 1 });
    expect(index.position(99)).toEqual({ line: 4, column: 2 });
    expect(index.position(-1)).toEqual({ line: 1, column: 1 });
    expect(index.offset(2, 3)).toBe(4);
    expect(index.offset(2, 99)).toBe(5);
    expect(index.offset(99, 1)).toBe(8);
    expect(new LineIndex("").position(0)).toEqual({ line: 1, column: 1 });
  });

  it("translates there and back", () => {
    const texts = fc.array(fc.constantFrom("a", "é", "😀", "\n", "\r", "\r\n", " "), { maxLength: 30 });
    fc.assert(
      fc.property(texts, fc.nat(60), (parts, seed) => {
        const text = parts.join("");
        const index = new LineIndex(text);
        const offset = text.length === 0 ? 0 : seed % (text.length + 1);
        const { line, column } = index.position(offset);
        const inLineEnd = text.charAt(offset - 1) === "\r" && text.charAt(offset) === "\n";
        if (!inLineEnd) expect(index.offset(line, column)).toBe(offset);
      }),
      { seed: 11, numRuns: 300 },
    );
  });
});
