import { spawnSync } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import {
  BIN,
  contractc,
  findingsOf,
  placed,
  type Result,
  snapshot,
  workspace,
  write,
} from "./support/cli.js";

const HEADER = 'contract Shop version "1.0.0"\n';
const CART = `${HEADER}
module cart "cart.py" {
  fn total(prices: list<float>) -> float
}
`;
const CODE = "def total(prices: list[float]) -> float:\n    return sum(prices)\n";

function noStackTrace({ stdout, stderr }: Result): void {
  expect(stdout + stderr).not.toMatch(/\n\s+at /);
  expect(stdout + stderr).not.toContain("internal error");
}

test("a syntax error has its place, and the rest is still checked", () => {
  const folder = workspace({
    "a.contract": `${HEADER}\nmodule m "m.py" {\n  fn f( -> int\n  fn g() -> Nothing\n}\n`,
  });
  const { findings } = findingsOf(folder, "check");
  expect(findings.map(({ code }) => code)).toEqual(["syntax/error", "name/unknown"]);
  expect(findings[0]).toMatchObject({ file: "a.contract", line: 4 });
  expect(findings[1]).toMatchObject({ file: "a.contract", line: 5, column: 13 });
});

test("build refuses a contract with errors and writes nothing", () => {
  const folder = workspace({ "a.contract": `${HEADER}\nmodule m "m.py" { fn g() -> Nothing }\n` });
  const before = snapshot(folder);
  const result = contractc(folder, "build");
  expect(result.status).toBe(1);
  expect(result.stdout).toContain("name/unknown");
  expect(snapshot(folder)).toEqual(before);
});

test("BOM and CRLF are accepted in contract and code", () => {
  const crlf = (text: string) => `\uFEFF${text.replaceAll("\n", "\r\n")}`;
  const folder = workspace({ "a.contract": crlf(CART), "cart.py": crlf(CODE) });
  expect(findingsOf(folder, "drift").findings).toEqual([]);
});

test("broken UTF-8 in a contract is a finding with a place", () => {
  const bytes = Buffer.concat([Buffer.from(CART), Buffer.from([0x2f, 0x2f, 0xff, 0xfe, 0x0a])]);
  const folder = workspace({ "a.contract": bytes, "cart.py": CODE });
  const { findings } = findingsOf(folder, "check");
  expect(findings).toHaveLength(1);
  expect(findings[0]).toMatchObject({ file: "a.contract", line: 6, column: 3, severity: "error" });
});

test("a contract in another encoding is told as such, and once", () => {
  const utf16 = workspace({ "a.contract": Buffer.from(`\uFEFF${CART}`, "utf16le") });
  const latin1 = workspace({ "a.contract": Buffer.from(CART.replaceAll("total", "größe"), "latin1") });
  for (const [folder, line, column] of [
    [utf16, 1, 1],
    [latin1, 4, 8],
  ] as const) {
    const { findings } = findingsOf(folder, "check");
    expect(findings.map(({ code }) => code)).toEqual(["syntax/encoding"]);
    expect(findings[0]).toMatchObject({ file: "a.contract", line, column });
  }
});

test.skipIf(process.platform !== "linux")("output that cannot be written is told in a line", () => {
  const folder = workspace({ "a.contract": CART });
  const { status, stderr } = spawnSync(
    "/bin/sh",
    ["-c", '"$0" "$1" check > /dev/full', process.execPath, BIN],
    {
      cwd: folder,
      encoding: "utf8",
    },
  );
  expect(stderr).toMatch(/^contractc: the output cannot be written: .*\n$/);
  expect(status).toBe(2);
});

test("what stands in a file cannot steer the terminal", () => {
  const folder = workspace({
    "a.contract": `${HEADER}module m "m.py" { fn f() -> \u001b[2J \u0007\u202e }\n`,
  });
  const { stdout, status } = contractc(folder, "check");
  expect(status).toBe(1);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
  expect(stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e]/);
});

test("broken UTF-8 and unparsable code are drift/unparsable", () => {
  const folder = workspace({
    "a.contract": CART,
    "cart.py": Buffer.from([0x78, 0x20, 0x3d, 0x20, 0xff, 0x0a]),
  });
  expect(findingsOf(folder, "drift").findings.map(({ code }) => code)).toContain("drift/unparsable");
  write(folder, "cart.py", "def total(prices: list[float] -> float:\n    return (\n");
  expect(findingsOf(folder, "drift").findings.map(({ code }) => code)).toContain("drift/unparsable");
});

test("an import that is missing, a folder, or outside of the workspace is told at the import", () => {
  const folder = workspace({
    "shop/a.contract": `${HEADER}import "./gone.contract"\nimport "./sub"\nimport "../../etc.contract"\n`,
  });
  mkdirSync(join(folder, "shop/sub"));
  const { findings } = findingsOf(join(folder, "shop"), "check");
  expect(findings.map(({ line }) => line)).toEqual([2, 3, 4]);
  for (const finding of findings) expect(finding.severity).toBe("error");
});

