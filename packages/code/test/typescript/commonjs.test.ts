import { expect, test } from "vitest";
import type { CodeSymbol } from "../../src/index.js";
import { read, showSignatures, symbol } from "./reading.js";

const line = (each: CodeSymbol) => {
  const from = each.kind === "re-export" ? ` = ${each.original} of ${each.specifier}` : "";
  return `${each.kind} ${each.name}${from}${each.exported ? "" : " (local)"}${each.exportDefault ? " (default)" : ""}`;
};
const lines = (text: string, file = "m.cjs") => read(text, file).symbols.map(line);

test("module.exports as an object exports its properties", () => {
  expect(
    lines(`const fs = require("fs"); const { a, b: c } = require("./a");
function helper() { go(); } class K {} const hidden = 1;
module.exports = { helper, K, other: helper, inline(x) { return x; }, n: 3, a, "d-e": c, ...require("./more") };`),
  ).toEqual([
    "function helper",
    "class K",
    "variable hidden (local)",
    "function inline",
    "variable n",
    "re-export * = * of ./more",
    "function other",
    "re-export a = a of ./a",
    "re-export d-e = b of ./a",
  ]);
});

test("module.exports as one thing is the default export", () => {
  expect(lines("class K {} module.exports = K; module.exports.extra = 1;")).toEqual([
    "class K (default)",
    "variable extra",
  ]);
  expect(lines("module.exports = function make(a) { return a; };")).toEqual(["function make (default)"]);
  expect(lines("module.exports = class {};")).toEqual(["class default (default)"]);
  expect(lines("exports = module.exports = (a) => a;")).toEqual(["function default (default)"]);
  expect(lines('module.exports = require("./lib");')).toEqual(["re-export * = * of ./lib"]);
});

test("single exports, as people and compilers write them", () => {
  expect(
    lines(
      `"use strict"; Object.defineProperty(exports, "__esModule", { value: true }); exports.b = exports.a = void 0;
const a = (x) => x; exports.a = a; exports.b = function (y) { return y; }; module.exports.c = class {}; exports["d"] = require("./d").default;`,
      "m.js",
    ),
  ).toEqual(["function a", "function b", "class c", "re-export d = default of ./d"]);
});

test("docs and their types belong to what is assigned", () => {
  const module = read(
    `/**
 * Adds.
 * @param {number} a
 * @returns {number}
 */
exports.add = (a) => a + 1;`,
    "m.cjs",
  );
  const add = symbol(module, "function", "add");
  expect(add.doc).toBe("Adds.");
  expect(showSignatures(add)).toEqual(["(a: number) -> number"]);
});

test("a file with import or export is no CommonJS file, nor is TypeScript", () => {
  expect(lines("export const a = 1; module.exports = { b: 2 };", "m.js")).toEqual(["variable a"]);
  expect(lines("const a = 1; module.exports = { a };", "m.ts")).toEqual(["variable a (local)"]);
});
