import { expect, test } from "vitest";
import { printParameters, printSignature, printType, type Type } from "../../src/index.js";

const int: Type = { kind: "primitive", name: "int" };
const string: Type = { kind: "primitive", name: "string" };
const union: Type = { kind: "union", members: [int, string] };
const fn: Type = { kind: "function", parameters: [{ name: "a", type: int, optional: true }], result: union };

test.each<[string, Type]>([
  ["int", int],
  ["list<int>", { kind: "apply", name: "list", arguments: [int] }],
  ["int | string", union],
  ["(int | string)?", { kind: "optional", type: union }],
  ["(a?: int) -> int | string", fn],
  ["((a?: int) -> int | string)?", { kind: "optional", type: fn }],
  ["((a?: int) -> int | string) | int", { kind: "union", members: [fn, int] }],
  ['"up"', { kind: "literal", value: "up" }],
  ["Player<int>", { kind: "reference", target: "model.entities.Player", arguments: [int] }],
  ["`a b`", { kind: "reference", target: "model.a b", arguments: [] }],
  ["`keyof Options`", { kind: "verbatim", text: "keyof Options" }],
  [
    "(...rest: int) -> int",
    { kind: "function", parameters: [{ name: "rest", type: int, rest: true }], result: int },
  ],
])("a type prints as %s", (text, type) => {
  expect(printType(type)).toBe(text);
});

test("markers stand where the kind of parameter changes", () => {
  expect(
    printParameters([
      { name: "a", type: int, kind: "positional-only" },
      { name: "b", type: int, kind: "standard", optional: true },
      { name: "c", type: int, kind: "keyword-only", optional: true, default: { kind: "number", text: "3" } },
    ]),
  ).toBe("a: int, /, b?: int, *, c: int = 3");
  expect(printParameters([{ name: "a", type: int, kind: "positional-only" }])).toBe("a: int, /");
  expect(
    printParameters([
      { name: "rest", type: int, kind: "variadic" },
      { name: "k", type: int, kind: "keyword-only" },
      { name: "more", type: string, kind: "keyword-variadic" },
    ]),
  ).toBe("...rest: int, k: int, **more: string");
});

test("a void result is left out", () => {
  expect(printSignature({ parameters: [], result: { kind: "primitive", name: "void" } })).toBe("()");
});
