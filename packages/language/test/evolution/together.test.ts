import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { type FileSystem, memoryFileSystem } from "@contractc/kernel";
import { compile, evolve, type LogEntry, recordEdit } from "@contractc/language";
import { expect, onTestFinished, test } from "vitest";

const clock = { now: () => new Date(Date.UTC(2026, 0, 1)) };
const ADD = { op: "add" as const, target: "a", content: "fn more()", reason: "more", by: "user" };

function contractOf(name: string): string {
  return `contract ${name} version "1.0.0"\nmodule a "${name}.py" {\n  fn f() -> int\n}\n`;
}

function linesOf(text: string): LogEntry[] {
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as LogEntry);
}

/** A file system in which another process does something as soon as this one writes. */
function interrupted(fs: FileSystem, other: () => void): FileSystem {
  return {
    ...fs,
    exclusively(_path, action) {
      other();
      return action();
    },
  };
}

test("a line that another contract of the folder adds meanwhile stays in the log", () => {
  const fs = memoryFileSystem({ "/w/One.contract": contractOf("One"), "/w/Two.contract": contractOf("Two") });
  const both = interrupted(fs, () => {
    expect(evolve({ fs, root: "/w/Two.contract", clock }, [ADD]).kind).toBe("accepted");
  });
  expect(evolve({ fs: both, root: "/w/One.contract", clock }, [ADD]).kind).toBe("accepted");
  const lines = linesOf(new TextDecoder().decode(fs.readFile("/w/.contract/evolution.jsonl")));
  expect(lines.map(({ root, revision }) => `${root} ${revision}`)).toEqual([
    "Two.contract 0",
    "Two.contract 1",
    "One.contract 0",
    "One.contract 1",
  ]);
});

test("of two changes of one contract the second is told to try again, and nothing of it is written", () => {
  const fs = memoryFileSystem({ "/w/One.contract": contractOf("One") });
  const other = { ...ADD, content: "fn other()" };
  let after = "";
  const both = interrupted(fs, () => {
    expect(evolve({ fs, root: "/w/One.contract", clock }, [other]).kind).toBe("accepted");
    after = new TextDecoder().decode(fs.readFile("/w/.contract/evolution.jsonl"));
  });
  expect(evolve({ fs: both, root: "/w/One.contract", clock }, [ADD])).toEqual({
    kind: "fault",
    message: "Nothing was written: /w/One.contract changed meanwhile. Try again.",
    findings: [],
  });
  expect(new TextDecoder().decode(fs.readFile("/w/One.contract"))).toContain("fn other()");
  expect(new TextDecoder().decode(fs.readFile("/w/One.contract"))).not.toContain("fn more()");
  expect(new TextDecoder().decode(fs.readFile("/w/.contract/evolution.jsonl"))).toBe(after);
});

test("an edit by hand that two record at once is in the log once", () => {
  const fs = memoryFileSystem({ "/w/One.contract": contractOf("One") });
  evolve({ fs, root: "/w/One.contract", clock }, [ADD]);
  fs.writeFile("/w/One.contract", contractOf("One").replace("int", "float"));
  const { kernel } = compile({ fs, root: "/w/One.contract" });
  const both = interrupted(fs, () => {
    expect(recordEdit({ fs, root: "/w/One.contract", clock }, kernel, true)).toMatchObject({ revision: 2 });
  });
  expect(recordEdit({ fs: both, root: "/w/One.contract", clock }, kernel, true)).toEqual({ revision: 2 });
  const lines = linesOf(new TextDecoder().decode(fs.readFile("/w/.contract/evolution.jsonl")));
  expect(lines.map(({ kind, revision }) => `${kind} ${revision}`)).toEqual([
    "start 0",
    "actions 1",
    "edit 2",
  ]);
});

test("no process loses the lines of another", async () => {
  const folder = mkdtempSync(join(tmpdir(), "contractc-together-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const modules = new URL("../../../", import.meta.url);
  writeFileSync(
    join(folder, "work.mjs"),
    `import { nodeFileSystem } from ${JSON.stringify(new URL("kernel/dist/index.js", modules).href)};
import { evolve } from ${JSON.stringify(new URL("language/dist/index.js", modules).href)};
const [name] = process.argv.slice(2);
for (let at = 0; at < 15; at++) {
  const action = { op: "add", target: "a", content: \`fn more\${at}()\`, reason: "more", by: "user" };
  const root = ${JSON.stringify(folder)} + "/" + name + ".contract";
  const outcome = evolve({ fs: nodeFileSystem(), root, clock: { now: () => new Date(0) } }, [action]);
  if (outcome.kind !== "accepted") throw new Error(outcome.message);
}
`,
  );
  const names = ["One", "Two", "Three"];
  for (const name of names) writeFileSync(join(folder, `${name}.contract`), contractOf(name));
  mkdirSync(join(folder, ".contract"));
  const run = promisify(execFile);
  await Promise.all(names.map((name) => run(process.execPath, [join(folder, "work.mjs"), name])));
  const lines = linesOf(readFileSync(join(folder, ".contract/evolution.jsonl"), "utf8"));
  for (const name of names) {
    const own = lines.filter(({ root }) => root === `${name}.contract`);
    expect(own.map(({ revision }) => revision)).toEqual(Array.from({ length: 16 }, (_, at) => at));
  }
  expect(lines).toHaveLength(48);
}, 60_000);
