import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Fix } from "@contractc/kernel";
import { describe, expect, test } from "vitest";
import { contractc, findingsOf, snapshot, workspace } from "./support/cli.js";

const CONTRACT = `contract Shop version "1.0.0"

// The one place where prices are made.
module pricing "pricing.py" {
  /// What the items cost.
  fn total(prices: list<float>, *, rate: float = 1.0) -> float
}

module cart "cart.py" {
  uses pricing
  async fn pay(prices: list<float>) -> bool // asks the bank
}
`;
const PRICING = `"""Prices."""


def total(prices: list[str], rate: float = 2.0) -> float:
    # as the bank does
    return sum(prices) * rate


def mean(prices: list[float]) -> float:
    """The average price.

    More about it.
    """
    return sum(prices) / len(prices)
`;
const CART = `from pricing import mean, total


def pay(prices: list[float]) -> bool:
    return total(prices) > mean(prices)
`;
const FILES = { "shop.contract": CONTRACT, "pricing.py": PRICING, "cart.py": CART };

const FIXED_PRICING = PRICING.replace(
  "prices: list[str], rate: float = 2.0",
  "prices: list[float], *, rate: float = 1.0",
);
const FIXED_CART = CART.replace("def pay", "async def pay");
const FIXED_CONTRACT = `contract Shop version "1.0.0"

// The one place where prices are made.
module pricing "pricing.py" {
  /// What the items cost.
  fn total(prices: list<string>, rate: float = 2.0) -> float

  /// The average price.
  fn mean(prices: list<float>) -> float
}

module cart "cart.py" {
  uses pricing
  fn pay(prices: list<float>) -> bool // asks the bank
}
`;

const read = (folder: string, path: string) => readFileSync(join(folder, path), "utf8");

describe("drift --fix code", () => {
  test("edits what differs, says what it leaves and why, and is done once", () => {
    const folder = workspace(FILES);
    const { status, stdout, stderr } = contractc(folder, "drift", "--fix", "code");
    expect(read(folder, "pricing.py")).toBe(FIXED_PRICING);
    expect(read(folder, "cart.py")).toBe(FIXED_CART);
    expect(read(folder, "shop.contract")).toBe(CONTRACT);
    expect(stderr).toContain("fixed pricing.py:4:19 drift/parameter-type");
    expect(stderr).toContain(
      "not fixed pricing.py:9:5 drift/unlisted-symbol What others may use is not deleted",
    );
    expect(status).toBe(0);
    expect(stdout).toContain("1 warning");
    const before = snapshot(folder);
    expect(contractc(folder, "drift", "--fix", "code").stderr).not.toMatch(/^fixed/m);
    expect(snapshot(folder)).toEqual(before);
  });

  test("shows a diff that can be applied, and writes nothing", () => {
    const folder = workspace(FILES);
    const { status, stdout } = contractc(folder, "drift", "--fix", "code", "--dry-run");
    expect(status).toBe(0);
    expect(snapshot(folder)).toEqual(snapshot(workspace(FILES)));
    expect(stdout).toMatch(/^--- a\/cart\.py\n\+\+\+ b\/cart\.py\n@@ /);
    const applied = spawnSync("git", ["apply", "-"], { cwd: folder, input: stdout, encoding: "utf8" });
    expect(applied.stderr).toBe("");
    expect(read(folder, "pricing.py")).toBe(FIXED_PRICING);
    expect(read(folder, "cart.py")).toBe(FIXED_CART);
  });

  test("shows a diff from below what it changes as one for the folder above, and says so", () => {
    const folder = workspace({ ...FILES, "docs/notes.txt": "" });
    const below = contractc(join(folder, "docs"), "drift", "..", "--fix", "code", "--dry-run");
    expect(below.stderr).toContain("The diff is one for ..: apply it there.\n");
    expect(below.stdout).toBe(contractc(folder, "drift", "--fix", "code", "--dry-run").stdout);
  });

  test("keeps to the paths that are given", () => {
    const folder = workspace(FILES);
    contractc(folder, "drift", "cart.py", "--fix", "code");
    expect(read(folder, "pricing.py")).toBe(PRICING);
    expect(read(folder, "cart.py")).toBe(FIXED_CART);
  });

  test("leaves alone what a comment or an @allow accepts", () => {
    const pricing = PRICING.replace(
      "def total",
      "# contract-ignore drift/parameter-default: another rate\n# contract-ignore drift/parameter-type: strings, too\ndef total",
    );
    const folder = workspace({ ...FILES, "pricing.py": pricing });
    contractc(folder, "drift", "--fix", "code");
    expect(read(folder, "pricing.py")).toBe(pricing.replace("], rate", "], *, rate"));
  });

  test("leaves alone what the baseline accepts", () => {
    const folder = workspace(FILES);
    const baseline = contractc(
      folder,
      ...["drift", "--baseline", "known.json", "--update-baseline", "--reason", "as it is"],
    );
    expect(baseline.status, baseline.stderr).toBe(0);
    const before = snapshot(folder);
    for (const direction of ["code", "contract"]) {
      const { status } = contractc(folder, "drift", "--baseline", "known.json", "--fix", direction);
      expect(status).toBe(0);
      expect(snapshot(folder)).toEqual(before);
    }
  });

  test("writes no read-only file, and then no other", () => {
    const folder = workspace(FILES);
    chmodSync(join(folder, "pricing.py"), 0o444);
    const { status, stderr } = contractc(folder, "drift", "--fix", "code");
    expect(status).toBe(2);
    expect(stderr).toContain("pricing.py: not written, because it is read-only; nothing was changed");
    expect(read(folder, "cart.py")).toBe(CART);
  });

  test("creates the file of a module that has none", () => {
    const folder = workspace({ "shop.contract": CONTRACT, "pricing.py": FIXED_PRICING });
    const { stderr } = contractc(folder, "drift", "--fix", "code");
    expect(stderr).toContain("drift/missing-file Create cart.py");
    expect(read(folder, "cart.py")).toContain("async def pay(prices: list[float]) -> bool:");
  });
});

