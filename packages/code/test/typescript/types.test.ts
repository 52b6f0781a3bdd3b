import { expect, test } from "vitest";
import { at, read, show, symbol } from "./reading.js";

const shown = (type: string) => show(symbol(read(`type T = ${type};`), "alias", "T").type);

test.each([
  ["string", "string"],
  ["null | undefined", "(null | undefined)"],
  ["void", "void"],
  ["this", "this"],
  ["a.b.C<D, E[]>", "a.b.C<D, E[]>"],
  ["Array<string>", "Array<string>"],
  ["readonly string[]", "readonly string[]"],
  ["readonly [A, B]", "readonly [A, B]"],
  ["(A | B)[]", "(A | B)[]"],
  ["| A | B", "(A | B)"],
  ["A & B", "(A & B)"],
  ["'a' | \"b\" | 1 | -2.5 | 10n | true | `c`", '("a" | "b" | 1 | -2.5 | 10n | true | "c")'],
  ["[first: A, B]", "[A, B]"],
  ["[A, B?, ...C[]]", "[A, other(B?), other(...C[])]"],
  ["[a?: A, ...rest: B[]]", "[other(a?: A), other(...rest: B[])]"],
  ["(a: A, b?: B, ...rest: C[]) => D", "(a: A, b?: B, ...rest: C[]) => D"],
  ["<X extends A>(x: X) => X", "<X>(x: X) => X"],
  ["{ a: A; b?: B; m(): void; [key: string]: unknown }", "{ a: A; b?: B; m(); [string]: unknown }"],
  ["typeof a.b", "typeof a.b"],
  ["typeof import('./x')", 'typeof import("./x")'],
  ["import('./x').Y.Z<A>", 'import("./x").Y.Z<A>'],
  ["import('foo').default", 'import("foo").default'],
  ["keyof A", "other(keyof A)"],
  ["A['b']", "other(A['b'])"],
  ["A extends B ? C : D", "other(A extends B ? C : D)"],
  ["{ [K in keyof A]?: A[K] }", "other({ [K in keyof A]?: A[K] })"],
  ["`on$\u007bstring}`", "other(`on$\u007bstring}`)"],
  ["unique symbol", "other(unique symbol)"],
  ["new (a: A) => B", "other(new (a: A) => B)"],
  ["abstract new () => B", "other(abstract new () => B)"],
  ["{ new (): A }", "other({ new (): A })"],
  ["ɵNgNoValidate | 型<Ünïcode>", "(ɵNgNoValidate | 型<Ünïcode>)"],
])("type %s", (written, expected) => {
  expect(shown(written)).toBe(expected);
});

test("type predicates are kept as text", () => {
  const module = read(
    "function f(x: unknown): x is T { return go(x); }\nfunction g(x: unknown): asserts x is T {}",
  );
  expect(show(symbol(module, "function", "f").signatures[0]!.result)).toBe("other(x is T)");
  expect(show(symbol(module, "function", "g").signatures[0]!.result)).toBe("other(asserts x is T)");
});

test("every part of a type has its place, behind a byte order mark and beyond the basic plane too", () => {
  const text = "\uFEFF// 😀 ü\ntype T<P extends 型 = any> = Map<'😀', Set<P>>;";
  const { type, typeParameters } = symbol(read(text), "alias", "T");
  expect(at(text, type)).toBe("Map<'😀', Set<P>>");
  expect(type.kind === "name" && type.arguments.map((each) => at(text, each))).toEqual(["'😀'", "Set<P>"]);
  expect(typeParameters.map((each) => each.bound && at(text, each.bound))).toEqual(["型"]);
});

test("a type that nests deeper than anyone compares is kept as text", () => {
  const { type } = symbol(read(`type T = A${"[]".repeat(300)};`), "alias", "T");
  let depth = 0;
  let inner = type;
  for (; inner.kind === "array"; inner = inner.element) depth++;
  expect(depth).toBe(100);
  expect(inner).toMatchObject({ kind: "other", text: `A${"[]".repeat(200)}` });
});
