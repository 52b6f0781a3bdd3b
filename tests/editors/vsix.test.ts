import { spawnSync } from "node:child_process";
import { cpSync, existsSync, globSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { ROOT, workspace } from "../support/cli.js";
import { zipEntries } from "../support/zip.js";

const EXTENSION = join(ROOT, "editors/vscode");
/** Megabytes; four fifths are the servers' code and the native parser of TypeScript. */
const LIMIT = 5;

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
  expect(names.filter((name) => name.endsWith(".node"))).toHaveLength(1);
  expect(names.filter((name) => /\.map$|\.ts$|o200k|\/test\/|tsbuildinfo/.test(name))).toEqual([]);
  expect(statSync(file).size).toBeLessThan(LIMIT * 1024 * 1024);
  expect(report).toContain("language server and commands");
  // Each part once; the compiler of TypeScript is in none.
  expect(names.filter((name) => name.endsWith("/web-tree-sitter.wasm"))).toHaveLength(1);
  expect(names.filter((name) => /node_modules\/(?:typescript|vscode-[^/]+)\//.test(name))).toEqual([]);
  const code = globSync("dist/**/*.{js,cjs}", { cwd: EXTENSION }).map((each) =>
    readFileSync(join(EXTENSION, each), "utf8"),
  );
  expect(code.filter((text) => text.includes("createIncrementalProgram"))).toEqual([]);
}, 60_000);

test("its contractc works by itself, for Python and TypeScript", () => {
  const folder = workspace();
  cpSync(join(EXTENSION, "dist/server"), join(folder, "server"), { recursive: true });
  const program = join(folder, "server/bin/contractc.js");
  for (const example of ["link-shortener", "plane-battle"]) {
    cpSync(join(ROOT, "examples", example), join(folder, example), {
      recursive: true,
      filter: (path) => !path.includes("node_modules"),
    });
    expect(run(join(folder, example), program, "drift")).toContain("no findings");
  }
  expect(existsSync(join(folder, "server/bundle/diagnostics/graph/cycle.md"))).toBe(true);
}, 60_000);
