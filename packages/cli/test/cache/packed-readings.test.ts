import type { Reading } from "@contractc/code";
import { type FileSystem, FileSystemError, memoryFileSystem } from "@contractc/kernel";
import { expect, it } from "vitest";
import { CacheFolder } from "../../src/cache/folder.js";
import { PackedReadings } from "../../src/cache/packed-readings.js";

const FOLDER = "/repo/node_modules/.cache/contractc/";

function machine() {
  return memoryFileSystem({ "/repo/node_modules/x/package.json": "{}" });
}

function open(fs: FileSystem, build = "1", limits?: { bytes: number; packs: number }): PackedReadings {
  const folder = CacheFolder.for(fs, "/repo");
  if (!folder) throw new Error("There is no folder to keep readings in");
  return limits ? new PackedReadings(folder, build, limits) : new PackedReadings(folder, build);
}

function reading(doc: string): Reading {
  const signature = { symbols: [], imports: [], problems: [], suppressions: [], empty: false, doc };
  return { signature: { language: "python", ...signature }, generated: false };
}

function fill(
  fs: FileSystem,
  keys: readonly string[],
  build = "1",
  limits?: { bytes: number; packs: number },
) {
  const readings = open(fs, build, limits);
  for (const key of keys) readings.set(key, reading(`what ${key} says`));
  readings.save();
}

const packs = (fs: { files: Map<string, Uint8Array> }) =>
  [...fs.files.keys()].filter((path) => path.startsWith(FOLDER));

it("gives back what another process kept, and nothing else", () => {
  const fs = machine();
  fill(fs, ["a", "b"]);
  expect(packs(fs)).toHaveLength(1);
  const later = open(fs);
  expect(later.get("a")).toEqual(reading("what a says"));
  expect(later.get("b")).toEqual(reading("what b says"));
  expect(later.get("c")).toBeUndefined();
});

it("writes nothing where nothing is new", () => {
  const fs = machine();
  fill(fs, ["a"]);
  const [before] = packs(fs);
  const later = open(fs);
  expect(later.get("a")).toBeDefined();
  later.save();
  expect(packs(fs)).toEqual([before]);
});

it("keeps what two processes found at the same time", () => {
  const fs = machine();
  const one = open(fs);
  const other = open(fs);
  expect([one.get("a"), other.get("b")]).toEqual([undefined, undefined]);
  one.set("a", reading("one"));
  other.set("b", reading("other"));
  one.save();
  other.save();
  expect(packs(fs)).toHaveLength(2);
  expect([open(fs).get("a"), open(fs).get("b")]).toEqual([reading("one"), reading("other")]);
});

it("does not believe another build, and leaves its packs alone while there is room", () => {
  const fs = machine();
  fill(fs, ["a"]);
  expect(open(fs, "2").get("a")).toBeUndefined();
  fill(fs, ["a"], "2");
  expect(packs(fs)).toHaveLength(2);
  expect(open(fs).get("a")).toEqual(reading("what a says"));
});

it("believes no byte that is another than was written", () => {
  const fs = machine();
  fill(fs, ["a", "b"]);
  const [path = ""] = packs(fs);
  const bytes = Uint8Array.from(fs.files.get(path) ?? []);
  expect(bytes.length).toBeGreaterThan(200);
  for (let at = 0; at < bytes.length; at++) {
    const damaged = bytes.slice();
    damaged[at] = damaged[at]! ^ 1;
    fs.writeFile(path, damaged);
    const found = open(fs);
    for (const key of ["a", "b"])
      expect([undefined, reading(`what ${key} says`)]).toContainEqual(found.get(key));
    expect([found.get("a"), found.get("b")]).toContain(undefined);
    fs.writeFile(path, bytes.slice(0, at));
    expect([open(fs).get("a"), open(fs).get("b")]).toContain(undefined);
  }
});

it("replaces a damaged pack by a whole one, with what is still good in it", () => {
  const fs = machine();
  fill(fs, ["a", "b"]);
  const [path = ""] = packs(fs);
  const damaged = Uint8Array.from(fs.files.get(path) ?? []);
  damaged[damaged.length - 1] = 0;
  fs.writeFile(path, damaged);
  const readings = open(fs);
  expect(readings.get("b")).toBeUndefined();
  readings.set("b", reading("read again"));
  readings.save();
  expect(packs(fs)).toHaveLength(1);
  expect([open(fs).get("a"), open(fs).get("b")]).toEqual([reading("what a says"), reading("read again")]);
});

it("removes what is no pack at all when it writes the next", () => {
  const fs = machine();
  fill(fs, ["a"]);
  const [path = ""] = packs(fs);
  fs.writeFile(path, "");
  fill(fs, ["a"]);
  expect(packs(fs)).toEqual([path]);
  fs.writeFile(path.replace(/[0-9a-f]{16}\.pack$/, "0123456789abcdef.pack"), "nonsense");
  fill(fs, ["b"]);
  expect(packs(fs)).toHaveLength(1);
  expect([open(fs).get("a"), open(fs).get("b")]).toEqual([reading("what a says"), reading("what b says")]);
});

it("takes no link for a pack", () => {
  const fs = machine();
  fill(fs, ["a"]);
  const [path = ""] = packs(fs);
  const linked: FileSystem = {
    ...fs,
    stat: (at) => (at === path ? { kind: "link", size: 0, modified: 0 } : fs.stat(at)),
  };
  expect(open(linked).get("a")).toBeUndefined();
});

it("keeps nothing behind a folder that is a link", () => {
  const fs = machine();
  const linked: FileSystem = {
    ...fs,
    stat: (at) => (at === "/repo/node_modules/.cache" ? { kind: "link", size: 0, modified: 0 } : fs.stat(at)),
  };
  expect(CacheFolder.for(linked, "/repo")).toBeUndefined();
});

it("goes on where nothing can be written", () => {
  const fs = machine();
  const refuse = (path: string): never => {
    throw new FileSystemError("denied", path, "the file system is read-only");
  };
  const readings = open({ ...fs, writeFile: refuse, remove: refuse });
  readings.set("a", reading("new"));
  readings.save();
  expect(readings.get("a")).toEqual(reading("new"));
  expect(packs(fs)).toEqual([]);
});

it("puts packs together, so that there are few however often something is new", () => {
  const fs = machine();
  const keys = Array.from({ length: 40 }, (_, at) => `key${at}`);
  fill(fs, keys.slice(0, 20));
  for (const key of keys.slice(20)) {
    fill(fs, [key]);
    expect(packs(fs).length).toBeLessThanOrEqual(6);
  }
  const readings = open(fs);
  expect(keys.map((key) => readings.get(key))).toEqual(keys.map((key) => reading(`what ${key} says`)));
});

it("keeps to its limit: what no run had a use for goes, and then packs of other builds", () => {
  const fs = machine();
  const limits = { bytes: 4000, packs: 3 };
  const sizeOf = () => packs(fs).reduce((sum, path) => sum + (fs.files.get(path)?.length ?? 0), 0);
  fill(fs, ["other"], "0", limits);
  for (let at = 0; at < 60; at++) {
    const readings = open(fs, "1", limits);
    if (at > 0) expect(readings.get("kept")).toEqual(reading("kept"));
    else readings.set("kept", reading("kept"));
    readings.set(`key${at}`, reading(`key ${at}`));
    readings.save();
    expect(sizeOf()).toBeLessThanOrEqual(5000);
  }
  expect(open(fs, "1", limits).get("key0")).toBeUndefined();
});
