import { expect, test } from "vitest";
import { dedent } from "../python/read.js";
import { expectedText, workspace } from "./support.js";

const CONTRACT = `
external hono "hono ^4" { type Context }
package model "model" {
  module entities "entities.ts" { class Player { x: int }, enum Side { Left = "left" }, type Place = "a" | "b" }
}`;

/** Builds one module `m` in `m.ts` over a file and returns what the file then holds. */
function inserted(declarations: string, code: string, more: Record<string, string> = {}): string {
  const space = workspace(`${CONTRACT}\nmodule m "m.ts" {\n${declarations}\n}`, {
    "m.ts": dedent(code),
    ...more,
  });
  space.build();
  const text = space.read("m.ts");
  // A second build finds nothing to add, and the file still parses.
  expect(space.build().writes).toEqual([]);
  expect(space.drift().filter(({ code: found }) => /missing|unparsable/.test(found))).toEqual([]);
  return text;
}

test("nothing is touched in a file that lacks nothing", () => {
  const code = "export const f=(a:number):number=>a // odd, but ours\r\n";
  expect(inserted("fn f(a: int) -> int", code)).toBe(code);
});

test("a missing function goes to the end of the file, its imports behind the others", () => {
  const code = `
    import { readFileSync } from "node:fs"; // files

    /** Reads. */
    export function f(): string {
      return readFileSync("x", "utf8");
    }
  `;
  expect(
    inserted(
      "uses entities\nfn f() -> string\nfn g(p: Player, s: Side = Side.Left, w?: Place) -> void",
      code,
    ),
  ).toBe(
    expectedText(`
      import { readFileSync } from "node:fs"; // files
      import { type Place, Player, Side } from "./model/entities.js";

      /** Reads. */
      export function f(): string {
        return readFileSync("x", "utf8");
      }

      export function g(p: Player, s: Side = Side.Left, w?: Place): void {
        throw new Error("not implemented: m.g");
      }
    `),
  );
});

test("missing members go behind those that the contract names before them", () => {
  const code = `
    export class Player {
      x: number; // from the left
      readonly z = 1

      constructor(x: number, private readonly w: number) {
        this.x = x;
        void w;
      }

      /** Moves. */
      move(by: number): boolean {
        return by > 0;
      } // moved

      get health(): number { return 3; }
      // the end
    }
  `;
  const declarations = `
    class Player {
      x: int
      y: int
      z: int
      w: int
      health: int
      new(x: int, w: int)
      move(by: int) -> bool
      /// Stops at once.
      stop()
      static make() -> Player
      internal reset()
    }`;
  expect(inserted(declarations, code)).toBe(
    expectedText(`
      export class Player {
        x: number; // from the left
        y!: number;
        readonly z = 1

        constructor(x: number, private readonly w: number) {
          this.x = x;
          void w;
        }

        /** Moves. */
        move(by: number): boolean {
          return by > 0;
        } // moved

        /** Stops at once. */
        stop(): void {
          throw new Error("not implemented: m.Player.stop");
        }

        static make(): Player {
          throw new Error("not implemented: m.Player.make");
        }

        protected reset(): void {
          throw new Error("not implemented: m.Player.reset");
        }

        get health(): number { return 3; }
        // the end
      }
    `),
  );
});

const F = 'f(): void {\n    throw new Error("not implemented: m.A.f");\n  }';

test.each([
  ["export class A {}\n", `export class A {\n  x!: number;\n\n  ${F}\n}\n`],
  ["export class A {\n}\n", `export class A {\n  x!: number;\n\n  ${F}\n}\n`],
  ["export class A { // comment\n}\n", `export class A { // comment\n  x!: number;\n\n  ${F}\n}\n`],
  ["export class A { y = 1 }", `export class A {\n  x!: number;\n  y = 1\n\n  ${F}\n}`],
  [
    "export class A { g(): void { return } }\n",
    `export class A {\n  x!: number;\n  g(): void { return }\n\n  ${F}\n}\n`,
  ],
])("members of %j", (code, expected) => {
  expect(inserted("class A { x: int, f() }", code)).toBe(expected);
});

test("interfaces and type literals", () => {
  const code = `
    export interface A { x: number }
    export type B = { x: number, };
    export interface C {
      x: number,
      f(): void
    }
  `;
  const members = "{ x: int, readonly y?: string, f(), g(a: int = 1) -> bool }";
  expect(inserted(`interface A ${members}\ninterface B ${members}\ninterface C ${members}`, code)).toBe(
    expectedText(`
      export interface A { x: number
        readonly y?: string;
        f(): void;
        g(a?: number): boolean;
      }
      export type B = { x: number,
        readonly y?: string;
        f(): void;
        g(a?: number): boolean;
      };
      export interface C {
        x: number,
        readonly y?: string;
        f(): void
        g(a?: number): boolean;
      }
    `),
  );
});

