import { describe, expect, it } from "vitest";
import { clean, findingsOf, Kinds, mutated } from "./support.js";

/** What checkers of TypeScript's import graph get wrong in practice. */
const kinds = new Kinds([
  "a cycle of type-only imports",
  "a cycle of value imports that the compiler drops",
  "a file with types only",
  "aliases of tsconfig paths in a cycle",
  "an alias past a forbidden rule",
  "a barrel that hides the defining file",
  "a default export passed on",
  "an import of './' and of a package's subpath",
  "the index of a folder in a cycle",
  "import() closes no load-time cycle",
  "a declaration file imported through an alias",
]);

describe("the graph of TypeScript:", () => {
  it(kinds.test("a cycle of type-only imports"), () => {
    const files = {
      "a.ts":
        'import type { B } from "./b";\nexport interface A { b?: B }\nexport function a(): void { console.log(1); }\n',
      "b.ts":
        'import { a, type A } from "./a";\nexport interface B { a?: A }\nexport function b(): void { a(); }\n',
    };
    const contract = clean(files);
    expect(contract).not.toContain("graph/cycle");
    // As soon as it is one at run time, it is told.
    const closed = {
      ...files,
      "a.ts":
        'import { b, type B } from "./b";\nexport interface A { b?: B }\nexport function a(): void { b(); }\n',
    };
    expect(findingsOf(contract, closed)).toEqual([
      "import/cycle a.ts:1 a no circle of imports ≠ a -> b -> a",
      "import/undeclared a.ts:1 a uses type b ≠ uses b",
    ]);
  });

  it(kinds.test("a cycle of value imports that the compiler drops"), () => {
    const files = {
      "a.ts": 'import { B } from "./b";\nexport class A { b?: B; }\n',
      "b.ts": 'import { A } from "./a";\nexport class B extends A { }\n',
    };
    const contract = clean(files);
    expect(contract).toMatch(/module a "a.ts" \{\n {2}uses type b/);
    expect(contract).not.toContain("graph/cycle");
    expect(mutated(files, "a.ts", ["b?: B;", "b?: B = new B();"])).toEqual([
      "import/cycle a.ts:1 a no circle of imports ≠ a -> b -> a",
      "import/undeclared a.ts:1 a uses type b ≠ uses b",
    ]);
  });

  it(kinds.test("a file with types only"), () => {
    const files = {
      "types.ts": "export interface Box { side: number }\nexport type Id = string;\n",
      "user.ts":
        'import { Box, Id } from "./types";\nexport function f(box: Box): Id { return String(box.side); }\n',
    };
    const contract = clean(files);
    expect(contract).toContain('module types "types.ts"');
    expect(contract).not.toContain("complete/empty-module");
    expect(mutated(files, "types.ts", ["side: number", "side: string"])).toEqual([
      "field-type types.ts:1 types.Box.side float ≠ string",
    ]);
  });

  const aliased = {
    "tsconfig.base.json":
      '{ "compilerOptions": { "strict": true, "baseUrl": ".", "paths": { "@core/*": ["src/core/*"] } } }',
    "tsconfig.json": '{ "extends": "./tsconfig.base.json" /* comments, */, }',
    "src/core/model.ts": 'export interface Box { side: number }\nexport const UNIT: string = "cm";\n',
    "src/ui/view.ts":
      'import { type Box, UNIT } from "@core/model";\nexport function show(box: Box): string { return box.side + UNIT; }\n',
  };

  it(kinds.test("aliases of tsconfig paths in a cycle"), () => {
    clean(aliased);
    const closed = {
      ...aliased,
      "src/core/model.ts":
        'import { show } from "../ui/view";\nexport interface Box { side: number }\nexport const UNIT: string = show.name;\n',
    };
    const found = findingsOf(clean(aliased), closed);
    expect(found.some((line) => line.startsWith("import/undeclared src/core/model.ts:1"))).toBe(true);
    expect(found.some((line) => line.startsWith("import/cycle"))).toBe(true);
  });

  it(kinds.test("an alias past a forbidden rule"), () => {
    const contract = `
      package src "src" {
        package core "core" { module model "model.ts" { record Box { side: float } const UNIT: string } }
        package ui "ui" { module view "view.ts" { fn show(box: any) -> string } }
      }
      forbid src.ui -> src.core "the view asks nobody"
    `;
    expect(findingsOf(contract, aliased)).toEqual([
      "parameter-type src/ui/view.ts:2 src.ui.view.show box: any ≠ box: Box",
      "import/layer src/ui/view.ts:1 src.ui.view no import of model ≠ import of model",
      "import/undeclared src/ui/view.ts:1 src.ui.view no use of model ≠ uses model",
    ]);
  });

  it(kinds.test("a barrel that hides the defining file"), () => {
    const files = {
      "lib/box.ts":
        "export interface Box { side: number }\nexport function area(box: Box): number { return box.side ** 2; }\n",
      "lib/more.ts": 'export * from "./box";\n',
      "lib/index.ts": 'export * from "./more";\nexport { area as surface } from "./more";\n',
      "user.ts":
        'import { type Box, surface } from "./lib";\nexport function twice(box: Box): number { return 2 * surface(box); }\n',
    };
    const contract = clean(files);
    expect(contract).toContain("fn twice(box: Box) -> float");
    expect(mutated(files, "lib/box.ts", ["side: number", "side: string"])).toEqual([
      "field-type lib/box.ts:1 lib.box.Box.side float ≠ string",
    ]);
    // Through the barrel or from the file itself: the module that is used is declared either way.
    expect(
      mutated(files, "user.ts", [
        'import { type Box, surface } from "./lib"',
        'import { type Box, area as surface } from "./lib/box"',
      ]),
    ).toEqual(expect.not.arrayContaining([expect.stringContaining("parameter-type")]));
  });

  it(kinds.test("a default export passed on"), () => {
    const files = {
      "box.ts": "class Box { side: number = 1; }\nexport { Box as default };\n",
      "lib.ts": 'export { default } from "./box";\nexport { default as Square } from "./box";\n',
      "user.ts":
        'import Any, { Square } from "./lib";\nexport function f(a: Any, b: Square): number { return a.side + b.side; }\n',
    };
    expect(clean(files)).toContain("fn f(a: Box, b: Box) -> float");
    expect(mutated(files, "user.ts", ["b: Square", "b: number"])).toEqual([
      "parameter-type user.ts:2 user.f b: Box ≠ b: float",
    ]);
  });

  it(kinds.test("an import of './' and of a package's subpath"), () => {
    const files = {
      "package.json":
        '{ "name": "root", "private": true, "workspaces": ["packages/*"], "imports": { "#unit": "./src/unit.ts" } }',
      "packages/core/package.json":
        '{ "name": "@acme/core", "exports": { ".": "./dist/index.js", "./box": { "types": "./dist/box.d.ts", "import": "./dist/box.js" } } }',
      "packages/core/src/index.ts":
        'export type { Box } from "./box";\nexport const NAME: string = "core";\n',
      "packages/core/src/box.ts": "export interface Box { side: number }\n",
      "packages/core/src/inner/use.ts":
        'import { NAME } from "../";\nexport function name(): string { return NAME; }\n',
      "src/unit.ts": 'export type Unit = "cm" | "in";\n',
      "src/app.ts":
        'import { NAME } from "@acme/core";\nimport type { Box } from "@acme/core/box";\nimport type { Unit } from "#unit";\nexport function f(box: Box, unit: Unit): string { return NAME + box.side + unit; }\n',
    };
    const contract = clean(files);
    expect(contract).toContain("fn f(box: Box, unit: Unit) -> string");
    expect(contract).not.toContain("external");
    expect(mutated(files, "src/app.ts", ["unit: Unit", "unit: string"])).toEqual([
      "parameter-type src/app.ts:4 src_.app.f unit: Unit ≠ unit: string",
    ]);
  });

  it(kinds.test("the index of a folder in a cycle"), () => {
    const files = {
      "a/index.ts": 'import { b } from "../b";\nexport function a(): void { b(); }\n',
      "b/index.ts": 'import { a } from "../a";\nexport function b(): void { a(); }\n',
    };
    expect(clean(files)).toContain("graph/cycle");
  });

  it(kinds.test("import() closes no load-time cycle"), () => {
    const files = {
      "a.ts": 'export async function a(): Promise<void> { const { b } = await import("./b"); b(); }\n',
      "b.ts": 'import { a } from "./a";\nexport function b(): void { void a(); }\n',
    };
    const contract = clean(files);
    expect(contract).toContain("uses lazy b");
    expect(contract).not.toContain("graph/cycle");
  });

  it(kinds.test("a declaration file imported through an alias"), () => {
    const files = {
      "tsconfig.json":
        '{ "compilerOptions": { "strict": true, "paths": { "~types": ["./types/index.d.ts"] } } }',
      "types/index.d.ts": "export interface Box { side: number }\n",
      "user.ts": 'import type { Box } from "~types";\nexport function f(box: Box) { return [box.side]; }\n',
    };
    const contract = clean(files);
    expect(contract).toContain("fn f(box: Box) -> list<float>");
    expect(findingsOf(contract, files)).toEqual([]);
  });

  it("has a test for each kind", () => {
    expect(kinds.open).toEqual([]);
  });
});
