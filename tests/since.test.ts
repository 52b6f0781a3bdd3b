import { rmSync } from "node:fs";
import { expect, test } from "vitest";
import { contractc, findingsOf, placed, workspace, write } from "./support/cli.js";
import { commitAll, git, repository } from "./support/git.js";

const CONTRACT = `contract Shop version "1.0.0"

module prices "prices.py" {
  fn price(name: string) -> int
}

module cart "cart.py" {
  uses prices
  fn total(names: list<string>) -> int
}

module old "old.py" {
  fn f(a: int) -> int
}
`;
const FILES = {
  "shop.contract": CONTRACT,
  "prices.py": "def price(name: str) -> int:\n    return len(name)\n",
  "cart.py":
    "from prices import price\n\n\ndef total(names: list[str]) -> int:\n    return sum(price(name) for name in names)\n",
  "old.py": "def f(a: str) -> int:\n    return len(a)\n",
};
const since = (folder: string, revision: string, ...args: string[]) =>
  placed(findingsOf(folder, "drift", "--since", revision, ...args).findings);

test("what is committed, staged, changed and new since the branch began; not what was wrong before", () => {
  const folder = repository(FILES);
  git(folder, "checkout", "--quiet", "-b", "topic");
  write(folder, "cart.py", FILES["cart.py"].replace("list[str]", "set[str]"));
  commitAll(folder);
  expect(since(folder, "main")).toEqual(["cart.py:4:18 drift/parameter-type"]);
  write(folder, "prices.py", FILES["prices.py"].replace("-> int", "-> float"));
  expect(since(folder, "main")).toEqual([
    "cart.py:4:18 drift/parameter-type",
    "prices.py:1:25 drift/return-type",
  ]);
  write(folder, "shop.contract", CONTRACT.replace("module old", 'module fresh "fresh.py" {}\n\nmodule old'));
  write(folder, "fresh.py", "def extra() -> None:\n    print(1)\n");
  expect(since(folder, "main")).toContain("fresh.py:1:5 drift/unlisted-symbol");
  expect(since(folder, "HEAD", "prices.py")).toEqual(["prices.py:1:25 drift/return-type"]);
  expect(contractc(folder, "drift", "--since", "main").stdout).toContain("4 files changed since main, ");
});

test("commits that the other branch has got meanwhile do not count", () => {
  const folder = repository(FILES);
  git(folder, "checkout", "--quiet", "-b", "topic");
  git(folder, "checkout", "--quiet", "main");
  write(folder, "cart.py", `${FILES["cart.py"]}# a remark\n`);
  commitAll(folder);
  git(folder, "checkout", "--quiet", "topic");
  expect(contractc(folder, "drift", "--since", "main").stdout).toBe(
    "✓ 0 files changed since main: no findings\n",
  );
});

test("what a removed file and a changed contract break elsewhere", () => {
  const folder = repository(FILES);
  rmSync(`${folder}/prices.py`);
  expect(since(folder, "HEAD")).toContain("shop.contract:3:8 drift/missing-file");
  git(folder, "reset", "--quiet", "--hard");
  write(folder, "shop.contract", CONTRACT.replace("  uses prices\n", ""));
  expect(since(folder, "HEAD")).toEqual(["cart.py:1:1 import/undeclared"]);
});

test("check knows it, too", () => {
  const folder = repository({ ...FILES, "shop.contract": CONTRACT.replace("a: int", "a: Gone") });
  expect(contractc(folder, "check", "--since", "HEAD").status).toBe(0);
  write(folder, "shop.contract", CONTRACT.replace("a: int", "a: Gone, b: Missing"));
  const { findings } = findingsOf(folder, "check", "--since", "HEAD");
  expect(findings.filter(({ severity }) => severity === "error").map(({ message }) => message)).toEqual([
    expect.stringContaining("`Gone`"),
    expect.stringContaining("`Missing`"),
  ]);
});

test("what git cannot tell is said, with the remedy for shallow clones", () => {
  const folder = repository(FILES);
  write(folder, "cart.py", `${FILES["cart.py"]}# a remark\n`);
  commitAll(folder);
  const wrong = (at: string, revision: string) => {
    const { status, stdout, stderr } = contractc(at, "drift", "--since", revision);
    expect([status, stdout]).toEqual([2, ""]);
    return stderr;
  };
  expect(wrong(folder, "nope")).toBe('contractc: . has no revision "nope".\n');
  expect(wrong(folder, "--output=x")).toContain("names no revision");
  expect(wrong(workspace(FILES), "main")).toContain("is no git repository");
  git(folder, "checkout", "--quiet", "--orphan", "other");
  git(folder, "commit", "--quiet", "-m", "another beginning");
  expect(wrong(folder, "main")).toBe('contractc: "main" and HEAD have no common history here.\n');
  git(folder, "checkout", "--quiet", "main");

  const shallow = workspace();
  git(shallow, "clone", "--quiet", "--depth", "1", `file://${folder}`, ".");
  expect(wrong(shallow, "HEAD~1")).toContain(
    "This clone is shallow: `git fetch --unshallow` brings the rest of the history (with actions/checkout: `fetch-depth: 0`).",
  );
});
