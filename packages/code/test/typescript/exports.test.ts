import { expect, test } from "vitest";
import type { CodeSymbol } from "../../src/index.js";
import { at, read, symbol } from "./reading.js";

const line = (each: CodeSymbol) => {
  const from =
    each.kind === "re-export"
      ? ` = ${each.original} of ${each.specifier}${each.typeOnly ? " (type)" : ""}`
      : "";
  return `${each.kind} ${each.name}${from}${each.exported ? "" : " (local)"}${each.exportDefault ? " (default)" : ""}`;
};
const lines = (text: string, file?: string) => read(text, file).symbols.map(line);

test("a list of exports marks what the file declares", () => {
  expect(
    lines("const a = 1; class B {} interface B {} type C = string; let d; export { a, B, type C };"),
  ).toEqual(["variable a", "class B", "class B", "alias C", "variable d (local)"]);
});

test("a symbol exported under another name is there under both", () => {
  const text = "function a(x: string): void {}\nexport { a as b, a as 'odd name' };";
  const module = read(text);
  expect(module.symbols.map(line)).toEqual(["function a (local)", "function b", "function odd name"]);
  expect(at(text, symbol(module, "function", "b").nameSpan)).toBe("b");
  expect(symbol(module, "function", "b").signatures).toHaveLength(1);
});

test("default exports of every form", () => {
  expect(lines("export default function () {}")).toEqual(["function default (default)"]);
  expect(lines("export default async () => {};")).toEqual(["function default (default)"]);
  expect(lines("export default function f(a: string): void; export default function f(a: any) {}")).toEqual([
    "function f (default)",
  ]);
  expect(lines("export default abstract class C {}")).toEqual(["class C (default)"]);
  expect(lines("export default interface I { a: string }")).toEqual(["class I (default)"]);
  expect(lines("export default { a: 1 };")).toEqual(["variable default (default)"]);
  expect(lines("class C {} export default C;")).toEqual(["class C (default)"]);
  expect(lines("class C {} export { C as default };")).toEqual(["class C (default)"]);
  expect(lines("class C {} export = C;", "m.cts")).toEqual(["class C (default)"]);
  expect(lines("export default globalThis;")).toEqual(["variable default (default)"]);
});

test("the name of what has none is the word default", () => {
  const text = "export  default /* x */ class {}";
  expect(at(text, symbol(read(text), "class", "default").nameSpan)).toBe("default");
});

test("re-exports, also of imports and of whole modules", () => {
  expect(
    lines(
      [
        'export { a, b as c, default as d, type T } from "./x.js";',
        'export { default } from "./y";',
        'export { e as default } from "./z";',
        'export * from "./all";',
        'export * as ns from "./ns";',
        'export type { U } from "./types";',
        'export type * from "./more";',
        'import f, { g as h, type I } from "./imported";',
        'import * as whole from "./whole";',
        "export { f, h, whole, I };",
      ].join("\n"),
    ),
  ).toEqual([
    "re-export a = a of ./x.js",
    "re-export c = b of ./x.js",
    "re-export d = default of ./x.js",
    "re-export T = T of ./x.js (type)",
    "re-export default = default of ./y (default)",
    "re-export default = e of ./z (default)",
    "re-export * = * of ./all",
    "re-export ns = * of ./ns",
    "re-export U = U of ./types (type)",
    "re-export * = * of ./more (type)",
    "re-export f = default of ./imported",
    "re-export h = g of ./imported",
    "re-export whole = * of ./whole",
    "re-export I = I of ./imported (type)",
  ]);
});

test("an import that is the default export", () => {
  expect(lines('import { a } from "./a"; export default a;')).toEqual([
    "re-export default = a of ./a (default)",
  ]);
});

test("other names for namespaces' members and required modules", () => {
  expect(
    lines(
      'import A = N.B.C; export import D = N.D; export import e = require("./e"); import f = require("./f"); export { f };',
      "m.cts",
    ),
  ).toEqual(["alias A (local)", "alias D", "re-export e = * of ./e", "re-export f = * of ./f"]);
});

test("in a declaration file everything is exported, unless it lists what is", () => {
  expect(lines("export declare const a: number; declare class B {} interface C {}", "m.d.ts")).toEqual([
    "variable a",
    "class B",
    "class C",
  ]);
  expect(lines("declare const a: number; declare class B {} export { a };", "m.d.mts")).toEqual([
    "variable a",
    "class B (local)",
  ]);
  expect(lines("declare const a: number; interface B {}", "globals.d.ts")).toEqual([
    "variable a (local)",
    "class B (local)",
  ]);
  expect(lines('import x = require("x"); export declare const a: number;', "m.d.cts")).toEqual([
    "variable a",
  ]);
});

test("namespaces hold their symbols", () => {
  const module = read(
    "export namespace A.B { const hidden = 1; export function f(): void {} export { hidden as shown }; }\ndeclare namespace C { const n: number; class D {} }\ndeclare module 'other' { export const o: number; }\ndeclare global { interface Window {} }",
  );
  expect(module.symbols.map(line)).toEqual(["namespace A", "namespace C (local)"]);
  const [inner] = symbol(module, "namespace", "A").symbols;
  expect(inner).toMatchObject({ kind: "namespace", name: "B", exported: true });
  expect(inner?.kind === "namespace" && inner.symbols.map(line)).toEqual([
    "variable hidden (local)",
    "function f",
    "variable shown",
  ]);
  expect(symbol(module, "namespace", "C").symbols.map(line)).toEqual(["variable n", "class D"]);
});

test("names of globals and of Object's own properties are names like others", () => {
  expect(
    lines(
      "export class Node {} export function toString() {} export const constructor = 1; export type Symbol = string;",
    ),
  ).toEqual(["class Node", "function toString", "variable constructor", "alias Symbol"]);
});

test("a file of imports, comments and an empty list of exports is empty", () => {
  expect(read('/* only */ "use strict"; import "./a"; export {};').empty).toBe(true);
  expect(read("").empty).toBe(true);
  expect(read('export * from "./a";').empty).toBe(false);
  expect(read("go();").empty).toBe(false);
});
