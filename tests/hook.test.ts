import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readFileSync, realpathSync, statSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { BIN, contractc, snapshot, workspace, write } from "./support/cli.js";
import { git, repository, tryGit } from "./support/git.js";

const CONTRACT = `contract Shop version "1.0.0"

module cart "cart.py" {
  fn total(names: list<string>) -> int
}
`;
const CART = "def total(names: list[str]) -> int:\n    return len(names)\n";
const FILES = { "shop.contract": CONTRACT, "cart.py": CART, ".gitignore": "node_modules/\n" };
/** Of the Node that the tests run on, which `#!/usr/bin/env node` is to find. */
const PATH = `${dirname(process.execPath)}:${process.env.PATH ?? ""}`;

/** Links contractc where npm would. */
function installed(folder: string): void {
  mkdirSync(join(folder, "node_modules/.bin"), { recursive: true });
  chmodSync(BIN, 0o755);
  symlinkSync(BIN, join(folder, "node_modules/.bin/contractc"));
}

function commit(folder: string, ...args: string[]) {
  return tryGit({ PATH }, folder, "commit", "--quiet", "-m", "a change", ...args);
}

const commits = (folder: string) => Number(git(folder, "rev-list", "--count", "HEAD").trim());
const hookOf = (folder: string) => readFileSync(join(folder, ".git/hooks/pre-commit"), "utf8");

describe("a commit", () => {
  test("that breaks the contract is refused, with the place; one that does not goes through", () => {
    const folder = repository(FILES);
    installed(folder);
    expect(contractc(folder, "hook", "install")).toMatchObject({
      status: 0,
      stdout: "wrote .git/hooks/pre-commit: git asks `contractc drift --staged` before each commit.\n",
    });
    write(folder, "cart.py", CART.replace("list[str]", "set[str]"));
    git(folder, "add", "-A");
    write(folder, "cart.py", CART);
    const refused = commit(folder);
    expect(refused.status).toBe(1);
    expect(`${refused.stdout}${refused.stderr}`).toContain("cart.py:1:18 error drift/parameter-type");
    expect(commits(folder)).toBe(1);
    write(folder, "cart.py", `${CART}# a remark\n`);
    // `-a` commits by an index of its own, which the hook is told of.
    expect(commit(folder, "-a")).toMatchObject({ status: 0 });
    expect(commits(folder)).toBe(2);
    write(folder, "cart.py", CART.replace("list[str]", "set[str]"));
    expect(commit(folder, "-a").status).toBe(1);
    expect(commit(folder, "-a", "--no-verify").status).toBe(0);
    expect(commits(folder)).toBe(3);
  });

  test("from a folder below, and in a work tree of its own", () => {
    const files = Object.entries(FILES).map(([path, text]) => [`web shop/it's/${path}`, text]);
    const folder = repository({ ...Object.fromEntries(files), "README.md": "# Shop\n" });
    const below = join(folder, "web shop/it's");
    installed(below);
    expect(contractc(below, "hook", "install").status).toBe(0);
    const tree = join(workspace(), "tree");
    git(folder, "worktree", "add", "--quiet", "-b", "topic", tree);
    installed(join(tree, "web shop/it's"));
    for (const top of [folder, tree]) {
      write(top, "web shop/it's/cart.py", CART.replace("list[str]", "set[str]"));
      git(top, "add", "-A");
      const refused = commit(join(top, "web shop"));
      expect(refused.status, refused.stderr).toBe(1);
      expect(refused.stdout + refused.stderr).toContain("drift/parameter-type");
      git(top, "reset", "--quiet", "--hard");
      write(top, "web shop/it's/cart.py", `${CART}# a remark\n`);
      expect(commit(top, "-a")).toMatchObject({ status: 0 });
    }
  });

  test("where contractc is not installed is refused with the remedy", () => {
    const folder = repository(FILES);
    contractc(folder, "hook", "install");
    write(folder, "cart.py", `${CART}# a remark\n`);
    git(folder, "add", "-A");
    // Without the folders in which a contractc of this machine might be.
    const refused = tryGit({ PATH: "/usr/bin:/bin" }, folder, "commit", "-m", "a change");
    expect(refused.status).toBe(1);
    expect(refused.stderr).toContain("contractc is not installed here: npm install");
  });
});

