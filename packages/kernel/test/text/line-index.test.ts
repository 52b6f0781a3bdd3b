import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LineIndex } from "../../src/index.js";

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
