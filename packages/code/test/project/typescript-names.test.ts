import { describe, expect, it } from "vitest";
import { type NameMeaning, typescriptReader } from "../../src/index.js";
import { open } from "./support.js";

const readers = [await typescriptReader()];

/** What a name stands for, in short: `file#Name.member`, `file`, `package:x/Name`, `std:x/Name`, `global:X`, `?`. */
function short(meaning: NameMeaning): string {
  switch (meaning.kind) {
    case "symbol":
      return `${meaning.file}#${[meaning.name, meaning.member].filter(Boolean).join(".")}`;
    case "file":
      return meaning.path;
    case "external":
      return `${meaning.std ? "std" : "package"}:${meaning.package}/${meaning.name}`;
    case "global":
      return `global:${meaning.name}`;
    case "unknown":
      return "?";
  }
}
const meanings = (files: Record<string, string>, from: string, names: string[]) => {
  const project = open(files, { readers });
  return Object.fromEntries(names.map((name) => [name, short(project.resolveName(from, name))]));
};

const model = {
  "src/model/player.ts": `
    export class Player { static Kind = 1; }
    export enum Side { Left, Right }
    export namespace Geometry { export interface Point { x: number } }
    class Hidden {}
    interface Local {}
    export { Local as Renamed };
    export default class Game {}
  `,
};

