import { memoryFileSystem } from "@contractc/kernel";
import { expect, test } from "vitest";
import { SessionFiles } from "../../src/session/files.js";

const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

test("an open document stands in front of the file, and its folder is there", () => {
  const disk = memoryFileSystem({ "/w/a.py": "disk" });
  const files = new SessionFiles(disk);
  files.open("/w/a.py", "open");
  files.open("/w/new/b.py", "made");
  expect(text(files.readFile("/w/a.py"))).toBe("open");
  expect(files.list("/w")).toEqual([
    { name: "a.py", kind: "file" },
    { name: "new", kind: "folder" },
  ]);
  expect(files.stat("/w/new")).toMatchObject({ kind: "folder" });
  expect(files.realPath("/w/new/b.py")).toBe("/w/new/b.py");
  files.close("/w/a.py");
  files.close("/w/new/b.py");
  expect(text(files.readFile("/w/a.py"))).toBe("disk");
  expect(files.stat("/w/new")).toBeNull();
});

test("the disk is asked once until it is said to have changed", () => {
  const disk = memoryFileSystem({ "/w/a.py": "one" });
  const files = new SessionFiles(disk);
  expect(text(files.readFile("/w/a.py"))).toBe("one");
  disk.writeFile("/w/a.py", "two");
  disk.writeFile("/w/b.py", "");
  expect(text(files.readFile("/w/a.py"))).toBe("one");
  files.forget("/w/a.py");
  expect(text(files.readFile("/w/a.py"))).toBe("two");
  expect(files.list("/w").map(({ name }) => name)).toEqual(["a.py", "b.py"]);
  expect(() => files.readFile("/w/none.py")).toThrow("there is no such file");
  disk.writeFile("/w/none.py", "there");
  files.forgetAll();
  expect(text(files.readFile("/w/none.py"))).toBe("there");
});

test("a byte order mark is no part of a text, and nothing is written", () => {
  const files = new SessionFiles(memoryFileSystem({ "/a": "\uFEFFx" }));
  expect([...files.readFile("/a")]).toEqual([120]);
  expect(() => files.writeFile("/a")).toThrow("does not write");
  expect(() => files.remove("/a")).toThrow("does not remove");
});
