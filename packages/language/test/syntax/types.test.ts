import { expect, it } from "vitest";
import type { TypeAlias } from "../../src/syntax/index.js";
import { inModule, problemsOf } from "./fixtures.js";
import { elementsOf, showType } from "./printer.js";

function parseType(text: string): string {
  expect(problemsOf(inModule(`type X = ${text}`))).toEqual([]);
  return showType((elementsOf(`type X = ${text}`)[0] as TypeAlias).type);
}

it.each([
  ["int", "int"],
  ["m.Name", "m.Name"],
  ["map<string, list<int>>", "map<string, list<int>>"],
  ["list<list<list<int>>>", "list<list<list<int>>>"],
  ["int?", "optional(int)"],
  ["int[]", "array(int)"],
  ["int?[]", "array(optional(int))"],
  ["int[]?", "optional(array(int))"],
  ["A | B?", "union(A, optional(B))"],
  ["A | B[] | C", "union(A, array(B), C)"],
  ["| A | B", "union(A, B)"],
  ["| A", "A"],
  ["(A | B)?", "optional((union(A, B)))"],
  ["((A))", "((A))"],
  ["[A, B]", "tuple(A, B)"],
  ["[A]", "tuple(A)"],
  ["[A, B,][]", "array(tuple(A, B))"],
  ["() -> void", "function( -> void)"],
  ["(A) -> B", "function(A -> B)"],
  ["(A, B) -> C", "function(A, B -> C)"],
  ["(int) -> int?", "function(int -> optional(int))"],
  ["(int) -> A | B", "function(int -> union(A, B))"],
  ["A | (B) -> C | D", "union(A, function(B -> union(C, D)))"],
  ["((B) -> C) | D", "union((function(B -> C)), D)"],
  ["((B) -> C)?", "optional((function(B -> C)))"],
  ["(A) -> (B) -> C", "function(A -> function(B -> C))"],
  ["(a: A, b?: B, ...rest: C) -> D", "function(a: A, b?: B, ...rest: C -> D)"],
  ["(...A) -> B", "function(...A -> B)"],
  ["(a?: A) -> B", "function(a?: A -> B)"],
  ["(a?) -> B", "function(optional(a) -> B)"],
  ['"up" | "down"', 'union("up", "down")'],
  ["1 | -2 | 0xFF | 1_000", "union(1, -2, 0xFF, 1_000)"],
  ["true | false | null", "union(true, false, null)"],
  ["`true`", "true"],
  ["map<(A) -> B, [C, D]?>", "map<function(A -> B), optional(tuple(C, D))>"],
  ["(\n  A\n)\n  ->\n  B", "function(A -> B)"],
])("%s", (text, expected) => {
  expect(parseType(text)).toBe(expected);
});

it("tells parentheses from functions however deep they nest", () => {
  const text = `${"(".repeat(90)}A${")".repeat(90)}`;
  const started = performance.now();
  expect(parseType(text)).toBe(text);
  expect(performance.now() - started).toBeLessThan(500);
});

it.each([
  ["(A, B)", "A function type needs '->' and the type of its result"],
  ["(a: A)", "A function type needs '->' and the type of its result"],
  ["()", "A function type needs '->' and the type of its result"],
  ["(A) ->", "Expected a type after '->'"],
  ["A |", "Expected a type after '|'"],
  ["list[int]", "Expected ']' after '['"],
  ["list<int", "Expected '>' after 'int'"],
  ["{ a: int }", "Expected a type after '=', found '{'"],
])("%s is reported once", (text, message) => {
  const problems = problemsOf(inModule(`type X = ${text}\nfn after()`));
  expect(problems.map((problem) => problem.split(" @ ")[0])).toEqual([message]);
  expect(elementsOf(`type X = ${text}\nfn after()`).map((element) => element.$type)).toEqual([
    "TypeAlias",
    "FunctionDeclaration",
  ]);
});
