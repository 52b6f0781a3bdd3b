import { describe, expect, it } from "vitest";
import { parseContract, type SyntaxProblem } from "../../src/syntax/index.js";
import { inClass, inModule } from "./fixtures.js";

/** A text with one slip, and the text after its fix. */
const inModules: readonly [string, string][] = [
  ["def f() -> int", "fn f() -> int"],
  ["function f()", "fn f()"],
  ["clas A { x: int }", "class A { x: int }"],
  ["recrod A { x: int }", "record A { x: int }"],
  ["struct A { x: int }", "record A { x: int }"],
  ["f(a: int) -> int", "fn f(a: int) -> int"],
  ["A extends B { x: int }", "class A extends B { x: int }"],
  ["A { x: int }", "class A { x: int }"],
  ["class A(B, m.C) { x: int }", "class A extends B, m.C { x: int }"],
  ["class A : B { x: int }", "class A extends B { x: int }"],
  ["class A extend B { x: int }", "class A extends B { x: int }"],
  ["class A<T extends B> { x: int }", "class A<T: B> { x: int }"],
  ["fn f<T extends B>(x: T)", "fn f<T: B>(x: T)"],
  ["fn f() int", "fn f() -> int"],
  ["fn f(): int", "fn f() -> int"],
  ["fn f() => int", "fn f() -> int"],
  ["fn f() { return 1 }", "fn f() "],
  ["fn f(*a: int)", "fn f(...a: int)"],
  ["fn f(a: int, /*, b: int)", "fn f(a: int, /, *, b: int)"],
  ["fn f(a: string = 'x')", 'fn f(a: string = "x")'],
  ["fn f(a: int; b: int)", "fn f(a: int, b: int)"],
  ["fn f(a: int\nfn g()", "fn f(a: int)\nfn g()"],
  ["fn f();", "fn f()"],
  ["fn f()\n  example f() = 1", "fn f()\n  example f() == 1"],
  ["fn f()\n  example f(a=1) == 1", "fn f()\n  example f(a: 1) == 1"],
  ["enum E { A: 1, B: 2 }", "enum E { A= 1, B: 2 }"],
  ["enum E { A B }", "enum E { A, B }"],
  ["uses a b", "uses a, b"],
  ["record A { x: int,, y: int }", "record A { x: int, y: int }"],
  ["record A { x: int y: int }", "record A { x: int, y: int }"],
  ["async record A { x: int }", "record A { x: int }"],
  ["export fn f()", "fn f()"],
  ["default fn f()", "export default fn f()"],
  ["# comment", "// comment"],
  ["const X: int = 1 /* open", "const X: int = 1 /* open */"],
];

const inClasses: readonly [string, string][] = [
  ["x int", "x: int"],
  ["x?int", "x?:int"],
  ["x: int; y: int", "x: int, y: int"],
  ["x: int;", "x: int"],
  ["fn f() -> int", "f() -> int"],
  ["public x: int", "x: int"],
  ["private f()", "f()"],
  ["const x: int", "x: int"],
  ["constructor(x: int)", "new(x: int)"],
  ["__init__(x: int)", "new(x: int)"],
  ["f() { return 1 }", "f() "],
  ["f() int", "f() -> int"],
  ["f(): int", "f() -> int"],
  ["f a: int) -> int", "f(a: int) -> int"],
];

const atTop: readonly [string, string][] = [
  ["layers a, b", "layers a> b"],
  ['target python { roots: "." }', 'target python { roots "." }'],
  ['target python { root "." }', 'target python { roots "." }'],
  ['requirement A musst "x"', 'requirement A must "x"'],
  ['quality A performence "x"', 'quality A performance "x"'],
  ['contract A verison "1"', 'contract A version "1"'],
  ['a "a" { module b "b.py" { } }', 'package a "a" { module b "b.py" { } }'],
  ['a "a.py" { fn f() }', 'module a "a.py" { fn f() }'],
  ['mod a "a/" { fn f() }', 'module a "a/" { fn f() }'],
  ["role a }", "role a "],
  ["role a {", "role a { }"],
];

describe("a common slip has one problem and a fix that leaves none", () => {
  it.each(inModules)("module: %s", (before, after) => check(inModule(before), inModule(after)));
  it.each(inClasses)("class: %s", (before, after) => check(inClass(before), inClass(after)));
  it.each(atTop)("file: %s", (before, after) => check(before, after));
});

function check(before: string, after: string) {
  const { problems } = parseContract(before, "x");
  const [first] = problems;
  expect(first?.fix, JSON.stringify(problems)).toBeDefined();
  const fixed = apply(before, first!);
  expect(fixed).toBe(after);
  const left = parseContract(fixed, "x").problems;
  // Where the same slip was made twice, the other one is left.
  expect(left.length, JSON.stringify(left)).toBe(problems.length - 1);
  const sameKind = problems.every((problem) => problem.message === first!.message);
  expect(problems.length === 1 || sameKind || left.length === 0, JSON.stringify(problems)).toBe(true);
}

function apply(text: string, problem: SyntaxProblem): string {
  const edits = [...problem.fix!.edits].sort((a, b) => b.offset - a.offset);
  return edits.reduce(
    (result, edit) => result.slice(0, edit.offset) + edit.text + result.slice(edit.offset + edit.length),
    text,
  );
}
