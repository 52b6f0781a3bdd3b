import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { WORKSPACE } from "../support/contract.js";
import { deskOf, ticketOf } from "../support/desks.js";

const read = (path: string, purpose = "to see what is there") => ({ path, purpose });

test("a worker has the tools of its role and its ticket", () => {
  const names = (parts: Parameters<typeof ticketOf>[0], run = false) =>
    deskOf(ticketOf(parts), run ? { run: async () => ({ kind: "ran", text: "" }) } : {}).desk.tools.map(
      ({ name }) => name,
    );
  expect(names({}, true)).toEqual([
    "read_file",
    "list_folder",
    "write_file",
    "edit_file",
    "describe",
    "run",
    "diff",
    "ask",
    "submit",
  ]);
  expect(names({ role: "reviewer", expects: "review", writes: [] }, true)).toEqual([
    "read_file",
    "list_folder",
    "describe",
    "ask",
    "submit",
  ]);
  // Where nothing can run commands, none are offered.
  expect(names({ role: "tester", expects: "tests", writes: ["tests/test_core_collision.py"] })).not.toContain(
    "run",
  );
});

test("reading: own files and the contract, by range, with a purpose", async () => {
  const { desk, events } = deskOf(ticketOf());
  expect(await desk.use("read_file", read("core/collision.py"))).toEqual({
    kind: "done",
    text: WORKSPACE["core/collision.py"],
  });
  expect(await desk.use("read_file", { ...read("core/collision.py"), from: 2, to: 9 })).toEqual({
    kind: "done",
    text: "    return False\n",
  });
  expect(await desk.use("read_file", { path: "core/collision.py", purpose: " " })).toMatchObject({
    kind: "failed",
  });
  expect(await desk.use("read_file", { path: "core/collision.py" })).toMatchObject({ kind: "failed" });
  expect(await desk.use("read_file", { ...read("core/collision.py"), from: 3 })).toEqual({
    kind: "failed",
    reason: "core/collision.py has 2 lines only",
  });
  expect(events).toEqual([]);
});

test("everything that is refused is an event, and shows nothing", async () => {
  const { desk, events } = deskOf(ticketOf());
  const tries: [string, unknown][] = [
    ["read_file", read("model/entities.py")],
    ["read_file", read("tests/test_core_collision.py")],
    ["read_file", read("../../etc/passwd")],
    ["list_folder", { path: "ui" }],
    ["write_file", { path: "plane.contract", content: "" }],
    ["write_file", { path: "core/../main.py", content: "" }],
    ["delete_file", { path: "core/collision.py" }],
    ["shell", { command: "ls" }],
  ];
  for (const [tool, argument] of tries) {
    expect(await desk.use(tool, argument), tool).toMatchObject({ kind: "denied" });
  }
  expect(events.map((event) => event.type === "call-denied" && [event.tool, event.what])).toEqual([
    ["read_file", "model/entities.py"],
    ["read_file", "tests/test_core_collision.py"],
    ["read_file", "../../etc/passwd"],
    ["list_folder", "ui"],
    ["write_file", "plane.contract"],
    ["write_file", "core/../main.py"],
    ["delete_file", "core/collision.py"],
    ["shell", '{"command":"ls"}'],
  ]);
  expect(events.every(({ task, attempt }) => task === "module:core.collision" && attempt === 1)).toBe(true);
});

test("files over 30 KB are read by range, logs by their end", async () => {
  const long = "x = 1\n".repeat(6_000);
  const { desk } = deskOf(ticketOf({ role: "reviewer", expects: "review", writes: [] }), {
    workspace: {
      "long.py": long,
      "run.log": Array.from({ length: 80 }, (_, at) => `line ${at + 1}\n`).join(""),
      "b.bin": Uint8Array.of(0, 255),
    },
  });
  expect(await desk.use("read_file", read("long.py"))).toEqual({
    kind: "failed",
    reason: "long.py has 6000 lines and 36 KB: read at most 30 KB of it by range",
  });
  expect(await desk.use("read_file", { ...read("long.py"), from: 1, to: 6_000 })).toEqual({
    kind: "failed",
    reason: "lines 1 to 6000 are over 30 KB: ask for fewer",
  });
  expect(await desk.use("read_file", { ...read("long.py"), from: 5_999 })).toEqual({
    kind: "done",
    text: "x = 1\nx = 1\n",
  });
  const log = await desk.use("read_file", read("run.log"));
  expect(log.kind === "done" && log.text.split("\n").slice(0, 2)).toEqual(["… 30 lines before", "line 31"]);
  expect(await desk.use("read_file", read("b.bin"))).toEqual({ kind: "failed", reason: "b.bin is no text" });
});

test("listing shows what the role may read and nothing of the rest", async () => {
  const { desk } = deskOf(ticketOf());
  expect(await desk.use("list_folder", { path: "." })).toEqual({
    kind: "done",
    text: "core/\nplane.contract",
  });
  expect(await desk.use("list_folder", { path: "core" })).toEqual({ kind: "done", text: "collision.py" });
  const all = deskOf(ticketOf({ role: "reviewer", expects: "review", writes: [] })).desk;
  expect(await all.use("list_folder", { path: "tests" })).toEqual({
    kind: "done",
    text: "test_core_collision.py\ntest_model_entities.py",
  });
});

