import { contentIdOf, FileSystemError, memoryFileSystem } from "@contractc/kernel";
import { describe, expect, test } from "vitest";
import { LINK_MODE, REPOSITORY_MODE } from "../../src/git/entries.js";
import { treeFileSystem } from "../../src/git/tree-file-system.js";

const encode = (text: string) => new TextEncoder().encode(text);
const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

/** A tree of texts by path; links as `-> target`, another repository as `repository`. Notes what is read. */
function tree(files: Record<string, string>, likely: string[] = [], beneath: Record<string, string> = {}) {
  const contents = new Map<string, Uint8Array>();
  const reads: string[][] = [];
  const paths = new Map<string, string>();
  const entries = Object.entries(files).map(([path, text]) => {
    const link = text.startsWith("-> ");
    const bytes = encode(link ? text.slice(3) : text);
    const hash = contentIdOf(bytes);
    contents.set(hash, bytes);
    paths.set(hash, path);
    return { path, hash, mode: link ? LINK_MODE : text === "repository" ? REPOSITORY_MODE : "100644" };
  });
  const fs = treeFileSystem({
    top: "/repo",
    entries,
    likely: new Set(likely),
    read(hashes) {
      reads.push(hashes.map((hash) => paths.get(hash)!).sort());
      return hashes.map((hash) => contents.get(hash)!);
    },
    beneath: memoryFileSystem(beneath),
  });
  return { fs, reads };
}

describe("files and folders", () => {
  test("stand at the paths of the work tree, sorted, with kinds", () => {
    const { fs, reads } = tree({ "b.py": "b", "a/x.py": "x", "a/y/z.py": "z", vendor: "repository" });
    expect(fs.list("/repo")).toEqual([
      { name: "a", kind: "folder" },
      { name: "b.py", kind: "file" },
      { name: "vendor", kind: "folder" },
    ]);
    expect(fs.list("/repo/vendor")).toEqual([]);
    expect(fs.stat("/repo/a/y")?.kind).toBe("folder");
    expect(fs.stat("/repo/a/q")).toBeNull();
    expect(fs.stat("/repo/b.py/q")).toBeNull();
    expect(fs.stat("/repo/.git")?.kind).toBe("folder");
    expect(fs.realPath("/repo/a/../b.py")).toBe("/repo/b.py");
    expect(reads).toEqual([]);
    expect(fs.stat("/repo/b.py")?.size).toBe(1);
  });

  test("that are not there, or are something else, are faults with their kinds", () => {
    const { fs } = tree({ "a/x.py": "x" });
    const fault = (action: () => unknown) => {
      try {
        action();
      } catch (error) {
        if (error instanceof FileSystemError) return error.fault;
      }
      return "none";
    };
    expect(fault(() => fs.readFile("/repo/q"))).toBe("missing");
    expect(fault(() => fs.readFile("/repo/a"))).toBe("not-a-file");
    expect(fault(() => fs.list("/repo/q"))).toBe("missing");
    expect(fault(() => fs.list("/repo/a/x.py"))).toBe("not-a-folder");
    expect(fault(() => fs.writeFile("/repo/a/x.py", ""))).toBe("denied");
    expect(fault(() => fs.remove("/repo/a/x.py"))).toBe("denied");
  });

  test("of what git does not hold are those of the disk: outside, and installed packages", () => {
    const { fs } = tree({ "a.py": "a" }, [], {
      "/repo/a.py": "another",
      "/repo/b.py": "not in git",
      "/repo/node_modules/x/package.json": "{}",
      "/other/c.py": "c",
    });
    expect(decode(fs.readFile("/repo/a.py"))).toBe("a");
    expect(fs.stat("/repo/b.py")).toBeNull();
    expect(decode(fs.readFile("/repo/node_modules/x/package.json"))).toBe("{}");
    expect(decode(fs.readFile("/other/c.py"))).toBe("c");
    expect(fs.stat("/repository")).toBeNull();
  });
});

describe("links", () => {
  const { fs } = tree(
    {
      "a/x.py": "x",
      "link.py": "-> a/x.py",
      folder: "-> a",
      "a/up": "-> ..",
      round: "-> other",
      other: "-> round",
      out: "-> /other/c.py",
      gone: "-> nowhere",
    },
    [],
    { "/other/c.py": "c" },
  );

  test("are links where they are not followed", () => {
    expect(fs.stat("/repo/link.py")?.kind).toBe("link");
    expect(fs.list("/repo").find(({ name }) => name === "folder")?.kind).toBe("link");
  });

  test("lead to files, through folders, up and out", () => {
    expect(decode(fs.readFile("/repo/link.py"))).toBe("x");
    expect(fs.realPath("/repo/folder/x.py")).toBe("/repo/a/x.py");
    expect(decode(fs.readFile("/repo/folder/up/a/x.py"))).toBe("x");
    expect(fs.stat("/repo/folder/x.py")?.kind).toBe("file");
    expect(fs.list("/repo/folder").map(({ name }) => name)).toEqual(["up", "x.py"]);
    expect(fs.realPath("/repo/out")).toBe("/other/c.py");
    expect(decode(fs.readFile("/repo/out"))).toBe("c");
  });

  test("that lead nowhere or in a circle have no real path", () => {
    expect(fs.realPath("/repo/round")).toBeNull();
    expect(fs.realPath("/repo/gone")).toBeNull();
    expect(() => fs.readFile("/repo/round")).toThrow(FileSystemError);
  });
});

describe("reading", () => {
  const FILES = {
    "main.contract": "c",
    "package.json": "{}",
    "a.py": "a",
    "b.py": "b",
    "c.ts": "c-",
    "d.png": "d",
  };

  test("contracts and settings come at once, with the code that has changed", () => {
    const { fs, reads } = tree(FILES, ["b.py"]);
    fs.readFile("/repo/main.contract");
    fs.readFile("/repo/package.json");
    fs.readFile("/repo/b.py");
    expect(reads).toEqual([["b.py", "main.contract", "package.json"]]);
    // A few more than was likely come by themselves.
    fs.readFile("/repo/a.py");
    fs.readFile("/repo/c.ts");
    expect(reads.slice(1)).toEqual([["a.py"], ["c.ts"]]);
    fs.readFile("/repo/d.png");
    expect(reads.slice(3)).toEqual([["d.png"]]);
  });

  test("after a few files that were not likely all others come at once", () => {
    const names = ["e.py", "f.py", "g.py", "h.py", "i.py", "j.py", "k.py"];
    const { fs, reads } = tree(Object.fromEntries(names.map((name) => [name, name])), []);
    for (const name of names) fs.readFile(`/repo/${name}`);
    expect(reads).toEqual([["e.py"], ["f.py"], ["g.py"], ["h.py"], ["i.py", "j.py", "k.py"]]);
  });

  test("the id of a content costs no reading, and is that of a file on the disk", () => {
    const { fs, reads } = tree({ ...FILES, link: "-> a.py" });
    expect(fs.contentId?.("/repo/a.py")).toBe(contentIdOf(encode("a")));
    expect(fs.contentId?.("/repo/link")).toBeUndefined();
    expect(fs.contentId?.("/repo/q.py")).toBeUndefined();
    expect(reads).toEqual([]);
  });

  test("a pointer of Git LFS is not taken for the file", () => {
    const { fs } = tree({ "a.py": "version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 1\n" });
    expect(() => fs.readFile("/repo/a.py")).toThrow("only a pointer of Git LFS");
  });
});
