import { FileSystemError } from "@contractc/kernel";
import { compile, evolve, recordEdit } from "@contractc/language";
import { describe, expect, test } from "vitest";
import { Contract, ROOT } from "./support.js";

const TEXT = `contract Test version "1.0.0"
// A comment.
module a "a.py" {
  record Point { x: int, y: int }
  fn f(point: Point) -> int
  fn g() -> int
}
module b "b.py" {
  uses a
  fn h(point: Point) -> int
}
module c "c.py" { fn k() -> int }
`;

test("the log begins with the contract as it was found, and has a line for each batch", () => {
  const contract = new Contract(TEXT);
  const first = contract.kernel.hash;
  const accepted = contract.accepted([
    { op: "refine", target: "a.f", content: "/// Counts.", by: "ada" },
    { op: "add", target: "c", content: "fn more()", by: "bob" },
  ]);
  expect(contract.log).toHaveLength(2);
  const [start, entry] = contract.log;
  expect(start).toMatchObject({
    kind: "start",
    revision: 0,
    before: "",
    after: first,
    root: "root.contract",
  });
  expect(Object.keys(start.changed)).toContain("a.Point.x");
  expect(entry).toMatchObject({
    kind: "actions",
    revision: 1,
    before: first,
    after: contract.kernel.hash,
    by: ["ada", "bob"],
    time: "2026-01-01T00:00:01.000Z",
    modules: { signature: ["c"], slice: ["a", "c"], surroundings: ["a", "c"] },
  });
  expect(Object.keys(entry.changed)).toEqual(["a.f", "c.more"]);
  expect(entry.actions).toHaveLength(2);
  expect([accepted.revision, accepted.before, accepted.after]).toEqual([1, first, contract.kernel.hash]);
});

test("lines of the log are only ever added", () => {
  const contract = new Contract(TEXT);
  let log = "";
  for (const name of ["one", "two", "three"]) {
    contract.accepted({ op: "add", target: "c", content: `fn ${name}()` });
    const now = contract.text("/w/.contract/evolution.jsonl");
    expect(now.startsWith(log)).toBe(true);
    log = now;
  }
  expect(contract.log.map(({ revision }) => revision)).toEqual([0, 1, 2, 3]);
});

test("modules are named by what of them changed", () => {
  const contract = new Contract(TEXT);
  const { modules } = contract.accepted({
    op: "update",
    target: "a.Point",
    content: "record Point { x: int, y: float }",
  });
  expect(modules).toEqual({ signature: ["a"], slice: ["a"], surroundings: ["a", "b"] });
});

test("a dry run says what it would do and writes nothing", () => {
  const contract = new Contract(TEXT);
  const before = contract.digest();
  const outcome = contract.apply({ op: "add", target: "c", content: "fn more()" }, { dryRun: true });
  expect(outcome).toMatchObject({ kind: "accepted", revision: 1, files: [ROOT] });
  expect(contract.digest()).toBe(before);
});

test("an edit by hand is logged as one by the user before the next action", () => {
  const contract = new Contract(TEXT);
  contract.accepted({ op: "add", target: "c", content: "fn more()" });
  contract.edit("fn g() -> int", "fn g() -> float");
  contract.accepted({ op: "add", target: "c", content: "fn most()" });
  expect(contract.log.map(({ kind, revision, by }) => [kind, revision, by])).toEqual([
    ["start", 0, ["user"]],
    ["actions", 1, ["user"]],
    ["edit", 2, ["user"]],
    ["actions", 3, ["user"]],
  ]);
  expect(Object.keys(contract.log[2].changed)).toEqual(["a.g"]);
  expect(contract.log[2].modules).toEqual({ signature: ["a"], slice: ["a"], surroundings: ["a", "b"] });
  expect(contract.log[2].before).toBe(contract.log[1].after);
});

test("a change of layout is no edit", () => {
  const contract = new Contract(TEXT);
  contract.accepted({ op: "add", target: "c", content: "fn more()" });
  contract.edit("// A comment.", "// Another one.\n");
  contract.accepted({ op: "add", target: "c", content: "fn most()" });
  expect(contract.log.map(({ kind }) => kind)).toEqual(["start", "actions", "actions"]);
});

test("recording alone logs an edit where there is a log and the contract is sound", () => {
  const contract = new Contract(TEXT);
  const record = () => {
    const { kernel, sound } = compile({ fs: contract.fs, root: ROOT });
    return recordEdit({ fs: contract.fs, root: ROOT, clock: contract.clock }, kernel, sound);
  };
  expect(record()).toEqual({ revision: 0 });
  expect(contract.log).toEqual([]);
  contract.accepted({ op: "add", target: "c", content: "fn more()" });
  contract.edit("fn g() -> int", "fn g() -> Gone");
  expect(record()).toEqual({ revision: 1 });
  contract.edit("fn g() -> Gone", "fn g() -> float");
  expect(record()).toMatchObject({ revision: 2, edit: { kind: "edit", by: ["user"] } });
  expect(record()).toEqual({ revision: 2 });
});

