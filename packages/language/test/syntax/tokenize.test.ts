import { describe, expect, it } from "vitest";
import { tokenize } from "../../src/syntax/index.js";
import { corpus, fixture } from "./fixtures.js";

describe("tokenize", () => {
  it("tells words apart by their role", () => {
    const text = `module type "type.py" { // why
  /// Doc.
  type type = "type" | 1,
  class type { type: type, example() raises type }
}`;
    expect(tokenize(text).map((token) => `${token.kind} ${token.text}`)).toEqual([
      "keyword module",
      "name type",
      'string "type.py"',
      "sign {",
      "comment // why",
      "doc /// Doc.",
      "keyword type",
      "name type",
      "sign =",
      'string "type"',
      "sign |",
      "number 1",
      "sign ,",
      "keyword class",
      "name type",
      "sign {",
      "name type",
      "sign :",
      "name type",
      "sign ,",
      "name example",
      "sign (",
      "sign )",
      "keyword raises",
      "name type",
      "sign }",
      "sign }",
    ]);
  });

  it.each(corpus)("leaves only white space of %s", (name) => {
    const text = fixture(name);
    let end = 0;
    for (const token of tokenize(text)) {
      expect(text.slice(end, token.offset).trim()).toBe("");
      expect(text.startsWith(token.text, token.offset)).toBe(true);
      end = token.offset + token.text.length;
    }
    expect(text.slice(end).trim()).toBe("");
  });

  it("does so for broken text as well", () => {
    expect(tokenize("module a { fn f( }").map((token) => token.text)).toEqual([
      "module",
      "a",
      "{",
      "fn",
      "f",
      "(",
      "}",
    ]);
    expect(tokenize("")).toEqual([]);
    expect(tokenize("// only")).toEqual([{ kind: "comment", text: "// only", offset: 0 }]);
  });
});
