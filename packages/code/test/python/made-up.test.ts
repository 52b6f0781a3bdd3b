import { describe, expect, it } from "vitest";
import { read } from "./read.js";

describe("a name that is missing is not made up", () => {
  it.each([
    [":*c\nx: int = 1\n"],
    [": int\nx: int = 1\n"],
    ["= 1\nx: int = 1\n"],
    ["def (a): return 1\nx: int = 1\n"],
    ["class : pass\nx: int = 1\n"],
    ["class A:\n    : int\n    = 1\n    def (self): pass\nx: int = 1\n"],
    ["from a import\nx: int = 1\n"],
    ["type = int\nx: int = 1\n"],
  ])("%j", (text) => {
    const { symbols } = read(text);
    expect(symbols.map(({ name }) => name)).toContain("x");
    for (const symbol of symbols) {
      expect(symbol.name).not.toBe("");
      if (symbol.kind === "class") for (const member of symbol.members) expect(member.name).not.toBe("");
    }
  });
});

it("lone carriage returns end lines, as they do for Python", () => {
  const text =
    'class A:\n    """Doc."""\n    x: int = 1\n\n    def m(self) -> int:\n        return 1\n\nY = 2\n';
  const expected = read(text);
  const found = read(text.replaceAll("\n", "\r"));
  expect(found.problems).toEqual([]);
  expect(found).toEqual(expected);
});
