import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import AjvDraft04 from "ajv-draft-04";
import { describe, expect, test } from "vitest";
import { contractc, contractcWith, findingsOf, workspace, write } from "./support/cli.js";

const CONTRACT = `contract Shop version "1.0.0"

module prices "prices.py" {
  fn price(name: string) -> int
}

module cart "my cart%, v:1.py" {
  uses prices
  fn total(names: list<string>) -> int
}
`;
const FILES = {
  "shop.contract": CONTRACT,
  "prices.py": "def price(name: str) -> int:\n    return len(name)\n",
  "my cart%, v:1.py":
    "from prices import price\n\n\ndef total(names: set[str]) -> int:\n    return sum(price(name) for name in names)\n\n\ndef extra() -> None:\n    print('extra')\n",
};

const schema = JSON.parse(
  readFileSync(new URL("./fixtures/sarif/sarif-2.1.0-rtm.5.json", import.meta.url), "utf8"),
) as object;
const ajv = new AjvDraft04.default({ strict: false, allErrors: true, unicodeRegExp: false });
ajv.addFormat("uri", (text: string) => URL.canParse(text));
ajv.addFormat("uri-reference", (text: string) => URL.canParse(text, "file:///root/"));
ajv.addFormat("date-time", true);
const validate = ajv.compile(schema);

/** A log of SARIF that its schema describes. */
function sarif(text: string) {
  const log = JSON.parse(text);
  validate(log);
  expect(validate.errors ?? []).toEqual([]);
  return log.runs[0];
}

/** A document as the parser of Python's standard library reads it, which takes only what is XML. */
function xml(text: string): string[] {
  const program = `import sys, xml.etree.ElementTree as tree
root = tree.fromstring(sys.stdin.buffer.read())
for case in root.iter("testcase"):
    print(case.get("classname"), "|", case.get("name"), "|", ",".join(each.tag for each in case))`;
  const { status, stdout, stderr } = spawnSync("python3", ["-c", program], { input: text, encoding: "utf8" });
  expect(status, stderr).toBe(0);
  return stdout.trim().split("\n");
}

describe("SARIF", () => {
  test("of drift: rules, places, related places, fixes and fingerprints, as the schema has them", () => {
    const folder = workspace(FILES);
    const { status, stdout } = contractc(folder, "drift", "--format", "sarif");
    expect(status).toBe(1);
    const run = sarif(stdout);
    const { findings } = findingsOf(folder, "drift");
    expect(run.tool.driver.rules.map(({ id }: { id: string }) => id)).toEqual([
      "drift/parameter-type",
      "drift/unlisted-symbol",
    ]);
    for (const rule of run.tool.driver.rules) {
      expect(rule.helpUri).toMatch(/\/bundle\/diagnostics\/drift\/[a-z-]+\.md$/);
    }
    expect(Object.keys(run.originalUriBaseIds)).toEqual(["%SRCROOT%"]);
    expect(run.results).toHaveLength(2);
    const [first] = run.results;
    expect(first.partialFingerprints).toEqual({ "contractc/v1": findings[0]!.fingerprint });
    const { artifactLocation, region } = first.locations[0].physicalLocation;
    expect(artifactLocation).toEqual({ uri: "my%20cart%25%2C%20v%3A1.py", uriBaseId: "%SRCROOT%" });
    expect(new URL(artifactLocation.uri, run.originalUriBaseIds["%SRCROOT%"].uri).pathname).toMatch(
      /v%3A1\.py$/,
    );
    expect(region).toEqual({ startLine: 4, startColumn: 18, endLine: 4, endColumn: 26 });
    expect(first.relatedLocations[0].message.text).toBe("declared here");
    expect(first.fixes[0].artifactChanges[0].replacements[0].insertedContent.text).toBe("list[str]");
    expect(run.results.map(({ level }: { level: string }) => level)).toEqual(["error", "warning"]);
  });

  test("of a clean repository, and of one whose contract is broken", () => {
    const clean = workspace({ "shop.contract": 'contract Shop version "1.0.0"\n' });
    expect(sarif(contractc(clean, "check", "--format", "sarif").stdout).results).toEqual([]);
    const broken = workspace({ "shop.contract": 'contract Shop version "1.0.0"\nmodule {\n' });
    const { status, stdout } = contractc(broken, "check", "--format", "sarif");
    expect(status).toBe(1);
    expect(sarif(stdout).results.length).toBeGreaterThan(0);
  });

  test("of every diagnostic's example is valid", async () => {
    const { DIAGNOSTICS, exampleFiles } = await import("@contractc/kernel");
    // One of each family, as each family has its own forms of places and fixes.
    const families = new Map(Object.entries(DIAGNOSTICS).map((entry) => [entry[0].split("/")[0], entry]));
    expect(families.size).toBeGreaterThan(8);
    for (const [, [, { wrong }]] of families) {
      const folder = workspace(Object.fromEntries(exampleFiles(wrong)));
      for (const command of ["check", "drift"]) sarif(contractc(folder, command, "--format", "sarif").stdout);
    }
  }, 60_000);

  test("what a baseline accepts is a suppressed result", () => {
    const folder = workspace(FILES);
    const args = ["--update-baseline", "--baseline", "accepted.json", "--reason", "before the contract"];
    expect(contractc(folder, "drift", ...args).status).toBe(0);
    const { status, stdout } = contractc(folder, "drift", "--baseline", "accepted.json", "--format", "sarif");
    expect(status).toBe(0);
    const { results } = sarif(stdout);
    expect(results.map(({ suppressions }: { suppressions: unknown }) => suppressions)).toEqual([
      [{ kind: "external", status: "accepted", justification: "before the contract" }],
      [{ kind: "external", status: "accepted", justification: "before the contract" }],
    ]);
  });
});

