import { expect, test } from "vitest";
import { at, cls, fn, member, read, readAny, show, showSignatures, symbol } from "./reading.js";

const js = (text: string) => read(text, "module.js");

test("parameters, results and type parameters of doc comments", () => {
  const text = `/**
 * Does it.
 * @template T
 * @template {string} K
 * @param {T} a - the a
 * @param {string} [b="x"] the b
 * @param {number=} c
 * @param {...Date} rest
 * @returns {Promise<Map<K,
 *   T>>} all of it
 */
export async function f(a, b, c, ...rest) { return go(a); }`;
  const f = fn(text, "f", "m.js");
  expect(f.doc).toBe("Does it.");
  expect(showSignatures(f)).toEqual([
    "async <T, K: string>(a: T, b?: string, c?: number, ...rest: Date[]) -> Promise<Map<K, T>>",
  ]);
  expect(at(text, f.signatures[0]!.parameters[1]!.type!)).toBe("string");
  const { result } = f.signatures[0]!;
  expect(
    result?.kind === "name" && result.arguments.map((each) => at(text, each).replace(/\s*\*\s*/, " ")),
  ).toEqual(["Map<K, T>"]);
});

test("older notations", () => {
  const f = fn(
    `/**
 * @param {?string} a
 * @param {!Foo} b
 * @param {*} c
 * @param {Array.<number>} d
 * @param {function(string): void} e
 * @return {(string|number)}
 */
export const f = (a, b, c, d, e) => go();`,
    "f",
    "m.js",
  );
  expect(showSignatures(f)).toEqual([
    "(a: (string | null), b: Foo, c: any, d: Array<number>, e: other(function(string): void)) -> (string | number)",
  ]);
});

test("an options object and a destructured parameter", () => {
  const module = js(`/**
 * @param {Object} options
 * @param {string} options.a
 * @param {number} [options.b]
 * @param {Other} o
 */
export function f(options, { x, y }) {}`);
  expect(showSignatures(symbol(module, "function", "f"))).toEqual([
    "(options: { a: string; b?: number }, { x, y }: Other) -> nothing",
  ]);
});

test("@type of variables, functions and fields; fields that constructors assign", () => {
  const module = js(`/** @type {Map<string, number>} */
export const m = new Map();
/** @type {(a: string, b?: number) => boolean} */
export const g = (a, b) => go(a, b);
/** @template T
 * @extends {Base<T>}
 * @implements {Closable} */
export class C extends Base {
  /** @type {string[]}
   * @readonly */
  list = [];
  /** @param {number} n */
  constructor(n) {
    super();
    /**
     * The count.
     * @type {number | undefined}
     * @private
     */
    this.count = n;
    this.name = "x";
    this.#hidden = 1;
    if (n) this.later = 1;
  }
  /** @returns {Promise<T>} */
  async load() { return go(); }
  /** @protected */
  inner() { go(); }
  /** @returns {number} */
  get size() { return this.count; }
}`);
  expect(show(symbol(module, "variable", "m").type)).toBe("Map<string, number>");
  expect(showSignatures(symbol(module, "function", "g"))).toEqual(["(a: string, b?: number) -> boolean"]);
  const c = symbol(module, "class", "C");
  expect(c.typeParameters).toEqual([{ name: "T" }]);
  expect(c.extends.map(show)).toEqual(["Base<T>"]);
  expect(c.implements.map(show)).toEqual(["Closable"]);
  expect(c.members.map((each) => `${each.visibility} ${each.name}`)).toEqual([
    "public list",
    "private count",
    "public name",
    "private #hidden",
    "public constructor",
    "public load",
    "protected inner",
    "public size",
  ]);
  expect(member(c, "field", "list")).toMatchObject({ readonly: true });
  expect(member(c, "field", "count")).toMatchObject({ origin: "self", doc: "The count." });
  expect(show(member(c, "field", "count").type)).toBe("(number | undefined)");
  expect(show(member(c, "field", "name").type)).toBe("string");
  expect(show(member(c, "field", "size").type)).toBe("number");
  expect(showSignatures(member(c, "constructor", "constructor"))).toEqual(["(n: number) -> -"]);
  expect(showSignatures(member(c, "method", "load"))).toEqual(["async () -> Promise<T>"]);
});

test("types that comments declare", () => {
  const text = `/**
 * A record.
 * @typedef {Object} Rec
 * @property {number} a
 * @property {string=} b
 */
/** @typedef {{ a: number, b?: string }} Lit */
/** @typedef {import("./t").Opt} Opt */
/** @template T @typedef {T | undefined} Maybe */
/**
 * @callback Check
 * @param {string} x
 * @param {number} [y]
 * @returns {boolean}
 */
/** @import { Far, Near as Close } from "./far.js" */
export {};`;
  const module = js(text);
  const rec = symbol(module, "class", "Rec");
  expect(rec).toMatchObject({ form: "type-literal", exported: true, doc: "A record." });
  expect(at(text, rec.nameSpan)).toBe("Rec");
  expect(
    rec.members.map((each) => each.kind === "field" && [each.name, show(each.type), each.optional]),
  ).toEqual([
    ["a", "number", undefined],
    ["b", "string", true],
  ]);
  expect(symbol(module, "class", "Lit").members.map((each) => each.name)).toEqual(["a", "b"]);
  expect(show(symbol(module, "alias", "Opt").type)).toBe('import("./t").Opt');
  expect(show(symbol(module, "alias", "Check").type)).toBe("(x: string, y?: number) => boolean");
  expect(
    module.imports.map((each) => [each.specifier, each.mode, each.names.map((one) => [one.name, one.local])]),
  ).toEqual([
    ["./t", "type", [["Opt", undefined]]],
    [
      "./far.js",
      "type",
      [
        ["Far", "Far"],
        ["Near", "Close"],
      ],
    ],
  ]);
  expect(module.imports.map((each) => at(text, each.specifierSpan))).toEqual(['"./t"', '"./far.js"']);
});

test("doc comments of TypeScript give no types", () => {
  expect(
    showSignatures(
      fn("/** @param {string} a\n * @returns {string} */\nexport function f(a: number) { go(); }"),
    ),
  ).toEqual(["(a: number) -> nothing"]);
});

test("damaged doc comments do no harm", () => {
  const module = readAny(
    `/** @param {string a @returns {( */ export function f(a) {}\n/** @param {a b} a */ export function g(a) {}\n/** @typedef */ export const h = 1;\n/** @type {${"(".repeat(50_000)}} */ export const i = 1;`,
    "m.js",
  );
  expect(module.problems).toEqual([]);
  expect(module.symbols.map((each) => each.name)).toEqual(["f", "g", "h", "i"]);
  expect(show(symbol(module, "function", "g").signatures[0]!.parameters[0]!.type)).toBe("other(a b)");
});

test("a class of a script has the members that TypeScript's would have", () => {
  expect(
    cls("class C { static #a = 1; static b() { go(); } }", "C", "m.cjs").members.map((each) => each.name),
  ).toEqual(["#a", "b"]);
});
