import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { memoryFileSystem, nodeFileSystem, systemClock } from "@contractc/kernel";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openRecord, openSqliteStore } from "../../src/index.js";

const WORKER = fileURLToPath(new URL("worker.mjs", import.meta.url));
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "contractc-store-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function opened(file: string) {
  const result = openSqliteStore(file, systemClock);
  if (result.kind !== "opened") throw new Error(result.message);
  return result.store;
}

function worker(file: string, ...args: string[]): ChildProcess {
  return spawn(process.execPath, [WORKER, file, ...args], { stdio: ["ignore", "pipe", "inherit"] });
}

describe("two processes at one record", () => {
  it("share the tasks; one that is killed loses its lease, and the other finishes", async () => {
    const file = join(folder, "run.db");
    opened(file).close();
    const killed = worker(file, "ada", "t5");
    await once(killed.stdout!, "data");
    const other = worker(file, "bob");
    killed.kill("SIGKILL");
    const [code] = await once(other, "exit");
    expect(code).toBe(0);
    const store = opened(file);
    const done = store.read("one").flatMap(({ event }) => (event.type === "integrated" ? [event.task] : []));
    // Each once, whoever did it.
    expect(done.toSorted()).toEqual(Array.from({ length: 12 }, (_, at) => `t${at}`).sort());
    expect(store.read("one").map(({ sequence }) => sequence)).toEqual(done.map((_, at) => at + 1));
    const last = store.claim("one", "t5", "cyd", { milliseconds: 1, files: [] });
    expect(last).toMatchObject({ kind: "claimed", lease: { attempt: 3 } });
    store.close();
  }, 30_000);
});

describe("a record that cannot be read", () => {
  const message = (file: string) => {
    const result = openSqliteStore(file, systemClock, "run.db");
    if (result.kind === "opened") throw new Error("it was opened");
    return result.message;
  };

  it("is named with what to do, and left as it is", () => {
    const file = join(folder, "run.db");
    writeFileSync(file, "this is no database, however long it goes on".repeat(100));
    const before = readFileSync(file);
    expect(message(file)).toMatch(
      /^run\.db cannot be read as the record of runs: .*move it away to begin a new/,
    );
    expect(readFileSync(file)).toEqual(before);
  });

  it("is found out where only a part of it is damaged", () => {
    const file = join(folder, "run.db");
    const store = opened(file);
    for (let at = 0; at < 200; at += 1) store.put(`content ${at} `.repeat(100));
    store.close();
    const size = readFileSync(file).length;
    truncateSync(file, size - 3 * 4096);
    expect(message(file)).toMatch(/^run\.db (?:is damaged|cannot be read)/);
    expect(readFileSync(file)).toHaveLength(size - 3 * 4096);
  });

  it("is left alone where a later version wrote it", async () => {
    const file = join(folder, "run.db");
    const { DatabaseSync } = await import("node:sqlite");
    const database = new DatabaseSync(file);
    database.exec("PRAGMA user_version = 99");
    database.close();
    expect(message(file)).toBe(
      "run.db was written by a later version of contractc (record 99, this one knows 1): update contractc.",
    );
  });
});

describe("the record of a workspace", () => {
  it("is made when it is first needed, and kept out of the repository", () => {
    const fs = nodeFileSystem();
    expect(openRecord(fs, systemClock, folder, false)).toBeUndefined();
    const made = openRecord(fs, systemClock, folder, true);
    if (made?.kind !== "opened") throw new Error(made?.message);
    made.store.close();
    expect(readFileSync(join(folder, ".contract/.gitignore"), "utf8")).toBe(
      "/.gitignore\n/run.db*\n/runs/\n",
    );
    expect(openRecord(fs, systemClock, folder, false)?.kind).toBe("opened");
  });

  it("is never where a link leads", () => {
    const fs = memoryFileSystem({ "/w/.contract/run.db": "" });
    const linked = { ...fs, stat: () => ({ kind: "link" as const, size: 0, modified: 0 }) };
    expect(openRecord(linked, systemClock, "/w", true)).toMatchObject({ kind: "unreadable" });
  });
});