test.each([
  ["/etc/passwd.py"],
  ["../outside.py"],
  ["sub/../../outside.py"],
  ["C:/x.py"],
  ["a\\\\..\\\\..\\\\b.py"],
])("a module path that leaves the workspace is refused: %s", (path) => {
  const folder = workspace({ "w/a.contract": `${HEADER}\nmodule m "${path}" { fn f() }\n` });
  const before = snapshot(folder);
  expect(findingsOf(join(folder, "w"), "check").findings.map(({ code }) => code)).toContain(
    "name/path-outside",
  );
  expect(contractc(join(folder, "w"), "build").status).toBe(1);
  expect(snapshot(folder)).toEqual(before);
});

test("a path that passes through a link is not followed, not read and not written", () => {
  const folder = workspace({
    "w/a.contract": `${HEADER}\nmodule m "link/m.py" { fn f() }\n`,
    "outside/keep.txt": "x",
  });
  symlinkSync(join(folder, "outside"), join(folder, "w/link"));
  const before = snapshot(join(folder, "outside"));
  const build = contractc(join(folder, "w"), "build");
  expect([1, 2]).toContain(build.status);
  noStackTrace(build);
  expect(snapshot(join(folder, "outside"))).toEqual(before);
});

test("output through a link is refused", () => {
  const folder = workspace({ "w/a.contract": CART, "w/cart.py": CODE, "outside/keep.txt": "x" });
  symlinkSync(join(folder, "outside"), join(folder, "w/contract-build"));
  const result = contractc(join(folder, "w"), "build");
  expect([1, 2]).toContain(result.status);
  noStackTrace(result);
  expect(Object.keys(snapshot(join(folder, "outside")))).toEqual(["keep.txt"]);
});

test("a folder in the place of a file is told as such", () => {
  const folder = workspace({ "a.contract": CART });
  mkdirSync(join(folder, "cart.py"));
  const { findings } = findingsOf(folder, "drift");
  expect(findings.map(({ code }) => code)).toEqual(["drift/missing-file"]);
});

test("ten thousand nested brackets are one finding, in contract and code", () => {
  const deep = `${"(".repeat(10_000)}int${")".repeat(10_000)}`;
  const contract = workspace({ "a.contract": `${HEADER}\nmodule m "m.py" {\n  type T = ${deep}\n}\n` });
  const { findings } = findingsOf(contract, "check");
  expect(findings.map(({ code, line }) => `${line} ${code}`)).toEqual(["4 syntax/error"]);
  for (const [file, text] of [
    ["cart.py", `x = ${deep}\n`],
    ["cart.ts", `export const x = ${deep};\n`],
  ] as const) {
    const code = workspace({ "a.contract": CART.replace("cart.py", file), [file]: text });
    const result = contractc(code, "drift", "--format", "json");
    expect(result.status).toBe(1);
    noStackTrace(result);
  }
});

test("a line of 5 MB is read", () => {
  const long = "a".repeat(5 * 1024 * 1024);
  const folder = workspace({ "a.contract": `${CART}// ${long}\n`, "cart.py": `${CODE}# ${long}\n` });
  expect(placed(findingsOf(folder, "drift").findings)).toEqual([]);
  const docs = workspace({ "a.contract": `${HEADER}requirement R must "${long}"\n` });
  expect(contractc(docs, "check").status).toBe(0);
});

test("a read-only output folder is told, and nothing is half-written", () => {
  const folder = workspace({ "a.contract": CART, "cart.py": CODE });
  writeFileSync(join(folder, "contract-build"), "a file in the place of the folder");
  const before = snapshot(folder);
  const result = contractc(folder, "build");
  expect(result.status).toBe(2);
  noStackTrace(result);
  expect(result.stderr).toContain("contract-build");
  expect(snapshot(folder)).toEqual(before);
});

test("init and extract never write over a file", () => {
  const folder = workspace({ "cart.py": CODE });
  expect(contractc(folder, "init", "--from-code").status).toBe(0);
  const before = snapshot(folder);
  expect(contractc(folder, "init", "--from-code").status).toBe(2);
  expect(contractc(folder, "init").status).toBe(2);
  write(folder, "other.contract", "mine");
  expect(contractc(folder, "extract", ".", "-o", "other.contract").status).toBe(2);
  expect(snapshot(folder)).toEqual({ ...before, "other.contract": "mine" });
});

test("an empty folder has nothing to extract", () => {
  const result = contractc(workspace({ "README.md": "x" }), "extract", ".");
  expect(result.status).toBe(2);
  expect(result.stdout).toBe("");
  expect(result.stderr).toContain("no Python or TypeScript code");
});
