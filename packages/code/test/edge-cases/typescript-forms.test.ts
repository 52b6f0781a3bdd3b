import { describe, expect, it } from "vitest";
import { clean, findingsOf, Kinds, mutated } from "./support.js";

/** The forms of TypeScript and of JavaScript with types in comments that a comparison has to know. */
const kinds = new Kinds([
  "the results that nobody annotates",
  "initialisers that nobody annotates",
  "fields that nobody annotates",
  "as const, and satisfies",
  "computed functions",
  "Pick, Omit, Partial and their like",
  "conditional and mapped types",
  "a computed type for a record",
  "namespaces within namespaces",
  "a namespace that names its own types",
  "declare module and declare global",
  "abstract classes and parameter properties",
  "index signatures",
  "symbols and unique symbol",
  "const enums, and enums of computed values",
  "triple-slash references",
  "export =, and import x = require()",
  "CommonJS",
  "a declaration file beside a script",
  "rootDirs",
  "references between configurations",
  "TSX, MTS and CTS",
  "@param, @returns and @type",
  "@typedef with nested properties, and @callback",
  "@template",
  "@overload",
  "@implements and @extends",
  "optional and default notations of JSDoc",
  "import() types of JSDoc",
  "packages that are not installed",
  "packages that are installed",
  "links out of the workspace",
]);

