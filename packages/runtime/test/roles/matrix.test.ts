import { expect, test } from "vitest";
import {
  BUILT_IN_ROLES,
  type BuiltInRole,
  type Call,
  judge,
  MATRIX,
  permissionsOf,
  roomsOf,
  type Ticket,
} from "../../src/index.js";
import { kernelOf, PLANE } from "../support/contract.js";
import { TESTS } from "../support/desks.js";

const kernel = kernelOf(PLANE);

/** The task that somebody of a role works on. */
const TASKS: Record<BuiltInRole, Pick<Ticket, "subject" | "writes">> = {
  analyst: { subject: "", writes: [] },
  architect: { subject: "", writes: [] },
  coder: { subject: "core.collision", writes: ["core/collision.py"] },
  tester: { subject: "core.collision", writes: ["tests/test_core_collision.py"] },
  reviewer: { subject: "core.collision", writes: [] },
  integrator: { subject: "", writes: ["requirements.txt"] },
};

function permissions(role: BuiltInRole, round = 1) {
  const task = TASKS[role];
  return permissionsOf(kernel, { role, round, ...task }, roomsOf(kernel, task, TESTS));
}

const PLACES = {
  contract: "plane.contract",
  "own code": "core/collision.py",
  "other code": "model/entities.py",
  "own tests": "tests/test_core_collision.py",
  "other tests": "tests/test_model_entities.py",
  "shared file": "requirements.txt",
  report: "test-report/junit.xml",
} as const;

/** Read, list (the folder), write, delete: `r`, `l`, `w`, `d` where allowed. */
function letters(role: BuiltInRole, path: string, round?: number): string {
  const actions = ["read", "list", "write", "delete"] as const;
  const folder = path.includes("/") ? path.slice(0, path.lastIndexOf("/")) : path;
  return actions
    .map((action) => {
      const call: Call = { action, path: action === "list" ? folder : path };
      return judge(permissions(role, round), call).kind === "allowed" ? action[0] : "-";
    })
    .join("");
}

test("the whole matrix, cell by cell", () => {
  const table = BUILT_IN_ROLES.map((role) => {
    const cells = Object.entries(PLACES).map(([name, path]) => `${name} ${letters(role, path)}`);
    return `${role}: ${cells.join(", ")}`;
  });
  expect(table).toEqual([
    "analyst: contract rl--, own code rl--, other code rl--, own tests rl--, other tests rl--, shared file rl--, report rl--",
    "architect: contract rl--, own code rl--, other code rl--, own tests rl--, other tests rl--, shared file rl--, report rl--",
    "coder: contract r---, own code rlw-, other code ----, own tests ----, other tests ----, shared file ----, report ----",
    "tester: contract r---, own code rl--, other code ----, own tests rlw-, other tests rl--, shared file ----, report rlw-",
    "reviewer: contract rl--, own code rl--, other code rl--, own tests rl--, other tests rl--, shared file rl--, report rl--",
    "integrator: contract rl--, own code rl--, other code rl--, own tests rl--, other tests rl--, shared file rlw-, report rl--",
  ]);
});

test("nobody may delete, whatever the path", () => {
  for (const role of BUILT_IN_ROLES) {
    expect(MATRIX[role].delete).toEqual([]);
    for (const path of Object.values(PLACES)) {
      expect(judge(permissions(role), { action: "delete", path })).toMatchObject({ kind: "denied" });
    }
  }
});

test("commands: each role runs what its row says and nothing that only looks like it", () => {
  const commands = {
    check: "python -m compileall -q .",
    test: "python -m pytest -q",
    "test of a file": "python -m pytest -q tests/test_core_collision.py",
    smoke: "python -m main --headless",
    other: "python -m pytester -q",
    less: "python -m",
  };
  const row = (role: BuiltInRole) =>
    Object.entries(commands)
      .filter(
        ([, command]) =>
          judge(permissions(role), { action: "run", words: command.split(" ") }).kind === "allowed",
      )
      .map(([name]) => name);
  expect(Object.fromEntries(BUILT_IN_ROLES.map((role) => [role, row(role)]))).toEqual({
    analyst: [],
    architect: [],
    coder: ["check", "test", "test of a file"],
    tester: ["test", "test of a file"],
    reviewer: [],
    integrator: ["check", "test", "test of a file", "smoke"],
  });
});

test("a coder sees tests from its second round on, and never writes them", () => {
  expect(letters("coder", "tests/test_core_collision.py", 1)).toBe("----");
  expect(letters("coder", "tests/test_core_collision.py", 2)).toBe("r---");
});

test("why a call is refused is said with what is allowed", () => {
  const denied = (call: Call, role: BuiltInRole = "coder") => {
    const verdict = judge(permissions(role), call);
    return verdict.kind === "denied" ? verdict.reason : "";
  };
  expect(denied({ action: "write", path: "model/entities.py" })).toBe(
    "coder may write core/collision.py only",
  );
  expect(denied({ action: "write", path: "tests/test_core_collision.py" })).toBe(
    "coder may not change tests and files of other tasks",
  );
  expect(denied({ action: "write", path: "core/collision.py" }, "tester")).toBe("tester may not change code");
  expect(denied({ action: "read", path: "tests/test_core_collision.py" })).toMatch(/not shown before/);
  expect(denied({ action: "run", words: ["rm", "-r", "."] })).toBe(
    "coder may run python -m compileall -q ., python -m pytest -q only",
  );
  expect(denied({ action: "run", words: ["ls"] }, "reviewer")).toBe("reviewer may run nothing");
});
