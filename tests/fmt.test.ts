import { cpSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { contractc, ROOT, snapshot, workspace } from "./support/cli.js";
import { fencesOf } from "./support/markdown.js";

const TIDY = `contract Shop version "1.0.0"

module cart "cart.py" {
  fn total(prices: list<float>) -> float
}
`;
const UNTIDY = `contract Shop version "1.0.0" // the shop
module cart "cart.py" { fn total( prices: list<float> )->float }`;
const TIDIED = `contract Shop version "1.0.0" // the shop

module cart "cart.py" {
  fn total(prices: list<float>) -> float
}
`;
const BROKEN = `module m "m.py" {
  fn f( -> int
}
`;

test("files that are not formatted are written and told, all others are left alone", () => {
  const folder = workspace({ "tidy.contract": TIDY, "sub/untidy.contract": UNTIDY, "sub/notes.md": UNTIDY });
  expect(contractc(folder, "fmt")).toEqual({
    status: 0,
    stdout: "formatted sub/untidy.contract\n2 files, 1 formatted\n",
    stderr: "",
  });
  expect(snapshot(folder)).toEqual({
    "tidy.contract": TIDY,
    "sub/untidy.contract": TIDIED,
    "sub/notes.md": UNTIDY,
  });
  expect(contractc(folder, "fmt")).toMatchObject({ status: 0, stdout: "2 files\n" });
});

test("--check writes nothing and fails where something would change", () => {
  const folder = workspace({ "tidy.contract": TIDY, "untidy.contract": UNTIDY });
  const before = snapshot(folder);
  expect(contractc(folder, "fmt", "--check")).toEqual({
    status: 1,
    stdout: "not formatted untidy.contract\n2 files, 1 not formatted\n",
    stderr: "",
  });
  expect(contractc(folder, "fmt", "--check", "tidy.contract")).toMatchObject({
    status: 0,
    stdout: "1 file\n",
  });
  expect(snapshot(folder)).toEqual(before);
});

test.each([[[]], [["--check"]]])("a file that does not parse is left alone and told (%s)", (options) => {
  const folder = workspace({ "broken.contract": BROKEN, "untidy.contract": UNTIDY });
  const { status, stdout } = contractc(folder, "fmt", ...options);
  expect(status).toBe(1);
  expect(stdout).toContain("broken.contract:2:7 error syntax/error\n");
  expect(stdout).toMatch(/2 files, 1 (not )?formatted, 1 left alone: 1 error\n$/);
  expect(snapshot(folder)).toEqual({
    "broken.contract": BROKEN,
    "untidy.contract": options.length === 0 ? TIDIED : UNTIDY,
  });
});

test("a byte order mark and the kind of line ends are kept", () => {
  const windows = (text: string) => `\uFEFF${text.replaceAll("\n", "\r\n")}`;
  const folder = workspace({ "a.contract": windows(`${UNTIDY}\n`) });
  expect(contractc(folder, "fmt").status).toBe(0);
  expect(readFileSync(join(folder, "a.contract"), "utf8")).toBe(windows(TIDIED));
});

test("a file that is not UTF-8 is left alone", () => {
  const bytes = Buffer.concat([Buffer.from(UNTIDY), Buffer.from([0x20, 0x2f, 0x2f, 0xff])]);
  const folder = workspace({ "a.contract": bytes });
  const { status, stdout } = contractc(folder, "fmt");
  expect(status).toBe(1);
  expect(stdout).toContain("a.contract:2:68 error syntax/encoding");
  expect(readFileSync(join(folder, "a.contract"))).toEqual(bytes);
});

test("contracts of others are skipped, and links are not followed", () => {
  const folder = workspace({
    "w/node_modules/x/a.contract": UNTIDY,
    "w/.cache/a.contract": UNTIDY,
    "w/contract-build/a.contract": UNTIDY,
    "w/a.contract": TIDY,
    "outside/a.contract": UNTIDY,
  });
  symlinkSync(join(folder, "outside"), join(folder, "w/link"));
  const before = snapshot(folder);
  expect(contractc(join(folder, "w"), "fmt")).toMatchObject({ status: 0, stdout: "1 file\n" });
  expect(snapshot(folder)).toEqual(before);
});

test("a file behind a link is not written", () => {
  const folder = workspace({ "w/README.md": "", "outside/a.contract": UNTIDY });
  symlinkSync(join(folder, "outside/a.contract"), join(folder, "w/a.contract"));
  const { status, stderr } = contractc(join(folder, "w"), "fmt", "a.contract");
  expect(status).toBe(2);
  expect(stderr).toContain("a.contract: not written, because it is a link");
  expect(readFileSync(join(folder, "outside/a.contract"), "utf8")).toBe(UNTIDY);
});

test.each([
  ["a path that is not there", ["fmt", "nowhere"], 'There is no file or folder "nowhere"'],
  ["a folder without contracts", ["fmt", "."], "contractc init"],
  ["another file", ["fmt", "cart.py"], "is no contract file"],
])("%s is a wrong call", (_, args, message) => {
  const { status, stdout, stderr } = contractc(workspace({ "cart.py": "" }), ...args);
  expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
  expect(stderr).toContain(message);
});

describe("what contractc writes is formatted", () => {
  test.each(["plane-battle", "link-shortener"])(
    "the contract that extract reads from the example %s",
    (name) => {
      const folder = join(workspace(), name);
      cpSync(join(ROOT, "examples", name), folder, {
        recursive: true,
        filter: (source) => !/__pycache__|\.pytest_cache|contract-build|\.contract$/.test(source),
      });
      for (const modules of ["file", "folder"]) {
        expect(
          contractc(folder, "extract", ".", "--modules", modules, "-o", `${modules}.contract`).status,
        ).toBe(0);
      }
      expect(contractc(folder, "fmt", "--check")).toMatchObject({ status: 0, stdout: "2 files\n" });
    },
  );

  test.each(["python", "typescript"])("the first contract of init for %s", (language) => {
    const folder = workspace();
    expect(contractc(folder, "init", "--target", language).status).toBe(0);
    expect(readdirSync(folder).filter((name) => name.endsWith(".contract"))).toHaveLength(1);
    expect(contractc(folder, "fmt", "--check")).toMatchObject({ status: 0, stdout: "1 file\n" });
  });

  test("the contract in the docs of the layout", () => {
    const document = readFileSync(join(ROOT, "docs/formatting.md"), "utf8");
    const [shown, ...others] = fencesOf(document).filter(({ language }) => language === "contract");
    expect(others).toEqual([]);
    const folder = workspace({ "shown.contract": shown!.text });
    expect(contractc(folder, "fmt", "--check")).toMatchObject({ status: 0, stdout: "1 file\n" });
  });

  test("the examples", () => {
    expect(contractc(join(ROOT, "examples"), "fmt", "--check")).toMatchObject({ status: 0 });
  });
});
