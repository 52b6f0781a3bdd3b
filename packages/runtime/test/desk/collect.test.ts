import { existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { WORKSPACE } from "../support/contract.js";
import { deskOf, ticketOf } from "../support/desks.js";

test("the folder holds what the role may read, once somebody works in it", () => {
  const { desk, folder } = deskOf(ticketOf());
  expect(readdirSync(folder)).toEqual([]);
  expect(desk.folder).toBe(folder);
  expect(readdirSync(folder, { recursive: true }).sort()).toEqual([
    "core",
    "core/collision.py",
    "plane.contract",
  ]);
});

test("from its second round on a coder sees the tests", () => {
  const { desk } = deskOf(ticketOf({ round: 2 }));
  expect(existsSync(`${desk.folder}/tests/test_core_collision.py`)).toBe(true);
});

test("what lies outside of the write set is not taken, and told; nothing is deleted", async () => {
  const { desk, events } = deskOf(ticketOf());
  const { folder } = desk;
  writeFileSync(`${folder}/core/collision.py`, "def collides(a, b):\n    return True\n");
  writeFileSync(`${folder}/core/helper.py`, "x = 1\n");
  writeFileSync(`${folder}/plane.contract`, 'contract Other version "1.0.0"\n');
  mkdirSync(`${folder}/core/__pycache__`);
  writeFileSync(`${folder}/core/__pycache__/collision.cpython-311.pyc`, "x");
  symlinkSync("/etc/passwd", `${folder}/link`);
  expect(await desk.collect()).toEqual({
    files: [{ path: "core/collision.py", content: "def collides(a, b):\n    return True\n" }],
    changed: ["core/collision.py"],
    outside: ["core/helper.py", "link", "plane.contract"],
    deleted: [],
  });
  expect(events).toEqual([
    {
      type: "out-of-scope",
      task: "module:core.collision",
      attempt: 1,
      paths: ["core/helper.py", "link", "plane.contract"],
    },
  ]);
});

test("a deletion is refused: the file stays", async () => {
  const { desk, events } = deskOf(ticketOf());
  rmSync(`${desk.folder}/core/collision.py`);
  expect(await desk.collect()).toEqual({
    files: [{ path: "core/collision.py", content: WORKSPACE["core/collision.py"] }],
    changed: [],
    outside: [],
    deleted: ["core/collision.py"],
  });
  expect(events).toMatchObject([{ type: "call-denied", tool: "delete", what: "core/collision.py" }]);
});

test("what is no text is not taken", async () => {
  const { desk } = deskOf(ticketOf());
  writeFileSync(`${desk.folder}/core/collision.py`, Uint8Array.of(0xff, 0xfe, 0, 1));
  expect(await desk.collect()).toEqual({
    files: [],
    changed: [],
    outside: ["core/collision.py"],
    deleted: [],
  });
});

test("a folder that nobody worked in has the task's files, and none of them changed", async () => {
  const { desk } = deskOf(ticketOf());
  expect(await desk.collect()).toEqual({
    files: [{ path: "core/collision.py", content: WORKSPACE["core/collision.py"] }],
    changed: [],
    outside: [],
    deleted: [],
  });
});

test("a new file in a folder of the task is taken", async () => {
  const { desk } = deskOf(ticketOf({ writes: ["core/"], subject: "core" }));
  writeFileSync(`${desk.folder}/core/new.py`, "\uFEFFx = 1\r\n");
  const { files, changed } = await desk.collect();
  expect(files.map(({ path }) => path)).toEqual(["core/collision.py", "core/new.py", "core/shapes.py"]);
  expect(files[1]!.content).toBe("\uFEFFx = 1\r\n");
  expect(changed).toEqual(["core/new.py"]);
});