test("values of enums and constant objects", () => {
  const code = `
    export enum A { X, Y }
    export enum B {
      X = "x", // first
      Y = "y" // last
    }
    export const C = {
      X: "x",
    } as const;
    export type C = (typeof C)[keyof typeof C];
    export enum D {}
  `;
  const declarations = `
    enum A { X, Y, Z }
    enum B { X = "x", Y = "y", /// The last one.
      Z = "z" }
    enum C { X = "x", Z = "z" }
    enum D { Z = 1 }`;
  expect(inserted(declarations, code)).toBe(
    expectedText(`
      export enum A { X, Y,
        Z,
      }
      export enum B {
        X = "x", // first
        Y = "y", // last
        /** The last one. */
        Z = "z",
      }
      export const C = {
        X: "x",
        Z: "z",
      } as const;
      export type C = (typeof C)[keyof typeof C];
      export enum D {
        Z = 1,
      }
    `),
  );
});

test("the file's line ends, indentation and byte order mark are kept", () => {
  const code = '\uFEFF"use strict";\r\n\r\nexport class A {\r\n\tf(): void {\r\n\t\treturn;\r\n\t}\r\n}\r\n';
  expect(inserted("uses type entities\nclass A { f(), g(p: Player) }\nfn h() -> void", code)).toBe(
    '\uFEFF"use strict";\r\nimport type { Player } from "./model/entities.js";\r\n\r\n\r\nexport class A {\r\n\tf(): void {\r\n\t\treturn;\r\n\t}\r\n\r\n' +
      '\tg(p: Player): void {\r\n\t\tthrow new Error("not implemented: m.A.g");\r\n\t}\r\n}\r\n\r\n' +
      'export function h(): void {\r\n\tthrow new Error("not implemented: m.h");\r\n}\r\n',
  );
});

test("imports that are there serve, whatever they are called", () => {
  const code = `
    import * as hono from "hono";
    import { Player as Plane, type Side } from "@/model/entities";

    export const f = (p: Plane, s: Side) => hono && p && s;
  `;
  const more = {
    "tsconfig.json": '{ "compilerOptions": { "moduleResolution": "bundler", "paths": { "@/*": ["./*"] } } }',
    "model/entities.ts":
      'export class Player { x = 1 }\nexport enum Side { Left = "left" }\nexport type Place = "a" | "b";\n',
  };
  const declarations =
    "uses hono, entities\nfn g(c: Context, p: Player) -> Side\nfn h(s: Side = Side.Left, w?: Place) -> void";
  expect(inserted(declarations, code, more)).toBe(
    expectedText(`
      import * as hono from "hono";
      import { Player as Plane, type Side } from "@/model/entities";
      import { type Place, Side as entities_Side } from "./model/entities";

      export const f = (p: Plane, s: Side) => hono && p && s;

      export function g(c: hono.Context, p: Plane): Side {
        throw new Error("not implemented: m.g");
      }

      export function h(s: Side = entities_Side.Left, w?: Place): void {
        throw new Error("not implemented: m.h");
      }
    `),
  );
});

test("imports go behind a licence and above everything else", () => {
  const code = `
    #!/usr/bin/env node
    /* A licence. */

    /** Says hello. */
    export function f(): void {
      console.log("hello");
    }
  `;
  expect(inserted("uses type entities\nfn f() -> void\nfn g(p: Player) -> void", code)).toBe(
    expectedText(`
      #!/usr/bin/env node
      /* A licence. */

      import type { Player } from "./model/entities.js";

      /** Says hello. */
      export function f(): void {
        console.log("hello");
      }

      export function g(p: Player): void {
        throw new Error("not implemented: m.g");
      }
    `),
  );
});

test("a class of one part of a merged declaration takes the members", () => {
  const code = "export interface A { x: number }\nexport class A {\n  f(): void { return; }\n}\n";
  expect(inserted("class A { x: int, f(), g() }", code)).toBe(
    'export interface A { x: number }\nexport class A {\n  f(): void { return; }\n\n  g(): void {\n    throw new Error("not implemented: m.A.g");\n  }\n}\n',
  );
});

test("what is re-exported or defined elsewhere in the folder is not missing", () => {
  const contract =
    'module m "m/" { class A { x: int }, fn g() -> void, fn h() -> void }\ntarget typescript { roots "." }';
  const files = {
    "m/index.ts": 'export * from "./inner.js";\n',
    "m/inner.ts": "export class A {}\n",
    "m/more.ts": "export function g(): void { return; }\n",
  };
  const space = workspace(contract, files);
  space.build();
  expect(space.read("m/inner.ts")).toBe("export class A {\n  x!: number;\n}\n");
  expect(space.read("m/more.ts")).toBe(files["m/more.ts"]);
  expect(space.read("m/index.ts")).toBe(
    'export * from "./inner.js";\n\nexport function h(): void {\n  throw new Error("not implemented: m.h");\n}\n',
  );
  expect(space.build().writes).toEqual([]);
});

test("a file that does not parse is left alone and told", () => {
  const code = "export function f( {\n";
  const space = workspace('module m "m.ts" { fn f() -> void, fn g() -> void }', { "m.ts": code });
  const { problems } = space.build();
  expect(problems.map(({ kind, severity, path, symbol }) => ({ kind, severity, path, symbol }))).toEqual([
    { kind: "unparsable", severity: "error", path: "m.ts", symbol: "m" },
  ]);
  expect(space.read("m.ts")).toBe(code);
});
