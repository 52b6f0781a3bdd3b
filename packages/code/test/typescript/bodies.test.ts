import { expect, test } from "vitest";
import { at, cls, fn, member, read, symbol } from "./reading.js";

test.each([
  "{}",
  "{ /* nothing */ }",
  "{ // TODO: write this\n}",
  '{ "use strict"; }',
  "{ ; }",
  "{ return; }",
  '{ throw new Error("not implemented"); }',
  '{ throw new Error("Not implemented: f"); }',
  '{ throw Error("TODO"); }',
  "{ throw new Error(`f is not yet implemented`); }",
  "{ throw new NotImplementedError(); }",
  '{ throw "unimplemented"; }',
  '{ void a; throw new Error("NOT_IMPLEMENTED"); }',
  '{ return Promise.reject(new Error("not implemented")); }',
])("a function with the body %s is hollow", (body) => {
  const text = `export function f(a: string): void ${body}`;
  const f = fn(text);
  expect(f.hollow && at(text, f.hollow)).toBe(body);
  expect(f.raises).toEqual([]);
});

test.each([
  "{ go(); }",
  "{ return undefined; }",
  '{ throw new Error("the index is out of range"); }',
  '{ if (a) throw new Error("not implemented"); return go(); }',
  '{ log("todo"); }',
])("a function with the body %s is not", (body) => {
  expect(fn(`export function f(a: string) ${body}`).hollow).toBeUndefined();
});

test("arrow functions, implementations of overloads and methods", () => {
  expect(fn("export const f = () => {};").hollow).toBeDefined();
  expect(fn("export const f = () => 1;").hollow).toBeUndefined();
  expect(fn("export const f: () => void = () => {};").hollow).toBeDefined();
  expect(
    fn("export function f(a: string): void;\nexport function f(a: number): void;\nexport function f() {}")
      .hollow,
  ).toBeDefined();
  expect(fn("export declare function f(a: string): void;").hollow).toBeUndefined();
  const c = cls(`export abstract class C {
  constructor(private a: string) {}
  empty() {}
  abstract later(): void;
  static s() { throw new Error("not implemented"); }
}
export class D { constructor() { /* TODO */ } }
export class E { constructor() { throw new Error("not implemented"); } }
export class F extends C { constructor() { super("x"); } }`);
  expect(c.members.filter((each) => each.hollow).map((each) => each.name)).toEqual(["empty", "s"]);
  const others = read(
    "export class D { constructor() { /* TODO */ } }\nexport class E { constructor() { throw new Error('not implemented'); } }\nexport class F { constructor() { super('x'); } }\nexport class G { constructor() { /* set up elsewhere */ } }",
  );
  const hollow = ["D", "E", "F", "G"].map(
    (name) => member(symbol(others, "class", name), "constructor", "constructor").hollow !== undefined,
  );
  expect(hollow).toEqual([true, true, false, false]);
});

test("raised errors are those that leave the function by themselves", () => {
  const text = `export function f(a: number): number {
  if (a > 1) throw new RangeError("too large");
  for (const x of list) { switch (x) { case 1: throw new errors.NotFound(); } }
  try { throw new Caught(); } catch (error) { throw new Wrapped(error); } finally { cleanUp(); }
  try { throw new Passing(); } finally { cleanUp(); }
  try { try { throw new Inner(); } finally {} } catch {}
  const g = () => { throw new Nested(); };
  if (!a) throw error;
  label: { throw (new Cast() as Error); }
}`;
  const f = fn(text);
  expect(f.raises.map((each) => each.name)).toEqual([
    "RangeError",
    "errors.NotFound",
    "Wrapped",
    "Passing",
    "Cast",
  ]);
  expect(at(text, f.raises[0]!)).toBe('new RangeError("too large")');
});
