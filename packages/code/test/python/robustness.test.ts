import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { installedAssets, pythonReader } from "@contractc/code";
import { build } from "esbuild";
import { describe, expect, it } from "vitest";
import { functionOf, read, show } from "./read.js";

describe("extreme files", () => {
  const deep = 10_000;

  it.each([
    ["lists", `${"[".repeat(deep)}${"]".repeat(deep)}`],
    ["parentheses", `${"(".repeat(deep)}1${")".repeat(deep)}`],
    ["maps", `${"{1:".repeat(deep)}1${"}".repeat(deep)}`],
    ["calls", `${"f(".repeat(deep)}1${")".repeat(deep)}`],
    ["signs", `${"-".repeat(deep)}1`],
    ["lambdas", `${"lambda x=".repeat(200)}1${": 1".repeat(200)}`],
    ["call chains", `f${"()".repeat(deep)}`],
    ["members", `a${".b".repeat(deep)}`],
  ])("of nested %s are read", (_, value) => {
    const module = read(`VALUE = ${value}\ndef f(a=${value}, *, b: ${value} = 1): return 1\nx = 1\n`);
    expect(module.symbols.map((one) => one.name).sort()).toEqual(["VALUE", "f", "x"].sort());
  });

  it("with types nested beyond measure keep their outer part", () => {
    const found = functionOf(`def f() -> ${"list[".repeat(deep)}int${"]".repeat(deep)}: return x\n`, "f");
    expect(show(found.signatures[0]?.result).startsWith("list[list[list[")).toBe(true);
    const union = functionOf(`def f() -> ${"A | ".repeat(deep)}B: return x\n`, "f").signatures[0]?.result;
    expect(union?.kind === "union" && union.members.length).toBe(deep + 1);
  });

  it("with unclosed nested brackets keep what comes after", () => {
    const module = read(`x = ${"[".repeat(deep)}\ndef f(): return 1\n`);
    expect(module.symbols.map((one) => one.name)).toEqual(["x", "f"]);
  });

  it("with blocks nested deeper than Python allows are read as far as it goes", () => {
    const lines = Array.from({ length: 1_500 }, (_, i) => `${" ".repeat(i)}if x:`);
    const module = read(`${lines.join("\n")}\n${" ".repeat(1_500)}y = 1\nz = 1\n`);
    expect(module.language).toBe("python");
    const body = Array.from({ length: 1_000 }, (_, i) => `${" ".repeat(i + 1)}if x:`).join("\n");
    const inner = read(`def f():\n${body}\n${" ".repeat(1_001)}import lazily\n`);
    expect(inner.language).toBe("python");
  });

  it("of one line of five million characters cost seconds at most", () => {
    const started = performance.now();
    const module = read(`TEXT = "${"a".repeat(5_000_000)}"\ndef f(a: int) -> int: return a\n`);
    expect(module.symbols.map((one) => one.name)).toEqual(["TEXT", "f"]);
    expect(performance.now() - started).toBeLessThan(10_000);
  });

  it("of ten times the size cost about ten times as much", () => {
    const part = (i: number) =>
      `class A${i}:\n    def __init__(self, a: int) -> None:\n        self.a = a\n\n    def m(self, b: "list[int]" = []) -> int:\n        for x in b:\n            yield x\n\n`;
    // Processor time: other processes shall not count.
    const cost = (count: number) => {
      const text = Array.from({ length: count }, (_, i) => part(i)).join("");
      const before = process.cpuUsage();
      expect(read(text).symbols).toHaveLength(count);
      const { user, system } = process.cpuUsage(before);
      return (user + system) / 1_000;
    };
    cost(300);
    const small = Math.max(cost(300), cost(300));
    // Quadratic cost would be a hundred times as much.
    expect(cost(3_000)).toBeLessThan(small * 45 + 200);
  });
});

describe("the reader", () => {
  it("gives equal results for equal texts, and forgets the texts before", async () => {
    const reader = await pythonReader(installedAssets());
    const text = "from enum import Enum\nclass A(Enum): X = 1\n";
    const first = reader.read("a.py", text);
    reader.read("a.py", "class Enum: x = 1\nbroken(\n");
    expect(reader.read("a.py", text)).toEqual(first);
    expect(JSON.parse(JSON.stringify(first))).toEqual(first);
    expect(reader.extensions).toEqual([".py", ".pyi"]);
  });

  it("works in a bundle with its two modules beside it", async () => {
    const folder = mkdtempSync(join(tmpdir(), "contractc-bundle-"));
    try {
      const outfile = join(folder, "reader.mjs");
      await build({
        stdin: {
          contents: 'export { pythonReader } from "./src/python/index.ts";',
          resolveDir: join(import.meta.dirname, "../.."),
        },
        bundle: true,
        format: "esm",
        platform: "node",
        conditions: ["@contractc/source"],
        outfile,
        logLevel: "error",
      });
      const require = createRequire(import.meta.url);
      for (const file of [
        "web-tree-sitter/web-tree-sitter.wasm",
        "tree-sitter-python/tree-sitter-python.wasm",
      ]) {
        copyFileSync(require.resolve(file), join(folder, file.split("/")[1] as string));
      }
      const bundled: { pythonReader: typeof pythonReader } = await import(pathToFileURL(outfile).href);
      const reader = await bundled.pythonReader();
      expect(reader.read("a.py", "def f(): return 1\n").symbols.map((one) => one.name)).toEqual(["f"]);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
