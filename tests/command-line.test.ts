import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { contractc, contractcWith, findingsOf, placed, ROOT, snapshot, workspace } from "./support/cli.js";

const SHOP = `contract Shop version "1.0.0"

module cart "cart.py" {
  fn total(prices: list<float>) -> float
}
`;
const CART = "def total(prices: list[float]) -> float:\n    return sum(prices)\n";

test("the version is the packages'", () => {
  const manifest = JSON.parse(readFileSync(join(ROOT, "packages/cli/package.json"), "utf8")) as {
    version: string;
  };
  expect(contractc(workspace(), "--version").stdout).toBe(`${manifest.version}\n`);
});

test("the workspace links the command, as `npx contractc` needs it", () => {
  const { status, stdout } = spawnSync(join(ROOT, "node_modules/.bin/contractc"), ["--version"], {
    encoding: "utf8",
    env: { ...process.env, PATH: `${dirname(process.execPath)}:${process.env.PATH}` },
  });
  expect(status).toBe(0);
  expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
});

test("help prints every exit code", () => {
  const { status, stdout } = contractc(workspace(), "--help");
  expect(status).toBe(0);
  for (const code of ["0", "1", "2", "3", "70", "130"])
    expect(stdout).toMatch(new RegExp(`^ +${code} {2}\\S`, "m"));
});

test.each([
  ["an unknown command", ["chekc"], "check"],
  ["an unknown option", ["check", "--formt", "json"], "--format"],
  ["a format there is not", ["check", "--format", "xml"], "text, json"],
  ["a severity there is not", ["check", "--fail-on", "fatal"], "error, warning, info"],
  ["a path that does not exist", ["check", "nowhere"], 'There is no file or folder "nowhere"'],
  ["a folder without contract", ["check"], "contractc init"],
  ["a folder without contract, drift", ["drift"], "contractc init"],
  ["a folder without contract, build", ["build"], "contractc init"],
])("%s is exit code 2 with a remedy on standard error", (_, args, remedy) => {
  const { status, stdout, stderr } = contractc(workspace(), ...args);
  expect(status).toBe(2);
  expect(stdout).toBe("");
  expect(stderr).toContain(remedy);
  expect(stderr).not.toMatch(/\n +at /);
});

test("a clean contract is exit code 0, in text and in JSON", () => {
  const folder = workspace({ "shop.contract": SHOP, "cart.py": CART });
  expect(contractc(folder, "check")).toMatchObject({ status: 0, stderr: "" });
  expect(findingsOf(folder, "drift")).toEqual({
    findings: [],
    summary: { errors: 0, warnings: 0, infos: 0 },
  });
});

test("--fail-on lowers the threshold", () => {
  const folder = workspace({
    "shop.contract": SHOP,
    "cart.py": `${CART}\ndef discount() -> float:\n    return 0.1\n`,
  });
  expect(contractc(folder, "drift").status).toBe(0);
  expect(contractc(folder, "drift", "--fail-on", "warning").status).toBe(1);
  expect(placed(findingsOf(folder, "drift").findings)).toEqual(["cart.py:4:5 drift/unlisted-symbol"]);
});

test("a command in a folder below the contract looks at that folder, and shows paths from there", () => {
  const folder = workspace({
    "shop.contract": SHOP.replace("cart.py", "src/cart.py"),
    "src/cart.py": "def total(prices) -> float:\n    return 1.0\n",
    "docs/a.txt": "",
  });
  expect(placed(findingsOf(join(folder, "src"), "drift").findings)).toEqual([
    "cart.py:1:5 drift/missing-annotation",
  ]);
  expect(findingsOf(join(folder, "docs"), "drift").findings).toEqual([]);
  expect(placed(findingsOf(folder, "drift", "src/cart.py").findings)).toEqual([
    "src/cart.py:1:5 drift/missing-annotation",
  ]);
});

test("text is coloured where it is asked for, and compact for agents", () => {
  const folder = workspace({ "shop.contract": SHOP, "cart.py": "def total() -> float:\n    return 1.0\n" });
  expect(contractc(folder, "drift").stdout).not.toContain("\x1b[");
  expect(contractcWith({ FORCE_COLOR: "1" }, folder, "drift").stdout).toContain("\x1b[");
  const compact = contractcWith({ CLAUDECODE: "1" }, folder, "drift").stdout;
  expect(compact.trimEnd().split("\n")).toHaveLength(2);
  expect(contractc(folder, "drift", "--format", "json").stdout).toBe(
    contractcWith({ CLAUDECODE: "1" }, folder, "drift", "--format", "json").stdout,
  );
});

test("check and drift write nothing", () => {
  const folder = workspace({ "shop.contract": SHOP, "cart.py": CART });
  const before = snapshot(folder);
  contractc(folder, "check");
  contractc(folder, "drift");
  expect(snapshot(folder)).toEqual(before);
});
