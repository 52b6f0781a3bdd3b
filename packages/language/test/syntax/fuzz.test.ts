import { LineIndex } from "@contractc/kernel";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { keywords, type ParsedFile, parseContract } from "../../src/syntax/index.js";
import { fixture } from "./fixtures.js";
import { shapesOf } from "./shape.js";

const signs = [
  ..."{}()[]<>,.:=-?|@*/;`'#!&\\",
  "...",
  "->",
  "==",
  "**",
  "=>",
  "//",
  "/*",
  "*/",
  "///",
  '"',
  '"""',
];
const values = [
  "name",
  "Name",
  "`a b`",
  '"text"',
  "12",
  "-1",
  "\n",
  "\n  ",
  "\n    ",
  "\r\n",
  "\t",
  "é",
  "😀",
  "\u0000",
];
const pieces = fc.array(fc.constantFrom(...signs, ...values, ...keywords), { maxLength: 60 });

/** What holds of every result, however broken the text is. */
function check(parsed: ParsedFile) {
  const { text } = parsed;
  expect(parsed.root.$type).toBe("ContractFile");
  let last = 0;
  for (const problem of parsed.problems) {
    expect(problem.offset).toBeGreaterThanOrEqual(last);
    expect(problem.length).toBeGreaterThanOrEqual(0);
    expect(problem.offset + problem.length).toBeLessThanOrEqual(text.length);
    expect(problem.message).toMatch(/^[A-Z'].+$/s);
    last = problem.offset;
    for (const edit of problem.fix?.edits ?? []) {
      expect(edit.offset).toBeGreaterThanOrEqual(0);
      expect(edit.offset + edit.length).toBeLessThanOrEqual(text.length);
    }
  }
  const index = new LineIndex(text);
  for (const shape of shapesOf(parsed)) {
    expect(shape.end).toBeLessThanOrEqual(text.length);
    expect(shape.offset).toBeLessThanOrEqual(shape.end);
    expect(index.position(shape.offset).line).toBeLessThanOrEqual(index.lineCount);
  }
}

describe("no text makes the parser throw", () => {
  it("made of tokens", () => {
    fc.assert(
      fc.property(pieces, fc.constantFrom("", " "), (list, space) =>
        check(parseContract(list.join(space), "x")),
      ),
      { seed: 1, numRuns: 1500 },
    );
  });

  it("made of tokens inside a class", () => {
    fc.assert(
      fc.property(pieces, (list) =>
        check(parseContract(`module m "m.py" {\n  class A {\n    ${list.join(" ")}\n  }\n}`, "x")),
      ),
      { seed: 2, numRuns: 1000 },
    );
  });

  it("made of any characters", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 80 }), (text) => check(parseContract(text, "x"))),
      { seed: 3, numRuns: 1000 },
    );
  });

  it("made of a contract with parts removed, moved and doubled", () => {
    const text = fixture("everything.contract");
    const offset = fc.nat(text.length);
    fc.assert(
      fc.property(offset, offset, offset, (a, b, c) => {
        const [start, end] = a < b ? [a, b] : [b, a];
        const part = text.slice(start, Math.min(end, start + 200));
        check(parseContract(text.slice(0, c) + part + text.slice(c), "x"));
        check(parseContract(text.slice(0, start) + text.slice(Math.min(end, start + 200)), "x"));
      }),
      { seed: 4, numRuns: 150 },
    );
  });

  it("that ends anywhere", () => {
    const text = fixture("plane-battle.contract");
    for (let end = 0; end < text.length; end += 7) check(parseContract(text.slice(0, end), "x"));
  });
});
