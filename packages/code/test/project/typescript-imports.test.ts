import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { nodeFileSystem, type Target } from "@contractc/kernel";
import { describe, expect, it } from "vitest";
import { type ImportTarget, openProject } from "../../src/index.js";
import { type Files, open, silentReaders } from "./support.js";

/** Where an import leads, in short: a path, `asset:…`, `std:…`, `package:…`, `-`. */
function lead(target: ImportTarget): string {
  if (target.kind === "file") return target.path;
  if (target.kind === "external") return `${target.std ? "std" : "package"}:${target.name}`;
  return target.kind === "unresolved" ? "-" : `${target.kind}:${target.path}`;
}
const leads = (files: Files, from: string, specifiers: string[], targets: Target[] = []) => {
  const project = open(files, { targets });
  return Object.fromEntries(specifiers.map((each) => [each, lead(project.resolveImport(from, each))]));
};

describe("relative imports of TypeScript", () => {
  it("find the source of each compiled end", () => {
    const files = [
      "m.ts",
      "a.ts",
      "b.tsx",
      "c.mts",
      "d.cts",
      "e.js",
      "f.d.ts",
      "f.js",
      "g.ts",
      "g.js",
      "h.d.mts",
    ];
    expect(
      leads(files, "m.ts", [
        "./a.js",
        "./b.jsx",
        "./b.js",
        "./c.mjs",
        "./d.cjs",
        "./e.js",
        "./e",
        "./f.js",
        "./g.js",
        "./h.mjs",
        "./a.ts",
        "./b",
        "./none.js",
      ]),
    ).toEqual({
      "./a.js": "a.ts",
      "./b.jsx": "b.tsx",
      "./b.js": "b.tsx",
      "./c.mjs": "c.mts",
      "./d.cjs": "d.cts",
      "./e.js": "e.js",
      "./e": "e.js",
      "./f.js": "f.d.ts",
      "./g.js": "g.ts",
      "./h.mjs": "h.d.mts",
      "./a.ts": "a.ts",
      "./b": "b.tsx",
      "./none.js": "-",
    });
  });

  it("find a folder's index, after a file of the same name", () => {
    const files = [
      "src/m.ts",
      "src/a.ts",
      "src/a/index.ts",
      "src/b/index.tsx",
      "src/index.ts",
      "src/x.service.ts",
    ];
    expect(
      leads(files, "src/m.ts", ["./a", "./a/", "./b", ".", "./", "./index", "./x.service", "../src"]),
    ).toEqual({
      "./a": "src/a.ts",
      "./a/": "src/a/index.ts",
      "./b": "src/b/index.tsx",
      ".": "src/index.ts",
      "./": "src/index.ts",
      "./index": "src/index.ts",
      "./x.service": "src/x.service.ts",
      "../src": "src/index.ts",
    });
    expect(leads(files, "src/a/index.ts", ["..", "../a"])).toEqual({
      "..": "src/index.ts",
      "../a": "src/a.ts",
    });
  });

  it("take other files of the project for assets, with and without a bundler's query", () => {
    const files = { "src/m.ts": "", "src/a.css": "", "data.json": "{}", "src/logo.svg": "" };
    expect(
      leads(files, "src/m.ts", ["./a.css", "../data.json", "./logo.svg?raw", "./no.css", "../../up.json"]),
    ).toEqual({
      "./a.css": "asset:src/a.css",
      "../data.json": "asset:data.json",
      "./logo.svg?raw": "asset:src/logo.svg",
      "./no.css": "-",
      "../../up.json": "-",
    });
  });

  it("go through rootDirs and from built files to sources", () => {
    const files = {
      "tsconfig.json":
        '{ "compilerOptions": { "rootDirs": ["src", "gen"], "outDir": "lib", "rootDir": "src" } }',
      "src/m.ts": "",
      "gen/proto.ts": "",
      "src/deep/x.ts": "",
      "bin/cli.js": "",
    };
    expect(leads(files, "src/m.ts", ["./proto"])).toEqual({ "./proto": "gen/proto.ts" });
    expect(leads(files, "bin/cli.js", ["../lib/deep/x.js"])).toEqual({ "../lib/deep/x.js": "src/deep/x.ts" });
  });
});

