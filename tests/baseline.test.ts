import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { contractc, findingsOf, placed, workspace, write } from "./support/cli.js";
import { git, repository } from "./support/git.js";
import { validated } from "./support/schema.js";

const CONTRACT = `contract Shop version "1.0.0"

module cart "cart.py" {
  fn total(names: list<string>) -> int
  fn count() -> int
}
`;
const CODE = `def total(names: set[str]) -> int:
    return len(names)


def count() -> str:
    return "1"
`;
const FILES = {
  "shop.contract": CONTRACT,
  "cart.py": CODE,
  "contract.config.json": '{ "baseline": "accepted.json" }\n',
};
const UPDATE = ["drift", "--update-baseline"];
const accept = (folder: string, reason = "from before the contract") =>
  contractc(folder, ...UPDATE, "--reason", reason);
const textOf = (folder: string) => readFileSync(join(folder, "accepted.json"), "utf8");
const drift = (folder: string, ...args: string[]) => placed(findingsOf(folder, "drift", ...args).findings);

interface Entry {
  symbol: string;
  code: string;
  reason: string;
  count?: number;
}

const entriesOf = (folder: string) =>
  (validated("baseline", textOf(folder)) as { findings: Entry[] }).findings;

describe("a baseline", () => {
  test("accepts what is found, wherever it moves, and nothing else", () => {
    const folder = workspace(FILES);
    expect(accept(folder)).toMatchObject({
      status: 0,
      stdout: "wrote accepted.json: 0 kept, 2 findings added, 0 removed\n",
    });
    expect(contractc(folder, "drift")).toMatchObject({
      status: 0,
      stdout: "✓ 1 module compared with the code, 2 accepted by the baseline: no findings\n",
    });
    expect(textOf(folder)).not.toMatch(/"line|"file/);
    expect(entriesOf(folder).map(({ symbol, code }) => `${symbol} ${code}`)).toEqual([
      "cart.count drift/return-type",
      "cart.total drift/parameter-type",
    ]);
    write(folder, "cart.py", `# It has moved.\n\n\n${CODE}`);
    expect(drift(folder)).toEqual([]);
    write(folder, "cart.py", CODE.replace("set[str]", "dict[str, str]"));
    expect(drift(folder)).toEqual([
      "accepted.json:13:5 policy/stale-baseline",
      "cart.py:1:18 drift/parameter-type",
    ]);
  });

  test("is the same text for the same findings, and is sorted", () => {
    const folder = workspace(FILES);
    accept(folder);
    const first = textOf(folder);
    accept(folder, "another reason");
    expect(textOf(folder)).toBe(first);
    const entries = JSON.parse(first) as { findings: Entry[] };
    entries.findings.reverse();
    write(folder, "accepted.json", JSON.stringify(entries));
    accept(folder);
    expect(textOf(folder)).toBe(first);
  });

  test("takes nothing new without a reason, and writes nothing then", () => {
    const folder = workspace(FILES);
    const refused = contractc(folder, ...UPDATE);
    expect([refused.status, refused.stdout]).toEqual([2, ""]);
    expect(refused.stderr).toContain(
      "2 findings would be accepted that were not before, and nothing was written",
    );
    expect(existsSync(join(folder, "accepted.json"))).toBe(false);
    expect(contractc(folder, ...UPDATE, "--reason", "  ").status).toBe(2);
    accept(folder);
    write(folder, "cart.py", `${CODE}\n\ndef extra() -> None:\n    print(1)\n`);
    const before = textOf(folder);
    expect(contractc(folder, ...UPDATE).stderr).toContain("1 finding would be accepted");
    expect(textOf(folder)).toBe(before);
  });

  test("keeps the reasons of what stays, and drops what is gone without being asked why", () => {
    const folder = workspace(FILES);
    accept(folder);
    write(
      folder,
      "accepted.json",
      textOf(folder).replace("from before the contract", "count is text in the files of 2019"),
    );
    write(folder, "cart.py", CODE.replace("set[str]", "list[str]"));
    expect(contractc(folder, ...UPDATE)).toMatchObject({
      status: 0,
      stdout: "wrote accepted.json: 1 kept, 0 findings added, 1 removed\n",
    });
    expect(entriesOf(folder)).toMatchObject([
      { symbol: "cart.count", reason: "count is text in the files of 2019" },
    ]);
  });

  test("tells all entries at once that have no effect", () => {
    const folder = workspace(FILES);
    accept(folder);
    write(
      folder,
      "cart.py",
      CODE.replace("set[str]", "list[str]").replace("-> str", "-> int").replace('"1"', "1"),
    );
    const { findings } = findingsOf(folder, "drift");
    expect(placed(findings)).toEqual([
      "accepted.json:4:5 policy/stale-baseline",
      "accepted.json:13:5 policy/stale-baseline",
    ]);
    expect(findings.map(({ severity, symbol }) => `${severity} ${symbol}`)).toEqual([
      "warning cart.count",
      "warning cart.total",
    ]);
  });

  test("counts findings that are the same", () => {
    const note = "# contract-ignore drift/hollow: not any more\n";
    const folder = workspace({ ...FILES, "cart.py": `${note}${note}${CODE}` });
    accept(folder);
    expect(entriesOf(folder).find(({ code }) => code === "policy/unused-suppression")?.count).toBe(2);
    expect(drift(folder)).toEqual([]);
    write(folder, "cart.py", `${note}${note}${note}${CODE}`);
    expect(drift(folder)).toHaveLength(1);
    write(folder, "cart.py", `${note}${CODE}`);
    const { findings } = findingsOf(folder, "drift");
    expect(findings.map(({ code, message }) => `${code} ${message}`)).toEqual([
      "policy/stale-baseline Of the `policy/unused-suppression` findings at `cart` only 1 are left: `contractc drift --update-baseline` corrects the count.",
    ]);
  });

  test("that --baseline names has to be there", () => {
    const folder = workspace({ "shop.contract": CONTRACT, "cart.py": CODE });
    const { status, stdout, stderr } = contractc(folder, "drift", "--baseline", "typo.json");
    expect([status, stdout]).toEqual([2, ""]);
    expect(stderr).toContain('`contractc drift --baseline typo.json --update-baseline --reason "…"`');
  });

  test("by --baseline, in place of the configured one; several contracts share it", () => {
    const folder = workspace({
      "a/shop.contract": CONTRACT,
      "a/cart.py": CODE,
      "b/shop.contract": CONTRACT.replace("Shop", "Other"),
      "b/cart.py": CODE,
    });
    expect(contractc(folder, ...UPDATE, "--reason", "old").stderr).toContain("Name the baseline");
    const shared = ["--baseline", "all.json"];
    expect(contractc(folder, ...UPDATE, ...shared, "--reason", "old").stdout).toContain("4 findings added");
    expect(drift(folder, ...shared)).toEqual([]);
    // What belongs to a contract that was not looked at is neither stale nor dropped.
    expect(drift(folder, "a", ...shared)).toEqual([]);
    expect(contractc(folder, ...UPDATE, "a", ...shared).stdout).toContain(
      "2 kept, 0 findings added, 0 removed",
    );
    expect(drift(folder, "b", ...shared)).toEqual([]);
  });
});

