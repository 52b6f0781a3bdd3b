import { describe, expect, it } from "vitest";
import { brief, type Contract } from "../imports/support.js";

const three: Contract["modules"] = { a: "src/a.ts", b: "src/b.ts", c: "src/c.ts" };

describe("the import graph of TypeScript", () => {
  it("a circle of types only is none at run time, also of imports that the compiler drops", () => {
    const uses = ["a -> b", "b type a"];
    for (const statement of [
      'import type { A } from "./a.js";',
      'import { type A } from "./a.js";',
      'import { A } from "./a.js";',
    ]) {
      const files = {
        "src/a.ts":
          'import { B } from "./b.js";\nexport interface A { b: number }\nexport const a = new B();\n',
        "src/b.ts": `${statement}\nexport class B { a?: A }\n`,
      };
      expect(brief({ modules: three, uses }, files)).toEqual([]);
    }
    const files = {
      "src/a.ts": 'import { B } from "./b.js";\nexport class A {}\nexport const a = new B();\n',
      "src/b.ts": 'import { A } from "./a.js";\nexport class B { a = new A(); }\n',
    };
    expect(brief({ modules: three, uses: ["a -> b", "b -> a"] }, files)).toEqual([
      "import/cycle src/b.ts:1 b: a -> b -> a",
    ]);
  });

  it("a file with nothing but types is there", () => {
    const files = {
      "src/a.ts": 'import type { B } from "./b.js";\nexport type A = B;\n',
      "src/b.ts": "export interface B { x: 1 }\n",
    };
    expect(brief({ modules: three, uses: ["a type b"] }, files)).toEqual([]);
    expect(brief({ modules: three }, files)).toEqual(["import/undeclared src/a.ts:1 a: uses type b"]);
  });

  it("an alias of tsconfig leads on, and breaks rules as a path does", () => {
    const files = {
      "tsconfig.json": '{ "compilerOptions": { "baseUrl": ".", "paths": { "@/*": ["src/*"] } } }',
      "src/a.ts": 'import { b } from "@/b";\nexport const a = b;\n',
      "src/b.ts": "export const b = 1;\n",
    };
    expect(brief({ modules: three, uses: ["a -> b"] }, files)).toEqual([]);
    const forbidden = { forbidden: [{ from: "a", to: "b", reason: "no" }] };
    expect(brief({ modules: three, uses: ["a -> b"], graph: forbidden }, files)).toEqual([
      "import/layer src/a.ts:1 a: import of b",
    ]);
  });

  it("a barrel does not hide the file that defines", () => {
    const files = {
      "src/a.ts": 'import { B, C } from "./index.js";\nexport const a = [B, C];\n',
      "src/index.ts": 'export * from "./b.js";\nexport { default as C } from "./c.js";\n',
      "src/b.ts": "export class B {}\n",
      "src/c.ts": "export default class {}\n",
    };
    expect(brief({ modules: three, uses: ["a -> b", "a -> c"] }, files)).toEqual([]);
    expect(brief({ modules: three, uses: ["a -> c"] }, files)).toEqual([
      "import/undeclared src/a.ts:1 a: uses b",
    ]);
  });

  it("a folder means its index", () => {
    const modules = { a: "src/a.ts", b: "src/b/index.ts" };
    const files = {
      "src/a.ts": 'import { b } from "./b";\nexport const a = b;\n',
      "src/b/index.ts": 'import { a } from "../a";\nexport const b = a;\n',
    };
    expect(brief({ modules, uses: ["a -> b", "b -> a"] }, files)).toEqual([
      "import/cycle src/b/index.ts:1 b: a -> b -> a",
    ]);
  });

  it("import() is an edge but closes no circle", () => {
    const files = {
      "src/a.ts": 'import { b } from "./b.js";\nexport const a = b;\n',
      "src/b.ts":
        'export const b = 1;\nexport async function later(name: string) {\n  await import(name);\n  return import("./a.js");\n}\n',
    };
    expect(brief({ modules: three, uses: ["a -> b", "b lazy a"] }, files)).toEqual([]);
    expect(brief({ modules: three, uses: ["a -> b"] }, files)).toEqual([
      "import/undeclared src/b.ts:4 b: uses lazy a",
    ]);
  });

  it("a use by a declaration file through an alias is one", () => {
    const modules = { a: "src/a.d.ts", b: "src/b.ts" };
    const files = {
      "tsconfig.json": '{ "compilerOptions": { "paths": { "~/*": ["./src/*"] } } }',
      "src/a.d.ts": 'import { B } from "~/b";\nexport declare const a: B;\n',
      "src/b.ts": "export interface B { x: 1 }\n",
    };
    expect(brief({ modules, uses: ["a type b"] }, files)).toEqual([]);
  });

  it("workspaces import each other by name", () => {
    const modules = { app: "packages/app/src/index.ts", lib: "packages/lib/src/index.ts" };
    const files = {
      "package.json": '{ "name": "root", "private": true, "workspaces": ["packages/*"] }',
      "packages/app/package.json": '{ "name": "@acme/app", "dependencies": { "@acme/lib": "workspace:*" } }',
      "packages/lib/package.json": '{ "name": "@acme/lib", "exports": { ".": "./src/index.ts" } }',
      "packages/app/src/index.ts": 'import { lib } from "@acme/lib";\nexport const app = lib;\n',
      "packages/lib/src/index.ts": "export const lib = 1;\n",
    };
    expect(brief({ modules, uses: ["app -> lib"] }, files)).toEqual([]);
    expect(brief({ modules }, files)).toEqual([
      "import/undeclared packages/app/src/index.ts:1 app: uses lib",
    ]);
  });
});
