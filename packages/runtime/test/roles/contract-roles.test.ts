import { expect, test } from "vitest";
import { type Call, judge, permissionsOf, roomsOf } from "../../src/index.js";
import { kernelOf, PLANE } from "../support/contract.js";
import { TESTS } from "../support/desks.js";

const kernel = kernelOf(PLANE);

function verdict(
  role: string,
  task: { subject: string; writes: string[]; except?: string[] },
  call: Call,
): string {
  const permissions = permissionsOf(kernel, { role, round: 1, ...task }, roomsOf(kernel, task, TESTS));
  const judged = judge(permissions, call);
  return judged.kind === "allowed" ? "allowed" : judged.reason;
}

const ENTITIES = { subject: "model.entities", writes: ["model/entities.py"] };

test("a role of the contract does the coder's work, reads more where the contract says so, and runs its own commands", () => {
  expect(verdict("backend", ENTITIES, { action: "read", path: "docs/rules.md" })).toBe("allowed");
  expect(verdict("backend", ENTITIES, { action: "list", path: "docs" })).toBe("allowed");
  expect(verdict("backend", ENTITIES, { action: "write", path: "docs/rules.md" })).not.toBe("allowed");
  expect(
    verdict("backend", ENTITIES, { action: "run", words: ["python", "-m", "main", "--headless", "-v"] }),
  ).toBe("allowed");
  expect(
    verdict("backend", ENTITIES, { action: "run", words: ["python", "-m", "compileall", "-q", "."] }),
  ).toBe("backend may run python -m pytest, python -m main --headless only");
});

test("globs of a contract's role cut what it writes, and never widen it", () => {
  const folder = { subject: "model", writes: ["model/"] };
  expect(verdict("backend", folder, { action: "write", path: "model/entities.py" })).toBe("allowed");
  expect(verdict("backend", folder, { action: "write", path: "model/data.json" })).toBe(
    "the contract lets backend write model/*.py, main.py, test-report/ only",
  );
  expect(verdict("backend", ENTITIES, { action: "write", path: "main.py" })).toBe(
    "backend may write model/entities.py only",
  );
});

test("a role without permissions has exactly its task's files", () => {
  const task = { subject: "core.collision", writes: ["core/collision.py"] };
  expect(verdict("algorithm", task, { action: "write", path: "core/collision.py" })).toBe("allowed");
  expect(verdict("algorithm", task, { action: "read", path: "model/entities.py" })).toBe(
    "algorithm may read plane.contract, core/collision.py only",
  );
  expect(verdict("algorithm", task, { action: "run", words: ["python", "-m", "pytest", "-q"] })).toBe(
    "allowed",
  );
});

test("files of other tasks below a folder of one's own are theirs", () => {
  const task = { subject: "core", writes: ["core/"], except: ["core/collision.py"] };
  expect(verdict("algorithm", task, { action: "write", path: "core/shapes.py" })).toBe("allowed");
  expect(verdict("algorithm", task, { action: "write", path: "core/collision.py" })).toBe(
    "algorithm may not change tests and files of other tasks",
  );
});
