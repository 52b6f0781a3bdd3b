import { spawnSync } from "node:child_process";
import { chmodSync, copyFileSync, existsSync, mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { BIN, ROOT, workspace, write } from "./support/cli.js";
import { commitAll, git, repository, tryGit } from "./support/git.js";
import { fencesOf } from "./support/markdown.js";

const CONTRACT = `contract Shop version "1.0.0"

module cart "cart.py" {
  fn total(names: list<string>) -> int
}
`;
const CART = "def total(names: list[str]) -> int:\n    return len(names)\n";
const BAD_CART = CART.replace("list[str]", "set[str]");
const PATH = `${dirname(process.execPath)}:${process.env.PATH ?? ""}`;

/** A repository with contractc where npm would put it. */
function project(files: Record<string, string> = {}): string {
  const folder = repository({
    "shop.contract": CONTRACT,
    "cart.py": CART,
    ".gitignore": "node_modules/\n",
    ...files,
  });
  mkdirSync(join(folder, "node_modules/.bin"), { recursive: true });
  chmodSync(BIN, 0o755);
  symlinkSync(BIN, join(folder, "node_modules/.bin/contractc"));
  return folder;
}

/** The one block of `docs/workflow.md` in a language that holds a text. */
function documented(language: string, text: string): string {
  const blocks = fencesOf(readFileSync(join(ROOT, "docs/workflow.md"), "utf8")).filter(
    (fence) => fence.language === language && fence.text.includes(text),
  );
  expect(blocks).toHaveLength(1);
  return blocks[0]!.text;
}

/** The environment of a developer whose tools keep their files in the repository's own folder. */
const environment = (folder: string) => ({
  PATH,
  HOME: join(folder, ".git/home"),
  PRE_COMMIT_HOME: join(folder, ".git/pre-commit"),
});

function run(folder: string, program: string, ...args: string[]): string {
  const options = { cwd: folder, encoding: "utf8" as const, env: environment(folder) };
  const { status, stdout, stderr, error } = spawnSync(program, args, options);
  expect(status, `${program}: ${error?.message ?? ""}${stdout}${stderr}`).toBe(0);
  return stdout;
}

const commit = (folder: string) => tryGit(environment(folder), folder, "commit", "-m", "a change");
const count = (folder: string) => git(folder, "rev-list", "--count", "HEAD").trim();

/** What is staged is refused, though the work tree is good; then what is staged is good, and goes through. */
function refusesAndAccepts(folder: string): void {
  const before = Number(count(folder));
  write(folder, "cart.py", BAD_CART);
  git(folder, "add", "cart.py");
  const refused = commit(folder);
  expect(refused.status, refused.stdout + refused.stderr).toBe(1);
  expect(refused.stdout + refused.stderr).toContain("drift/parameter-type");
  expect(Number(count(folder))).toBe(before);
  write(folder, "cart.py", `${CART}# a remark\n`);
  git(folder, "add", "cart.py");
  const accepted = commit(folder);
  expect(accepted.status, accepted.stdout + accepted.stderr).toBe(0);
  expect(Number(count(folder))).toBe(before + 1);
}

describe("pre-commit", () => {
  beforeAll(() => {
    const { error } = spawnSync("pre-commit", ["--version"]);
    if (error)
      throw new Error("These tests need pre-commit: apt-get install pre-commit, or pip install pre-commit.");
  });

  /** This repository as a repository of hooks: what of it pre-commit uses. */
  function hooks(): string {
    const folder = workspace();
    mkdirSync(join(folder, "scripts"));
    for (const file of [".pre-commit-hooks.yaml", "scripts/pre-commit.sh"]) {
      copyFileSync(join(ROOT, file), join(folder, file));
    }
    git(folder, "init", "--quiet");
    commitAll(folder);
    git(folder, "tag", "v0.1.0");
    return folder;
  }

  const config = (repo: string, ...ids: string[]) =>
    `repos:\n  - repo: ${repo}\n    rev: v0.1.0\n    hooks:\n${ids.map((id) => `      - id: ${id}\n`).join("")}`;

  test("refuses by contractc-drift a commit that breaks the contract, also one that only deletes", () => {
    const folder = project({
      ".pre-commit-config.yaml": config(hooks(), "contractc-drift", "contractc-check"),
    });
    run(folder, "pre-commit", "install");
    refusesAndAccepts(folder);
    git(folder, "rm", "--quiet", "cart.py");
    const refused = commit(folder);
    expect(refused.status).toBe(1);
    expect(refused.stdout + refused.stderr).toContain("drift/missing-file");
  }, 60_000);

  test("lays contracts out by contractc-fmt, and checks them by contractc-check", () => {
    const folder = project({
      ".pre-commit-config.yaml": config(hooks(), "contractc-fmt", "contractc-check"),
    });
    run(folder, "pre-commit", "install");
    write(folder, "shop.contract", CONTRACT.replace("module cart ", "module   cart  "));
    git(folder, "add", "-A");
    expect(commit(folder).status).toBe(1);
    expect(readFileSync(join(folder, "shop.contract"), "utf8")).toBe(CONTRACT);
    write(folder, "shop.contract", CONTRACT.replace("-> int", "-> Gone"));
    git(folder, "add", "-A");
    const refused = commit(folder);
    expect(refused.status).toBe(1);
    expect(refused.stdout + refused.stderr).toContain("name/unknown");
  }, 60_000);

  test("compares everything by contractc-drift-all, where nothing is staged", () => {
    const folder = project({
      "cart.py": BAD_CART,
      ".pre-commit-config.yaml": config(hooks(), "contractc-drift", "contractc-drift-all"),
    });
    const all = ["run", "--all-files", "--hook-stage", "manual"];
    const { status, stdout } = spawnSync("pre-commit", all, {
      cwd: folder,
      encoding: "utf8",
      env: environment(folder),
    });
    expect(status).toBe(1);
    expect(stdout).toContain("drift/parameter-type");
  }, 60_000);

  test("refuses by a hook of the repository's own", () => {
    const folder = project({ ".pre-commit-config.yaml": documented("yaml", "repo: local") });
    run(folder, "pre-commit", "install");
    refusesAndAccepts(folder);
  }, 60_000);

  test("finds every hook, with what it needs to be one", () => {
    const entries = parse(readFileSync(join(ROOT, ".pre-commit-hooks.yaml"), "utf8")) as { id: string }[];
    expect(entries.map(({ id }) => id)).toEqual([
      "contractc-drift",
      "contractc-drift-all",
      "contractc-check",
      "contractc-fmt",
    ]);
    run(hooks(), "pre-commit", "validate-manifest", ".pre-commit-hooks.yaml");
  });
});

test("lefthook refuses a commit that breaks the contract", () => {
  const folder = project({ "lefthook.yml": documented("yaml", "pre-commit:\n  jobs:") });
  run(folder, join(ROOT, "node_modules/lefthook-linux-x64/bin/lefthook"), "install");
  refusesAndAccepts(folder);
}, 60_000);

test("husky refuses a commit that breaks the contract", () => {
  const folder = project({ ".husky/pre-commit": documented("sh", "npx --no-install") });
  run(folder, join(ROOT, "node_modules/.bin/husky"));
  refusesAndAccepts(folder);
}, 60_000);

test("lint-staged refuses a commit that breaks the contract", () => {
  const folder = project({
    "package.json": '{ "type": "module" }\n',
    "lint-staged.config.js": documented("js", "contractc drift --staged"),
    ".husky/pre-commit": `"${join(ROOT, "node_modules/.bin/lint-staged")}" --config lint-staged.config.js\n`,
  });
  run(folder, join(ROOT, "node_modules/.bin/husky"));
  expect(existsSync(join(folder, ".husky/_/pre-commit"))).toBe(true);
  refusesAndAccepts(folder);
}, 60_000);
