import { spawnSync } from "node:child_process";
import { readFileSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { contractc, snapshot, workspace, write } from "./support/cli.js";

const ROOT_FILE = 'contract Shop version "1.0.0"\nimport "./parts/cart.contract"\n';
const CART = 'module cart "cart.py" {\n  fn total(prices: list<float>, rounded: bool = false) -> float\n}\n';

function git(folder: string, ...args: string[]): string {
  const identity = ["-c", "user.name=Ada", "-c", "user.email=ada@example.org", "-c", "commit.gpgsign=false"];
  const { status, stdout, stderr } = spawnSync("git", [...identity, ...args], {
    cwd: folder,
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`git ${args.join(" ")}: ${stderr}`);
  return stdout;
}

/** A repository with a contract of two files in a folder, committed and tagged `v1`. */
function repository(): string {
  const folder = workspace({
    "shop/shop.contract": ROOT_FILE,
    "shop/parts/cart.contract": CART,
    "README.md": "x",
  });
  git(folder, "init", "--quiet", "--initial-branch=main");
  git(folder, "add", "-A");
  git(folder, "commit", "--quiet", "-m", "first");
  git(folder, "tag", "v1");
  return folder;
}

function json(folder: string, ...args: string[]) {
  const { status, stdout, stderr } = contractc(folder, "diff", ...args, "--format", "json");
  if (stdout === "") throw new Error(stderr);
  return { status, ...JSON.parse(stdout) };
}

const kinds = ({ changes }: { changes: { impact: string; kind: string; address: string }[] }) =>
  changes.map(({ impact, kind, address }) => `${impact} ${kind} ${address}`);

describe("against a revision", () => {
  test("the contract as committed is compared with the one in the work tree", () => {
    const folder = repository();
    write(folder, "shop/parts/cart.contract", CART.replace("rounded: bool = false", "rounded: bool"));
    const result = json(folder, "--against", "git:HEAD");
    expect(kinds(result)).toEqual(["breaking parameter-required cart.total.rounded"]);
    expect(result).toMatchObject({
      status: 1,
      summary: { breaking: 1, compatible: 0, documentation: 0 },
      before: { label: "git:HEAD:shop/shop.contract", name: "Shop", version: "1.0.0" },
      after: { label: "shop/shop.contract" },
    });
  });

  test("from a folder below, tags and ranges of history work too", () => {
    const folder = repository();
    write(folder, "shop/parts/cart.contract", CART.replace("float>", "float>, more: int = 0"));
    git(folder, "commit", "--quiet", "-am", "second");
    write(folder, "shop/parts/cart.contract", CART);
    const shop = join(folder, "shop");
    for (const revision of ["v1", "HEAD~1", "main~1"]) {
      expect(json(shop, "--against", `git:${revision}`)).toMatchObject({ status: 0, changes: [] });
    }
    expect(kinds(json(join(shop, "parts"), "--against", "git:main", ".."))).toEqual([
      "breaking parameter-removed cart.total.more",
    ]);
    expect(kinds(json(folder, "git:v1:shop", "git:main:shop/shop.contract"))).toEqual([
      "breaking parameter-added cart.total.more",
    ]);
  });

  test("nothing is checked out, and an index that holds changes does not matter", () => {
    const folder = repository();
    write(folder, "shop/parts/cart.contract", `${CART}module more "more.py" { fn f() }\n`);
    git(folder, "add", "-A");
    const before = snapshot(folder);
    expect(kinds(json(folder, "--against", "git:HEAD"))).toEqual(["compatible module-added more"]);
    expect(snapshot(folder)).toEqual(before);
  });

  test("files that a later commit removed are there, links are not followed", () => {
    const folder = repository();
    rmSync(join(folder, "shop/parts/cart.contract"));
    write(folder, "shop/shop.contract", 'contract Shop version "2.0.0"\n');
    expect(kinds(json(folder, "--against", "git:v1"))).toEqual([
      "documentation version ",
      "breaking module-removed cart",
      "compatible target-removed target python",
    ]);
    symlinkSync("/etc/passwd", join(folder, "shop/linked.contract"));
    git(folder, "add", "-A");
    git(folder, "commit", "--quiet", "-m", "second");
    expect(json(folder, "git:HEAD", "git:HEAD")).toMatchObject({ status: 0, changes: [] });
  });

  test("what is no revision, no repository or no contract is told", () => {
    const folder = repository();
    const wrong = (cwd: string, ...args: string[]) => {
      const { status, stdout, stderr } = contractc(cwd, "diff", ...args);
      expect([status, stdout]).toEqual([2, ""]);
      return stderr;
    };
    expect(wrong(folder, "--against", "git:nope")).toContain('has no revision "nope"');
    expect(wrong(folder, "--against", "HEAD")).toContain("--against names a revision of git");
    expect(wrong(folder, "--against", "git:--output=x")).toContain("names no revision");
    expect(wrong(folder)).toContain("Name two contracts");
    expect(wrong(folder, "git:v1:gone", "shop")).toContain('There is no contract in "gone" of v1');
    expect(wrong(workspace({ "a.contract": ROOT_FILE }), "--against", "git:HEAD")).toContain(
      "is no git repository",
    );
  });
});

test("two files or folders are compared", () => {
  const folder = workspace({
    "old.contract": 'contract Shop version "1.0.0"\nmodule cart "cart.py" { fn total() -> int }\n',
    "new/shop.contract":
      'contract Shop version "1.1.0"\nmodule cart "cart.py" { fn total() -> int\nfn more() }\n',
  });
  expect(json(folder, "old.contract", "new")).toMatchObject({
    status: 0,
    summary: { breaking: 0, compatible: 1, documentation: 1 },
  });
  expect(json(folder, "new", "old.contract").status).toBe(1);
  expect(contractc(folder, "diff", "new", "old.contract", "--fail-on", "never").status).toBe(0);
  expect(contractc(folder, "diff", "old.contract", "new", "--fail-on", "documentation").status).toBe(1);
});

test("text and Markdown say the same", () => {
  const folder = workspace({
    "old.contract": 'contract Shop version "1.0.0"\nmodule cart "cart.py" { fn total(a: int) -> int }\n',
    "new.contract":
      'contract Shop version "2.0.0"\nmodule cart "cart.py" {\n  /// All of it.\n  fn total(a: string, b?: int) -> int\n}\n',
  });
  expect(contractc(folder, "diff", "old.contract", "new.contract").stdout).toBe(`Breaking
  cart.total.a  the type of parameter \`a\` is another
    - int
    + string

Compatible
  cart.total.b  parameter \`b\` was added and can be left out
    + b?: int

Documentation only
  (contract)  the contract has another version
    - 1.0.0
    + 2.0.0
  cart.total  the description of \`total\` changed

old.contract -> new.contract: 4 changes: 1 breaking, 1 compatible, 2 documentation
`);
  expect(
    contractc(folder, "diff", "old.contract", "new.contract", "--format", "markdown").stdout,
  ).toBe(`# Changes of Shop 1.0.0 to 2.0.0

## Breaking

- \`cart.total.a\`: the type of parameter \`a\` is another (\`int\` → \`string\`)

## Compatible

- \`cart.total.b\`: parameter \`b\` was added and can be left out (\`b?: int\`)

## Documentation only

- \`(contract)\`: the contract has another version (\`1.0.0\` → \`2.0.0\`)
- \`cart.total\`: the description of \`total\` changed
`);
});

test("a contract with errors is not compared", () => {
  const folder = repository();
  write(folder, "shop/parts/cart.contract", CART.replace("-> float", "-> Gone"));
  const { status, stdout } = contractc(folder, "diff", "--against", "git:HEAD");
  expect(status).toBe(1);
  expect(stdout).toContain("name/unknown");
  expect(stdout).toContain("shop/shop.contract has errors, so that nothing was compared");
  expect(readFileSync(join(folder, "README.md"), "utf8")).toBe("x");
});