describe("hooks that are there already", () => {
  test("installing twice changes nothing, and uninstalling leaves nothing", () => {
    const folder = repository(FILES);
    contractc(folder, "hook", "install");
    const text = hookOf(folder);
    expect(statSync(join(folder, ".git/hooks/pre-commit")).mode & 0o111).toBe(0o111);
    expect(spawnSync("sh", ["-n"], { input: text }).status).toBe(0);
    expect(contractc(folder, "hook", "install").stdout).toBe(".git/hooks/pre-commit has it already.\n");
    expect(hookOf(folder)).toBe(text);
    expect(contractc(folder, "hook", "uninstall").stdout).toBe("removed .git/hooks/pre-commit\n");
    expect(existsSync(join(folder, ".git/hooks/pre-commit"))).toBe(false);
    expect(contractc(folder, "hook", "uninstall")).toMatchObject({
      status: 0,
      stdout: "There is nothing of contractc in .git/hooks/pre-commit.\n",
    });
  });

  test("somebody else's hook is left as it is, and the lines to add are shown", () => {
    const folder = repository(FILES);
    const theirs = "#!/bin/sh\nnpm run lint\n";
    write(folder, ".git/hooks/pre-commit", theirs);
    const { status, stdout, stderr } = contractc(folder, "hook", "install");
    expect([status, stdout]).toEqual([2, ""]);
    expect(stderr).toContain("is there already and is not ours. Nothing was written; add these lines to it:");
    expect(hookOf(folder)).toBe(theirs);
    // Whoever adds them has them brought up to date, and taken out again, and nothing else.
    const block = stderr
      .slice(stderr.indexOf("# >>>"), stderr.indexOf("# <<<"))
      .replace("drift --staged", "drift --old");
    write(folder, ".git/hooks/pre-commit", `${theirs}${block}# <<< contractc <<<\necho done\n`);
    expect(contractc(folder, "hook", "install").stdout).toBe(
      ".git/hooks/pre-commit was brought up to date.\n",
    );
    expect(hookOf(folder)).not.toContain("--old");
    expect(contractc(folder, "hook", "uninstall").stdout).toBe(
      "took contractc out of .git/hooks/pre-commit\n",
    );
    expect(hookOf(folder)).toBe(`${theirs}echo done\n`);
  });

  test("a link is not written through", () => {
    const folder = repository(FILES);
    const target = join(workspace({ shared: "#!/bin/sh\n" }), "shared");
    mkdirSync(join(folder, ".git/hooks"), { recursive: true });
    symlinkSync(target, join(folder, ".git/hooks/pre-commit"));
    const { status, stderr } = contractc(folder, "hook", "install");
    expect(status).toBe(2);
    expect(stderr).toContain(".git/hooks/pre-commit is a link, and is left alone");
    expect(readFileSync(target, "utf8")).toBe("#!/bin/sh\n");
  });

  test("core.hooksPath is respected: a folder of the repository is written to, one that others share is not", () => {
    const folder = repository(FILES);
    git(folder, "config", "core.hooksPath", ".githooks");
    expect(contractc(folder, "hook", "install").stdout).toContain("wrote .githooks/pre-commit");
    expect(contractc(folder, "hook", "uninstall").stdout).toBe("removed .githooks/pre-commit\n");
    const shared = realpathSync(workspace());
    git(folder, "config", "core.hooksPath", shared);
    const { status, stderr } = contractc(folder, "hook", "install");
    expect(status).toBe(2);
    expect(stderr).toContain("serves other repositories too (core.hooksPath)");
    expect(existsSync(join(shared, "pre-commit"))).toBe(false);
  });

  test("an empty core.hooksPath turns hooks off: nothing is written", () => {
    const folder = repository(FILES);
    git(folder, "config", "core.hooksPath", "");
    const before = snapshot(folder);
    const { status, stderr } = contractc(folder, "hook", "install");
    expect(status).toBe(2);
    expect(stderr).toContain("git config --unset core.hooksPath");
    expect(snapshot(folder)).toEqual(before);
  });

  test("a work tree of its own and a submodule are guarded as well", () => {
    const folder = repository(FILES);
    const tree = join(workspace(), "a tree");
    git(folder, "worktree", "add", "--quiet", tree, "-b", "side");
    expect(contractc(tree, "hook", "install").status).toBe(0);
    installed(tree);
    write(tree, "cart.py", CART.replace("-> int", "-> str"));
    git(tree, "add", "--all");
    const refused = commit(tree);
    expect(refused.status).toBe(1);
    expect(refused.stdout + refused.stderr).toContain("drift/return-type");

    const outer = repository({ "README.md": "outer\n" });
    git(outer, "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", folder, "inner");
    const inner = join(outer, "inner");
    expect(contractc(inner, "hook", "install").status).toBe(0);
    installed(inner);
    write(inner, "cart.py", CART.replace("-> int", "-> str"));
    git(inner, "add", "--all");
    const inSubmodule = commit(inner);
    expect(inSubmodule.status).toBe(1);
    expect(inSubmodule.stdout + inSubmodule.stderr).toContain("drift/return-type");
  });

  test("names with spaces, other alphabets and line ends are names", () => {
    const base = realpathSync(workspace());
    const top = join(base, "mein ür\nladen");
    const folder = join(top, "日本 語");
    mkdirSync(folder, { recursive: true });
    git(top, "init", "--quiet");
    git(top, "config", "user.name", "Test");
    git(top, "config", "user.email", "test@example.org");
    for (const [path, text] of Object.entries(FILES)) write(folder, path, text);
    write(folder, "o d\nd.py", "def odd() -> int:\n    return 1\n");
    expect(contractc(folder, "hook", "install").status).toBe(0);
    installed(folder);
    git(top, "add", "--all");
    expect(commit(top).status).toBe(0);
    write(folder, "cart.py", CART.replace("-> int", "-> str"));
    git(top, "add", "--all");
    const refused = commit(top);
    expect(refused.status).toBe(1);
    expect(refused.stdout + refused.stderr).toContain("drift/return-type");
    expect(commits(top)).toBe(1);
  });

  test.each([
    [".husky/pre-commit", "npm test\n", "add this line to .husky/pre-commit"],
    ["lefthook.yml", "pre-commit: {}\n", "add this to lefthook.yml"],
    [".pre-commit-config.yaml", "repos: []\n", 'add this to "repos" in .pre-commit-config.yaml'],
    ["package.json", '{ "simple-git-hooks": {} }\n', 'add this to "simple-git-hooks" in package.json'],
  ])("where %s says who manages hooks, the line for it is told", (path, text, advice) => {
    const folder = repository({ ...FILES, [path]: text });
    const { status, stderr } = contractc(folder, "hook", "install");
    expect(status).toBe(2);
    expect(stderr).toContain(advice);
    expect(existsSync(join(folder, ".git/hooks/pre-commit"))).toBe(false);
  });

  test("outside of a repository", () => {
    const { status, stderr } = contractc(workspace(FILES), "hook", "install");
    expect(status).toBe(2);
    expect(stderr).toContain("is no git repository with a work tree");
  });
});
