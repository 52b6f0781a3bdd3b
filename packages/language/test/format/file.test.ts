import { FileSystemError, memoryFileSystem } from "@contractc/kernel";
import { expect, test } from "vitest";
import { formatFile } from "../../src/format/index.js";

const path = "/w/a.contract";

function formatted(contents: string | Uint8Array) {
  return formatFile(memoryFileSystem({ [path]: contents }), path);
}

test("a file is told to change or not", () => {
  const text = 'contract A version "1.0.0"\n';
  expect(formatted(text)).toEqual({ text, changed: false });
  expect(formatted(`  ${text}`)).toEqual({ text, changed: true });
  expect(formatted(`\uFEFF${text}`)).toEqual({ text: `\uFEFF${text}`, changed: false });
});

test("a file that does not parse has findings at its problems", () => {
  const result = formatted('module m "m.py" {\n  fn f( -> int\n  fn g(\n}\n');
  expect(
    "findings" in result && result.findings.map(({ code, line, column }) => [code, line, column]),
  ).toEqual([
    ["syntax/error", 2, 7],
    ["syntax/error", 3, 7],
  ]);
});

test("a file that is not UTF-8 is left alone", () => {
  const result = formatted(Uint8Array.of(0x2f, 0x2f, 0x20, 0xff, 0x0a));
  expect(
    "findings" in result && result.findings.map(({ code, line, column }) => [code, line, column]),
  ).toEqual([["syntax/encoding", 1, 4]]);
});

test("a file that is not there is a fault of the file system", () => {
  expect(() => formatFile(memoryFileSystem({}), path)).toThrow(FileSystemError);
});