describe("an action on an older base", () => {
  /** A contract that changed since its first hash. */
  function changed(): { contract: Contract; base: string } {
    const contract = new Contract(TEXT);
    const base = contract.kernel.hash;
    contract.accepted({ op: "update", target: "a.f", content: "fn f(point: Point) -> float", by: "bob" });
    return { contract, base };
  }

  test("is taken where it does not touch what changed", () => {
    const { contract, base } = changed();
    contract.accepted({ op: "update", target: "a.g", content: "fn g() -> float", base, by: "ada" });
    contract.accepted({ op: "add", target: "a", content: "fn more(point: Point)", base, by: "ada" });
    expect(contract.kernel.signatures.a).toHaveLength(4);
  });

  test("is refused where its target changed, with who changed it", () => {
    const { contract, base } = changed();
    const refused = contract.refused({ op: "refine", target: "a.f", content: "/// Old.", base });
    expect([refused.reason, refused.message]).toEqual([
      "overlap",
      "function `a.f` was changed by bob (update, revision 1) since the base of this action. Look at it and send the action again, with the current base.",
    ]);
  });

  test("is refused where what it refers to changed", () => {
    const contract = new Contract(TEXT);
    const base = contract.kernel.hash;
    contract.accepted({ op: "refine", target: "a.Point", content: "/// In pixels.", by: "bob" });
    const refused = contract.refused({
      op: "add",
      target: "c",
      content: "uses a\nfn more(point: Point)",
      base,
    });
    expect(refused.message).toContain("record `a.Point` was changed by bob (refine, revision 1)");
  });

  test("is refused where its target is gone, with who took it away", () => {
    const contract = new Contract(TEXT);
    const base = contract.kernel.hash;
    contract.accepted({ op: "remove", target: "a.g", by: "bob" });
    const refused = contract.refused({ op: "update", target: "a.g", content: "fn g()", base });
    expect(refused.message).toContain("`a.g` was changed by bob (remove, revision 1)");
  });

  test("is refused where the target was edited by hand since", () => {
    const contract = new Contract(TEXT);
    contract.accepted({ op: "add", target: "c", content: "fn more()" });
    const base = contract.kernel.hash;
    contract.edit("fn g() -> int", "fn g() -> float");
    const refused = contract.refused({ op: "refine", target: "a.g", content: "/// Old.", base });
    expect(refused.message).toContain("function `a.g` was changed by user (by hand, revision 2)");
    contract.accepted({ op: "refine", target: "a.f", content: "/// Fine.", base });
  });

  test("is refused where the base is unknown", () => {
    const { contract } = changed();
    expect(contract.refused({ op: "add", target: "c", content: "fn x()", base: "f".repeat(64) }).reason).toBe(
      "base",
    );
  });

  test("may have the current base", () => {
    const { contract } = changed();
    const base = contract.kernel.hash;
    contract.accepted({ op: "refine", target: "a.f", content: "/// New.", base });
  });
});

test("a broken log stops everything, with its line", () => {
  const contract = new Contract(TEXT);
  contract.accepted({ op: "add", target: "c", content: "fn more()" });
  const log = "/w/.contract/evolution.jsonl";
  contract.fs.writeFile(log, `${contract.text(log)}<<<<<<< HEAD\n`);
  expect(contract.apply({ op: "add", target: "c", content: "fn most()" })).toMatchObject({
    kind: "fault",
    message: `${log}:3 is no entry of the log; restore the line, or finish the merge that left it.`,
  });
});

test("contracts in one folder share a log without disturbing each other", () => {
  const files = {
    [ROOT]: TEXT,
    "/w/other.contract": 'contract Other version "1"\nmodule z "z.py" { fn z() }\n',
  };
  const contract = new Contract(files);
  contract.accepted({ op: "add", target: "c", content: "fn more()" });
  const other = { fs: contract.fs, root: "/w/other.contract", clock: contract.clock };
  const action = { op: "add" as const, target: "z", content: "fn more()", reason: "", by: "ada" };
  expect(evolve(other, [action])).toMatchObject({ kind: "accepted", revision: 1 });
  expect(contract.log.map(({ root, revision }) => [root, revision])).toEqual([
    ["root.contract", 0],
    ["root.contract", 1],
    ["other.contract", 0],
    ["other.contract", 1],
  ]);
});

test("where one file cannot be written, none is changed", () => {
  const files = {
    [ROOT]: 'contract T version "1"\nimport "./more.contract"\nmodule a "a.py" { class X {} }\n',
    "/w/more.contract": 'module b "b.py" {\n  uses a\n  fn f(x: X)\n}\n',
  };
  for (const failing of Object.keys(files).concat("/w/.contract/evolution.jsonl")) {
    const contract = new Contract(files);
    const before = contract.digest();
    let isFull = true;
    const fs = {
      ...contract.fs,
      writeFile(path: string, data: string | Uint8Array) {
        if (path === failing && isFull) {
          isFull = false;
          throw new FileSystemError("other", path, "no space left");
        }
        contract.fs.writeFile(path, data);
      },
    };
    const action = { op: "rename" as const, target: "a.X", content: "Y", reason: "", by: "ada" };
    const outcome = evolve({ fs, root: ROOT, clock: contract.clock }, [action]);
    expect(outcome).toMatchObject({
      kind: "fault",
      message: `Nothing was changed: ${failing}: no space left.`,
    });
    expect(contract.digest()).toBe(before);
  }
});