describe("drift --fix contract", () => {
  test("takes over what the code says, logs it, and leaves the rest as it was", () => {
    const folder = workspace(FILES);
    const { status, stdout } = contractc(folder, "drift", "--fix", "contract");
    expect(read(folder, "shop.contract")).toBe(FIXED_CONTRACT);
    expect(read(folder, "pricing.py")).toBe(PRICING);
    expect(read(folder, "cart.py")).toBe(CART);
    expect(status).toBe(0);
    expect(stdout).toContain("no findings");
    const { revision } = JSON.parse(contractc(folder, "info", "--format", "json").stdout);
    expect(revision).toBe(1);
  });

  test("refuses what would break the contract, which stays as it is to the byte", () => {
    const contract = `${CONTRACT}layers cart > pricing\n`;
    const pricing = `import cart\n\n\n${FIXED_PRICING.replace(/\n\ndef mean[\s\S]*$/, "")}\nBANK: str = cart.__name__\n`;
    const files = {
      "shop.contract": contract.replace("  /// What", "  const BANK: string\n  /// What"),
      "pricing.py": pricing,
      "cart.py": FIXED_CART.replace("mean, ", "").replace("mean(prices)", "1"),
    };
    const folder = workspace(files);
    const before = snapshot(folder);
    const { status, stderr } = contractc(folder, "drift", "--fix", "contract");
    expect(status).toBe(1);
    expect(stderr).toContain("import/undeclared The contract would have");
    expect(snapshot(folder)).toEqual(before);
  });

  test("removes what is missing only where nobody uses it", () => {
    const contract = `contract Shop version "1.0.0"
module a "a.py" {
  record Used { x: int }
  record Unused { x: int }
  fn f(used: Used) -> int
}
`;
    const folder = workspace({
      "shop.contract": contract,
      "a.py": "def f(used: Used) -> int:\n    return used.x\n",
    });
    const { stderr } = contractc(folder, "drift", "--fix", "contract");
    expect(read(folder, "shop.contract")).toBe(contract.replace("  record Unused { x: int }\n", ""));
    expect(stderr).toContain("`a.Used` is still used by `a.f.used`");
  });
});