describe("forms of TypeScript:", () => {
  it(kinds.test("the results that nobody annotates"), () => {
    const files = {
      "m.ts": `
        export class Box { side = 1; grow() { return [this.side]; } async load() { return new Map<string, Box>(); } self() { return this; } }
        export function names(boxes: Box[]) { return boxes.map((box) => String(box.side)); }
        export async function first(boxes: Box[]) { return boxes[0]; }
        export function* each(boxes: Box[]) { yield* boxes; }
        export const pair = <T,>(value: T) => [value, value] as [T, T];
        export const later = (count = Math.max(1, 2)) => ({ count });
      `,
    };
    const contract = clean(files);
    expect(contract).toContain("grow() -> list<float>");
    expect(contract).toContain("async load() -> map<string, Box>");
    expect(contract).toContain("fn names(boxes: list<Box>) -> list<string>");
    expect(contract).toContain("async fn first(boxes: list<Box>) -> Box");
    expect(contract).toContain("fn each(boxes: list<Box>) -> iterator<Box>");
    expect(contract).toContain("fn pair<T>(value: T) -> tuple<T, T>");
    expect(contract).toContain("fn later(count?: float) -> `{ count: number; }`");
    expect(mutated(files, "m.ts", ["String(box.side)", "box.side"])).toEqual([
      "return-type m.ts:2 m.names list<string> ≠ list<float>",
    ]);
    expect(mutated(files, "m.ts", ["Map<string, Box>", "Map<string, number>"])).toEqual([
      "return-type m.ts:1 m.Box.load map<string, Box> ≠ map<string, float>",
    ]);
    expect(mutated(files, "m.ts", ["({ count })", "({ count: String(count) })"])).toEqual([
      "return-type m.ts:6 m.later `{ count: number; }` ≠ `{ count: string; }`",
    ]);
  });

  it(kinds.test("initialisers that nobody annotates"), () => {
    const files = {
      "m.ts": `
        function load(): { port: number } { return { port: 1 }; }
        export const settings = load();
        export const table = { a: [1], b: ["x"] };
        export let current = load().port + 1;
      `,
    };
    const contract = clean(files);
    expect(contract).toContain("const settings: `{ port: number; }`");
    expect(contract).toContain("const table: `{ a: number[]; b: string[]; }`");
    expect(contract).toContain("const current: float");
    expect(mutated(files, "m.ts", ["current = load().port + 1", 'current = load().port + "1"'])).toEqual([
      "field-type m.ts:4 m.current float ≠ string",
    ]);
    expect(mutated(files, "m.ts", ['b: ["x"]', "b: [2]"])).toEqual([
      "field-type m.ts:3 m.table `{ a: number[]; b: string[]; }` ≠ `{ a: number[]; b: number[]; }`",
    ]);
  });

  it(kinds.test("fields that nobody annotates"), () => {
    const files = {
      "m.ts": `
        export class Store {
          items = new Map<string, number>();
          names = Object.keys({});
          static readonly limits = [1, 2].map(String);
          constructor(readonly size = Math.random()) {}
          get count() { return this.items.size; }
        }
      `,
    };
    const contract = clean(files);
    expect(contract).toContain("names: list<string>");
    expect(contract).toContain("static readonly limits: list<string>");
    expect(contract).toContain("readonly size: float");
    expect(contract).toContain("readonly count: float");
    expect(mutated(files, "m.ts", ["Object.keys({})", "Object.keys({}).length"])).toEqual([
      "field-type m.ts:3 m.Store.names list<string> ≠ float",
    ]);
    expect(mutated(files, "m.ts", ["return this.items.size", "return String(this.items.size)"])).toEqual([
      "field-type m.ts:6 m.Store.count float ≠ string",
    ]);
  });

  it(kinds.test("as const, and satisfies"), () => {
    const files = {
      "m.ts": `
        export const routes = { home: "/", user: ["/user", 1] } as const;
        export const ports = { web: 80, api: 81 } satisfies Record<string, number>;
      `,
    };
    expect(clean(files)).toContain("const ports: `{ web: number; api: number; }`");
    expect(mutated(files, "m.ts", ['["/user", 1]', '["/user", 2]'])).toHaveLength(1);
    expect(mutated(files, "m.ts", ["api: 81", "rpc: 81"])).toHaveLength(1);
  });

  it(kinds.test("computed functions"), () => {
    const files = {
      "m.ts": `
        function memo<F>(inner: F): F { return inner; }
        export const area = memo((side: number, unit?: string) => side + (unit ?? "").length);
      `,
    };
    expect(clean(files)).toContain("const area: (side: float, unit?: string) -> float");
    const asFunction = 'module m "m.ts" {\n fn area(side: float, unit?: string) -> float\n}';
    expect(findingsOf(asFunction, files)).toEqual([]);
    expect(findingsOf(asFunction.replace("unit?: string", "unit?: int"), files)).toEqual([
      "parameter-type m.ts:2 m.area unit?: int ≠ unit: string",
    ]);
  });

  const users = `
    export interface User { id: string; name: string; age?: number }
    export type Named = Pick<User, "id" | "name">;
    export function rename(user: Omit<User, "id">): Readonly<Named> { return { id: "", name: user.name }; }
    export function patch(change: Partial<User>, keys: (keyof User)[]): Required<User>["age"] { return keys.length + (change.age ?? 0); }
    export function made(): ReturnType<typeof rename> { return rename({ name: "" }); }
  `;

  it(kinds.test("Pick, Omit, Partial and their like"), () => {
    const files = { "m.ts": users };
    const contract = clean(files);
    // Written otherwise, but the same: the compiler says so.
    const same = [
      ['Pick<User, "id" | "name">', '{ id: User["id"]; name: string }'],
      ['user: Omit<User, "id">', 'user: Pick<User, "name" | "age">'],
      ["change: Partial<User>", "change: { id?: string; name?: string; age?: number }"],
      ["(keyof User)[]", '("id" | "name" | "age")[]'],
      ["ReturnType<typeof rename>", "Readonly<Named>"],
    ] as const;
    for (const change of same) expect(mutated(files, "m.ts", change), change[1]).toEqual([]);
    expect(contract).toContain('fn rename(user: Omit<User, "id">)');
    expect(mutated(files, "m.ts", ['Omit<User, "id">', 'Omit<User, "name" | "id">'])).toHaveLength(1);
    expect(mutated(files, "m.ts", ["(keyof User)[]", '("id" | "name")[]'])).toHaveLength(1);
    expect(mutated(files, "m.ts", ["Partial<User>", "User"])).toHaveLength(1);
  });

  it(kinds.test("conditional and mapped types"), () => {
    const files = {
      "m.ts": `
        export type Unwrap<T> = T extends Promise<infer U> ? U : T;
        export type Flags<T> = { readonly [K in keyof T]?: boolean };
        export type Event = \`on\${"Open" | "Close"}\`;
        export interface Box { side: number }
        export function f(a: Unwrap<Promise<string>>, b: Flags<Box>, c: Event): void { console.log(a, b, c); }
      `,
    };
    clean(files);
    expect(mutated(files, "m.ts", ["a: Unwrap<Promise<string>>", "a: string"])).toEqual([]);
    expect(mutated(files, "m.ts", ["b: Flags<Box>", "b: { readonly side?: boolean }"])).toEqual([]);
    expect(mutated(files, "m.ts", ["c: Event", 'c: "onOpen" | "onClose"'])).toEqual([]);
    expect(mutated(files, "m.ts", ["a: Unwrap<Promise<string>>", "a: Unwrap<Promise<number>>"])).toHaveLength(
      1,
    );
    expect(mutated(files, "m.ts", ["c: Event", 'c: "onOpen"'])).toHaveLength(1);
    expect(
      mutated(files, "m.ts", [
        "T extends Promise<infer U> ? U : T",
        "T extends Promise<infer U> ? U : never",
      ]),
    ).toHaveLength(1);
  });

  it(kinds.test("a computed type for a record"), () => {
    const files = { "m.ts": users };
    const contract = 'module m "m.ts" {\n record Named { id: string, name: string }\n}';
    const unlisted = (line: string) => !line.startsWith("unlisted-symbol");
    expect(findingsOf(contract, files).filter(unlisted)).toEqual([]);
    expect(
      findingsOf(contract.replace("name: string", "name: int, tag: string"), files).filter(unlisted),
    ).toEqual([
      "field-type m.ts:2 m.Named.name int ≠ string",
      "missing-member m.ts:2 m.Named.tag tag: string ≠ ",
    ]);
  });

  it(kinds.test("namespaces within namespaces"), () => {
    const files = {
      "m.ts": `
        export namespace Shapes.Flat {
          export interface Box { side: number }
          export namespace Make { export function box(side: number): Box { return { side }; } }
        }
        export declare namespace Old { let count: number; }
      `,
      "user.ts":
        'import { Shapes } from "./m";\nexport function f(box: Shapes.Flat.Box): Shapes.Flat.Box { return box; }\n',
    };
    const contract = clean(files);
    expect(contract).toContain('@name(typescript: "Shapes.Flat.Make.box")');
    expect(contract).toContain("fn f(box: Shapes_Flat_Box) -> Shapes_Flat_Box");
    expect(mutated(files, "m.ts", ["box(side: number)", "box(side: string)"])).toHaveLength(1);
    expect(mutated(files, "m.ts", ["let count: number", "let count: string"])).toEqual([
      "field-type m.ts:5 m.Old_count float ≠ string",
    ]);
    const more = files["m.ts"].replace("let count: number;", "let count: number; let more: number;");
    expect(findingsOf(contract, { ...files, "m.ts": more })).toEqual([
      "unlisted-symbol warning m.ts:5 m.Old.more  ≠ Old.more",
    ]);
  });

  it(kinds.test("a namespace that names its own types"), () => {
    const files = {
      "m.ts": `
        export interface Box { top: string }
        export namespace N {
          export interface Box { inner: number }
          export function make(box: Box): Box { return box; }
        }
        export function outer(box: Box): N.Box { return { inner: box.top.length }; }
      `,
    };
    const contract = clean(files);
    expect(contract).toContain("fn N_make(box: N_Box) -> N_Box");
    expect(contract).toContain("fn outer(box: Box) -> N_Box");
    expect(mutated(files, "m.ts", ["): N.Box", "): Box"])).toHaveLength(1);
  });

  it(kinds.test("declare module and declare global"), () => {
    const files = {
      "globals.d.ts":
        'declare module "*.svg" { const url: string; export default url; }\ndeclare const VERSION: string;\n',
      "augment.ts": "export {};\ndeclare global { interface Window { app: number } }\n",
      "user.ts": 'import logo from "./logo.svg";\nexport function f() { return [logo, VERSION]; }\n',
      "logo.svg": "<svg/>",
    };
    const contract = clean(files);
    expect(contract).toContain("fn f() -> list<string>");
    expect(contract).not.toContain("Window");
  });

  it(kinds.test("abstract classes and parameter properties"), () => {
    const files = {
      "m.ts": `
        export abstract class Shape {
          abstract readonly name: string;
          abstract area(): number;
          constructor(public readonly side: number, protected hidden?: string, private secret = 1) {}
        }
      `,
    };
    const contract = clean(files);
    expect(contract).toContain("abstract class Shape");
    expect(contract).toContain("abstract readonly name: string");
    expect(contract).toContain("readonly side: float");
    expect(contract).toContain(
      "new(side: float, hidden?: string, secret?: float = 1)".replace("?: float", ": float"),
    );
    expect(mutated(files, "m.ts", ["public readonly side", "public side"])).toHaveLength(1);
    expect(mutated(files, "m.ts", ["abstract area(): number;", "area(): number { return 1; }"])).toEqual([
      "modifier m.ts:3 m.Shape.area abstract ≠ not abstract",
    ]);
    expect(mutated(files, "m.ts", ["abstract class Shape", "class Shape"]).length).toBeGreaterThan(0);
  });

  it(kinds.test("index signatures"), () => {
    const files = {
      "m.ts": `
        export type Table = { [key: string]: number };
        export interface Mixed { name: string; [key: string]: string | number }
        export function f(table: { [id: string]: boolean }, rest: Record<string, number>): void { console.log(table, rest); }
      `,
    };
    const contract = clean(files);
    expect(contract).toContain("type Table = map<string, float>");
    expect(contract).toContain("table: map<string, bool>");
    expect(
      mutated(files, "m.ts", ["rest: Record<string, number>", "rest: { [key: string]: number }"]),
    ).toEqual([]);
    expect(mutated(files, "m.ts", ["[key: string]: number }", "[key: string]: string }"])).toHaveLength(1);
  });

  it(kinds.test("symbols and unique symbol"), () => {
    const files = {
      "m.ts": `
        export const KEY: unique symbol = Symbol("key");
        export const OTHER = Symbol("other");
        export class Bag { [KEY] = 1; [Symbol.iterator]() { return [1][Symbol.iterator](); } tag: symbol = KEY; }
      `,
    };
    const contract = clean(files);
    expect(contract).toContain("const KEY: `unique symbol`");
    expect(mutated(files, "m.ts", ["tag: symbol = KEY", 'tag: string = "x"'])).toHaveLength(1);
  });

  it(kinds.test("const enums, and enums of computed values"), () => {
    const files = {
      "m.ts": `
        export const enum Level { Low = 1, High = Low << 2, All = Low | High }
        export declare enum Name { A = "a" }
        export const Mode = { On: "on", Off: "off" } as const;
        export type Mode = (typeof Mode)[keyof typeof Mode];
      `,
    };
    const contract = clean(files);
    expect(contract).toMatch(/enum Level \{ Low = 1, High = 4, All = 5 \}|Low = 1\n +High = 4\n +All = 5/);
    expect(mutated(files, "m.ts", ["Low << 2", "Low << 3"])).not.toEqual([]);
    expect(mutated(files, "m.ts", ['Off: "off"', 'Off: "none"'])).toEqual(
      ['enum-member m.ts:3 m.Mode "off" ≠ "none"'].map(() => expect.stringContaining("enum-member")),
    );
  });

  it(kinds.test("triple-slash references"), () => {
    const files = {
      "types/app.d.ts": "interface AppConfig { port: number }\n",
      "user.ts":
        '/// <reference path="./types/app.d.ts" />\nexport function f(config: AppConfig) { return [config.port]; }\n',
    };
    expect(clean(files)).toContain("-> list<float>");
  });

  it(kinds.test("export =, and import x = require()"), () => {
    const files = {
      "box.cts": "class Box { side: number = 1; }\nexport = Box;\n",
      "user.cts": 'import Box = require("./box.cjs");\nexport function f(box: Box) { return [box.side]; }\n',
    };
    const contract = clean(files);
    expect(contract).toContain("export default class Box");
    expect(contract).toContain("fn f(box: Box) -> list<float>");
    expect(mutated(files, "box.cts", ["side: number", "size: number"]).length).toBeGreaterThan(0);
  });

  it(kinds.test("CommonJS"), () => {
    const files = {
      "box.js": `
        /** @param {number} side */
        function area(side) { return side * side; }
        exports.area = area;
        module.exports.double = function (/** @type {number} */ side) { return [side]; };
        exports.UNIT = "cm";
      `,
      "user.js":
        'const { area } = require("./box");\nmodule.exports = { twice: (/** @type {number} */ n) => 2 * area(n) };\n',
    };
    const contract = clean(files);
    expect(contract).toContain("fn area(side: float) -> float");
    expect(contract).toContain('const UNIT: string = "cm"');
    expect(contract).toMatch(/fn twice\(n: float\) -> float/);
    expect(mutated(files, "box.js", ["return side * side", "return String(side)"])).toEqual([
      "return-type box.js:2 box.area float ≠ string",
    ]);
  });

  it(kinds.test("a declaration file beside a script"), () => {
    const files = {
      "lib/box.js": "export function area(side) { return side * side; }\n",
      "lib/box.d.ts": "export function area(side: number): number;\n",
      "user.ts": 'import { area } from "./lib/box.js";\nexport function f() { return [area(2)]; }\n',
    };
    expect(clean(files)).toContain("fn f() -> list<float>");
  });

  it(kinds.test("rootDirs"), () => {
    const files = {
      "tsconfig.json": '{ "compilerOptions": { "strict": true, "rootDirs": ["src", "generated"] } }',
      "src/app.ts": 'import { make } from "./made";\nexport function f() { return [make()]; }\n',
      "generated/made.ts":
        'export interface Made { id: string }\nexport function make(): Made { return { id: "" }; }\n',
    };
    expect(clean(files)).toContain("fn f() -> list<Made>");
  });

  it(kinds.test("references between configurations"), () => {
    const files = {
      "tsconfig.json":
        '{ "files": [], "references": [{ "path": "./tsconfig.app.json" }, { "path": "./tools" }] }',
      "tsconfig.app.json": '{ "compilerOptions": { "strict": true }, "include": ["src/**/*.ts"] }',
      "tools/tsconfig.json": '{ "compilerOptions": { "strict": false }, "include": ["./*.ts"] }',
      "src/app.ts": "export function f(flag: boolean) { return flag ? [1] : null; }\n",
      "tools/run.ts": "export function g(flag: boolean) { return flag ? [1] : null; }\n",
    };
    const contract = clean(files);
    expect(contract).toContain("fn f(flag: bool) -> list<float> | null");
    expect(contract).toContain("fn g(flag: bool) -> list<float>\n");
  });

  it(kinds.test("TSX, MTS and CTS"), () => {
    const files = {
      "view.tsx":
        "export interface Props { title: string }\nexport function View({ title }: Props) { return [<b>{title}</b>].length; }\n",
      "a.mts": "export function a(value: number) { return [value]; }\n",
      "b.cts": "export function b(value: number) { return [value]; }\n",
      "c.mts": 'import { a } from "./a.mjs";\nexport function c() { return a(1); }\n',
    };
    const contract = clean(files);
    expect(contract).toContain("fn View(options: Props) -> float");
    expect(contract).toContain("fn c() -> list<float>");
    expect(mutated(files, "a.mts", ["[value]", "String(value)"])).toHaveLength(2);
  });

  const script = (text: string) => ({ "m.js": text });

  it(kinds.test("@param, @returns and @type"), () => {
    const files = script(`
      /**
       * @param {string} name
       * @param {number[]} counts
       * @returns {Promise<boolean>}
       */
      export async function f(name, counts) { return name.length === counts.length; }
      /** @type {Map<string, number>} */
      export const table = new Map();
      export class Box {
        constructor() {
          /** @type {string | null} */
          this.label = null;
        }
      }
    `);
    const contract = clean(files);
    expect(contract).toContain("async fn f(name: string, counts: list<float>) -> bool");
    expect(contract).toContain("const table: map<string, float>");
    expect(contract).toContain("label: string | null");
    expect(mutated(files, "m.js", ["{number[]} counts", "{string[]} counts"])).toHaveLength(1);
    expect(mutated(files, "m.js", ["Promise<boolean>", "Promise<string>"])).toHaveLength(1);
    expect(mutated(files, "m.js", ["string | null", "string"])).toHaveLength(1);
  });

  it(kinds.test("@typedef with nested properties, and @callback"), () => {
    const files = script(`
      /**
       * @typedef {object} Options
       * @property {string} name
       * @property {object} limits
       * @property {number} limits.low
       * @property {number} [limits.high]
       */
      /**
       * @callback Visit
       * @param {string} name
       * @param {number} [depth]
       * @returns {boolean}
       */
      /**
       * @param {Options} options
       * @param {Visit} visit
       */
      export function walk(options, visit) { return [visit(options.name, options.limits.low)]; }
      /**
       * @param {object} where
       * @param {string} where.path
       * @param {number} [where.line]
       */
      export function at(where) { return where.path + where.line; }
    `);
    const contract = clean(files);
    expect(contract).toContain("fn walk(options: Options, visit: Visit) -> list<bool>");
    expect(contract).toMatch(/type Visit = \(name: string, depth\?: float\) -> bool/);
    expect(contract).toMatch(
      /limits: `\{ low: number; high\?: number;? \}`|limits: `\{[^`]*low[^`]*\}`|record/,
    );
    expect(mutated(files, "m.js", ["{number} limits.low", "{string} limits.low"]).length).toBeGreaterThan(0);
    expect(mutated(files, "m.js", ["{number} [depth]", "{number} depth"]).length).toBeGreaterThan(0);
    expect(mutated(files, "m.js", ["{string} where.path", "{number} where.path"]).length).toBeGreaterThan(0);
  });

  it(kinds.test("@template"), () => {
    const files = script(`
      /**
       * @template T
       * @template {string} K
       * @param {T[]} items
       * @param {(item: T) => K} key
       * @returns {Map<K, T>}
       */
      export function group(items, key) { return new Map(items.map((item) => [key(item), item])); }
    `);
    const twice = script(
      "/**\n * @template T\n * @template T\n * @param {T} a\n */\nexport function f(a) { return [a]; }\n",
    );
    expect(clean(twice)).toContain("fn f<T>(a: T) -> list<T>");
    expect(clean(files)).toContain(
      "fn group<T, K: string>(items: list<T>, key: (item: T) -> K) -> map<K, T>",
    );
    expect(mutated(files, "m.js", ["@template {string} K", "@template {number} K"]).length).toBeGreaterThan(
      0,
    );
  });

  it(kinds.test("@overload"), () => {
    const files = script(`
      /**
       * @overload
       * @param {string} value
       * @returns {string}
       */
      /**
       * @overload
       * @param {number} value
       * @returns {number}
       */
      /**
       * @param {string | number} value
       * @returns {string | number}
       */
      export function same(value) { return value; }
    `);
    const contract = clean(files);
    expect(contract.match(/fn same/g)).toHaveLength(2);
    expect(contract).toContain("fn same(value: string) -> string");
    expect(contract).toContain("fn same(value: float) -> float");
    expect(mutated(files, "m.js", ["@returns {number}", "@returns {boolean}"])).toHaveLength(1);
  });

  it(kinds.test("@implements and @extends"), () => {
    const files = script(`
      /** @template T */
      export class Base { /** @type {T | undefined} */ value = undefined; }
      /** @typedef {{ area(): number }} Sized */
      /**
       * @extends {Base<string>}
       * @implements {Sized}
       */
      export class Box extends Base { /** @returns {number} */ area() { return this.value ? 1 : 2; } }
    `);
    const contract = clean(files);
    expect(contract).toContain("class Box extends Base<string> implements Sized");
    expect(mutated(files, "m.js", ["Base<string>", "Base<number>"])).toHaveLength(1);
  });

  it(kinds.test("optional and default notations of JSDoc"), () => {
    const files = script(`
      /**
       * @param {string} a
       * @param {number} [b]
       * @param {number} [c=3]
       * @param {string=} d
       * @param {?string} e
       * @param {...number} rest
       */
      export function f(a, b, c = 3, d, e = null, ...rest) { console.log(a, b, c, d, e, rest); }
    `);
    const contract = clean(files);
    expect(contract).toMatch(
      /fn f\([\s\S]*a: string,[\s\S]*b\?: float,[\s\S]*c: float = 3,[\s\S]*d\?: string,[\s\S]*\.\.\.rest: float/,
    );
    expect(mutated(files, "m.js", ["{number} [b]", "{number} b"])).toHaveLength(1);
    expect(mutated(files, "m.js", ["c = 3", "c = 4"])).toHaveLength(1);
  });

  it(kinds.test("import() types of JSDoc"), () => {
    const files = {
      "model.js": "export class Box { side = 1; }\n",
      "m.js": '/** @param {import("./model.js").Box} box */\nexport function f(box) { return [box.side]; }\n',
    };
    expect(clean(files)).toContain("fn f(box: Box) -> list<float>");
    expect(mutated(files, "m.js", ['import("./model.js").Box', "string"]).length).toBeGreaterThan(0);
  });

  const packaged = {
    "package.json": '{ "dependencies": { "boxes": "^1.0.0" } }',
    "m.ts":
      'import { make } from "boxes";\nexport function f() { return [make()]; }\nexport const one = make();\n',
  };
  const installed = {
    "node_modules/boxes/package.json": '{ "name": "boxes", "version": "1.0.0", "types": "index.d.ts" }',
    "node_modules/boxes/index.d.ts": "export interface Box { side: number }\nexport function make(): Box;\n",
  };

  it(kinds.test("packages that are not installed"), () => {
    // Nothing is known, and nothing is claimed.
    expect(clean(packaged)).toContain("fn f() -> any");
    // What was known when they were is a note that it cannot be told, never an error and never equal.
    const contract = clean({ ...packaged, ...installed });
    expect(findingsOf(contract, packaged)).toEqual([
      "unknown warning m.ts:2 m.f",
      "unknown warning m.ts:3 m.one",
    ]);
  });

  it(kinds.test("packages that are installed"), () => {
    const contract = clean({ ...packaged, ...installed });
    expect(contract).toContain("fn f() -> list<Box>");
    expect(contract).toContain("const one: Box");
    const other = {
      ...installed,
      "node_modules/boxes/index.d.ts":
        "export interface Box { side: number }\nexport function make(): string;\n",
    };
    expect(findingsOf(contract, { ...packaged, ...other })).toEqual([
      "return-type m.ts:2 m.f list<Box> ≠ list<string>",
      "field-type m.ts:3 m.one Box ≠ string",
    ]);
  });

  it("has a test for each kind", () => {
    expect(kinds.open).toEqual(["links out of the workspace"]);
  });
});