test.each([
  ["{", "it is no valid JSON"],
  ['{\n<<<<<<< ours\n"format": 1\n=======\n', "It holds the marks of a merge"],
  ['{ "format": 2, "findings": [] }', "its format is 2, and this contractc knows 1"],
  ['{ "findings": [] }', 'its "format" is missing'],
  ['{ "format": "1", "findings": [] }', 'its format is "1", not 1'],
  ['{ "format": 1, "findings": {} }', 'its "findings" are no list'],
  ['{ "format": 1, "findings": [], "more": 1 }', 'the file has an unknown "more"'],
  ['{ "format": 1, "findings": [{ "contract": "Shop" }] }', 'an entry has no "symbol"'],
  [
    '{ "format": 1, "findings": [{ "contract": "Shop", "symbol": "", "code": "drift/hollow", "fingerprint": "0123456789abcdef", "reason": " " }] }',
    "an entry without a reason accepts nothing",
  ],
])("a baseline that is %s is an error, and is not written over", (text, problem) => {
  const folder = workspace({ ...FILES, "accepted.json": text });
  const { status, stdout } = contractc(folder, "drift", "--format", "json");
  expect(status).toBe(2);
  const { findings } = JSON.parse(stdout) as { findings: { code: string; message: string }[] };
  expect(findings).toHaveLength(1);
  expect(findings[0]?.code).toBe("config/baseline");
  expect(findings[0]?.message).toContain(problem);
  expect(accept(folder).status).toBe(2);
  expect(textOf(folder)).toBe(text);
});

test("a contract with errors has no baseline written", () => {
  const folder = workspace({ ...FILES, "shop.contract": CONTRACT.replace("-> int", "-> Gone") });
  const { status, stdout } = accept(folder);
  expect(status).toBe(1);
  expect(stdout).toContain("no baseline was written");
  expect(existsSync(join(folder, "accepted.json"))).toBe(false);
});

test("what is about a part cannot write the whole", () => {
  const folder = repository(FILES);
  for (const other of [["--staged"], ["--since", "HEAD"], ["--watch"]]) {
    const { status, stderr } = contractc(folder, ...UPDATE, "--reason", "old", ...other);
    expect([status, stderr]).toEqual([2, expect.stringContaining(`${other[0]} only about a part`)]);
  }
  expect(contractc(folder, "drift", "--reason", "old").stderr).toContain("--reason is for --update-baseline");
});

test("--staged reads the staged baseline, and tells what a commit takes out of it", () => {
  const folder = workspace(FILES);
  git(folder, "init", "--quiet");
  accept(folder);
  git(folder, "add", "-A");
  expect(drift(folder, "--staged")).toEqual([]);
  git(folder, "commit", "--quiet", "-m", "all");
  const whole = textOf(folder);
  write(folder, "accepted.json", '{ "format": 1, "findings": [] }\n');
  git(folder, "add", "-A");
  write(folder, "accepted.json", whole);
  expect(drift(folder, "--staged")).toEqual([
    "cart.py:1:18 drift/parameter-type",
    "cart.py:5:16 drift/return-type",
  ]);
  git(folder, "add", "-A");
  write(folder, "cart.py", CODE.replace("set[str]", "list[str]"));
  git(folder, "add", "-A");
  expect(drift(folder, "--staged")).toEqual(["accepted.json:13:5 policy/stale-baseline"]);
});
