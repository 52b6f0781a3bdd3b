import { spawnSync } from "node:child_process";
import { cpSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { contractc, findingsOf, ROOT, snapshot, workspace } from "./support/cli.js";

const EXAMPLES = ["plane-battle", "link-shortener"] as const;

/** A copy of an example in a folder of its own. */
function copyOf(name: string): string {
  const folder = join(workspace(), name);
  cpSync(join(ROOT, "examples", name), folder, {
    recursive: true,
    filter: (source) => !/__pycache__|\.pytest_cache|contract-build/.test(source),
  });
  return folder;
}

function run(cwd: string, command: string, ...args: string[]): string {
  const env = { ...process.env, NO_COLOR: "1", FORCE_COLOR: undefined };
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: "utf8", env });
  expect(status, stdout + stderr).toBe(0);
  return stdout + stderr;
}

const pytest = (cwd: string, ...args: string[]) =>
  run(cwd, "python3", "-m", "pytest", "-q", "-p", "no:cacheprovider", ...args);
const vitest = (cwd: string, ...args: string[]) =>
  run(cwd, process.execPath, join(ROOT, "node_modules/vitest/vitest.mjs"), "run", ...args);

describe.each(EXAMPLES)("%s", (name) => {
  test("its contract is sound and its code keeps it", () => {
    const folder = copyOf(name);
    expect(findingsOf(folder, "check").summary).toMatchObject({ errors: 0, warnings: 0 });
    expect(findingsOf(folder, "drift").summary).toMatchObject({ errors: 0, warnings: 0 });
  });

  test("two builds, and builds in two folders, are the same to the byte", () => {
    const [one, two] = [copyOf(name), copyOf(name)];
    expect(contractc(one, "build").status).toBe(0);
    const first = snapshot(one);
    expect(Object.keys(first)).toContain("contract-build/contract.kernel.json");
    expect(contractc(one, "build").stdout).toBe(".: up to date\n");
    expect(snapshot(one)).toEqual(first);
    expect(contractc(two, "build").status).toBe(0);
    expect(snapshot(two)).toEqual(first);
  });

  test("build writes no code where all of it is there", () => {
    const folder = copyOf(name);
    const before = snapshot(folder);
    contractc(folder, "build");
    const after = snapshot(folder);
    for (const path of Object.keys(after)) if (path.startsWith("contract-build/")) delete after[path];
    expect(after).toEqual(before);
  });

  test("--check tells missing, changed and orphaned outputs", () => {
    const folder = copyOf(name);
    const check = contractc(folder, "build", "--check", "--format", "json");
    expect(check.status).toBe(1);
    contractc(folder, "build");
    expect(contractc(folder, "build", "--check").status).toBe(0);
    rmSync(join(folder, "contract-build/contract.md"));
    const { status, stdout } = contractc(folder, "build", "--check", "--format", "json");
    expect(status).toBe(1);
    expect(JSON.parse(stdout)).toEqual({
      faults: [{ path: "contract-build/contract.md", state: "missing" }],
    });
  });

  test("a kernel without positions is the same for a contract that is only laid out otherwise", () => {
    const folder = copyOf(name);
    const kernel = () => {
      contractc(folder, "build");
      const { positions: _, ...rest } = JSON.parse(
        readFileSync(join(folder, "contract-build/contract.kernel.json"), "utf8"),
      ) as Record<string, unknown>;
      return rest;
    };
    const before = kernel();
    const file = join(folder, `${name}.contract`);
    const text = readFileSync(file, "utf8");
    writeFileSync(file, text.replace(/^ {2}/gm, "\t  ").replace(/[{}]$/gm, "$& // note"));
    expect(readFileSync(file, "utf8")).not.toBe(text);
    expect(findingsOf(folder, "check").summary.errors).toBe(0);
    expect(kernel()).toEqual(before);
  });

  test("extracting its code gives a contract without drift, twice the same", () => {
    const folder = copyOf(name);
    for (const file of Object.keys(snapshot(folder)))
      if (file.endsWith(".contract")) rmSync(join(folder, file));
    const { status, stderr } = contractc(folder, "init", "--from-code");
    expect(status, stderr).toBe(0);
    expect(findingsOf(folder, "check").findings.filter(({ severity }) => severity === "error")).toEqual([]);
    expect(findingsOf(folder, "drift").findings).toEqual([]);
    expect(contractc(folder, "extract", ".", "-o", `${name}.contract`).stderr).toContain("says so already");
  });
});

test("plane-battle: its own tests and those from its contract pass, and its smoke runs", () => {
  const folder = copyOf("plane-battle");
  contractc(folder, "build");
  expect(pytest(folder, "tests")).toMatch(/\d+ passed/);
  expect(pytest(folder, "contract-build/tests")).toMatch(/\d+ passed/);
  run(folder, "python3", "-m", "main", "--headless", "--frames", "30");
});

test("plane-battle: a wrong implementation fails the tests from the contract", () => {
  const folder = copyOf("plane-battle");
  contractc(folder, "build");
  spawnSync("sed", [
    "-i",
    "s/return across > 0 and down > 0/return across >= 0 and down >= 0/",
    join(folder, "core/collision.py"),
  ]);
  const { status, stdout } = spawnSync(
    "python3",
    ["-m", "pytest", "-q", "-p", "no:cacheprovider", "contract-build/tests"],
    {
      cwd: folder,
      encoding: "utf8",
    },
  );
  expect(status).toBe(1);
  expect(stdout).toContain("collision");
});

test("link-shortener: it compiles, and its own tests and those from its contract pass", () => {
  const folder = copyOf("link-shortener");
  symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"));
  contractc(folder, "build");
  run(folder, process.execPath, join(ROOT, "node_modules/typescript/bin/tsc"), "-p", ".");
  expect(vitest(folder, "--dir", "tests")).toMatch(/Tests +\d+ passed/);
  expect(vitest(folder, "--dir", "contract-build/tests")).toMatch(/Tests +\d+ passed/);
  run(folder, process.execPath, "src/main.ts", "--smoke");
});
