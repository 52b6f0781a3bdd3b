// biome-ignore-all lint/suspicious/noTemplateCurlyInString: code with templates

import { expect, test } from "vitest";
import { identifiersIn } from "../../src/text/identifiers.js";

const names = (text: string, language: "python" | "typescript") =>
  identifiersIn(text, language).map(({ name, isMember }) => (isMember ? `.${name}` : name));

test("names in comments and texts are none", () => {
  expect(names("a = b  # c\n'''d\ne''' + \"f\\\"g\" + h.i", "python")).toEqual(["a", "b", "h", ".i"]);
  expect(names("const a = 'b' + \"c\"; // d\n/* e */ f?.g;", "typescript")).toEqual([
    "const",
    "a",
    "f",
    ".g",
  ]);
});

test("templates hold code, regular expressions do not", () => {
  expect(names("`a ${b + `c ${d}`} e` + f", "typescript")).toEqual(["b", "d", "f"]);
  expect(names("`${ { a: 1 }.b } c`", "typescript")).toEqual(["a", ".b"]);
  expect(names("x = /a'b/.test(c) / d / e; return /f/;", "typescript")).toEqual([
    "x",
    ".test",
    "c",
    "d",
    "e",
    "return",
  ]);
});

test("what is spread is no member", () => {
  expect(names("f(...args, a.b)", "typescript")).toEqual(["f", "args", "a", ".b"]);
});

test("texts that do not end cost only their line", () => {
  expect(names("a = 'b\nc = d", "python")).toEqual(["a", "c", "d"]);
});