describe("names of TypeScript", () => {
  it("are the file's own, exported or not", () => {
    expect(
      meanings(model, "src/model/player.ts", ["Player", "Hidden", "Geometry.Point", "Side.Left", "Nothing"]),
    ).toEqual({
      Player: "src/model/player.ts#Player",
      Hidden: "src/model/player.ts#Hidden",
      "Geometry.Point": "src/model/player.ts#Geometry.Point",
      "Side.Left": "src/model/player.ts#Side.Left",
      Nothing: "?",
    });
  });

  it("come by imports: named, renamed, default, as a namespace, type-only, in place", () => {
    const files = {
      ...model,
      "src/m.ts": `
        import Main, { Player, Side as S } from "./model/player.js";
        import * as all from "./model/player";
        import type { Renamed } from "./model/player.js";
        import { Hidden, Missing } from "./model/player.js";
        type T = import("./model/player.js").Player;
      `,
    };
    expect(
      meanings(files, "src/m.ts", [
        "Main",
        "Player",
        "S.Left",
        "all",
        "all.Player",
        "all.default",
        "all.Geometry.Point",
        "Renamed",
        "Hidden",
        "Missing",
        'import("./model/player.js").Player',
        'import("./model/player.js")',
      ]),
    ).toEqual({
      Main: "src/model/player.ts#Game",
      Player: "src/model/player.ts#Player",
      "S.Left": "src/model/player.ts#Side.Left",
      all: "src/model/player.ts",
      "all.Player": "src/model/player.ts#Player",
      "all.default": "src/model/player.ts#Game",
      "all.Geometry.Point": "src/model/player.ts#Geometry.Point",
      Renamed: "src/model/player.ts#Renamed",
      Hidden: "?",
      Missing: "?",
      'import("./model/player.js").Player': "src/model/player.ts#Player",
      'import("./model/player.js")': "src/model/player.ts",
    });
  });

  it("are followed through barrels of every form", () => {
    const files = {
      ...model,
      "src/model/index.ts": `
        export * from "./player.js";
        export { default as Game, Player as Pilot } from "./player.js";
        export * as parts from "./player.js";
        import * as shapes from "./player.js";
        import { Side } from "./player.js";
        export { shapes, Side as Where };
        export type { Side as SideType } from "./player.js";
        export { default } from "./player.js";
      `,
      "src/index.ts": 'export * from "./model";\nexport class Player {}\n',
      "src/m.ts": `
        import Main, { Side, Game, Pilot, parts, shapes, Where, SideType } from "./model/index.js";
        import { Player, Renamed } from "./index.js";
        import Nothing from "./index.js";
      `,
    };
    expect(
      meanings(files, "src/m.ts", [
        "Main",
        "Side",
        "Game",
        "Pilot",
        "parts.Player",
        "shapes.Geometry.Point",
        "Where",
        "SideType",
        "Player",
        "Renamed",
        "Nothing",
      ]),
    ).toEqual({
      Main: "src/model/player.ts#Game",
      Side: "src/model/player.ts#Side",
      Game: "src/model/player.ts#Game",
      Pilot: "src/model/player.ts#Player",
      "parts.Player": "src/model/player.ts#Player",
      "shapes.Geometry.Point": "src/model/player.ts#Geometry.Point",
      Where: "src/model/player.ts#Side",
      SideType: "src/model/player.ts#Side",
      Player: "src/index.ts#Player",
      Renamed: "src/model/player.ts#Renamed",
      Nothing: "?",
    });
  });

  it("end where barrels only lead in a ring, and are found behind one", () => {
    const files = {
      "a.ts": 'export * from "./b.js";\nexport { Lost } from "./b.js";\nexport { Found } from "./b.js";\n',
      "b.ts": 'export * from "./a.js";\nexport * from "./c.js";\nexport { Lost } from "./a.js";\n',
      "c.ts": "export class Found {}\nexport class Deep {}\n",
      "m.ts": 'import { Lost, Found, Deep } from "./a.js";\nimport { Deep as D } from "./b.js";\n',
    };
    expect(meanings(files, "m.ts", ["Lost", "Found", "Deep", "D"])).toEqual({
      Lost: "?",
      Found: "c.ts#Found",
      Deep: "c.ts#Deep",
      D: "c.ts#Deep",
    });
  });

  it("of packages keep the package and the dotted rest", () => {
    const files = {
      "m.ts": `
        import React, { type FC } from "react";
        import * as ts from "typescript";
        import { readFile } from "fs/promises";
        import { Hono } from "@hono/hono/tiny";
        import { ZodType, z } from "./barrel.js";
        import { a, Own } from "./two.js";
      `,
      "barrel.ts": 'export * from "zod";\nexport { z } from "zod";\n',
      "two.ts": 'export * from "x";\nexport * from "y";\nexport class Own {}\n',
    };
    expect(
      meanings(files, "m.ts", [
        "FC",
        "React",
        "React.Node",
        "ts.Node",
        "readFile",
        "Hono",
        "ZodType",
        "z.infer",
        "a",
        "Own",
      ]),
    ).toEqual({
      FC: "package:react/FC",
      React: "package:react/default",
      "React.Node": "package:react/Node",
      "ts.Node": "package:typescript/Node",
      readFile: "std:node:fs/promises/readFile",
      Hono: "package:@hono/hono/Hono",
      ZodType: "package:zod/ZodType",
      "z.infer": "package:zod/z.infer",
      a: "?",
      Own: "two.ts#Own",
    });
  });

  it("that nothing declares are the language's, then the project's ambient ones", () => {
    const files = {
      "env.d.ts": "interface Env { KV: string }\ndeclare const VERSION: string;\n",
      "lib.d.ts": "export interface Exported {}\n",
      "m.ts": "interface Map {}\nexport const x = 1;\n",
    };
    expect(
      meanings(files, "m.ts", [
        "Map",
        "Set",
        "Request",
        "NodeJS.Timeout",
        "Intl.NumberFormat",
        "Env",
        "VERSION",
        "Exported",
      ]),
    ).toEqual({
      Map: "m.ts#Map",
      Set: "global:Set",
      Request: "global:Request",
      "NodeJS.Timeout": "global:NodeJS.Timeout",
      "Intl.NumberFormat": "global:Intl.NumberFormat",
      Env: "env.d.ts#Env",
      VERSION: "env.d.ts#VERSION",
      Exported: "?",
    });
  });

  it("of a declaration file need no export, and a missing file gives nothing", () => {
    const files = {
      "types.d.ts": "export {};\ndeclare class A {}\nexport class B {}\n",
      "m.ts": 'import { A, B } from "./types.js";\nimport { C } from "./gone.js";\n',
    };
    expect(meanings(files, "m.ts", ["A", "B", "C"])).toEqual({
      A: "types.d.ts#A",
      B: "types.d.ts#B",
      C: "?",
    });
    expect(short(open(files, { readers }).resolveName("none.ts", "A"))).toBe("?");
  });
});
