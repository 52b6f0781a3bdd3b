import { expect, test } from "vitest";
import { at, cls, member, show, showSignatures } from "./reading.js";

test("fields with their modifiers, types and defaults", () => {
  const text = `export class C {
  #secret = 1;
  private own: string[] = [];
  protected inherited?: Map<string, number>;
  static readonly limit = 10;
  declare typed: Date;
  sure!: boolean;
  handler = (event: Event, times?: number): void => {};
  "quoted-name": number = -1.5;
}`;
  const c = cls(text);
  expect(
    c.members.map((each) => each.kind === "field" && `${each.visibility} ${each.name}: ${show(each.type)}`),
  ).toEqual([
    "private #secret: number",
    "private own: string[]",
    "protected inherited: Map<string, number>",
    "public limit: number",
    "public typed: Date",
    "public sure: boolean",
    "public handler: (event: Event, times?: number) => void",
    "public quoted-name: number",
  ]);
  expect(member(c, "field", "inherited").optional).toBe(true);
  expect(member(c, "field", "limit")).toMatchObject({ static: true, readonly: true, origin: "declaration" });
  expect(member(c, "field", "quoted-name").default).toMatchObject({
    text: "-1.5",
    literal: { kind: "number", text: "-1.5" },
  });
  expect(at(text, member(c, "field", "sure").span)).toBe("sure!: boolean");
  expect(at(text, c.body)).toBe(text.slice(text.indexOf("{") + 1, -1));
  expect(c.body.indent).toBe("  ");
});

test("constructor parameters that are properties are fields and parameters", () => {
  const text = `export class C {
  constructor(private readonly store: Store, protected limit = 3, public name?: string, plain: number = 1) {}
}`;
  const c = cls(text);
  expect(c.members.map((each) => each.name)).toEqual(["store", "limit", "name", "constructor"]);
  expect(member(c, "field", "store")).toMatchObject({
    origin: "parameter",
    visibility: "private",
    readonly: true,
    type: { kind: "name", name: "Store" },
  });
  expect(member(c, "field", "limit").optional).toBeUndefined();
  expect(show(member(c, "field", "limit").type)).toBe("number");
  expect(member(c, "field", "name").optional).toBe(true);
  expect(at(text, member(c, "field", "store").span)).toBe("private readonly store: Store");
  expect(showSignatures(member(c, "constructor", "constructor"))).toEqual([
    "(store: Store, limit?: number, name?: string, plain?: number) -> -",
  ]);
});

test("overloads of constructors and methods, also abstract and declared ones", () => {
  const c = cls(`export abstract class C {
  constructor(a: string);
  constructor(a: number);
  constructor(readonly a: unknown) { go(); }
  static of(a: string): C;
  static of(a: number): C;
  static of(a: any): C { return make(a); }
  of(): void { go(); }
  abstract find(a: string): number;
  abstract find(a: number): string;
}`);
  expect(showSignatures(member(c, "constructor", "constructor"))).toEqual([
    "(a: string) -> -",
    "(a: number) -> -",
  ]);
  expect(member(c, "field", "a").readonly).toBe(true);
  const [ofStatic, of] = c.members.filter((each) => each.name === "of");
  expect(ofStatic).toMatchObject({ static: true });
  expect(ofStatic?.kind === "method" && showSignatures(ofStatic)).toEqual([
    "(a: string) -> C",
    "(a: number) -> C",
  ]);
  expect(of?.kind === "method" && showSignatures(of)).toEqual(["() -> void"]);
  const find = member(c, "method", "find");
  expect(find.abstract).toBe(true);
  expect(showSignatures(find)).toEqual(["(a: string) -> number", "(a: number) -> string"]);
  const declared = cls("export declare class C { m(a: string): void; m(a: number): void; }");
  expect(showSignatures(member(declared, "method", "m"))).toHaveLength(2);
});

test("accessors are fields, read-only without a setter", () => {
  const c = cls(`export abstract class C {
  get both(): string { return this.#both; }
  set both(value: string) { this.#both = value; }
  get only() { return 1; }
  set written(value: Date) { this.#both = String(value); }
  abstract get later(): boolean;
  accessor auto: number = 1;
  get empty(): string { throw new Error("not implemented"); }
  static get both(): number { return 2; }
}`);
  expect(
    c.members.map(
      (each) =>
        each.kind === "field" && `${each.readonly ? "readonly " : ""}${each.name}: ${show(each.type)}`,
    ),
  ).toEqual([
    "both: string",
    "readonly only: number",
    "written: Date",
    "readonly later: boolean",
    "auto: number",
    "readonly empty: string",
    "readonly both: number",
  ]);
  expect(member(c, "field", "later")).toMatchObject({ abstract: true, origin: "property" });
  expect(member(c, "field", "auto").origin).toBe("declaration");
  expect(c.members.filter((each) => each.kind === "field" && each.hollow).map((each) => each.name)).toEqual([
    "empty",
  ]);
});

test("heritage, type parameters, decorators and computed names", () => {
  const text = `@Injectable({ providedIn: "root" }) @sealed
export class C<K extends string, V = K> extends base.Store<K, V> implements Iterable<V>, ns.Closable {
  @Input() @ns.log value: V;
  [Symbol.iterator](): Iterator<V> { return go(); }
  ["literal"]() { go(); }
  async *stream(): AsyncGenerator<V> { yield* go(); }
}
class D extends mixin(C) {}`;
  const c = cls(text);
  expect(c.typeParameters.map((each) => [each.name, show(each.bound)])).toEqual([
    ["K", "string"],
    ["V", "-"],
  ]);
  expect(c.extends.map(show)).toEqual(["base.Store<K, V>"]);
  expect(c.implements.map(show)).toEqual(["Iterable<V>", "ns.Closable"]);
  expect(c.decorators.map(({ name, arguments: given }) => [name, given])).toEqual([
    ["Injectable", '({ providedIn: "root" })'],
    ["sealed", undefined],
  ]);
  expect(at(text, c.span)).toBe(text.slice(0, text.indexOf("\nclass D")));
  expect(member(c, "field", "value").decorators.map((each) => each.name)).toEqual(["Input", "ns.log"]);
  expect(at(text, member(c, "field", "value").span)).toBe("@Input() @ns.log value: V");
  expect(c.members.map((each) => each.name)).toEqual(["value", "[Symbol.iterator]", "literal", "stream"]);
  expect(member(c, "method", "stream").signatures[0]).toMatchObject({ async: true, generator: true });
  expect(cls(text, "D").extends.map(show)).toEqual(["other(mixin(C))"]);
});

test("a class expression and an anonymous default class", () => {
  expect(cls("export const C = class Inner<T> { a: T; };").typeParameters).toEqual([{ name: "T" }]);
  expect(cls("export default class { m() { go(); } }", "default")).toMatchObject({
    exportDefault: true,
    form: "class",
  });
});
