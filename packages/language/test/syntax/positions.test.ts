import { describe, expect, it } from "vitest";
import {
  type ClassDeclaration,
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
