import { describe, expect, it } from "vitest";
import { parseContract } from "../../src/syntax/index.js";
import { corpus, fixture } from "./fixtures.js";
import { shapesOf } from "./shape.js";

describe.each(corpus)("%s", (name) => {
  const text = fixture(name);
  const shapes = shapesOf(parseContract(text, name)).map((shape) => shape.path);

  it("has no problems", () => {
    expect(parseContract(text, name).problems).toEqual([]);
    expect(shapes.length).toBeGreaterThan(40);
  });

  it.each([
    ["a byte order mark", (source: string) => `\uFEFF${source}`],
    ["CRLF", (source: string) => source.replaceAll("\n", "\r\n")],
    ["CR", (source: string) => source.replaceAll("\n", "\r")],
    ["no indentation", (source: string) => source.replaceAll(/^ +/gm, "")],
    ["tabs", (source: string) => source.replaceAll("  ", "\t")],
    ["indentation that means nothing", indentAtRandom],
    ["comments on every line", (source: string) => commentEveryLine(source)],
  ])("is the same with %s", (_, change) => {
    const parsed = parseContract(change(text), name);
    expect(parsed.problems).toEqual([]);
    expect(shapesOf(parsed).map((shape) => shape.path)).toEqual(shapes);
  });
});

/** Deterministic, so that a failure repeats. */
function indentAtRandom(source: string): string {
  let seed = 7;
  return source.replaceAll(/^ */gm, () => {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    return " ".repeat(seed % 13);
  });
}

function commentEveryLine(source: string): string {
  // Not inside the multi-line string of the fixture, where it would be text.
  const parts = source.split('"""');
  return parts
    .map((part, index) => (index % 2 === 0 ? part.replaceAll("\n", " /* { ( */ // }\n") : part))
    .join('"""');
}
