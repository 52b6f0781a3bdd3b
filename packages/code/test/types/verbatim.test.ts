import { describe, expect, it } from "vitest";
import { normalText } from "../../src/types/verbatim.js";

const same = (a: string, b: string) => normalText(a) === normalText(b);

describe("the text of a verbatim type", () => {
  it.each([
    ["keyof  Options", "keyof Options"],
    ["Pick<Options, 'a' | \"b\">", "Pick<Options,'a'|'b'>"],
    ["{ a: 1; b: 2; }", "{a: 1, b: 2}"],
    ["\n  | A\n  | B", "A | B"],
    ["[A, B,]", "[A, B]"],
    ["{\n  /** `a` and $" + "{b}. */\n  a: 1;\n  // more\n}", "{ a: 1 }"],
    // The contract writes the back-ticks of a template literal as quotes, also of one in another.
    ["`a-$" + "{B extends '' ? `x$" + "{C}` : ''}`", "'a-$" + "{B extends '' ? 'x$" + "{C}' : ''}'"],
  ])("%s is %s", (a, b) => {
    expect(same(a, b)).toBe(true);
  });

  it.each([
    ["keyof Options", "keyofOptions"],
    ["'a b'", "'ab'"],
    ["Pick<A, 'a'>", "Pick<A, 'b'>"],
    ["A | B", "B | A"],
    ["Map<A, B>", "Map<A>"],
  ])("%s is not %s", (a, b) => {
    expect(same(a, b)).toBe(false);
  });
});
