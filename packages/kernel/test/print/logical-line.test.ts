import { describe, expect, test } from "vitest";
import { type BreakRole, type LineComment, type LineToken, layOutLine } from "../../src/index.js";

/** Tokens of a text in which a space stands before those that have one. */
function tokens(text: string, roles: Record<string, BreakRole> = {}): LineToken[] {
  return [...text.matchAll(/( *)(->|[()[\]{}<>,|]|[^ ()[\]{}<>,|]+)/g)].map(([, space = "", word = ""]) => ({
    text: word,
    space: space !== "",
    role: roles[word],
  }));
}

function commented(line: readonly LineToken[], word: string, ...comments: LineComment[]): LineToken[] {
  return line.map((token) =>
    token.text === word ? { ...token, comments, onNewLine: comments.at(-1)!.toLineEnd } : token,
  );
}

describe("a line that is too long", () => {
  const call = tokens("f(aaaa, g(bbbb, cccc), d)");

  test("is broken from the outermost brackets inwards", () => {
    expect(layOutLine(call, 0, 25)).toBe("f(aaaa, g(bbbb, cccc), d)");
    expect(layOutLine(call, 0, 24)).toBe("f(\n  aaaa,\n  g(bbbb, cccc),\n  d\n)");
    expect(layOutLine(call, 0, 12)).toBe("f(\n  aaaa,\n  g(\n    bbbb,\n    cccc\n  ),\n  d\n)");
  });

  test("counts the columns before it and indents from there", () => {
    expect(layOutLine(call, 1, 25)).toBe("f(\n   aaaa,\n   g(bbbb, cccc),\n   d\n )");
  });

  test("is not broken in brackets with one item, or at the commas of angle brackets", () => {
    expect(layOutLine(tokens("f(aaaaaaaaaaaaaaaa)"), 0, 10)).toBe("f(aaaaaaaaaaaaaaaa)");
    expect(layOutLine(tokens("f(a: map<b, c>, d)"), 0, 10)).toBe("f(\n  a: map<b, c>,\n  d\n)");
  });

  test("is broken at all of its clauses before any bracket", () => {
    const line = tokens("class A extends B implements C", { extends: "clause", implements: "clause" });
    expect(layOutLine(line, 0, 29)).toBe("class A\n  extends B\n  implements C");
  });

  test("fills lists below their first item", () => {
    const line = tokens("uses a, b, c, d", { a: "list", b: "item", c: "item", d: "item" });
    expect(layOutLine(line, 0, 11)).toBe("uses a, b,\n     c, d");
  });

  test("has a bar before each type of a union", () => {
    const line = tokens("type A = B | C", { B: "union", "|": "bar" });
    expect(layOutLine(line, 0, 13)).toBe("type A =\n  | B\n  | C");
    expect(layOutLine(line, 0, 14)).toBe("type A = B | C");
  });
});

describe("comments", () => {
  const toLineEnd: LineComment = { text: "// why", toLineEnd: true, onNewLine: false };
  const inline: LineComment = { text: "/* why */", toLineEnd: false, onNewLine: false };

  test("that end their line break the brackets around them, and have no width", () => {
    expect(layOutLine(commented(tokens("f(a, b)"), "b", toLineEnd), 0, 8)).toBe("f(\n  a, // why\n  b\n)");
  });

  test("on lines of their own stand before the item they stood before", () => {
    const own = { ...toLineEnd, onNewLine: true };
    expect(layOutLine(commented(tokens("f(a, b)"), "b", own), 0)).toBe("f(\n  a,\n  // why\n  b\n)");
  });

  test("in a line that is not broken there let it go on further in", () => {
    expect(layOutLine(commented(tokens("type A = B"), "=", toLineEnd), 0)).toBe("type A // why\n  = B");
  });

  test("within a line have spaces around them", () => {
    expect(layOutLine(commented(tokens("f(a, b)"), "(", inline), 0)).toBe("f /* why */ (a, b)");
    expect(layOutLine(commented(tokens("f(a, b)"), "a", inline), 0)).toBe("f(/* why */ a, b)");
    expect(layOutLine(commented(tokens("f(a, b)"), ")", inline), 0)).toBe("f(a, b /* why */)");
  });
});

test("a text of several lines breaks the brackets it is in", () => {
  const line: LineToken[] = tokens("f(a, b)").map((token) =>
    token.text === "a" ? { ...token, text: '"""\n  a\n"""' } : token,
  );
  expect(layOutLine(line, 0)).toBe('f(\n  """\n  a\n""",\n  b\n)');
});
