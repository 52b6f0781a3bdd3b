import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { memoryFileSystem, nodeFileSystem } from "@contractc/kernel";
import { expect, test } from "vitest";
import { resolveWithin } from "../../src/index.js";
import { temporaryFolder } from "../support/desks.js";

function folderWithLinks() {
  const outer = temporaryFolder();
  const folder = `${outer}/desk`;
  mkdirSync(`${folder}/core`, { recursive: true });
  mkdirSync(`${outer}/desk-other`);
  writeFileSync(`${folder}/core/a.py`, "");
  writeFileSync(`${outer}/secret`, "");
  symlinkSync("../secret", `${folder}/leak`);
  symlinkSync("core", `${folder}/inner`);
  symlinkSync("nowhere", `${folder}/dangling`);
  symlinkSync("..", `${folder}/core/up`);
  return { outer, folder, resolve: (path: string) => resolveWithin(nodeFileSystem(), folder, path) };
}

test("a path is what the system would open", () => {
  const { folder, resolve } = folderWithLinks();
  const inside = (path: string) => ({ kind: "inside", path });
  expect(resolve("core/a.py")).toEqual(inside("core/a.py"));
  expect(resolve("./core//b/../a.py")).toEqual(inside("core/a.py"));
  expect(resolve("core\\a.py")).toEqual(inside("core/a.py"));
  expect(resolve(`${folder}/core/a.py`)).toEqual(inside("core/a.py"));
  expect(resolve("inner/a.py")).toEqual(inside("core/a.py"));
  expect(resolve("inner/new/b.py")).toEqual(inside("core/new/b.py"));
  expect(resolve("core/up/core/a.py")).toEqual(inside("core/a.py"));
  expect(resolve(".")).toEqual(inside(""));
  expect(resolve("core/new.py")).toEqual(inside("core/new.py"));
});

test.each([
  ["leak", "leak leads out of the folder"],
  ["leak/x", "leak/x leads out of the folder"],
  ["dangling", "dangling is a link that leads nowhere"],
  ["../secret", "../secret lies outside of the folder"],
  ["core/../../secret", "core/../../secret lies outside of the folder"],
  ["..\\secret", "..\\secret lies outside of the folder"],
  ["/etc/passwd", "/etc/passwd lies outside of the folder"],
  ["C:\\x", "C:\\x lies outside of the folder"],
  ["core/a.py::$DATA", "the path holds a colon"],
  ["a\0b", "the path holds control characters"],
  ["", "the path is empty"],
  ["CORE/new.py", "there is core, which differs from CORE only in case: use that name"],
  ["core/A.py", "there is a.py, which differs from A.py only in case: use that name"],
])("%j is refused", (path, reason) => {
  const { resolve } = folderWithLinks();
  expect(resolve(path)).toEqual({ kind: "outside", reason });
});

test("a folder whose name only begins alike is another one", () => {
  const { outer, resolve } = folderWithLinks();
  expect(resolve(`${outer}/desk-other/x`)).toMatchObject({ kind: "outside" });
});

test("on a file system that takes both cases for one, the real name is judged", () => {
  const fs = memoryFileSystem({ "/d/core/a.py": "" });
  const folded = {
    ...fs,
    realPath: (path: string) => (fs.stat(path.toLowerCase()) ? path.toLowerCase() : null),
    stat: (path: string) => fs.stat(path.toLowerCase()),
  };
  expect(resolveWithin(folded, "/d", "CORE/A.py")).toEqual({ kind: "inside", path: "core/a.py" });
});
