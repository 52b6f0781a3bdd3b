import { chmodSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { contractc, contractcWith, findingsOf, placed, snapshot, workspace, write } from "./support/cli.js";
import { commitAll, git, repository, tryGit } from "./support/git.js";

const CONTRACT = `contract Shop version "1.0.0"

module prices "prices.py" {
  fn price(name: string) -> int
}

module cart "cart.py" {
  uses prices
  fn total(names: list<string>) -> int
}
`;
const PRICES = "def price(name: str) -> int:\n    return len(name)\n";
const CART = `from prices import price


def total(names: list[str]) -> int:
    return sum(price(name) for name in names)
`;
const BAD_CART = CART.replace("list[str]", "set[str]");
const FILES = { "shop.contract": CONTRACT, "prices.py": PRICES, "cart.py": CART };

const staged = (folder: string, ...args: string[]) =>
  placed(findingsOf(folder, "drift", "--staged", ...args).findings);

describe("the index is read, never the work tree", () => {
  test("what is staged is bad, the work tree is good; and the reverse", () => {
    const folder = repository(FILES);
    write(folder, "cart.py", BAD_CART);
    git(folder, "add", "cart.py");
    write(folder, "cart.py", CART);
    expect(staged(folder)).toEqual(["cart.py:4:18 drift/parameter-type"]);
    expect(findingsOf(folder, "drift").findings).toEqual([]);

    git(folder, "add", "cart.py");
    write(folder, "prices.py", PRICES.replace("-> int", "-> float"));
    git(folder, "add", "prices.py");
    write(folder, "prices.py", PRICES);
    write(folder, "cart.py", BAD_CART);
    expect(staged(folder)).toEqual(["prices.py:1:25 drift/return-type"]);
    expect(placed(findingsOf(folder, "drift").findings)).toEqual(["cart.py:4:18 drift/parameter-type"]);
  });

  test("the contract, too, is the staged one", () => {
    const folder = repository(FILES);
    write(folder, "shop.contract", CONTRACT.replace("list<string>", "set<string>"));
    write(folder, "cart.py", BAD_CART);
    git(folder, "add", "cart.py");
    expect(findingsOf(folder, "drift").findings).toEqual([]);
    expect(staged(folder)).toEqual(["cart.py:4:18 drift/parameter-type"]);
    git(folder, "add", "shop.contract");
    write(folder, "shop.contract", CONTRACT);
    expect(staged(folder)).toEqual([]);
  });

  test("of a file that is staged in part, that part counts; its lines are shown", () => {
    const folder = repository(FILES);
    write(folder, "cart.py", `${BAD_CART}\n\ndef more() -> None:\n    print("more")\n`);
    git(folder, "add", "cart.py");
    write(folder, "cart.py", "def nothing_of_it() -> None:\n    print(1)\n");
    expect(staged(folder)).toEqual([
      "cart.py:4:18 drift/parameter-type",
      "cart.py:8:5 drift/unlisted-symbol",
    ]);
    expect(contractc(folder, "drift", "--staged").stdout).toContain("4 │ def total(names: set[str]) -> int:");
  });

  test("a file that is only intended to be added is not there, an empty one that is added is", () => {
    const contract = `${CONTRACT}module more "more.py" {}\nmodule empty "empty.py" {}\n`;
    const folder = workspace({ ...FILES, "shop.contract": contract });
    git(folder, "init", "--quiet");
    git(folder, "add", "-A");
    write(folder, "more.py", "def f() -> None:\n    print(1)\n");
    write(folder, "empty.py", "");
    git(folder, "add", "--intent-to-add", "more.py");
    git(folder, "add", "empty.py");
    expect(staged(folder)).toEqual(["shop.contract:11:8 drift/missing-file"]);
    git(folder, "commit", "--quiet", "-m", "without it");
    // Nothing about it is new, and it is in no commit.
    expect(contractc(folder, "drift", "--staged").stdout).toBe("✓ nothing is staged: no findings\n");
    git(folder, "add", "more.py");
    expect(staged(folder)).toEqual(["more.py:1:5 drift/unlisted-symbol"]);
  });

  test("nothing is written and nothing else is staged by it", () => {
    const folder = repository(FILES);
    write(folder, "cart.py", BAD_CART);
    git(folder, "add", "cart.py");
    const before = snapshot(folder);
    contractc(folder, "drift", "--staged");
    expect(snapshot(folder)).toEqual(before);
  });
});

describe("what a commit has to do with", () => {
  const OLD = `${CONTRACT}module old "old.py" {\n  fn f(a: int) -> int\n}\nmodule older "older.py" {\n  fn g() -> int\n}\n`;
  const LEGACY = {
    ...FILES,
    "shop.contract": OLD,
    "old.py": "def f(a: str) -> int:\n    return 1\n\n\ndef extra() -> None:\n    print(1)\n",
    "older.py": "def g() -> str:\n    return ''\n",
  };

  test("what was wrong before in files that are not touched is no news", () => {
    const folder = repository(LEGACY);
    write(folder, "cart.py", `${CART}# a remark\n`);
    git(folder, "add", "cart.py");
    expect(findingsOf(folder, "drift").findings).toHaveLength(3);
    expect(staged(folder)).toEqual([]);
    write(folder, "old.py", `${LEGACY["old.py"]}# a remark\n`);
    git(folder, "add", "old.py");
    expect(staged(folder)).toEqual(["old.py:1:10 drift/parameter-type", "old.py:5:5 drift/unlisted-symbol"]);
  });

  test("of a contract that is touched, the modules of which it says something else", () => {
    const folder = repository(LEGACY);
    write(
      folder,
      "shop.contract",
      OLD.replace("fn f(a: int)", "fn f(b: int)").replace(
        "module prices",
        "\n\n/// What it costs.\nmodule prices",
      ),
    );
    git(folder, "add", "shop.contract");
    expect(staged(folder)).toEqual([
      "old.py:1:7 drift/parameter-name",
      "old.py:1:10 drift/parameter-type",
      "old.py:5:5 drift/unlisted-symbol",
    ]);
  });

  test("what a change breaks in files that it does not touch", () => {
    const folder = repository(LEGACY);
    // `cart` uses `prices` no more: the import in a file that is not staged is undeclared now.
    write(folder, "shop.contract", OLD.replace("  uses prices\n", ""));
    git(folder, "add", "shop.contract");
    expect(staged(folder)).toEqual(["cart.py:1:1 import/undeclared"]);
    git(folder, "reset", "--quiet", "--hard");
    rmSync(join(folder, "prices.py"));
    git(folder, "add", "-A");
    expect(staged(folder)).toContain("shop.contract:3:8 drift/missing-file");
    expect(staged(folder).filter((each) => each.startsWith("old"))).toEqual([]);
  });

  test("a rule that forbids what stands in a part that is not touched", () => {
    const folder = repository(LEGACY);
    write(folder, "shop.contract", `${OLD}layers prices > cart\n`);
    git(folder, "add", "shop.contract");
    expect(staged(folder)).toEqual(["shop.contract:8:8 graph/layer"]);
  });

  test("a circle of imports through a file that is staged", () => {
    const folder = repository(LEGACY);
    write(folder, "prices.py", `import cart\n\n\n${PRICES}`);
    git(folder, "add", "prices.py");
    expect(staged(folder)).toEqual(["prices.py:1:1 import/cycle", "prices.py:1:1 import/undeclared"]);
  });

  test("a file that was renamed", () => {
    const folder = repository(LEGACY);
    renameSync(join(folder, "cart.py"), join(folder, "basket.py"));
    git(folder, "add", "-A");
    const { findings } = findingsOf(folder, "drift", "--staged");
    expect(placed(findings)).toEqual([
      "basket.py:1:1 drift/unlisted-file",
      "shop.contract:7:8 drift/missing-file",
    ]);
    write(folder, "shop.contract", OLD.replace("cart.py", "basket.py"));
    git(folder, "add", "-A");
    expect(staged(folder)).toEqual([]);
  });

  test("a suppression that has lost its effect, in the contract and in the code", () => {
    const folder = repository({
      "shop.contract": `contract Shop version "1.0.0"

module cart "cart.py" {
  @allow("drift/hollow", "written next week")
  fn total() -> int
}

module other "other.py" {}
`,
      "cart.py": "def total() -> int:\n    pass\n",
      "other.py":
        "# contract-ignore drift/unlisted-symbol: for the tests only\ndef extra() -> None:\n    print(1)\n",
    });
    expect(findingsOf(folder, "drift").findings.map(({ code }) => code)).toEqual([]);
    write(folder, "cart.py", "def total() -> int:\n    return 1\n");
    write(folder, "other.py", "# contract-ignore drift/unlisted-symbol: for the tests only\n");
    git(folder, "add", "-A");
    expect(staged(folder)).toEqual([
      "other.py:1:1 policy/unused-suppression",
      "shop.contract:4:3 policy/unused-suppression",
    ]);
  });

  test("errors of the contract are told whatever is staged, since nothing is compared", () => {
    const folder = repository({ ...LEGACY, "shop.contract": OLD.replace("-> int", "-> Gone") });
    write(folder, "cart.py", `${CART}# a remark\n`);
    git(folder, "add", "cart.py");
    const { status, stdout } = contractc(folder, "drift", "--staged");
    expect(status).toBe(1);
    expect(stdout).toContain("name/unknown");
    expect(stdout).toContain("nothing was compared with the code");
  });

  test("with paths, only what lies there", () => {
    const folder = repository(FILES);
    write(folder, "cart.py", BAD_CART);
    write(folder, "prices.py", PRICES.replace("-> int", "-> float"));
    git(folder, "add", "-A");
    expect(staged(folder, "prices.py")).toEqual(["prices.py:1:25 drift/return-type"]);
    expect(staged(folder)).toHaveLength(2);
  });
});

describe("repositories of every kind", () => {
  test("the first commit: everything is new", () => {
    const folder = workspace({ ...FILES, "cart.py": BAD_CART });
    git(folder, "init", "--quiet");
    git(folder, "add", "-A");
    expect(staged(folder)).toEqual(["cart.py:4:18 drift/parameter-type"]);
  });

  test("nothing is staged, or only prose: nothing is analysed", () => {
    const folder = repository({ ...FILES, "cart.py": BAD_CART, "README.md": "# Shop\n" });
    expect(contractc(folder, "drift", "--staged")).toMatchObject({
      status: 0,
      stdout: "✓ nothing is staged: no findings\n",
    });
    write(folder, "README.md", "# The shop\n");
    git(folder, "add", "-A");
    expect(contractc(folder, "drift", "--staged").stdout).toBe("✓ 1 staged file: no findings\n");
  });

  test("the contract in a folder below, from every folder", () => {
    const folder = repository(
      Object.fromEntries(Object.entries(FILES).map(([path, text]) => [`services/shop/${path}`, text])),
    );
    write(folder, "services/shop/cart.py", BAD_CART);
    git(folder, "add", "-A");
    expect(staged(folder)).toEqual(["services/shop/cart.py:4:18 drift/parameter-type"]);
    expect(staged(join(folder, "services/shop"))).toEqual(["cart.py:4:18 drift/parameter-type"]);
    expect(staged(join(folder, "services"), "shop")).toEqual(["shop/cart.py:4:18 drift/parameter-type"]);
  });

  test("a work tree of its own, with an index of its own", () => {
    const folder = repository(FILES);
    const other = join(workspace(), "other");
    git(folder, "worktree", "add", "--quiet", "-b", "topic", other);
    write(other, "cart.py", BAD_CART);
    git(other, "add", "-A");
    expect(staged(other)).toEqual(["cart.py:4:18 drift/parameter-type"]);
    expect(staged(folder)).toEqual([]);
  });

  test("variables of a hook say which repository and index are meant", () => {
    const folder = repository(FILES);
    write(folder, "cart.py", BAD_CART);
    // As `git commit -a` does: the commit has an index of its own.
    git(folder, "add", "-A");
    git(folder, "read-tree", "--index-output=.git/next-index", "HEAD");
    const env = { GIT_DIR: ".git", GIT_INDEX_FILE: ".git/next-index" };
    expect(contractcWith(env, folder, "drift", "--staged").stdout).toBe("✓ nothing is staged: no findings\n");
    const { status } = contractcWith({ GIT_INDEX_FILE: ".git/index" }, folder, "drift", "--staged");
    expect(status).toBe(1);
  });

  test("a merge that is not resolved", () => {
    const folder = repository(FILES);
    git(folder, "checkout", "--quiet", "-b", "topic");
    write(folder, "cart.py", BAD_CART);
    commitAll(folder);
    git(folder, "checkout", "--quiet", "main");
    write(folder, "cart.py", CART.replace("names: list[str]", "names: tuple[str]"));
    commitAll(folder);
    expect(tryGit({}, folder, "merge", "topic").status).toBe(1);
    const { status, stdout, stderr } = contractc(folder, "drift", "--staged");
    expect([status, stdout]).toEqual([2, ""]);
    expect(stderr).toContain("conflicts that are not resolved: cart.py.");
  });

  test("another repository in it: of its modules nothing is known", () => {
    const inner = repository({ "tax.py": "def tax() -> int:\n    return 1\n" });
    const contract = `${CONTRACT}module tax "vendor/tax.py" {\n  fn tax() -> int\n}\n`;
    const folder = repository({ ...FILES, "shop.contract": contract });
    git(folder, "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", inner, "vendor");
    expect(staged(folder)).toEqual([]);
    commitAll(folder);
    expect(findingsOf(folder, "drift").findings).toEqual([]);
    write(folder, "shop.contract", contract.replace("fn tax() -> int", "fn tax() -> float"));
    git(folder, "add", "-A");
    expect(staged(folder)).toEqual([]);
  });

  test("links are links, also those that lead out or in a circle", () => {
    const folder = repository({ ...FILES, "cart.py": BAD_CART });
    symlinkSync("/etc/hostname", join(folder, "out.py"));
    symlinkSync("round.py", join(folder, "round.py"));
    symlinkSync("shop.contract", join(folder, "again.contract"));
    mkdirSync(join(folder, "deep"));
    symlinkSync("..", join(folder, "deep/up"));
    write(folder, "prices.py", `${PRICES}# a remark\n`);
    git(folder, "add", "-A");
    expect(staged(folder)).toEqual([]);
    // A module whose file is a link has no file of its own.
    rmSync(join(folder, "cart.py"));
    symlinkSync("prices.py", join(folder, "cart.py"));
    git(folder, "add", "-A");
    expect(placed(findingsOf(folder, "drift").findings)).toEqual(staged(folder));
  });

  test("a pointer of Git LFS is no code, and is told as such", () => {
    const folder = repository(FILES);
    const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${"0".repeat(64)}\nsize 12\n`;
    write(folder, "cart.py", pointer);
    git(folder, "add", "-A");
    write(folder, "cart.py", CART);
    const { findings } = findingsOf(folder, "drift", "--staged");
    expect(placed(findings)).toEqual(["cart.py:1:1 drift/unparsable"]);
    expect(findings[0]?.message).toContain("git holds only a pointer of Git LFS to it");
  });

  test("names that are no UTF-8, with spaces, quotes and line ends", () => {
    const folder = repository(FILES);
    const prefix = Buffer.from(`${folder}/`);
    writeFileSync(Buffer.concat([prefix, Buffer.from([0x61, 0xff, 0xfe]), Buffer.from(".py")]), "x = 1\n");
    write(folder, 'tab\t"quoted" ünï\n.py', "x = 1\n");
    write(folder, "cart.py", BAD_CART);
    git(folder, "add", "-A");
    expect(staged(folder)).toContain("cart.py:4:18 drift/parameter-type");
    expect(contractc(folder, "drift", "--staged").stdout).toContain("3 staged files, ");
  });

  test("one whose objects have longer hashes, from its first commit on", () => {
    const folder = workspace({ ...FILES, "empty.py": "" });
    git(folder, "init", "--quiet", "--object-format=sha256");
    git(folder, "add", "-A");
    expect(findingsOf(folder, "drift", "--staged").summary.errors).toBe(0);
    git(folder, "commit", "--quiet", "-m", "all");
    write(folder, "cart.py", BAD_CART);
    write(folder, "later.py", "");
    git(folder, "add", "cart.py");
    git(folder, "add", "--intent-to-add", "later.py");
    expect(staged(folder)).toEqual(["cart.py:4:18 drift/parameter-type"]);
    expect(contractc(folder, "drift", "--staged").stdout).toContain("1 staged file, ");
  });

  test("what was read of the work tree is known of the index, and the other way round", () => {
    const folder = repository(FILES);
    mkdirSync(join(folder, ".git/info"), { recursive: true });
    write(folder, ".git/info/exclude", "node_modules/\n");
    mkdirSync(join(folder, "node_modules"));
    expect(findingsOf(folder, "drift").findings).toEqual([]);
    write(folder, "cart.py", BAD_CART);
    git(folder, "add", "-A");
    const cold = contractc(folder, "drift", "--staged", "--no-cache");
    expect(contractc(folder, "drift", "--staged")).toEqual(cold);
    expect(contractc(folder, "drift", "--staged")).toEqual(cold);
    write(folder, "cart.py", CART);
    expect(contractc(folder, "drift", "--staged")).toEqual(cold);
    expect(findingsOf(folder, "drift").findings).toEqual([]);
  });

  test("a file whose mode alone changes", () => {
    const folder = repository({ ...FILES, "cart.py": BAD_CART });
    chmodSync(join(folder, "cart.py"), 0o755);
    git(folder, "add", "-A");
    expect(staged(folder)).toEqual(["cart.py:4:18 drift/parameter-type"]);
  });

  test("what git ignores, and its ignore files, are those of the index", () => {
    const folder = repository({ ...FILES, ".gitignore": "generated/\n" });
    write(folder, "generated/cart.contract", 'contract Other version "1.0.0"\nmodule x "x.py" {}\n');
    write(folder, "cart.py", `${CART}# a remark\n`);
    git(folder, "add", "-A");
    expect(staged(folder)).toEqual([]);
  });

  test("no repository, no contract in the index, two changes at once", () => {
    const wrong = (folder: string, ...args: string[]) => {
      const { status, stdout, stderr } = contractc(folder, "drift", ...args);
      expect([status, stdout]).toEqual([2, ""]);
      return stderr;
    };
    expect(wrong(workspace(FILES), "--staged")).toContain("is no git repository");
    const folder = repository({ "cart.py": CART });
    write(folder, "shop.contract", CONTRACT);
    write(folder, "cart.py", BAD_CART);
    git(folder, "add", "cart.py");
    expect(wrong(folder, "--staged")).toContain("Only what is in the index of git counts here");
    expect(wrong(folder, "--staged", "--since", "HEAD")).toContain("speak of two changes");
  });
});

describe("check --staged", () => {
  test("the contract of the index is checked, and what is new in it told", () => {
    const folder = repository({
      "shop.contract": `contract Shop version "1.0.0"\nimport "./old.contract"\nimport "./new.contract"\n`,
      "old.contract": 'module old "old.py" {\n  fn f() -> Gone\n}\n',
      "new.contract": 'module new "new.py" {\n  /// Does it.\n  fn g() -> int\n}\n',
    });
    write(folder, "new.contract", 'module new "new.py" {\n  /// Does it.\n  fn g() -> Missing\n}\n');
    git(folder, "add", "-A");
    write(folder, "new.contract", 'module new "new.py" {}\n');
    const checked = () => placed(findingsOf(folder, "check", "--staged").findings);
    expect(checked()).toEqual(["new.contract:3:13 name/unknown"]);
    git(folder, "add", "-A");
    expect(checked()).toEqual(["new.contract:1:8 complete/empty-module"]);
  });
});