describe("bare imports of TypeScript", () => {
  it("are Node's modules or packages by name", () => {
    expect(
      leads(["m.ts"], "m.ts", [
        "fs",
        "node:fs/promises",
        "node:sqlite",
        "sqlite",
        "react",
        "react/jsx-runtime",
        "@hono/node-server/serve",
        "npm:chalk@5",
        "jsr:@std/path@1/posix",
        "https://esm.sh/preact",
        "bun:test",
        "virtual:routes",
        "@/lost",
        "~/lost",
        "$lib/lost",
        "#lost",
      ]),
    ).toEqual({
      fs: "std:node:fs",
      "node:fs/promises": "std:node:fs/promises",
      "node:sqlite": "std:node:sqlite",
      sqlite: "package:sqlite",
      react: "package:react",
      "react/jsx-runtime": "package:react",
      "@hono/node-server/serve": "package:@hono/node-server",
      "npm:chalk@5": "package:chalk",
      "jsr:@std/path@1/posix": "package:@std/path",
      "https://esm.sh/preact": "package:esm.sh",
      "bun:test": "std:bun:test",
      "virtual:routes": "std:virtual:routes",
      "@/lost": "-",
      "~/lost": "-",
      "$lib/lost": "-",
      "#lost": "-",
    });
  });
});

describe("tsconfig.json", () => {
  it("gives paths: exact before patterns, the longest prefix first, targets in order", () => {
    const files = {
      "tsconfig.json": `{
        // where "@/" leads: not https://here
        "compilerOptions": {
          "paths": {
            "*": ["./vendor/*"],
            "@/*": ["./src/*",],
            "@/ui/*": ["./gone/*", "./src/views/*"],
            "config": ["./src/settings.ts"], /* exact */
          },
        },
      }`,
      "src/m.ts": "",
      "src/settings.ts": "",
      "src/a/b.ts": "",
      "src/views/button.tsx": "",
      "vendor/legacy.js": "",
    };
    expect(
      leads(files, "src/m.ts", ["@/a/b", "@/a/b.js", "@/ui/button", "config", "legacy", "react", "@/no"]),
    ).toEqual({
      "@/a/b": "src/a/b.ts",
      "@/a/b.js": "src/a/b.ts",
      "@/ui/button": "src/views/button.tsx",
      config: "src/settings.ts",
      legacy: "vendor/legacy.js",
      react: "package:react",
      "@/no": "-",
    });
  });

  it("counts from the configuration that states them, through extends", () => {
    const files = {
      "config/base.json":
        '{ "extends": "./root", "compilerOptions": { "paths": { "#app/*": ["../src/*"] } } }',
      "config/root.json": '{ "extends": "./base", "compilerOptions": { "baseUrl": ".." } }',
      "tsconfig.json": '{ "extends": ["@missing/preset", "./config/base.json"] }',
      "src/tsconfig.json": '{ "extends": "../tsconfig.json" }',
      "src/m.ts": "",
      "shared/x.ts": "",
      "src/a.ts": "",
    };
    // `paths` count from the base URL that the chain ends with.
    const flat = {
      ...files,
      "config/base.json": '{ "compilerOptions": { "paths": { "#app/*": ["../src/*"] } } }',
    };
    expect(leads(flat, "src/m.ts", ["#app/a", "shared/x"])).toEqual({
      "#app/a": "src/a.ts",
      "shared/x": "package:shared",
    });
    const based = { ...files, "config/base.json": files["config/base.json"].replace("../src", "src") };
    expect(leads(based, "src/m.ts", ["#app/a", "shared/x"])).toEqual({
      "#app/a": "src/a.ts",
      "shared/x": "shared/x.ts",
    });
  });

  it("is the nearest one; references and the target's own count too", () => {
    const files = {
      "tsconfig.json":
        '{ "files": [], "references": [{ "path": "./tsconfig.app.json" }, { "path": "./lib" }] }',
      "tsconfig.app.json": '{ "compilerOptions": { "paths": { "@/*": ["./src/*"] } } }',
      "lib/tsconfig.json": '{ "compilerOptions": { "paths": { "@/*": ["./own/*"] } } }',
      "src/a.ts": "",
      "src/m.ts": "",
      "lib/own/a.ts": "",
      "lib/m.ts": "",
      // biome-ignore lint/suspicious/noTemplateCurlyInString: TypeScript writes its variable so
      "build/extra.json": '{ "compilerOptions": { "paths": { "~/*": ["${configDir}/../src/*"] } } }',
    };
    const targets: Target[] = [{ language: "typescript", roots: ["."], tsconfig: "build/extra.json" }];
    expect(leads(files, "src/m.ts", ["@/a", "~/a"], targets)).toEqual({
      "@/a": "src/a.ts",
      "~/a": "src/a.ts",
    });
    expect(leads(files, "lib/m.ts", ["@/a"], targets)).toEqual({ "@/a": "lib/own/a.ts" });
  });

  it("may alias an installed package without losing it", () => {
    const files = {
      "tsconfig.json":
        '{ "compilerOptions": { "paths": { "react": ["./node_modules/preact/compat"], "lodash/*": ["./types/lodash/*"] } } }',
      "package.json": '{ "dependencies": { "lodash": "^4" } }',
      "m.ts": "",
    };
    expect(leads(files, "m.ts", ["react", "lodash/map"])).toEqual({
      react: "package:react",
      "lodash/map": "package:lodash",
    });
  });

  it("that is broken is as good as none", () => {
    expect(leads({ "tsconfig.json": "{ paths", "m.ts": "", "a.ts": "" }, "m.ts", ["./a", "@/a"])).toEqual({
      "./a": "a.ts",
      "@/a": "-",
    });
  });
});

