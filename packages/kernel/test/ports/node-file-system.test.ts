import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type FileSystem, FileSystemError, type FileSystemFault, nodeFileSystem } from "../../src/index.js";

let root: string;
let fs: FileSystem;

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "contractc-fs-")));
  fs = nodeFileSystem();
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const text = (path: string) => new TextDecoder().decode(fs.readFile(path));

function faultOf(action: () => unknown): FileSystemFault | undefined {
  try {
    action();
  } catch (error) {
    if (error instanceof FileSystemError) return error.fault;
    throw error;
  }
  return undefined;
}

describe("reading", () => {
  it("tells a missing file, a folder and a path through a file apart", () => {
    mkdirSync(`${root}/folder`);
    writeFileSync(`${root}/file.txt`, "x");
    expect(faultOf(() => fs.readFile(`${root}/missing.txt`))).toBe("missing");
    expect(faultOf(() => fs.readFile(`${root}/folder`))).toBe("not-a-file");
    expect(faultOf(() => fs.readFile(`${root}/file.txt/inner`))).toBe("not-a-folder");
    expect(faultOf(() => fs.list(`${root}/file.txt`))).toBe("not-a-folder");
    expect(faultOf(() => fs.list(`${root}/missing`))).toBe("missing");
  });

  it("lists by code unit with kinds, links as links", () => {
    mkdirSync(`${root}/b`);
    for (const name of ["a.ts", "B.ts", "é.ts"]) writeFileSync(`${root}/${name}`, "");
    symlinkSync(`${root}/a.ts`, `${root}/link.ts`);
    expect(fs.list(root)).toEqual([
      { name: "B.ts", kind: "file" },
      { name: "a.ts", kind: "file" },
      { name: "b", kind: "folder" },
      { name: "link.ts", kind: "link" },
      { name: "é.ts", kind: "file" },
    ]);
  });

  it("gives size and kind, null where nothing stands or the path goes through a file", () => {
    writeFileSync(`${root}/file.txt`, "four");
    symlinkSync(`${root}/nowhere`, `${root}/dangling`);
    expect(fs.stat(`${root}/file.txt`)).toMatchObject({ kind: "file", size: 4 });
    expect(fs.stat(root)?.kind).toBe("folder");
    expect(fs.stat(`${root}/dangling`)?.kind).toBe("link");
    expect(fs.stat(`${root}/missing`)).toBeNull();
    expect(fs.stat(`${root}/file.txt/inner`)).toBeNull();
  });

  it("resolves links to the real path, null for a dangling one", () => {
    mkdirSync(`${root}/real`);
    writeFileSync(`${root}/real/a.ts`, "");
    symlinkSync(`${root}/real`, `${root}/linked`);
    symlinkSync(`${root}/nowhere`, `${root}/dangling`);
    expect(fs.realPath(`${root}/linked/a.ts`)).toBe(`${root}/real/a.ts`);
    expect(fs.realPath(`${root}/dangling`)).toBeNull();
  });

  it("finds nothing behind links in a circle or under a name too long, and says so in words", () => {
    symlinkSync(`${root}/b`, `${root}/a`);
    symlinkSync(`${root}/a`, `${root}/b`);
    expect(fs.realPath(`${root}/a`)).toBeNull();
    expect(fs.stat(`${root}/${"x".repeat(300)}`)).toBeNull();
    expect(() => fs.readFile(`${root}/a`)).toThrow(
      expect.objectContaining({ detail: "the links of the path lead in a circle" }),
    );
  });
});

