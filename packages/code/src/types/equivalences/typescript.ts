import type { Type } from "@contractc/kernel";
import { apply, primitive } from "../lifted.js";
import { type Equivalence, type LibraryName, toApply, toPrimitive } from "./table.js";

/** Words of the language: no declaration can hide them. */
export const TYPESCRIPT_KEYWORDS: ReadonlyMap<string, LibraryName> = new Map<string, LibraryName>([
  ["number", toPrimitive("float")],
  ["string", toPrimitive("string")],
  ["boolean", toPrimitive("bool")],
  ["any", toPrimitive("any")],
  ["unknown", toPrimitive("any")],
  ["object", toPrimitive("object")],
  ["null", toPrimitive("null")],
  ["void", toPrimitive("void")],
  ["undefined", toPrimitive("void")],
  ["this", { to: "self" }],
]);

/** Names of the ambient library, and those of Node's modules that are also ambient. */
export const TYPESCRIPT_LIBRARY: ReadonlyMap<string, LibraryName> = new Map<string, LibraryName>([
  ["Date", toPrimitive("datetime")],
  ["Uint8Array", toPrimitive("bytes")],
  ["Buffer", toPrimitive("bytes")],
  ["Array", toApply("list")],
  ["ReadonlyArray", toApply("sequence")],
  ["Set", toApply("set")],
  ["ReadonlySet", toApply("set")],
  ["Map", toApply("map")],
  ["Record", toApply("map")],
  ["ReadonlyMap", toApply("mapping")],
  ["Promise", toApply("future")],
  ["PromiseLike", toApply("future")],
  ["Iterable", toApply("iterable", 0)],
  ["Iterator", toApply("iterator", 0)],
  ["IteratorObject", toApply("iterator", 0)],
  ["IterableIterator", toApply("iterator", 0)],
  ["ArrayIterator", toApply("iterator", 0)],
  ["MapIterator", toApply("iterator", 0)],
  ["SetIterator", toApply("iterator", 0)],
  ["Generator", toApply("iterator", 0)],
  ["AsyncIterable", toApply("stream", 0)],
  ["AsyncIterator", toApply("stream", 0)],
  ["AsyncIterableIterator", toApply("stream", 0)],
  ["AsyncGenerator", toApply("stream", 0)],
  ["Readonly", { to: "readonly" }],
  ["NoInfer", { to: "argument" }],
]);

const int: Type = primitive("int");
const string: Type = primitive("string");
const either: Type = { kind: "union", members: [int, string] };