test("writing is refused for what was not read, and for what changed since", async () => {
  const { desk, folder } = deskOf(ticketOf());
  const write = (content: string) => desk.use("write_file", { path: "core/collision.py", content });
  expect(await write("a = 1\n")).toEqual({
    kind: "failed",
    reason: "read core/collision.py before it is written: it exists",
  });
  await desk.use("read_file", read("core/collision.py"));
  expect(await write("a = 1\n")).toEqual({ kind: "done", text: "core/collision.py is written" });
  expect(await write("a = 2\n")).toMatchObject({ kind: "done" });
  writeFileSync(`${folder}/core/collision.py`, "a = 3\n");
  expect(await write("a = 4\n")).toEqual({
    kind: "failed",
    reason: "core/collision.py changed since it was read: read it again",
  });
  expect(readFileSync(`${folder}/core/collision.py`, "utf8")).toBe("a = 3\n");
});

test("a file that the ticket holds counts as read, unless it was cut", async () => {
  const content = WORKSPACE["core/collision.py"]!;
  const { contentIdOf } = await import("@contractc/kernel");
  const file = { path: "core/collision.py", content, id: contentIdOf(Buffer.from(content)) };
  const write = { path: file.path, content: "a = 1\n" };
  expect(await deskOf(ticketOf({ files: [file] })).desk.use("write_file", write)).toMatchObject({
    kind: "done",
  });
  const cut = { ...file, content: content.slice(0, 5), cut: true as const };
  expect(await deskOf(ticketOf({ files: [cut] })).desk.use("write_file", write)).toMatchObject({
    kind: "failed",
  });
});

test("an edit replaces what stands in the file exactly once", async () => {
  const { desk, folder } = deskOf(ticketOf());
  await desk.use("read_file", read("core/collision.py"));
  const edit = (old: string, text: string) =>
    desk.use("edit_file", { path: "core/collision.py", old, new: text });
  expect(await edit("False", "True")).toMatchObject({ kind: "done" });
  expect(readFileSync(`${folder}/core/collision.py`, "utf8")).toBe("def collides(a, b):\n    return True\n");
  expect(await edit("False", "True")).toMatchObject({ kind: "failed" });
  expect(await edit("l", "L")).toEqual({
    kind: "failed",
    reason: "the text to replace stands in core/collision.py more than once: give more of what is around it",
  });
  expect(await desk.use("diff", {})).toEqual({
    kind: "done",
    text: "--- a/core/collision.py\n+++ b/core/collision.py\n@@ -1,2 +1,2 @@\n def collides(a, b):\n-    return False\n+    return True\n",
  });
});

test("links that somebody puts into the folder lead nowhere", async () => {
  const { desk, folder, events } = deskOf(ticketOf());
  mkdirSync(`${folder}/core`, { recursive: true });
  rmSync(`${folder}/core/collision.py`, { force: true });
  symlinkSync("/etc/passwd", `${folder}/core/collision.py`);
  expect(await desk.use("read_file", read("core/collision.py"))).toMatchObject({ kind: "denied" });
  expect(await desk.use("write_file", { path: "core/collision.py", content: "" })).toMatchObject({
    kind: "denied",
  });
  expect(events).toHaveLength(2);
});

test("commands run when they are permitted, and the end of their output is told", async () => {
  const ran: (readonly string[])[] = [];
  const { desk, events } = deskOf(ticketOf(), {
    async run(words) {
      ran.push(words);
      return { kind: "ran", text: `exit code 1\n${"line\n".repeat(60)}` };
    },
  });
  const answer = await desk.use("run", { command: "python -m pytest -q core" });
  expect(answer.kind === "done" && answer.text.split("\n")[0]).toBe("… 11 lines before");
  for (const command of ["python -m pytest -q; rm -r .", "python -m pip install x", "pytest"]) {
    expect(await desk.use("run", { command })).toMatchObject({ kind: "denied" });
  }
  expect(ran).toEqual([["python", "-m", "pytest", "-q", "core"]]);
  expect(events).toHaveLength(3);
});

test("descriptions are counted in the context's budget", async () => {
  const { desk } = deskOf(ticketOf({ tokens: 110 }));
  expect(await desk.use("describe", { name: "Entity" })).toMatchObject({ kind: "done" });
  expect(await desk.use("describe", { name: "Entity" })).toEqual({
    kind: "failed",
    reason: "no room is left: the context may have 120 tokens",
  });
  expect(await desk.use("describe", { name: "Nothing" })).toEqual({
    kind: "failed",
    reason: "the contract has no Nothing",
  });
});

test("asking and submitting end the work; what is submitted has to be what the ticket asks for", async () => {
  const { desk } = deskOf(ticketOf());
  expect(await desk.use("ask", { question: "Do touching edges collide?" })).toEqual({
    kind: "ended",
    result: { kind: "error", error: "Do touching edges collide?", question: "Do touching edges collide?" },
  });
  const result = { kind: "files", files: [], summary: "Done.", risks: [], testsPassed: true };
  expect(await desk.use("submit", { result })).toEqual({
    kind: "ended",
    result: { kind: "files", files: [], summary: "Done.", risks: [] },
  });
  const review = { kind: "review", review: { clauses: [], blocking: [], suggestions: [] } };
  expect(await desk.use("submit", { result: review })).toMatchObject({ kind: "failed" });
});
