import { readdirSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatContract } from "../../src/format/index.js";
import { parseContract } from "../../src/syntax/index.js";
import { contractText } from "../support/contract-generator.js";
import { commentTrace, gapOffsets, treeOf } from "../support/trees.js";

const repository = new URL("../../../../", import.meta.url);
const folders = [
  "packages/language/test/fixtures",
  "packages/language/test/syntax/fixtures",
  "examples/plane-battle",
  "examples/link-shortener",
];
const real: [string, string][] = folders.flatMap((folder) =>
  readdirSync(new URL(folder, repository))
    .filter((name) => name.endsWith(".contract"))
    .map((name): [string, string] => [
      `${folder}/${name}`,
      readFileSync(new URL(`${folder}/${name}`, repository), "utf8"),
    ]),
);

function format(text: string): string {
  const result = formatContract(text, "test.contract");
  if ("problems" in result) throw new Error(`${result.problems[0]!.message} in\n${text}`);
  return result.text;
}

/** What holds for every text without problems. */
function expectSound(text: string): void {
  const parsed = parseContract(text, "test.contract");
  const formatted = format(text);
  expect(format(formatted)).toBe(formatted);
  expect(commentTrace(formatted)).toEqual(commentTrace(text));
  const again = parseContract(formatted, "test.contract");
  expect(again.problems).toEqual([]);
  expect(treeOf(again)).toEqual(treeOf(parsed));
}

/** Comments of every kind, with the line breaks around them that the kind is about. */
const comments: Readonly<Record<string, string>> = {
  inline: " /* inline */ ",
  "two inline": " /* one *//* two */",
  trailing: " // trailing\n",
  "trailing block": " /* trailing */\n",
  "own line": "\n// own line\n",
  "own line, apart": "\n\n\n// apart\n\n\n",
  "own block": "\n/* own block */\n",
  leading: "\n/* leading */ ",
  "of several lines": "\n/*\n * several\n   * lines\n */\n",
  "several lines within a line": " /* several\n  lines */ ",
  documentation: "\n/// documentation\n",
  ruler: "\n//// ----\n",
  mixed: " /* one */ // two\n\n// three\n/* four */ ",
};

/** Puts a comment at each of the offsets, with its own number in it. */
function commented(text: string, comment: string, offsets: readonly number[]): string {
  let result = "";
  let from = 0;
  offsets.forEach((offset, index) => {
    result += text.slice(from, offset) + comment.replaceAll(/(?<=\w)(?= \*\/|\n|$)/g, ` ${index}`);
    from = offset;
  });
  return result + text.slice(from);
}

function isSound(text: string): boolean {
  return parseContract(text, "x").problems.length === 0;
}

function everyFifth(offsets: readonly number[]): number[][] {
  return [0, 1, 2, 3, 4].map((remainder) => offsets.filter((_, index) => index % 5 === remainder));
}

it("finds the real contracts", () => {
  expect(real.length).toBeGreaterThanOrEqual(7);
});

describe.each(real)("%s", (_, text) => {
  const every = gapOffsets(text);
  const breakable = gapOffsets(text, true);

  it("keeps its meaning", () => {
    expectSound(text);
    expect(breakable.length).toBeGreaterThan(every.length * 0.75);
  });

  it.each(Object.keys(comments))("keeps comments at every gap: %s", (kind) => {
    const comment = comments[kind]!;
    const gaps = comment.includes("\n") ? breakable : every;
    for (const offsets of [gaps, ...everyFifth(gaps)]) expectSound(commented(text, comment, offsets));
  });
});

describe("generated contracts", () => {
  it("keep their meaning", () => {
    fc.assert(
      fc.property(contractText, (text) => {
        fc.pre(isSound(text));
        expectSound(text);
      }),
      { numRuns: 300, maxSkipsPerRun: 1 },
    );
  });

  it("have one layout, however they are indented and whatever ends their lines", () => {
    fc.assert(
      fc.property(contractText, (text) => {
        // Texts of several lines keep their indentation.
        fc.pre(isSound(text) && !text.includes('"""'));
        const formatted = format(text);
        expect(format(formatted.replaceAll(/^ +/gm, ""))).toBe(formatted);
        expect(format(formatted.replaceAll("\n", "\r\n"))).toBe(formatted.replaceAll("\n", "\r\n"));
        expect(formatted).not.toMatch(/[ \t]$|\n\n\n|\{\n\n|\n\n *\}/m);
      }),
      { numRuns: 150, maxSkipsPerRun: 2 },
    );
  });

  it.each(Object.keys(comments))("keep a comment at any gap: %s", (kind) => {
    fc.assert(
      fc.property(contractText, fc.integer({ min: 1, max: 9 }), (text, step) => {
        const comment = comments[kind]!;
        const gaps = gapOffsets(text, comment.includes("\n"));
        const chosen = gaps.filter((_, index) => index % step === 0);
        const changed = commented(text, comment, chosen);
        fc.pre(isSound(changed));
        expectSound(changed);
      }),
      { numRuns: 40, maxSkipsPerRun: 1 },
    );
  });
});