describe("GitHub's commands", () => {
  test("are escaped, so that neither names nor messages end them", () => {
    const folder = workspace(FILES);
    const { status, stdout } = contractc(folder, "drift", "--format", "github");
    expect(status).toBe(1);
    const lines = stdout.trimEnd().split("\n");
    expect(lines).toHaveLength(2);
    expect(lines[0]).toMatch(
      /^::error file=my cart%25%2C v%3A1\.py,line=4,col=18,endColumn=26,endLine=4,title=drift\/parameter-type \(cart\.total\)::The parameter /,
    );
    expect(lines[0]).toContain("%0Aexpected: names: list<string>%0Aactual: names: set<string>");
    expect(lines[1]).toMatch(
      /^::warning file=.*,title=drift\/unlisted-symbol \(cart\.extra\)::|^::warning file=/,
    );
  });

  test("name files from the top of what was checked out", () => {
    const folder = workspace({});
    for (const [path, text] of Object.entries(FILES)) write(folder, `shop/${path}`, text);
    const { stdout } = contractcWith(
      { GITHUB_WORKSPACE: folder },
      join(folder, "shop"),
      "drift",
      "--format",
      "github",
    );
    expect(stdout).toMatch(/^::error file=shop\/my cart/);
  });

  test("nothing found is nothing said", () => {
    const folder = workspace({ "shop.contract": 'contract Shop version "1.0.0"\n' });
    expect(contractc(folder, "drift", "--format", "github")).toMatchObject({ status: 0, stdout: "" });
  });
});

test("JUnit: a case that passes for a module without findings, one that fails for each finding", () => {
  const folder = workspace({
    ...FILES,
    "my cart%, v:1.py": FILES["my cart%, v:1.py"].replace("extra()", "extra_()"),
  });
  const { status, stdout } = contractc(folder, "drift", "--format", "junit");
  expect(status).toBe(1);
  expect(xml(stdout)).toEqual([
    "Shop | prices | ",
    "my cart%, v:1.py | drift/parameter-type cart.total | failure",
    "my cart%, v:1.py | drift/unlisted-symbol cart.extra_ | system-out",
  ]);
  expect(stdout).toContain('tests="3" failures="1"');
  expect(contractc(folder, "drift", "--format", "junit", "--fail-on", "warning").stdout).toContain(
    'failures="2"',
  );
  const control = workspace({
    "shop.contract": 'contract Shop version "1.0.0"\nmodule a "a.py" { fn f(x: string = "\\u0001<&>\\"") }\n',
    "a.py": 'def f(x: str = "\x01]]>\uFFFE") -> None:\n    print(x)\n',
  });
  expect(xml(contractc(control, "drift", "--format", "junit").stdout)).toEqual([
    "a.py | drift/parameter-default a.f | failure",
  ]);
});

test("GitLab: issues with fingerprints that differ, from the top of the project", () => {
  const folder = workspace({});
  for (const [path, text] of Object.entries(FILES)) write(folder, `shop/${path}`, text);
  const { stdout } = contractcWith(
    { CI_PROJECT_DIR: folder },
    join(folder, "shop"),
    "drift",
    "--format",
    "gitlab",
  );
  const issues = JSON.parse(stdout) as { fingerprint: string }[];
  expect(issues).toMatchObject([
    {
      check_name: "drift/parameter-type",
      severity: "major",
      location: { path: "shop/my cart%, v:1.py", lines: { begin: 4 } },
    },
    { check_name: "drift/unlisted-symbol", severity: "minor" },
  ]);
  expect(new Set(issues.map(({ fingerprint }) => fingerprint)).size).toBe(2);
});

test.each(["sarif", "github", "gitlab", "junit"])(
  "%s is the same each time, also of what is known already",
  (format) => {
    const folder = workspace(FILES);
    for (const command of ["check", "drift"]) {
      const first = contractc(folder, command, "--format", format);
      expect(contractc(folder, command, "--format", format)).toEqual(first);
    }
  },
);
