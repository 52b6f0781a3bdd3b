import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import {
  applyPlan,
  checkImports,
  checkPlan,
  drift,
  openProject,
  planBuild,
  pythonReader,
  type Reader,
  typescriptReader,
} from "@contractc/code";
import { type Finding, nodeFileSystem } from "@contractc/kernel";
import { compile } from "@contractc/language";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const EXAMPLES = ["plane-battle", "link-shortener"];

let readers: Reader[];
beforeAll(async () => {
  readers = [await pythonReader(), await typescriptReader()];
});

function open(folder: string) {
  const fs = nodeFileSystem();
  const compilation = compile({ fs, root: join(folder, `${basename(folder)}.contract`) });
  const { targets, modules } = compilation.kernel;
  const includes = modules.map(({ path }) => path);
  const project = openProject({ fs, root: folder, targets, readers, includes });
  return { fs, compilation, project };
}

const shown = (findings: readonly Finding[]) =>
  findings.map(({ file, line, code, message }) => `${basename(file)}:${line} ${code} ${message}`);

/** A copy that a test may change, within reach of the repository's packages. */
function copyOf(example: string): string {
  const folder = mkdtempSync(join(tmpdir(), "contractc-example-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"));
  const copy = join(folder, example);
  cpSync(join(ROOT, "examples", example), copy, { recursive: true });
  return copy;
}

function run(cwd: string, program: string, ...args: string[]): string {
  const { status, stdout, stderr, error } = spawnSync(program, args, { cwd, encoding: "utf8" });
  if (error) throw error;
  if (status !== 0) throw new Error(`${program} ${args.join(" ")} ended with ${status}:\n${stdout}${stderr}`);
  return stdout;
}

describe.each(EXAMPLES)("%s", (example) => {
  const folder = join(ROOT, "examples", example);

  test("has a sound contract; only its open question is left", () => {
    const { compilation } = open(folder);
    expect(compilation.sound).toBe(true);
    const rest = compilation.findings.filter(({ code }) => code !== "complete/question");
    expect(shown(rest)).toEqual([]);
  });

  test("has code that is what the contract says", () => {
    const { compilation, project } = open(folder);
    expect(shown(drift(compilation.kernel, project))).toEqual([]);
    expect(shown(checkImports(compilation.kernel, project).findings)).toEqual([]);
  });

  test("needs no skeletons, and is up to date after a build", () => {
    const copy = copyOf(example);
    const { fs, compilation, project } = open(copy);
    const plan = planBuild(compilation.kernel, { fs, root: copy, project });
    expect(plan.problems).toEqual([]);
    expect(plan.writes.filter(({ kind }) => kind !== "generated")).toEqual([]);
    expect(applyPlan(fs, plan).problems).toEqual([]);
    const again = open(copy);
    const context = { fs: again.fs, root: copy, project: again.project };
    expect(checkPlan(planBuild(again.compilation.kernel, context))).toEqual([]);
  });
});

/** Builds a copy and returns it. */
function built(example: string): string {
  const copy = copyOf(example);
  const { fs, compilation, project } = open(copy);
  applyPlan(fs, planBuild(compilation.kernel, { fs, root: copy, project }));
  return copy;
}

/** How many examples a contract has, over all its files. */
function exampleCount(folder: string): number {
  const { compilation } = open(folder);
  return compilation.files
    .map(({ text }) => text.match(/^\s*example /gm)?.length ?? 0)
    .reduce((sum, count) => sum + count, 0);
}

test("the examples in the Python contract are tests that pass", { timeout: 60_000 }, () => {
  const copy = built("plane-battle");
  const output = run(copy, "python3", "-m", "pytest", "-q", "-p", "no:cacheprovider", "contract-build");
  expect(output).toContain(`${exampleCount(copy)} passed`);
});

test("the Python code passes its own tests and runs without a display", { timeout: 60_000 }, () => {
  const folder = copyOf("plane-battle");
  expect(run(folder, "python3", "-m", "pytest", "-q", "-p", "no:cacheprovider")).toMatch(/\d+ passed/);
  expect(run(folder, "python3", "-m", "main", "--headless", "--frames", "30")).toContain("health 3");
});

test("the examples in the TypeScript contract are tests that pass", { timeout: 120_000 }, () => {
  const copy = built("link-shortener");
  const vitest = join(ROOT, "node_modules/vitest/vitest.mjs");
  const output = run(copy, process.execPath, vitest, "run", "--root", copy, "--dir", "contract-build");
  expect(output).toContain(`${exampleCount(copy)} passed`);
});

test("the TypeScript code passes the compiler, also with the tests that were built", {
  timeout: 120_000,
}, () => {
  const copy = built("link-shortener");
  const tsc = join(ROOT, "node_modules/typescript/bin/tsc");
  run(copy, process.execPath, tsc, "-p", ".");
  expect(readFileSync(join(copy, "tsconfig.json"), "utf8")).toContain('"strict": true');
});
