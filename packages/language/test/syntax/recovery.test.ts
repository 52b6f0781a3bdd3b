import { describe, expect, it } from "vitest";
import { keywords, parseContract } from "../../src/syntax/index.js";
import { scan } from "../../src/syntax/scanner.js";
import { corpus, fixture } from "./fixtures.js";
import { type Shape, shapesOf } from "./shape.js";

/** What stands behind an offset, by the places of the names. */
function behind(shapes: readonly Shape[], offset: number): string[] {
  return shapes.filter((shape) => shape.named >= offset).map((shape) => shape.path);
}

/** Compares as one text, which is much faster than lists and shows the first difference as well. */
function expectLater(text: string, from: number, expected: string[], label: string) {
  const parsed = parseContract(text, "broken.contract");
  const actual = behind(shapesOf(parsed), from);
  if (actual.join("\n") !== expected.join("\n")) {
    expect
      .soft(actual, `${label}\n${text.slice(Math.max(0, from - 200), from)}▌${text.slice(from, from + 80)}`)
      .toEqual(expected);
  }
  return parsed;
}

// Thousands of parses; the limit leaves room for a slow machine.
describe.each(corpus)("%s: what comes after a broken declaration survives", { timeout: 180_000 }, (name) => {
  const text = fixture(name);
  const shapes = shapesOf(parseContract(text, name));
  const { tokens } = scan(text);

  it("when it is cut at any of its tokens", () => {
    let cuts = 0;
    for (const shape of shapes) {
      const expected = behind(shapes, shape.end);
      for (const token of tokens) {
        if (token.startOffset < shape.offset || token.end > shape.end) continue;
        const broken = text.slice(0, token.startOffset) + text.slice(shape.end);
        expectLater(broken, token.startOffset, expected, `${shape.path} cut at '${token.image}'`);
        cuts++;
      }
    }
    expect(cuts).toBeGreaterThan(1000);
  });

  it("when any single token is missing", () => {
    for (const token of tokens) {
      const inner = innermost(shapes, token.startOffset, token.end);
      const end = inner?.end ?? token.end;
      const broken = text.slice(0, token.startOffset) + text.slice(token.end);
      const from = end - token.image.length;
      const label = `'${token.image}' removed from ${inner?.path}`;
      const { problems } = expectLater(broken, from, behind(shapes, end), label);
      expect(problems.length, label).toBeLessThanOrEqual(6);
      for (const problem of problems)
        expect(problem.offset + problem.length).toBeLessThanOrEqual(broken.length);
    }
    expect(tokens.length).toBeGreaterThan(300);
  });

  it("when any single sign or keyword is written twice", () => {
    for (const token of tokens) {
      if (!/^\W+$/.test(token.image) && !keywords.has(token.image)) continue;
      const inner = innermost(shapes, token.startOffset, token.end);
      const end = inner?.end ?? token.end;
      const doubled = `${text.slice(0, token.end)} ${token.image}${text.slice(token.end)}`;
      const from = end + token.image.length + 1;
      expectLater(doubled, from, behind(shapes, end), `'${token.image}' doubled in ${inner?.path}`);
    }
  });
});

function innermost(shapes: readonly Shape[], start: number, end: number): Shape | undefined {
  return shapes.findLast((shape) => shape.offset <= start && end <= shape.end);
}
