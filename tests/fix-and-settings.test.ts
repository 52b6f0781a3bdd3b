import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { contractc, findingsOf, placed, workspace } from "./support/cli.js";

const HEADER = 'contract Shop version "1.0.0"\n';
const BROKEN = `${HEADER}
module model "model.py" {
  record Item { price: float = null }
}
module cart "cart.py" {
  /// What the items cost together.
  fn total(items: list<Itme>, from: str) -> float
}
`;
const FIXED = `${HEADER}
module model "model.py" {
  record Item { price: float? = null }
}
module cart "cart.py" {
  uses model
  /// What the items cost together.
  fn total(items: list<Item>, @name(python: "from_") from: string) -> float
}
`;

test("check --fix applies every fix that leaves no choice, and those that come up by it", () => {
  const folder = workspace({ "shop.contract": `\uFEFF${BROKEN}` });
  const { status, stdout, stderr } = contractc(folder, "check", "--fix");
  expect(readFileSync(join(folder, "shop.contract"), "utf8")).toBe(`\uFEFF${FIXED}`);
  expect(stderr.trimEnd().split("\n").sort()).toEqual(
    [
      "fixed shop.contract:4:32 type/mismatch Make the type `float?`",
      "fixed shop.contract:8:24 graph/undeclared-use Add `uses model` to cart",
      'fixed shop.contract:8:31 type/target-name Add `@name(python: "from_")`',
      "fixed shop.contract:8:37 name/canonical Change to `string`",
      "fixed shop.contract:8:24 name/unknown Change to `Item`",
    ].sort(),
  );
  expect(status).toBe(0);
  expect(stdout).toContain("no findings");
});

test("check --fix leaves choices to people, and files without fixes alone", () => {
  const text = `${HEADER}
module a "a.py" { record P { x: int } }
module b "b.py" { record P { x: int } }
module c "c.py" {
  uses a, b
  /// Draws it.
  fn draw(p: P) -> void
}
`;
  const folder = workspace({ "shop.contract": text });
  const { status, stderr } = contractc(folder, "check", "--fix");
  expect(status).toBe(1);
  expect(stderr).toBe("");
  expect(readFileSync(join(folder, "shop.contract"), "utf8")).toBe(text);
});

test("settings change severities, and leave findings out", () => {
  const text = `${HEADER}
role backend "Implements it"
module cart "cart.py" { fn total() -> float }
`;
  const files = { "shop.contract": text };
  expect(placed(findingsOf(workspace(files), "check").findings)).toEqual([
    "shop.contract:3:6 complete/role",
    "shop.contract:4:8 complete/owner",
    "shop.contract:4:28 complete/undocumented",
  ]);
  const settings = `{ "severities": { "complete/role": "off", "complete/owner": "error", "complete/undocumented": "warning" } }`;
  const folder = workspace({ ...files, "contract.config.json": settings });
  expect(findingsOf(folder, "check").findings.map(({ code, severity }) => `${severity} ${code}`)).toEqual([
    "error complete/owner",
    "warning complete/undocumented",
  ]);
});

test("wrong settings have their places, the nearest name, and exit code 2", () => {
  const folder = workspace({
    "shop.contract": `${HEADER}\nquestion "Why?"\n`,
    "contract.config.json":
      '{\n  "severity": {},\n  "severities": {\n    "complete/questoin": "off",\n    "name/unknown": "info"\n  },\n  "excludes": [1]\n}\n',
  });
  const { status, stdout } = contractc(folder, "check", "--format", "json");
  expect(status).toBe(2);
  const { findings } = JSON.parse(stdout) as ReturnType<typeof findingsOf>;
  expect(placed(findings)).toEqual([
    "contract.config.json:2:3 config/unknown-key",
    "contract.config.json:4:5 config/unknown-key",
    "contract.config.json:5:21 config/invalid-value",
    "contract.config.json:7:16 config/invalid-value",
    "shop.contract:3:1 complete/question",
  ]);
  expect(findings[0]!.message).toContain("did you mean `severities`?");
  expect(findings[1]!.message).toContain("did you mean `complete/question`?");
});

test("excluded code is not read: neither drift nor build look at it", () => {
  const folder = workspace({
    "shop.contract": `${HEADER}\npackage shop "shop" { module cart "cart.py" { fn total() -> float } }\n`,
    "shop/cart.py": "def total() -> float:\n    return 1.0\n",
    "shop/old/legacy.py": "def forgotten() -> int:\n    return 1\n",
    "contract.config.json": '{ "excludes": ["old/"] }',
  });
  expect(findingsOf(folder, "drift").findings).toEqual([]);
  expect(existsSync(join(folder, "shop/old/legacy.py"))).toBe(true);
});
