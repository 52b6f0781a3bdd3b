import { mkdirSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { contractc, contractcWith, workspace } from "./support/cli.js";
import { git, repository } from "./support/git.js";

const CONTRACT = 'contract Shop version "1.0.0"\n\nmodule cart "cart.py" {\n  fn total() -> int\n}\n';

interface Check {
  name: string;
  state: string;
  text: string;
  remedy?: string;
}

function checks(stdout: string): Record<string, Check> {
  const all = (JSON.parse(stdout) as { checks: Check[] }).checks;
  return Object.fromEntries(all.map((check) => [check.name, check]));
}

/** Programs of this machine by their names, and no others. */
function pathWith(...programs: string[]): string {
  const folder = join(workspace(), "bin");
  mkdirSync(folder);
  for (const program of programs) symlinkSync(`/usr/bin/${program}`, join(folder, program));
  return folder;
}

test("a folder with nothing in it: what to type comes with each line", () => {
  const home = workspace();
  const result = contractcWith({ HOME: home }, workspace(), "doctor");
  expect(result).toMatchObject({ status: 0, stderr: "" });
  expect(result.stdout.split("\n")).toEqual([
    `✓ node       ${process.version}`,
    "✓ contractc  0.1.0",
    expect.stringMatching(/^! git {8}2\.\d+\.\d+; this folder is in no repository$/),
    "             → type `git init` for hooks and --staged",
    "! contract   there is none here",
    "             → type `contractc init --from-code` where there is code, and `contractc init` where there is none",
    "  hook       no git repository, and so no hook",
    "  cache      .contract/cache: empty",
    "✓ sandbox    commands of a run are isolated by bubblewrap",
    expect.stringMatching(/^ {2}agents {5}/),
    "  editors    no extension found; other editors start `contractc lsp --stdio` (docs/editors.md)",
    "",
  ]);
});

test("a repository in order", () => {
  const folder = repository({ "shop.contract": CONTRACT, "cart.py": "def total() -> int:\n    return 0\n" });
  expect(contractc(folder, "hook", "install").status).toBe(0);
  const result = contractc(folder, "doctor", "--format", "json");
  expect(result.status).toBe(0);
  expect(checks(result.stdout)).toMatchObject({
    git: { state: "ok" },
    contract: { state: "ok", text: "shop.contract" },
    hook: { state: "ok", text: ".git/hooks/pre-commit asks `drift --staged`" },
  });
  expect(git(folder, "status", "--porcelain").trim()).toBe("");
});

test("errors of a contract and of its settings are faults", () => {
  const folder = workspace({
    "shop.contract": CONTRACT.replace("int", "Price"),
    "contract.config.json": '{ "severitys": {} }\n',
  });
  const result = contractc(folder, "doctor", "--format", "json");
  expect(result.status).toBe(1);
  expect(checks(result.stdout)).toMatchObject({
    contract: { state: "fault", text: "shop.contract: 1 error", remedy: "see `contractc check`" },
    settings: { state: "fault", text: expect.stringContaining("severities") },
  });
});

test("git and bubblewrap that are not installed are told with how to get them", () => {
  const PATH = `${pathWith("env")}:${dirname(process.execPath)}`;
  const result = contractcWith(
    { PATH },
    workspace({ "shop.contract": CONTRACT }),
    "doctor",
    "--format",
    "json",
  );
  expect(result.status).toBe(1);
  const { git: found, sandbox, hook } = checks(result.stdout);
  expect(found).toMatchObject({ state: "fault", remedy: expect.stringContaining("install git 2.38") });
  expect(sandbox).toMatchObject({
    state: "advice",
    remedy: expect.stringContaining("apt-get install bubblewrap"),
  });
  expect(hook).toMatchObject({ state: "fact" });
});

test("an extension of another version and an agent on PATH are seen", () => {
  const home = workspace({
    ".vscode/extensions/contractc.contractc-vscode-0.0.9/package.json": "{}",
    ".cursor/extensions/contractc.contractc-vscode-0.1.0/package.json": "{}",
    "bin/codex": "#!/bin/sh\n",
  });
  const PATH = `${join(home, "bin")}:${process.env.PATH}`;
  const result = contractcWith({ HOME: home, PATH }, workspace(), "doctor");
  expect(result.stdout).toContain(
    "! editors    VS Code has the extension 0.0.9, and this is contractc 0.1.0\n",
  );
  expect(result.stdout).toContain("✓ editors    Cursor has the extension 0.1.0\n");
  expect(result.stdout).toMatch(/^ {2}agents {5}on PATH: .*codex/m);
});

test("a link in the place of the cache is not followed", () => {
  const elsewhere = workspace();
  const folder = workspace();
  mkdirSync(join(folder, ".contract"));
  symlinkSync(elsewhere, join(folder, ".contract/cache"));
  const result = contractc(folder, "doctor", "--format", "json");
  expect(checks(result.stdout).cache).toMatchObject({ state: "advice" });
});
