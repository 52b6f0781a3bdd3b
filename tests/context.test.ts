import { join } from "node:path";
import { memoryFileSystem, moduleContext } from "@contractc/kernel";
import { compile } from "@contractc/language";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { describe, expect, test } from "vitest";
import { contractc, ROOT, workspace } from "./support/cli.js";
import { validated } from "./support/schema.js";

const example = (name: string) => join(ROOT, "examples", name);
const count = (text: string) => countTokens(text, { disallowedSpecial: new Set() });

interface Context {
  module: string;
  budget: number;
  tokens: number;
  left: { index: number; docs: boolean; declarations: number };
  text: string;
}

function contextOf(folder: string, module: string, ...args: string[]): Context {
  const { status, stdout, stderr } = contractc(folder, "context", module, "--format", "json", ...args);
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  const context = validated("context", stdout) as Context;
  expect(context.tokens).toBe(count(context.text));
  expect(context.tokens).toBeLessThanOrEqual(context.budget);
  return context;
}

describe("the examples", () => {
  test.each([
    ["plane-battle", "core.game"],
    ["plane-battle", "ui.hud"],
    ["link-shortener", "src.shortener"],
  ])("%s: %s", async (folder, module) => {
    const { status, stdout, stderr } = contractc(example(folder), "context", module);
    expect(status).toBe(0);
    expect(stderr).toBe(`${module}: ${count(stdout)} of 16000 tokens (o200k_base)\n`);
    expect(contextOf(example(folder), module).text).toBe(stdout);
    await expect(stdout).toMatchFileSnapshot(`fixtures/context/${folder}.${module}.txt`);
  });
});

describe("what there is no room for goes in order", () => {
  const folder = example("plane-battle");
  const whole = contextOf(folder, "ui.hud");

  test("first lines of the index, the most distant modules before the near ones", () => {
    const { text, left } = contextOf(folder, "ui.hud", "--budget", String(whole.tokens - 20));
    expect(left).toEqual({ index: expect.any(Number), docs: false, declarations: 0 });
    expect(left.index).toBeGreaterThan(0);
    expect(left.index).toBeLessThan(8);
    expect(text).toContain(`// … and ${left.index} more module`);
    // Its users and the modules of its package are near.
    for (const near of ["main", "ui.controls", "ui.window"]) expect(text).toContain(`// ${near}  `);
    expect(text).toContain("/// Whether any pixel of it is on the screen.");
  });

  test("then docs and conditions of what it uses, never its own", () => {
    const { text, left } = contextOf(folder, "ui.hud", "--budget", "900");
    expect(left).toEqual({ index: 8, docs: true, declarations: 0 });
    expect(text).toContain("/// Draws one frame.");
    expect(text).not.toContain("/// Whether any pixel of it is on the screen.");
    expect(text).toContain("class Player extends Entity");
  });

  test("then declarations that it does not name, by name", () => {
    const { text, left } = contextOf(folder, "ui.hud", "--budget", "600");
    expect(left).toEqual({ index: 8, docs: true, declarations: 14 });
    expect(text).toContain("// It offers, too: SCREEN_WIDTH, SCREEN_HEIGHT");
    expect(text).toContain("record Hit {");
    expect(text).toContain("event GameOver(points: int)");
    expect(text).not.toContain("class Player");
  });

  test("what is left is never cut: a smaller budget is wrong usage, and the least is told", () => {
    const { status, stdout, stderr } = contractc(folder, "context", "ui.hud", "--budget", "100");
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
    const least = /takes (\d+) tokens/.exec(stderr)![1]!;
    expect(contextOf(folder, "ui.hud", "--budget", least).tokens).toBe(Number(least));
    expect(contractc(folder, "context", "ui.hud", "--budget", String(Number(least) - 1)).status).toBe(2);
  });
});

test("a text that spells a special token of the vocabulary is counted as text", () => {
  const folder = workspace({
    "a.contract":
      'contract A version "1.0.0"\n/// Ends at <|endoftext|>.\nmodule a "a.py" { fn f() -> int }\n',
  });
  expect(contextOf(folder, "a").text).toContain("<|endoftext|>");
});

test.each([
  ["a module there is not", ["context", "gaem"], "Did you mean core.game?"],
  ["a declaration", ["context", "Game"], 'There is no module "Game"'],
  ["no number", ["context", "game", "--budget", "many"], "It is a number of tokens."],
])("%s is wrong usage", (_, args, remedy) => {
  const { status, stdout, stderr } = contractc(example("plane-battle"), ...args);
  expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
  expect(stderr).toContain(remedy);
});

test("a contract with errors gives no context, but its findings", () => {
  const folder = workspace({
    "a.contract": 'contract A version "1.0.0"\nmodule a "a.py" { fn f(x: Missing) -> int }\n',
  });
  const { status, stdout } = contractc(folder, "context", "a");
  expect(status).toBe(1);
  expect(stdout).toContain("name/unknown");
});

/** A contract of many modules in packages, each using a few others. */
function large(modules: number): string {
  const lines = ['contract Large version "1.0.0"'];
  const package_ = (at: number) => Math.floor(at / 25);
  for (let at = 0; at < modules; at++) {
    if (at % 25 === 0) lines.push(`package p${package_(at)} "p${package_(at)}" {`);
    const used = [at - 1, at - 7, at - 50].filter((other) => other >= 0);
    lines.push(
      `  /// Module number ${at}, which keeps the records of part ${at % 13} and answers questions about them.`,
      `  module m${at} "m${at}.py" {`,
      ...used.map((other) => `    uses m${other}`),
      `    /// A record of part ${at}.`,
      `    record R${at} { key: string, size: int, next: R${at}? }`,
      `    /// Finds the record of a key.`,
      `    fn find${at}(key: string${used[0] === undefined ? "" : `, other: R${used[0]}`}) -> R${at}?`,
      `      requires "the key is not empty"`,
      "  }",
    );
    if (at % 25 === 24 || at === modules - 1) lines.push("}");
  }
  return `${lines.join("\n")}\n`;
}

test("each of 1,000 modules has a context within the budget, whatever the size of the contract", {
  timeout: 240_000,
}, () => {
  const text = large(1000);
  const { kernel, sound } = compile({
    fs: memoryFileSystem({ "/w/large.contract": text }),
    root: "/w/large.contract",
  });
  expect(sound).toBe(true);
  expect(kernel.modules).toHaveLength(1000);
  const check = (address: string, budget: number) => {
    const result = moduleContext(kernel, address, { budget, count });
    if (result.kind !== "context") throw new Error(`${address}: ${result.kind}`);
    const { context } = result;
    expect(context.tokens).toBeLessThanOrEqual(budget);
    // Room is used: a line of the index takes less than a hundred tokens.
    expect(context.tokens).toBeGreaterThan(budget - 100);
    expect(context.text).toContain(`// … and ${context.left.index} more modules`);
    expect(context.left).toMatchObject({ docs: false, declarations: 0 });
    return context;
  };
  for (const { address } of kernel.modules) check(address, 2000);
  for (let at = 0; at < 1000; at += 125) {
    const { address } = kernel.modules[at]!;
    expect(check(address, 16_000)).toEqual(check(address, 16_000));
  }
});
