import { describe, expect, it } from "vitest";
import { clean, findingsOf, Kinds, mutated } from "./support.js";

/** What checkers of TypeScript's signatures get wrong in practice. */
const kinds = new Kinds([
  "export * as ns from a module",
  "import * as x, exported again",
  "export { default as f } of an anonymous function",
  "import(…).default in a type",
  "an exported name that is also a global's",
  "merged declarations",
  "export { A as B } in a declared namespace",
  "the order of a union",
  "the compiler's version",
  "readonly properties and accessors",
  "#private members",
  "import type, and type per specifier",
  "identifiers beyond ASCII",
  "arg?: U and U | undefined behind an alias",
  "exactOptionalPropertyTypes",
  "null without strictNullChecks",
  "nested unions behind aliases",
  "literals that widen",
  "overloads with an implementation",
  "paths that lead nowhere",
]);

describe("signatures of TypeScript:", () => {
  it(kinds.test("export * as ns from a module"), () => {
    const files = {
      "shapes.ts":
        "export interface Box { side: number }\nexport function area(box: Box): number { return box.side; }\n",
      "index.ts": 'export * as shapes from "./shapes";\n',
      "user.ts":
        'import { shapes } from "./index";\nexport function twice(box: shapes.Box): number { return 2 * shapes.area(box); }\n',
    };
    expect(clean(files)).toContain("fn twice(box: Box) -> float");
    expect(mutated(files, "user.ts", ["box: shapes.Box", "box: string"])).toEqual([
      "parameter-type user.ts:2 user.twice box: Box ≠ box: string",
    ]);
  });

  it(kinds.test("import * as x, exported again"), () => {
    const files = {
      "shapes.ts": "export interface Box { side: number }\n",
      "index.ts": 'import * as shapes from "./shapes";\nexport { shapes };\n',
      "user.ts":
        'import { shapes } from "./index";\nexport function side(box: shapes.Box): number { return box.side; }\n',
    };
    const contract = clean(files);
    expect(contract).toContain("fn side(box: Box) -> float");
    // The namespace is the other file, and no value of this one.
    expect(contract).not.toMatch(/const shapes/);
  });

  it(kinds.test("export { default as f } of an anonymous function"), () => {
    const files = {
      "f.ts": "export default function (a: number): string { return String(a); }\n",
      "index.ts": 'export { default as f } from "./f";\n',
    };
    const contract = clean(files);
    expect(contract).toContain("export default fn `default`(a: float) -> string".replaceAll("`", ""));
    expect(mutated(files, "f.ts", ["a: number", "a: string"])).toEqual([
      "parameter-type f.ts:1 f.default a: float ≠ a: string",
    ]);
  });

  it(kinds.test("import(…).default in a type"), () => {
    const files = {
      "box.ts": "export default class Box { side: number = 1; }\n",
      "user.ts": 'export function side(box: import("./box").default): number { return box.side; }\n',
    };
    expect(clean(files)).toContain("fn side(box: Box) -> float");
    expect(mutated(files, "user.ts", ['import("./box").default', "number"])).toEqual([
      "parameter-type user.ts:1 user.side box: Box ≠ box: float",
    ]);
  });

  it(kinds.test("an exported name that is also a global's"), () => {
    const files = {
      "ast.ts": 'export interface Node { kind: string }\nexport class Symbol { name: string = ""; }\n',
      "walk.ts":
        'import type { Node, Symbol } from "./ast";\nexport function walk(node: Node, symbol: Symbol): void { console.log(node, symbol); }\n',
      "dom.ts": "export function attach(node: Node): void { console.log(node); }\n",
    };
    const contract = clean(files);
    expect(contract).toContain("fn walk(node: Node, symbol: Symbol)");
    // The global of the same name stays another type.
    const swapped = {
      ...files,
      "walk.ts": files["walk.ts"].replace("import type { Node, Symbol }", "import type { Symbol }"),
    };
    expect(findingsOf(contract, swapped)).toEqual([
      "parameter-type walk.ts:2 walk.walk node: Node ≠ node: Node",
    ]);
  });

  it(kinds.test("merged declarations"), () => {
    const files = {
      "model.ts": `
        export class Box { side: number = 1; }
        export interface Box { label: string }
        export namespace Box { export function empty(): Box { return new Box(); } }
        export enum Level { Low = 1, High = 2 }
        export namespace Level { export function parse(text: string): Level { return text === "1" ? Level.Low : Level.High; } }
        export function make(): Box { return new Box(); }
        export namespace make { export const limit: number = 3; }
      `,
    };
    const contract = clean(files);
    expect(contract).toContain("label: string");
    expect(contract).toContain('@name(typescript: "Box.empty")');
    expect(mutated(files, "model.ts", ["label: string", "label: number"])).toEqual([
      "field-type model.ts:2 model.Box.label string ≠ float",
    ]);
    expect(mutated(files, "model.ts", ["parse(text: string)", "parse(text: number)"])).toEqual([
      "parameter-type model.ts:5 model.Level_parse text: string ≠ text: float",
    ]);
    expect(mutated(files, "model.ts", ["const limit: number", "const limit: string"])).toEqual([
      "field-type model.ts:7 model.make_limit float ≠ string",
    ]);
    expect(mutated(files, "model.ts", ["empty()", "emptied()"])).toEqual([
      "missing-symbol model.ts:3 model.Box_empty fn Box_empty() -> Box ≠ ",
    ]);
  });

  it(kinds.test("export { A as B } in a declared namespace"), () => {
    const files = {
      "types.d.ts": `
        export declare namespace Api {
          interface Local { id: string }
          export { Local as Public };
          export function find(id: string): Local;
        }
      `,
      "user.ts":
        'import type { Api } from "./types";\nexport function show(item: Api.Public): string { return item.id; }\n',
    };
    const contract = clean(files);
    expect(contract).toContain('@name(typescript: "Api.Public")');
    expect(contract).toContain("fn show(item: Api_Public) -> string");
    expect(mutated(files, "types.d.ts", ["find(id: string)", "find(id: number)"])).toEqual([
      "parameter-type types.d.ts:4 types.Api_find id: string ≠ id: float",
    ]);
  });

  it(kinds.test("the order of a union"), () => {
    const files = {
      "m.ts": `
        export type Id = string | number;
        export function first(id: "b" | "a" | null): Id | undefined { return id === null ? undefined : id; }
        export function pick(flag: boolean) { return flag ? "a" as string : [1]; }
      `,
    };
    clean(files);
    const reordered = [
      ["string | number", "number | string"],
      ['"b" | "a" | null', 'null | "a" | "b"'],
      ["Id | undefined", "undefined | Id"],
      ['flag ? "a" as string : [1]', '!flag ? [1] : "a" as string'],
    ] as const;
    for (const change of reordered) expect(mutated(files, "m.ts", change), change[1]).toEqual([]);
  });

  it(kinds.test("the compiler's version"), () => {
    // Types are printed by the compiler that comes along, never by the project's own.
    const project = {
      "package.json": '{ "devDependencies": { "typescript": "^4.9.0" } }',
      "node_modules/typescript/package.json":
        '{ "name": "typescript", "version": "4.9.5", "main": "lib/typescript.js" }',
      "node_modules/typescript/lib/typescript.js": "throw new Error('the code of a project is never run');",
    };
    const code = { "m.ts": "export function pair(a: number) { return [a, { a }] as const; }\n" };
    expect(clean({ ...code, ...project })).toBe(clean(code));
  });

  it(kinds.test("readonly properties and accessors"), () => {
    const files = {
      "m.ts": `
        export class Box {
          readonly side: number = 1;
          label: string = "";
          get area(): number { return this.side ** 2; }
          get scale(): number { return 1; }
          set scale(value: number) { console.log(value); }
          accessor depth: number = 2;
          static readonly unit: string = "cm";
        }
        export interface Point { readonly x: number; get y(): number; set y(value: number) }
      `,
    };
    const contract = clean(files);
    expect(contract).toContain("readonly area: float");
    expect(contract).toMatch(/\n +scale: float/);
    expect(mutated(files, "m.ts", ["readonly side", "side"])).toEqual([
      "modifier m.ts:2 m.Box.side readonly ≠ not readonly",
    ]);
    expect(mutated(files, "m.ts", ["label: string =", "readonly label: string ="])).toEqual([
      "modifier m.ts:3 m.Box.label not readonly ≠ readonly",
    ]);
    expect(mutated(files, "m.ts", ["readonly x", "x"])).toEqual([
      "modifier m.ts:10 m.Point.x readonly ≠ not readonly",
    ]);
    expect(
      mutated(files, "m.ts", [
        "get area(): number { return this.side ** 2; }",
        "get area(): string { return String(this.side); }",
      ]),
    ).toEqual(["field-type m.ts:4 m.Box.area float ≠ string"]);
  });

  it(kinds.test("#private members"), () => {
    const files = {
      "m.ts": `
        export class Box {
          #side = 1;
          private hidden = 2;
          protected kept: number = 3;
          static #count = 0;
          #grow(): void { this.#side += Box.#count; }
          area(): number { this.#grow(); return this.#side + this.hidden + this.kept; }
        }
      `,
    };
    const contract = clean(files);
    expect(contract).not.toMatch(/side|grow|hidden|kept|count/);
    expect(mutated(files, "m.ts", ["#side = 1", '#side: string | number = "1"'])).toEqual([]);
    expect(mutated(files, "m.ts", ["private hidden", "hidden"])).toEqual([
      "unlisted-member warning m.ts:3 m.Box.hidden  ≠ hidden",
    ]);
  });

  it(kinds.test("import type, and type per specifier"), () => {
    const files = {
      "model.ts": 'export interface Box { side: number }\nexport const UNIT: string = "cm";\n',
      "a.ts":
        'import type { Box } from "./model";\nexport function a(box: Box): number { return box.side; }\n',
      "b.ts":
        'import { type Box, UNIT } from "./model";\nexport function b(box: Box): string { return box.side + UNIT; }\n',
    };
    const contract = clean(files);
    expect(contract).toMatch(/module a "a.ts" \{\n {2}uses type model/);
    expect(contract).toMatch(/module b "b.ts" \{\n {2}uses model/);
    expect(mutated(files, "a.ts", ["import type { Box }", "import { type Box, UNIT }"])).toEqual([]);
    expect(
      mutated(files, "a.ts", [
        "): number { return box.side; }",
        "): number { return Number(box.side + UNIT); }",
      ]),
    ).toEqual([]);
  });

  it(kinds.test("identifiers beyond ASCII"), () => {
    const files = {
      "m.ts":
        "export class ɵNgNoValidate { größe: number = 1; }\nexport function über(名前: ɵNgNoValidate): number { return 名前.größe; }\n",
    };
    expect(clean(files)).toContain("fn über(名前: ɵNgNoValidate) -> float");
    expect(mutated(files, "m.ts", ["größe: number", "größe: string"])).toEqual([
      "field-type m.ts:1 m.ɵNgNoValidate.größe float ≠ string",
    ]);
  });

  it(kinds.test("arg?: U and U | undefined behind an alias"), () => {
    const files = {
      "m.ts": `
        export type Maybe = string | undefined;
        export function a(value?: Maybe): void { console.log(value); }
        export function b(value?: string): void { console.log(value); }
        export function c(value: string | undefined): void { console.log(value); }
      `,
    };
    clean(files);
    const contract =
      'module m "m.ts" {\n type Maybe = string?\n fn a(value?: string)\n fn b(value?: string)\n fn c(value?: string)\n}';
    expect(findingsOf(contract, files)).toEqual([]);
    expect(mutated(files, "m.ts", ["b(value?: string)", "b(value?: string | undefined)"])).toEqual([]);
    expect(mutated(files, "m.ts", ["b(value?: string)", "b(value?: Maybe)"])).toEqual([]);
    expect(mutated(files, "m.ts", ["b(value?: string)", "b(value: string)"])).toEqual([
      "parameter-default m.ts:3 m.b value?: string ≠ value: string",
    ]);
  });

  it(kinds.test("exactOptionalPropertyTypes"), () => {
    const code = {
      "m.ts": `
        export type Maybe = string | undefined;
        export interface Options { a?: string; b?: string | undefined; c?: Maybe }
      `,
    };
    const exact = {
      ...code,
      "tsconfig.json": '{ "compilerOptions": { "strict": true, "exactOptionalPropertyTypes": true } }',
    };
    expect(clean(exact)).toContain("b?: string?");
    expect(clean(code)).toContain("b?: string\n");
    // Only there the two differ.
    expect(mutated(exact, "m.ts", ["a?: string;", "a?: string | undefined;"])).toEqual([
      "field-type m.ts:2 m.Options.a string ≠ string?",
    ]);
    expect(mutated(exact, "m.ts", ["b?: string | undefined", "b?: string"])).toEqual([
      "field-type m.ts:2 m.Options.b string? ≠ string",
    ]);
    expect(mutated(code, "m.ts", ["a?: string;", "a?: string | undefined;"])).toEqual([]);
    expect(mutated(code, "m.ts", ["b?: string | undefined", "b?: string"])).toEqual([]);
  });

  it(kinds.test("null without strictNullChecks"), () => {
    const code = {
      "m.ts": "export function find(ids: string[]) { return ids.length > 0 ? ids[0] : null; }\n",
    };
    const loose = { ...code, "tsconfig.json": '{ "compilerOptions": { "strict": false } }' };
    expect(clean(code)).toContain("-> string | null");
    expect(clean(loose)).toContain("-> string\n");
    // What is written is compared as it is written, whatever the options.
    const written = {
      ...loose,
      "m.ts": "export function find(id: string | null): string | null { return id; }\n",
    };
    expect(clean(written)).toContain("fn find(id: string | null) -> string | null");
    expect(mutated(written, "m.ts", ["): string | null", "): string"])).toEqual([
      "return-type m.ts:1 m.find string | null ≠ string",
    ]);
  });

  it(kinds.test("nested unions behind aliases"), () => {
    const files = {
      "m.ts": `
        type Inner = "a" | "b";
        export type Outer = Inner | "c";
        export function f(value: Outer | number): Inner { return value === "a" ? "a" : "b"; }
        export function g(value: Outer) { return value; }
      `,
    };
    const contract = clean(files);
    expect(contract).toContain("fn f(value: Outer | float) -> Inner");
    const flat = files["m.ts"].replace("value: Outer | number", 'value: "c" | "b" | "a" | number');
    expect(findingsOf(contract, { "m.ts": flat })).toEqual([]);
    expect(mutated(files, "m.ts", ['"a" | "b"', '"a" | "d"'])).toEqual([
      'field-type m.ts:1 m.Inner "a" | "b" ≠ "a" | "d"',
    ]);
  });

  it(kinds.test("literals that widen"), () => {
    const files = {
      "m.ts": `
        export const MODE = "abc";
        export let mode = "abc";
        export const MODES = ["abc", "def"];
        export const FIXED = ["abc", "def"] as const;
        export function which(flag: boolean) { return flag ? "abc" : "def"; }
        export function level(count: number) { if (count > 9) return "high"; else return "low"; }
        export class Box { mode = "abc"; readonly kind = "box"; }
      `,
    };
    const contract = clean(files);
    expect(contract).toContain('const MODE: string = "abc"');
    expect(contract).toContain("const MODES: list<string>");
    expect(contract).toContain('const FIXED: tuple<"abc", "def">');
    expect(contract).toContain("fn which(flag: bool) -> string");
    expect(contract).toContain('fn level(count: float) -> "high" | "low"');
    expect(mutated(files, "m.ts", ['return "low"', 'return "none"'])).toEqual([
      'return-type m.ts:6 m.level "high" | "low" ≠ "high" | "none"',
    ]);
    // A contract that says what the literals are is kept by code that nobody has annotated.
    const wide = contract.replace('"high" | "low"', "string");
    expect(findingsOf(wide, files)).toEqual([]);
    expect(mutated(files, "m.ts", ['MODES = ["abc", "def"]', "MODES = [1, 2]"])).toEqual([
      "field-type m.ts:3 m.MODES list<string> ≠ [1, 2]",
    ]);
    expect(mutated(files, "m.ts", ['MODES = ["abc", "def"]', 'MODES = ["abc"]'])).toEqual([]);
  });

  it(kinds.test("overloads with an implementation"), () => {
    const files = {
      "m.ts": `
        export function parse(text: string): string;
        export function parse(count: number): number;
        export function parse(value: string | number): string | number { return value; }
        export abstract class Reader {
          abstract read(text: string): string;
          abstract read(count: number): number;
          constructor(text: string);
          constructor(count: number);
          constructor(value: string | number) { console.log(value); }
        }
      `,
    };
    const contract = clean(files);
    expect(contract.match(/fn parse/g)).toHaveLength(2);
    expect(contract.match(/abstract read/g)).toHaveLength(2);
    expect(contract.match(/new\(/g)).toHaveLength(2);
    // The implementation is nobody's to call.
    expect(
      mutated(files, "m.ts", [
        "parse(value: string | number): string | number",
        "parse(value: unknown): never",
      ]),
    ).toEqual([]);
    expect(mutated(files, "m.ts", ["parse(count: number): number", "parse(count: number): string"])).toEqual([
      "return-type m.ts:2 m.parse#2 float ≠ string",
    ]);
    expect(
      mutated(files, "m.ts", [
        "abstract read(count: number): number",
        "abstract read(count: boolean): number",
      ]),
    ).toEqual(["parameter-type m.ts:6 m.Reader.read#2 count: float ≠ count: bool"]);
  });

  it(kinds.test("paths that lead nowhere"), () => {
    const files = {
      "tsconfig.json": '{ "compilerOptions": { "strict": true, "paths": { "@lib/*": ["./lib/*"] } } }',
      "lib/box.ts": "export class Box { side: number = 1; }\n",
      "user.ts": 'import { Box } from "@lib/box";\nexport function make() { return new Box(); }\n',
    };
    expect(clean(files)).toContain("fn make() -> Box");
    const contract = clean(files);
    const broken = { ...files, "tsconfig.json": files["tsconfig.json"].replace("./lib/*", "./libs/*") };
    // Nothing passes for equal that cannot be told.
    expect(findingsOf(contract, broken)).toEqual(["unknown user.ts:2 user.make"]);
    const computed = {
      ...files,
      "user.ts": 'import { Box } from "@lib/box";\nexport function make() { return [new Box()]; }\n',
    };
    const lost = { ...computed, "tsconfig.json": broken["tsconfig.json"] };
    expect(findingsOf(clean(computed), lost)).toEqual(["unknown warning user.ts:2 user.make"]);
    const annotated = {
      ...broken,
      "user.ts": 'import { Box } from "@lib/box";\nexport function make(): Box { return new Box(); }\n',
    };
    expect(findingsOf(contract, annotated)).toEqual(["unknown user.ts:2 user.make"]);
  });

  it("has a test for each kind", () => {
    expect(kinds.open).toEqual([]);
  });
});