describe("writing", () => {
  it("makes missing folders and leaves no temporary file", () => {
    fs.writeFile(`${root}/a/b/c.txt`, "eins");
    fs.writeFile(`${root}/a/b/c.txt`, new Uint8Array([122, 119, 101, 105]));
    expect(text(`${root}/a/b/c.txt`)).toBe("zwei");
    expect(readdirSync(`${root}/a/b`)).toEqual(["c.txt"]);
  });

  it("keeps the mode of a file it replaces", () => {
    writeFileSync(`${root}/run.sh`, "old");
    chmodSync(`${root}/run.sh`, 0o751);
    fs.writeFile(`${root}/run.sh`, "new");
    expect(statSync(`${root}/run.sh`).mode & 0o777).toBe(0o751);
    expect(text(`${root}/run.sh`)).toBe("new");
  });

  it("refuses to write through a link and leaves its target alone", () => {
    writeFileSync(`${root}/precious.txt`, "keep");
    symlinkSync(`${root}/precious.txt`, `${root}/link.txt`);
    expect(faultOf(() => fs.writeFile(`${root}/link.txt`, "lost"))).toBe("denied");
    expect(readFileSync(`${root}/precious.txt`, "utf8")).toBe("keep");
    expect(readdirSync(root)).toEqual(["link.txt", "precious.txt"]);
  });

  it("refuses a folder's path", () => {
    mkdirSync(`${root}/folder`);
    expect(faultOf(() => fs.writeFile(`${root}/folder`, "x"))).toBe("not-a-file");
    writeFileSync(`${root}/file`, "x");
    expect(faultOf(() => fs.writeFile(`${root}/file/below.txt`, "x"))).toBe("not-a-folder");
  });

  it("stays inside its boundary, also where a folder is a link", () => {
    mkdirSync(`${root}/work`);
    mkdirSync(`${root}/elsewhere`);
    symlinkSync(`${root}/elsewhere`, `${root}/work/out`);
    symlinkSync(`${root}/nowhere`, `${root}/work/dangling`);
    fs = nodeFileSystem({ within: `${root}/work` });
    fs.writeFile(`${root}/work/new/a.txt`, "inside");
    expect(text(`${root}/work/new/a.txt`)).toBe("inside");
    for (const path of ["work/out/a.txt", "work/dangling/a.txt", "work/../b.txt", "elsewhere/c.txt"]) {
      expect(faultOf(() => fs.writeFile(`${root}/${path}`, "x"))).toBe("denied");
      expect(faultOf(() => fs.remove(`${root}/${path}`))).toBe("denied");
    }
    expect(readdirSync(`${root}/elsewhere`)).toEqual([]);
    expect(readdirSync(root)).toEqual(["elsewhere", "work"]);
  });

  it("removes a file or a link, and nothing where there is nothing", () => {
    writeFileSync(`${root}/a.txt`, "");
    symlinkSync(`${root}/a.txt`, `${root}/link.txt`);
    fs.remove(`${root}/link.txt`);
    fs.remove(`${root}/missing.txt`);
    expect(readdirSync(root)).toEqual(["a.txt"]);
    fs.remove(`${root}/a.txt`);
    expect(readdirSync(root)).toEqual([]);
  });
});

describe("doing something alone", () => {
  it("holds a file while it runs, and lets it go even where it fails", () => {
    const lock = `${root}/deep/one.lock`;
    expect(fs.exclusively!(lock, () => readdirSync(`${root}/deep`))).toEqual(["one.lock"]);
    expect(readdirSync(`${root}/deep`)).toEqual([]);
    expect(() =>
      fs.exclusively!(lock, () => {
        throw new RangeError("no");
      }),
    ).toThrow(RangeError);
    expect(readdirSync(`${root}/deep`)).toEqual([]);
  });

  it("takes what a killed process left behind, and leaves alone what is no file", () => {
    const lock = `${root}/one.lock`;
    writeFileSync(lock, "");
    utimesSync(lock, new Date(0), new Date(0));
    expect(fs.exclusively!(lock, () => 7)).toBe(7);
    mkdirSync(lock);
    expect(faultOf(() => fs.exclusively!(lock, () => 7))).toBe("not-a-file");
    expect(statSync(lock).isDirectory()).toBe(true);
  });

  it("waits for another, and says after a while that it does not end", () => {
    const lock = `${root}/one.lock`;
    const soon = new Date(Date.now() + 60_000);
    writeFileSync(lock, "");
    utimesSync(lock, soon, soon);
    expect(() => fs.exclusively!(lock, () => 7)).toThrow(
      `${lock}: another contractc holds it; remove the file where none is running`,
    );
    expect(readdirSync(root)).toEqual(["one.lock"]);
  }, 20_000);
});
