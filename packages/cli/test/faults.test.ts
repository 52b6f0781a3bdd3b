import { type FileSystem, FileSystemError, memoryFileSystem } from "@contractc/kernel";
import { expect, test } from "vitest";
import type { Context } from "../src/context.js";
import { run } from "../src/program.js";

function contextOf(fs: FileSystem): { context: Context; out: () => string; err: () => string } {
  const written = { out: "", err: "" };
  const output = (to: "out" | "err") => ({
    write: (text: string) => {
      written[to] += text;
    },
    terminal: false,
    width: 80,
  });
  const clock = { now: () => new Date(0) };
  const processes = { run: () => ({ status: null, stdout: new Uint8Array(), stderr: "" }) };
  const context = { fs, clock, processes, cwd: "/w", env: {}, out: output("out"), err: output("err") };
  return { context, out: () => written.out, err: () => written.err };
}

const FILES = {
  "/w/a.contract": 'contract A version "1.0.0"\nmodule m "m.py" { fn f() }\n',
  "/w/m.py": "def f() -> None:\n    print()\n",
};

test("a contract that may not be read is told with its path, and is no crash", async () => {
  const fs = memoryFileSystem(FILES);
  const denied: FileSystem = {
    ...fs,
    readFile(path) {
      if (path === "/w/a.contract") throw new FileSystemError("denied", path, "permission denied");
      return fs.readFile(path);
    },
  };
  const { context, out, err } = contextOf(denied);
  expect([1, 2]).toContain(await run(["check", "a.contract"], context));
  expect(out() + err()).toContain("a.contract");
  expect(out() + err()).not.toContain("internal error");
});

test("code that may not be read is a finding", async () => {
  const fs = memoryFileSystem(FILES);
  const denied: FileSystem = {
    ...fs,
    readFile(path) {
      if (path === "/w/m.py") throw new FileSystemError("denied", path, "permission denied");
      return fs.readFile(path);
    },
  };
  const { context, out } = contextOf(denied);
  expect(await run(["drift", "--format", "json"], context)).toBe(1);
  expect(
    JSON.parse(out()).findings.map(({ code, file }: { code: string; file: string }) => `${file} ${code}`),
  ).toEqual(["m.py drift/unparsable"]);
});

test("an exception is told as a bug with version and stack, exit code 70", async () => {
  const broken: FileSystem = {
    ...memoryFileSystem(FILES),
    stat() {
      throw new TypeError("a bug");
    },
  };
  const { context, err } = contextOf(broken);
  expect(await run(["check"], context)).toBe(70);
  expect(err()).toMatch(/^contractc \d+\.\d+\.\d+: internal error\./);
  expect(err()).toContain("TypeError: a bug");
});
