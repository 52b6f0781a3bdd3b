import { expect, test } from "vitest";
import { at, fn, read, showSignatures, symbol } from "./reading.js";

test("a declared function has its parameters, result and places", () => {
  const text =
    "/** Adds. */\nexport function f(a: number, b = 2, ...rest: string[]): string { return String(a); }";
  const f = fn(text);
  expect(showSignatures(f)).toEqual(["(a: number, b?: number, ...rest: string[]) -> string"]);
  expect(f.doc).toBe("Adds.");
  expect(f.exported).toBe(true);
  expect(at(text, f.nameSpan)).toBe("f");
  expect(at(text, f.span)).toBe(text.slice(13));
  const [signature] = f.signatures;
  expect(at(text, signature!.parameterSpan)).toBe("a: number, b = 2, ...rest: string[]");
  expect(signature!.parameters.map((each) => at(text, each))).toEqual([
    "a: number",
    "b = 2",
    "...rest: string[]",
  ]);
  expect(signature!.parameters[1]!.default).toEqual({
    text: "2",
    literal: { kind: "number", text: "2" },
    start: text.indexOf("2,"),
    end: text.indexOf("2,") + 1,
  });
  expect(f.hollow).toBeUndefined();
});

test("the implementation of overloads is not public", () => {
  const text = [
    "export function f(a: string): string;",
    "export function f(a: number, b?: boolean): number;",
    "export function f(a: any): any { throw new RangeError(); }",
  ].join("\n");
  const f = fn(text);
  expect(showSignatures(f)).toEqual(["(a: string) -> string", "(a: number, b?: boolean) -> number"]);
  expect(f.raises.map((each) => each.name)).toEqual(["RangeError"]);
  expect(at(text, f.span)).toBe(text);
});

test("of declared overloads every signature is public", () => {
  const f = fn("export declare function f(a: string): void;\nexport declare function f(a: number): void;");
  expect(showSignatures(f)).toEqual(["(a: string) -> void", "(a: number) -> void"]);
});

test("a constant that holds a function is a function, a variable that can change is none", () => {
  const module = read(
    [
      "export const arrow = async <T extends object>(a: T): Promise<T> => a;",
      "export const expression = function* (n: number) { yield n; };",
      "export const typed: (a: string) => number = (a) => a.length;",
      "export const named: Handler = () => {};",
      "export let changing = (a: number): string => '';",
      "export const one = x => x;",
    ].join("\n"),
  );
  expect(showSignatures(symbol(module, "function", "arrow"))).toEqual([
    "async <T: object>(a: T) -> Promise<T>",
  ]);
  expect(showSignatures(symbol(module, "function", "expression"))).toEqual(["generator (n: number) -> -"]);
  expect(showSignatures(symbol(module, "function", "typed"))).toEqual(["(a: string) -> number"]);
  expect(showSignatures(symbol(module, "function", "one"))).toEqual(["(x: -) -> -"]);
  expect(symbol(module, "variable", "named").type).toMatchObject({ kind: "name", name: "Handler" });
  expect(symbol(module, "variable", "changing").type?.kind).toBe("function");
});

test("`this` is no parameter, and a destructured one is named by its text", () => {
  const text = "export function f(this: Window, { a, b = 1 }: Options = {}, [c]: string[]): void { go(a); }";
  const f = fn(text);
  const [options, list] = f.signatures[0]!.parameters;
  expect(f.signatures[0]!.parameters).toHaveLength(2);
  expect(options).toMatchObject({ name: "{ a, b = 1 }", destructured: true, optional: true });
  expect(at(text, options!.nameSpan)).toBe("{ a, b = 1 }");
  expect(list).toMatchObject({ name: "[c]", destructured: true });
  expect(list!.optional).toBeUndefined();
});

test("where the parameters can be changed", () => {
  for (const [text, inside] of [
    ["function f() {}", ""],
    ["function f(/* none */) {}", "/* none */"],
    ["function f<T extends (a: string) => void>(a: T, ) {}", "a: T, "],
    ["const f = async (a) => a;", "a"],
    ["const f = async a => a;", "a"],
    ["const f = <T,>(a: T, b?: (c: string) => void) => a;", "a: T, b?: (c: string) => void"],
    ["const f = function (a: number) { return a; };", "a: number"],
    ["const f = async function* g(a: number) { yield a; };", "a: number"],
    ["const f: (a: number) => void = console.log;", "a: number"],
    ["async function f(a) {}", "a"],
  ] as const) {
    expect(at(text, fn(text).signatures[0]!.parameterSpan), text).toBe(inside);
  }
});

test("a result is taken from the body only where the syntax settles it", () => {
  const results = (text: string) => showSignatures(fn(`export ${text}`))[0]!.split(" -> ")[1];
  expect(results("function f() { go(); }")).toBe("nothing");
  expect(results("function f() { if (x) return; go(() => { return 1; }); }")).toBe("nothing");
  expect(results("async function f() { await go(); }")).toBe("nothing");
  expect(results("function f() { return go(); }")).toBe("-");
  expect(results("function f(a: boolean) { if (a) return 'x'; return `y`; }")).toBe("string");
  expect(results("function f(a: boolean) { if (a) return 'x'; }")).toBe("-");
  expect(results("function f(a: boolean) { if (a) return 'x'; return 1; }")).toBe("-");
  expect(results("async function f() { return 1 + 2; }")).toBe("Promise<number>");
  expect(results("const f = (a: number) => a > 3;")).toBe("boolean");
  expect(results("const f = () => new Map<string, number>();")).toBe("Map<string, number>");
  expect(results("const f = () => new Map();")).toBe("-");
  expect(results("function* f() { yield 1; }")).toBe("-");
});
