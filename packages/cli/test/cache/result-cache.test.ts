import { type FileSystem, FileSystemError, memoryFileSystem } from "@contractc/kernel";
import { expect, it } from "vitest";
import { recorded } from "../../src/cache/questions.js";
import { ResultCache } from "../../src/cache/store.js";

const NOW = 1_000_000;

/** A file system whose files have states, as those of a machine do. */
function machine(files: Record<string, string>) {
  const memory = memoryFileSystem({ "/repo/node_modules/x/package.json": "{}", ...files });
  const changed = new Map<string, number>();
  const reads: string[] = [];
  const fs: FileSystem = {
    ...memory,
    stat(path) {
      const stat = memory.stat(path);
      return stat && { ...stat, changed: changed.get(path) ?? 1000, inode: 1 };
    },
    readFile(path) {
      reads.push(path);
      return memory.readFile(path);
    },
  };
  const write = (path: string, text: string, at: number) => {
    memory.writeFile(path, text);
    changed.set(path, at);
  };
  return { fs, memory, reads, write };
}

const FILES = { "/repo/a.contract": "one", "/repo/parts/b.contract": "two" };

/** Asks what a check may ask, and keeps "result". */
function fill(fs: FileSystem, now = NOW): void {
  const { fs: asked, recording } = recorded(fs, now);
  asked.list("/repo");
  asked.stat("/repo/a.contract");
  asked.readFile("/repo/a.contract");
  asked.readFile("/repo/parts/b.contract");
  asked.realPath("/repo/parts/b.contract");
  asked.realPath("/repo/src/missing.ts");
  expect(() => asked.readFile("/repo/gone.contract")).toThrow(FileSystemError);
  cacheOf(fs, now).write(recording, "result");
}

function cacheOf(fs: FileSystem, now = NOW, build = "1"): ResultCache<string> {
  return new ResultCache(fs, build, "check", ["/repo"], now);
}

const entryOf = (memory: ReturnType<typeof memoryFileSystem>) =>
  [...memory.files.keys()].filter((path) => path.startsWith("/repo/node_modules/.cache/contractc/check-"));

it("gives the result back while every answer is the same, and reads no contract for it", () => {
  const { fs, reads, memory } = machine(FILES);
  expect(cacheOf(fs).read()).toBeUndefined();
  fill(fs);
  reads.length = 0;
  expect(cacheOf(fs).read()).toBe("result");
  expect(reads.filter((path) => path.endsWith(".contract"))).toEqual([]);
  expect(entryOf(memory)).toHaveLength(1);
});

it.each([
  ["another content", "/repo/a.contract", "One"],
  ["a new file in a folder that was listed", "/repo/c.contract", ""],
  ["a file where there was none", "/repo/src/missing.ts", ""],
  ["a file that can be read now", "/repo/gone.contract", ""],
])("does not believe it after %s", (_, path, text) => {
  const { fs, write } = machine(FILES);
  fill(fs);
  write(path, text, 2000);
  expect(cacheOf(fs).read()).toBeUndefined();
});

it("does not believe it where a real path is another", () => {
  const { fs } = machine(FILES);
  fill(fs);
  const linked: FileSystem = {
    ...fs,
    stat: (path) => (path === "/repo/parts" ? { kind: "link", size: 0, modified: 0 } : fs.stat(path)),
    realPath: (path) => (path === "/repo/parts" ? "/elsewhere" : fs.realPath(path)),
  };
  expect(cacheOf(linked).read()).toBeUndefined();
});

it("compares contents by their hash where states are others, and keeps the new states", () => {
  const { fs, reads, write } = machine(FILES);
  fill(fs);
  write("/repo/a.contract", "one", 3000);
  reads.length = 0;
  expect(cacheOf(fs).read()).toBe("result");
  expect(reads).toContain("/repo/a.contract");
  reads.length = 0;
  expect(cacheOf(fs).read()).toBe("result");
  expect(reads).not.toContain("/repo/a.contract");
});

it("does not trust the state of a file that has just changed", () => {
  const { fs, write } = machine(FILES);
  write("/repo/a.contract", "one", NOW - 10);
  fill(fs);
  write("/repo/a.contract", "two", NOW - 10);
  expect(cacheOf(fs).read()).toBeUndefined();
});

it("does not believe an entry of another build", () => {
  const { fs } = machine(FILES);
  fill(fs);
  expect(cacheOf(fs, NOW, "2").read()).toBeUndefined();
});

it("does not believe a damaged entry: a byte changed, missing or added anywhere", () => {
  const { fs, memory, write } = machine(FILES);
  fill(fs);
  const [path = ""] = entryOf(memory);
  const bytes = Uint8Array.from(memory.files.get(path) ?? []);
  expect(bytes.length).toBeGreaterThan(100);
  // The size of the head, the head, and the head once more; what each file held is behind that.
  const head = 16 + 2 * Number(new TextDecoder().decode(bytes.subarray(0, 16)));
  expect(bytes.length).toBeGreaterThan(head);
  const believes = (damaged: Uint8Array): boolean => {
    memory.writeFile(path, damaged);
    return cacheOf(fs).read() !== undefined;
  };
  for (let at = 0; at < head; at++) {
    const damaged = bytes.slice();
    damaged[at] = damaged[at]! ^ 1;
    expect(believes(damaged)).toBe(false);
    expect(believes(bytes.slice(0, at))).toBe(false);
  }
  expect(believes(bytes)).toBe(true);
  // It is asked about files whose state is another, and told anew then.
  write("/repo/a.contract", "one", 3000);
  for (let at = head; at < bytes.length; at++) {
    const damaged = bytes.slice();
    damaged[at] = damaged[at]! ^ 1;
    expect(believes(damaged)).toBe(false);
    expect(believes(bytes.slice(0, at))).toBe(false);
  }
  expect(believes(Uint8Array.from([...bytes, 32]))).toBe(false);
  expect(believes(bytes)).toBe(true);
});

it("goes on where nothing can be written", () => {
  const { fs } = machine(FILES);
  const refuse = (path: string): never => {
    throw new FileSystemError("denied", path, "the file system is read-only");
  };
  const readOnly = { ...fs, writeFile: refuse };
  fill(readOnly);
  expect(cacheOf(readOnly).read()).toBeUndefined();
});

it("makes a folder of its own, which git ignores, for large contracts only", () => {
  const small = memoryFileSystem(FILES);
  fill(small);
  expect([...small.files.keys()].sort()).toEqual(Object.keys(FILES));
  const large = memoryFileSystem({ ...FILES, "/repo/a.contract": "x".repeat(70_000) });
  fill(large);
  expect(new TextDecoder().decode(large.files.get("/repo/.contract/cache/.gitignore"))).toBe("*\n");
  // That the folder has appeared is no change.
  expect(cacheOf(large).read()).toBe("result");
});
