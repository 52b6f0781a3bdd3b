import { expect, test } from "vitest";
import type { CodeImport } from "../../src/index.js";
import { at, read } from "./reading.js";

const line = (each: CodeImport) => {
  const names = each.names.map((one) => {
    const as = one.local === undefined || one.local === one.name ? one.name : `${one.name} as ${one.local}`;
    return one.typeOnly ? `type ${as}` : as;
  });
  const marks = [each.mode, each.reExport && "re-export", each.elidable && "elidable"]
    .filter(Boolean)
    .join(" ");
  return `${each.specifier} { ${names.join(", ")} } ${marks}`;
};
const lines = (text: string, file?: string) => read(text, file).imports.map(line);

test("import declarations of every form", () => {
  expect(
    lines(`
import a, { b, c as d, type E } from "./a.js";
import * as ns from "node:fs";
import "./side-effect";
import type { F } from "./types";
import type G from "./g";
import { type H, type I as J } from "./h";
import k = require("./k");
import type l = require("./l");
use(a, b, d, ns, k);
`),
  ).toEqual([
    "./a.js { default as a, b, c as d, type E } load",
    "node:fs { * as ns } load",
    "./side-effect {  } load",
    "./types { type F } type",
    "./g { type default as G } type",
    "./h { type H, type I as J } type",
    "./k { * as k } load",
    "./l { type * as l } type",
  ]);
});

test("re-exports are imports", () => {
  expect(
    lines(
      'export { a as b } from "./a"; export * from "./c"; export * as d from "./d"; export type { E } from "./e"; export { type F } from "./f";',
    ),
  ).toEqual([
    "./a { a as b } load re-export",
    "./c { * } load re-export",
    "./d { * as d } load re-export",
    "./e { type E } type re-export",
    "./f { type F } type re-export",
  ]);
});

test("calls that load, at once or later", () => {
  expect(
    lines(`
const whole = require("./a");
const { b, c: d } = require("./b");
require("./c");
function later() { return require("./d"); }
const lazy = async () => { const { e } = await import("./e"); };
import("./f").then((f) => f.run());
const unknown = import(name);
`),
  ).toEqual([
    "./a { * as whole } load",
    "./b { b, c as d } load",
    "./c { * } load",
    "./d { * } lazy",
    "./e { e } lazy",
    "./f { * } lazy",
  ]);
});

test("types that name another file", () => {
  const text =
    'export type A = import("./a").B.C; let x: typeof import("./d"); function f(p: Map<string, import("./e").F>) {}';
  expect(lines(text)).toEqual(["./a { type B } type", "./d { type * } type", "./e { type F } type"]);
  expect(read(text).imports.map((each) => at(text, each.specifierSpan))).toEqual(['"./a"', '"./d"', '"./e"']);
});

test("an import that stands in types only is dropped by the compiler", () => {
  const elidable = (use: string, file?: string) =>
    read(`import { A } from "./a";\n${use}`, file).imports[0]!.elidable ?? false;
  expect(elidable("let x: A; type B = A[]; interface C extends A {} class D implements A {}")).toBe(true);
  expect(elidable("const x = y as A; const z = y satisfies A; f<A>(); type T = typeof A;")).toBe(true);
  expect(elidable("export type { A };")).toBe(true);
  expect(elidable("const o = { A: 1 }; o.A; class X { A = 1; }")).toBe(true);
  expect(elidable("class B extends A {}")).toBe(false);
  expect(elidable("let x: A = new A();")).toBe(false);
  expect(elidable("@A class B {}")).toBe(false);
  expect(elidable("export { A };")).toBe(false);
  expect(elidable("export default A;")).toBe(false);
  expect(elidable("const o = { A };")).toBe(false);
  expect(elidable("const f = (x = A) => x;")).toBe(false);
  expect(elidable("enum E { X = A }")).toBe(false);
  expect(elidable("const e = <A />;", "m.tsx")).toBe(false);
  expect(elidable("const e = <A.B c={1} />;", "m.tsx")).toBe(false);
  expect(elidable("const e = <b A='1' />;", "m.tsx")).toBe(true);
  expect(elidable("/** @type {A} */ let x;", "m.js")).toBe(false);
  expect(read('import { A, b } from "./a"; let x: A = b;').imports[0]!.elidable).toBeUndefined();
  expect(read('import "./a";').imports[0]!.elidable).toBeUndefined();
});

test("the classic transform of elements uses React without naming it", () => {
  const text = 'import React from "react"; export const e = <b />;';
  expect(read(text, "m.tsx").imports[0]!.elidable).toBeUndefined();
});
