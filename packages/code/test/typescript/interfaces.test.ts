import { expect, test } from "vitest";
import { at, cls, member, read, show, showSignatures, symbol } from "./reading.js";

test("an interface has fields and methods; its call and index signatures are no members", () => {
  const text = `export interface C<T> extends Base<T>, ns.Other {
  readonly id: string;
  name?: T,
  find(a: string): T;
  find(a: number, ...rest: T[]): T[];
  later?(a: string): void;
  get size(): number;
  callback: (a: T) => void;
  (call: string): number;
  new (a: string): C<T>;
  [key: string]: unknown;
}`;
  const c = cls(text);
  expect(c.form).toBe("interface");
  expect(c.extends.map(show)).toEqual(["Base<T>", "ns.Other"]);
  expect(c.members.map((each) => `${each.kind} ${each.name}`)).toEqual([
    "field id",
    "field name",
    "method find",
    "field later",
    "field size",
    "field callback",
  ]);
  expect(member(c, "field", "id").readonly).toBe(true);
  expect(at(text, member(c, "field", "id").span)).toBe("readonly id: string");
  expect(at(text, member(c, "field", "name").span)).toBe("name?: T");
  expect(showSignatures(member(c, "method", "find"))).toEqual([
    "(a: string) -> T",
    "(a: number, ...rest: T[]) -> T[]",
  ]);
  expect(member(c, "field", "later")).toMatchObject({ optional: true, origin: "declaration" });
  expect(show(member(c, "field", "later").type)).toBe("(a: string) => void");
  expect(member(c, "field", "size")).toMatchObject({ readonly: true, origin: "property" });
});

test("an overloaded optional method is a field of an intersection", () => {
  const c = cls("interface C { m?(a: string): void; m?(a: number): void }");
  expect(show(member(c, "field", "m").type)).toBe("((a: string) => void & (a: number) => void)");
});

test("a type literal is a class of its form, unless it is callable or a map", () => {
  const module = read(`
export type C = { readonly a: string; m(): void };
export type Call = { (a: string): number };
export type Dictionary = { [key: string]: number };
export type Both = { a: string } & Other;
export type Generic<T> = { value: T };
`);
  expect(symbol(module, "class", "C")).toMatchObject({ form: "type-literal", exported: true });
  expect(symbol(module, "class", "C").members.map((each) => each.name)).toEqual(["a", "m"]);
  expect(symbol(module, "class", "Generic").typeParameters).toEqual([{ name: "T" }]);
  expect(show(symbol(module, "alias", "Call").type)).toBe("(a: string) => number");
  expect(show(symbol(module, "alias", "Dictionary").type)).toBe("{ [string]: number }");
  expect(show(symbol(module, "alias", "Both").type)).toBe("({ a: string } & Other)");
});

test("merged declarations are symbols of their own", () => {
  const module = read(
    "export interface C { a: string }\nexport class C {}\nexport namespace C { export const n = 1; }\nexport interface C { b: string }",
  );
  expect(module.symbols.map((each) => `${each.kind} ${each.name}`)).toEqual([
    "class C",
    "class C",
    "namespace C",
    "class C",
  ]);
});