test("a type of the code that the contract has another of by that name is taken over as text", () => {
  const folder = workspace({
    "app.contract": `contract App version "1.0.0"
module n "n.ts" {
  class Foo { a: int }
}
module m "m.ts" {
  uses n
  fn f(a: Foo) -> int
}
`,
    "n.ts": "export class Foo { a: number = 1 }\n",
    "hidden.ts": "export interface Foo { z: string }\n",
    "m.ts":
      'import "./n.js";\nimport type { Foo } from "./hidden.js";\nexport function f(a: Foo): Foo {\n  return a;\n}\n',
  });
  const { status, stdout, stderr } = contractc(folder, "drift", "--fix", "contract");
  expect(status, stdout).toBe(0);
  expect(stderr.match(/^fixed /gm)).toHaveLength(2);
  expect(readFileSync(join(folder, "app.contract"), "utf8")).toContain("fn f(a: `(Foo)`) -> `(Foo)`");
  expect(findingsOf(folder, "drift").summary).toMatchObject({ errors: 0, warnings: 0 });
});

test("a use that nothing needs is taken out by whatever name the clause has it", () => {
  const folder = workspace({
    "app.contract": `contract App version "1.0.0"
package bench "bench" {
  module code "code.py" { fn a() -> int }
  module m "m.py" {
    uses code, other.code
    fn f() -> int
  }
}
package other "other" {
  module code "code.py" { fn b() -> int }
}
`,
    "bench/code.py": "def a() -> int:\n    return 1\n",
    "other/code.py": "def b() -> int:\n    return 1\n",
    "bench/m.py": "import other.code\n\n\ndef f() -> int:\n    return other.code.b()\n",
  });
  const { stderr } = contractc(folder, "drift", "--fix", "contract");
  expect(stderr).toMatch(/^fixed app\.contract:5:10 import\/unused-use /m);
  expect(readFileSync(join(folder, "app.contract"), "utf8")).toContain("    uses other.code\n");
});

test("findings in JSON carry the edits of both directions", () => {
  const folder = workspace({ ...FILES, "cart.py": FIXED_CART });
  const { findings } = findingsOf(folder, "drift");
  const fixes = (code: string): Fix[] => findings.find((finding) => finding.code === code)?.fixes ?? [];
  expect(
    fixes("drift/parameter-type").map(({ kind, edits }) => [
      kind,
      edits.map(({ file, line, text }) => [file, line, text]),
    ]),
  ).toEqual([
    ["code", [["pricing.py", 4, "list[float]"]]],
    ["contract", [["shop.contract", 6, expect.stringContaining("string")]]],
  ]);
  expect(fixes("drift/unlisted-symbol").map(({ kind }) => kind)).toEqual(["contract"]);
  expect(existsSync(join(folder, "shop.contract"))).toBe(true);
});

test("options that do not go together are refused", () => {
  const folder = workspace(FILES);
  expect(contractc(folder, "drift", "--dry-run")).toMatchObject({ status: 2 });
  expect(contractc(folder, "drift", "--fix", "code", "--watch").stderr).toContain(
    "leave out --since and --watch",
  );
  expect(contractc(folder, "drift", "--fix", "both").status).toBe(2);
  for (const option of [["--dry-run"], ["--fix", "code"]]) {
    const accepting = ["--update-baseline", "--baseline", "accepted.json", "--reason", "old"];
    const { status, stderr } = contractc(folder, "drift", ...accepting, ...option);
    expect(stderr).toBe(
      "contractc: --update-baseline accepts what is found: leave out --fix and --dry-run.\n",
    );
    expect(status).toBe(2);
  }
  expect(snapshot(folder)).toEqual(snapshot(workspace(FILES)));
});

test("explain tells what each direction does, or why nothing", () => {
  const { stdout } = contractc(workspace(), "explain", "drift/raises");
  expect(stdout).toContain("--fix code      Nothing. Not to raise it would change what the body does.");
  expect(stdout).toContain("--fix contract  Adds `raises` to the declaration.");
});