/** What the code may write for each type of a contract; anything else is drift. */
export const TYPESCRIPT_EQUIVALENCES: readonly Equivalence[] = [
  { contract: int, code: ["number", "(number)", "NoInfer<number>"] },
  { contract: primitive("float"), code: ["number"] },
  { contract: primitive("duration"), code: ["number"], note: "milliseconds, by convention" },
  { contract: primitive("bool"), code: ["boolean", "true | false", "false | true"] },
  { contract: string, code: ["string"] },
  { contract: primitive("decimal"), code: ["string"] },
  { contract: primitive("uuid"), code: ["string"] },
  { contract: primitive("path"), code: ["string"] },
  {
    contract: primitive("bytes"),
    code: ["Uint8Array", "Buffer", "Uint8Array | Buffer", "Uint8Array<ArrayBuffer>"],
  },
  { contract: primitive("datetime"), code: ["Date"] },
  { contract: primitive("date"), code: ["Date"] },
  { contract: primitive("any"), code: ["any", "unknown"] },
  { contract: primitive("json"), code: ["any", "unknown"] },
  { contract: primitive("object"), code: ["object", "{}"] },
  { contract: primitive("void"), code: ["void", "undefined"] },
  { contract: primitive("null"), code: ["null"] },
  {
    contract: { kind: "optional", type: int },
    code: ["number | undefined", "undefined | number", "(number | undefined)", "number | void"],
    note: "`T?` is `T | undefined`",
  },
  {
    contract: { kind: "union", members: [int, primitive("null")] },
    code: ["number | null", "null | number"],
    note: "`null` is written out",
  },
  {
    contract: { kind: "optional", type: { kind: "union", members: [int, primitive("null")] } },
    code: ["number | null | undefined", "undefined | null | number"],
  },
  {
    contract: either,
    code: ["number | string", "string | number", "| string | number", "string | (number | string)"],
  },
  {
    contract: {
      kind: "union",
      members: [
        { kind: "literal", value: "up" },
        { kind: "literal", value: "down" },
      ],
    },
    code: ["'up' | 'down'", '"down" | "up"'],
  },
  { contract: { kind: "literal", value: 3 }, code: ["3"] },
  { contract: { kind: "literal", value: -1 }, code: ["-1"] },
  {
    contract: apply("list", int),
    code: ["number[]", "Array<number>", "readonly number[]", "ReadonlyArray<number>"],
    note: "`readonly` arrays are accepted for `list<T>` and `sequence<T>` alike",
  },
  {
    contract: apply("sequence", int),
    code: ["readonly number[]", "ReadonlyArray<number>", "number[]", "Readonly<number[]>"],
  },
  { contract: apply("list", either), code: ["(number | string)[]", "Array<string | number>"] },
  { contract: apply("set", string), code: ["Set<string>", "ReadonlySet<string>"] },
  {
    contract: apply("map", string, int),
    code: [
      "Map<string, number>",
      "Record<string, number>",
      "{ [key: string]: number }",
      "ReadonlyMap<string, number>",
      "Readonly<Record<string, number>>",
    ],
  },
  {
    contract: apply("mapping", string, int),
    code: ["ReadonlyMap<string, number>", "Map<string, number>", "Readonly<Record<string, number>>"],
  },
  {
    contract: apply("tuple", int, string),
    code: ["[number, string]", "readonly [number, string]", "[x: number, name: string]"],
  },
  { contract: apply("iterable", int), code: ["Iterable<number>"] },
  {
    contract: apply("iterator", int),
    code: [
      "Iterator<number>",
      "IterableIterator<number>",
      "Generator<number>",
      "Generator<number, void, unknown>",
    ],
  },
  {
    contract: apply("stream", int),
    code: [
      "AsyncIterable<number>",
      "AsyncIterator<number>",
      "AsyncGenerator<number>",
      "AsyncIterableIterator<number>",
    ],
  },
  { contract: apply("future", int), code: ["Promise<number>", "PromiseLike<number>"] },
  {
    contract: apply("future", primitive("void")),
    code: ["Promise<void>", "Promise<undefined>"],
    note: "also what an `async` function without a result returns",
  },
  {
    contract: apply("future", { kind: "optional", type: string }),
    code: ["Promise<string | undefined>", "Promise<undefined | string>"],
  },
  {
    contract: apply<Type>("map", string, apply("list", int)),
    code: ["Record<string, number[]>", "Map<string, readonly number[]>", "{ [id: string]: Array<number> }"],
  },
  {
    contract: { kind: "function", parameters: [{ type: int }, { type: string }], result: primitive("bool") },
    code: ["(a: number, b: string) => boolean", "((x: number, y: string) => boolean)"],
    note: "names of parameters do not count",
  },
  {
    contract: { kind: "function", parameters: [{ type: int, rest: true }], result: primitive("void") },
    code: ["(...all: number[]) => void", "(...all: readonly number[]) => undefined"],
  },
  {
    contract: {
      kind: "function",
      parameters: [{ type: int, optional: true }],
      result: { kind: "optional", type: string },
    },
    code: ["(a?: number) => string | undefined", "(count?: number) => undefined | string"],
  },
  {
    contract: {
      kind: "function",
      parameters: [{ type: string }],
      result: apply("future", primitive("bool")),
    },
    code: ["(id: string) => Promise<boolean>", "{ (id: string): Promise<boolean> }"],
    note: "a type literal with one call signature is a function",
  },
  {
    contract: primitive("bool"),
    code: ["value is string"],
    note: "a type predicate is a `bool` to its caller",
  },
  {
    contract: { kind: "verbatim", text: "Partial<Options>" },
    code: ["Partial<Options>", "Partial< Options >"],
  },
  { contract: { kind: "verbatim", text: "keyof Options" }, code: ["keyof Options", "keyof  Options"] },
  { contract: { kind: "verbatim", text: "{ a: 'x', b: 2 }" }, code: ['{ a: "x"; b: 2; }'] },
  { contract: { kind: "verbatim", text: "(typeof MODES)[number]" }, code: ["(typeof MODES)[number]"] },
  {
    contract: { kind: "verbatim", text: "[first: string, ...rest: number[]]" },
    code: ["[first: string, ...rest: number[]]"],
    note: "tuples of no fixed length",
  },
  {
    contract: { kind: "verbatim", text: "A & { b: 1 }" },
    code: ["A & { b: 1 }", "A & {b: 1}", "& A & { b: 1; }"],
  },
  { contract: { kind: "verbatim", text: "bigint" }, code: ["bigint"] },
  { contract: { kind: "verbatim", text: "never" }, code: ["never"] },
];