describe("package.json", () => {
  const monorepo = {
    "package.json": '{ "name": "root", "workspaces": ["packages/*", "!packages/old"] }',
    "packages/core/package.json":
      '{ "name": "@s/core", "exports": { ".": { "types": "./dist/index.d.ts", "default": "./dist/index.js" }, "./parts/*": "./dist/parts/*.js", "./package.json": "./package.json" } }',
    "packages/core/src/index.ts": "",
    "packages/core/src/parts/one.ts": "",
    "packages/core/src/hidden.ts": "",
    "packages/ui/package.json": '{ "name": "ui", "main": "lib/main.cjs", "types": "types/main.d.ts" }',
    "packages/ui/tsconfig.json": '{ "compilerOptions": { "outDir": "lib", "rootDir": "code" } }',
    "packages/ui/code/main.ts": "",
    "packages/ui/code/theme/dark.ts": "",
    "packages/source/package.json":
      '{ "name": "source", "exports": { ".": { "import": "./out.js", "@s/source": "./code/entry.ts" } } }',
    "packages/source/code/entry.ts": "",
    "packages/source/out.ts": "",
    "packages/old/package.json": '{ "name": "old" }',
    "packages/old/index.ts": "",
    "fixtures/react/package.json": '{ "name": "react" }',
    "fixtures/react/index.ts": "",
    "app/package.json":
      '{ "name": "app", "imports": { "#db": { "node": "./dist/db.js", "default": "./dist/db-web.js" }, "#lib/*": "./src/lib/*.js", "#hash": "crypto-pkg" }, "dependencies": { "old": "file:../packages/old" }, "exports": "./src/app.ts" }',
    "app/src/app.ts": "",
    "app/src/db.ts": "",
    "app/src/lib/x.ts": "",
  };

  it("gives workspace packages by name, their built files mapped to sources", () => {
    expect(
      leads(monorepo, "packages/core/src/hidden.ts", [
        "@s/core",
        "@s/core/parts/one",
        "ui",
        "ui/theme/dark",
        "source",
        "old",
        "react",
        "@s/other",
      ]),
    ).toEqual({
      "@s/core": "packages/core/src/index.ts",
      "@s/core/parts/one": "packages/core/src/parts/one.ts",
      ui: "packages/ui/code/main.ts",
      "ui/theme/dark": "-",
      source: "packages/source/code/entry.ts",
      old: "package:old",
      react: "package:react",
      "@s/other": "package:@s/other",
    });
  });

  it("gives its own imports, its own name and dependencies by path", () => {
    expect(
      leads(monorepo, "app/src/app.ts", ["#db", "#lib/x", "#hash", "#none", "app", "old", "@s/core"]),
    ).toEqual({
      "#db": "app/src/db.ts",
      "#lib/x": "app/src/lib/x.ts",
      "#hash": "package:crypto-pkg",
      "#none": "-",
      app: "app/src/app.ts",
      old: "packages/old/index.ts",
      "@s/core": "packages/core/src/index.ts",
    });
  });

  it("of a pnpm workspace is known too", () => {
    const files = {
      "pnpm-workspace.yaml": "# all\npackages:\n  - 'libs/**'\n  - \"!libs/**/test\"\ncatalog:\n  - tools\n",
      "package.json": '{ "name": "root" }',
      "libs/deep/a/package.json": '{ "name": "a" }',
      "libs/deep/a/index.ts": "",
      "tools/package.json": '{ "name": "tools" }',
      "tools/index.ts": "",
      "m.ts": "",
    };
    expect(leads(files, "m.ts", ["a", "tools"])).toEqual({
      a: "libs/deep/a/index.ts",
      tools: "package:tools",
    });
  });

  it("counts although a pattern of git's ignores it", () => {
    const files = {
      "package.json": '{ "workspaces": ["p/*"] }',
      "p/a/.gitignore": "/**/package.json\n",
      "p/a/package.json": '{ "name": "a" }',
      "p/a/index.ts": "",
      "m.ts": "",
    };
    expect(leads(files, "m.ts", ["a"])).toEqual({ a: "p/a/index.ts" });
  });

  it("gives the folder it lies in an entry", () => {
    const files = {
      "m.ts": "",
      "lib/package.json": '{ "main": "./start.js" }',
      "lib/start.ts": "",
      "lib/index.ts": "",
    };
    expect(leads(files, "m.ts", ["./lib"])).toEqual({ "./lib": "lib/start.ts" });
  });
});

describe("settings behind links", () => {
  it("are not read", () => {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), "contractc-settings-")));
    try {
      mkdirSync(`${folder}/root/src`, { recursive: true });
      writeFileSync(`${folder}/outside.json`, '{ "compilerOptions": { "paths": { "@/*": ["./src/*"] } } }');
      writeFileSync(`${folder}/root/tsconfig.json`, '{ "extends": "./linked.json" }');
      symlinkSync(`${folder}/outside.json`, `${folder}/root/linked.json`);
      writeFileSync(`${folder}/root/src/a.ts`, "");
      const options = { fs: nodeFileSystem(), root: `${folder}/root`, targets: [], readers: silentReaders() };
      expect(openProject(options).resolveImport("src/a.ts", "@/a")).toEqual({ kind: "unresolved" });
      rmSync(`${folder}/root/linked.json`);
      writeFileSync(
        `${folder}/root/linked.json`,
        '{ "compilerOptions": { "paths": { "@/*": ["./src/*"] } } }',
      );
      expect(openProject(options).resolveImport("src/a.ts", "@/a")).toEqual({
        kind: "file",
        path: "src/a.ts",
      });
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
