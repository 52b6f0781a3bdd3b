import { spawnSync } from "node:child_process";
import { cpSync, existsSync, globSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import * as native from "oxc-parser";
import { beforeAll, expect, test } from "vitest";
import { BIN, ROOT, workspace } from "../support/cli.js";
import { zipEntries } from "../support/zip.js";

const EXTENSION = join(ROOT, "editors/vscode");
/** Megabytes; what they are made of stands in `editors/vscode/README.md`. */
const LIMIT = 4;
const EXAMPLES = ["link-shortener", "plane-battle"];

function run(cwd: string, program: string, ...args: string[]): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
    cwd,
    encoding: "utf8",
  });
  expect(status, stdout + stderr).toBe(0);
  return stdout;
}

beforeAll(() => {
  run(EXTENSION, "scripts/build.mjs");
});

test("the package holds what runs and nothing else, and is small", () => {
  const file = join(workspace(), "contractc.vsix");
  const report = run(EXTENSION, "scripts/vsix.mjs", file);
  const entries = zipEntries(file);
  const names = [...entries.keys()];
  const outside = names.filter((name) => !name.startsWith("extension/dist/server/")).sort();
  expect(outside).toEqual([
    "[Content_Types].xml",
    "extension.vsixmanifest",
    "extension/LICENSE.txt",
    "extension/dist/extension.cjs",
    "extension/language-configuration.json",
    "extension/media/icon.png",
    "extension/media/walkthrough/contract.md",
    "extension/media/walkthrough/drift.md",
    "extension/media/walkthrough/graph.md",
    "extension/package.json",
    "extension/readme.md",
    "extension/snippets/contract.json",
    "extension/syntaxes/contract.tmLanguage.json",
    "extension/syntaxes/markdown.tmLanguage.json",
  ]);
  expect(names).toContain("extension/dist/server/bin/contractc.js");
  expect(names).toContain("extension/dist/server/bundle/main.js");
  expect(names).toContain("extension/dist/server/bundle/tree-sitter-python.wasm");
  expect(names).toContain("extension/dist/server/node_modules/oxc-parser/parser.wasm32-wasip1.wasm");
  // One package for every platform.
  expect(names.filter((name) => /\.(?:node|so|dll|dylib|exe)$/.test(name))).toEqual([]);
  const others = /\.map$|(?<!\/typescript\/lib\/lib[^/]*\.d)\.ts$|o200k|\/agent-|\/test\/|tsbuildinfo/;
  expect(names.filter((name) => others.test(name))).toEqual([]);
  expect(statSync(file).size).toBeLessThan(LIMIT * 1024 * 1024);
  expect(report).toContain("language server and commands");
  // Each part once.
  expect(names.filter((name) => name.endsWith("/web-tree-sitter.wasm"))).toHaveLength(1);
  expect(names.filter((name) => name.endsWith("/typescript.js"))).toHaveLength(1);
  expect(names.filter((name) => /node_modules\/vscode-/.test(name))).toEqual([]);
  const code = globSync("dist/**/*.{js,cjs}", { cwd: EXTENSION }).map((each) =>
    readFileSync(join(EXTENSION, each), "utf8"),
  );
  expect(code.filter((text) => text.includes("createIncrementalProgram"))).toHaveLength(1);
}, 60_000);

/** The server and the examples where no package of this repository can be found. */
function unpacked(): { folder: string; program: string } {
  const folder = workspace();
  cpSync(join(EXTENSION, "dist/server"), join(folder, "server"), { recursive: true });
  for (const example of EXAMPLES) {
    cpSync(join(ROOT, "examples", example), join(folder, example), {
      recursive: true,
      filter: (path) => !path.includes("node_modules"),
    });
  }
  return { folder, program: join(folder, "server/bin/contractc.js") };
}

test("its contractc works by itself, for Python and TypeScript", () => {
  const { folder, program } = unpacked();
  for (const example of EXAMPLES) {
    expect(run(join(folder, example), program, "drift")).toContain("no findings");
  }
  expect(existsSync(join(folder, "server/bundle/diagnostics/graph/cycle.md"))).toBe(true);
}, 60_000);

test("it says what the command line says of code whose types are not written", () => {
  const { folder, program } = unpacked();
  const project = join(folder, "link-shortener");
  const file = join(project, "src/links.ts");
  const code = readFileSync(file, "utf8");
  writeFileSync(file, code.replace("normalizeUrl(text: string): string {", "normalizeUrl(text: string) {"));
  const own = run(project, program, "drift", "--no-cache");
  expect(own).toContain("src/links.ts:61:17 warning drift/missing-annotation");
  expect(own).toBe(run(project, BIN, "drift", "--no-cache"));
}, 60_000);

test("its parser of TypeScript reads what the native one reads", async () => {
  const path = join(EXTENSION, "dist/server/node_modules/oxc-parser/index.js");
  const own = (await import(pathToFileURL(path).href)) as Pick<typeof native, "parseSync">;
  const files = globSync("{examples,packages/kernel/src,packages/server/src}/**/*.{ts,js,mjs}", {
    cwd: ROOT,
    exclude: (name) => name.includes("node_modules"),
  });
  expect(files.length).toBeGreaterThan(100);
  const texts = files.map((file) => [file, readFileSync(join(ROOT, file), "utf8")] as const);
  const odd = [
    ["broken.ts", "export const x = ;\nexport function f(): void {}\n"],
    ["large.ts", "export const big = 123n, pattern = /a+b/gu, π = '😀\u2028';\n"],
    ["empty.ts", ""],
  ] as const;
  for (const [file, text] of [...texts, ...odd]) {
    const options = { lang: "ts", sourceType: "module", astType: "ts", preserveParens: false } as const;
    const [mine, theirs] = [own.parseSync(file, text, options), native.parseSync(file, text, options)];
    expect(mine.program, file).toEqual(theirs.program);
    expect(mine.comments, file).toEqual(theirs.comments);
    expect(mine.errors, file).toEqual(theirs.errors);
  }
}, 60_000);
