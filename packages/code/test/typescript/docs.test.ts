import { expect, test } from "vitest";
import { cls, fn, member, read } from "./reading.js";

test("doc comments are cleaned and end before the first tag", () => {
  const f = fn(`/**
 * Sends one message.
 *
 *   * indented list
 * See {@link other}.
 *
 * @param a - what to send
 */
// eslint-disable-next-line
export function f(a: string): void {}`);
  expect(f.doc).toBe("Sends one message.\n\n  * indented list\nSee {@link other}.");
});

test("comments of other forms and without text are no docs", () => {
  for (const comment of [
    "// line",
    "/* block */",
    "/** */",
    "/***/",
    "/*** stars ***/",
    "/** @internal */",
  ]) {
    expect(fn(`${comment}\nexport function f() {}`).doc, comment).toBeUndefined();
  }
});

test("members, also decorated ones", () => {
  const c = cls(`export class C {
  /** The a. */ a = 1;
  /** The b. */
  @Input() b: string;
  /** The m. */
  async m() {}
  /** Not of n. */ ;
  n() {}
}`);
  expect(c.members.map((each) => each.doc)).toEqual(["The a.", "The b.", "The m.", undefined]);
  const i = cls("export interface C {\n  /** The x. */\n  x: string;\n  /** The g. */\n  g(): void;\n}");
  expect([member(i, "field", "x").doc, member(i, "method", "g").doc]).toEqual(["The x.", "The g."]);
});

test("a decorated class has the doc before its decorators", () => {
  expect(cls("/** The class. */\n@sealed\nexport class C {}").doc).toBe("The class.");
});

test.each([
  ["/** File. */\nimport './a';", "File."],
  ["/** File. */\n/** Of f. */\nexport function f() {}", "File."],
  ["/**\n * @file\n * File.\n * @author a\n */\nexport const a = 1;", "File."],
  ["/** @fileoverview File. */\nexport const a = 1;", "File."],
  ["/** File.\n * @module */\nexport const a = 1;", "File."],
  ["/** Copyright 2024 */\n/** File. */\nimport './a';", "File."],
  ["#!/usr/bin/env node\n/** File. */\n'use strict';\nimport './a';", "File."],
  ["/** Of a. */\nexport const a = 1;", undefined],
  ["import './a';\n/** Of b. */\nexport const b = 1;", undefined],
  ["/** Alone. */", "Alone."],
])("the file's own doc in %j", (text, doc) => {
  expect(read(text).doc).toBe(doc);
});

test("suppressions speak of their line or of the next line of code", () => {
  const module = read(`// contract-ignore drift/hollow: on purpose
// more words

export function f() {}
export function g() {} // contract-ignore drift/raises: legacy
/* contract-ignore drift/kind */
export const h = 1;
// contract-ignore import/cycle: last`);
  expect(module.suppressions.map(({ code, reason, line }) => [code, reason, line])).toEqual([
    ["drift/hollow", "on purpose", 4],
    ["drift/raises", "legacy", 5],
    ["drift/kind", "", 7],
    ["import/cycle", "last", 8],
  ]);
});
