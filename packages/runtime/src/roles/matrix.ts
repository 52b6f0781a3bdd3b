/** The roles that every contract has; a contract adds its own, which do the coder's work unless they refine one of these. */
export const BUILT_IN_ROLES = ["analyst", "architect", "coder", "tester", "reviewer", "integrator"] as const;
export type BuiltInRole = (typeof BUILT_IN_ROLES)[number];

/**
 * Parts of a workspace, seen from one task: `contract` the contract's files, `own` what the task writes, `module` the code
 * of the task's module, `tests` every test file, `report` the folder for reports of tests, `all` everything.
 */
export type Room = "all" | "contract" | "own" | "module" | "tests" | "report";

/** Commands of the contract's targets. */
export type Gates = "check" | "test" | "smoke";

export interface Grants {
  read: readonly Room[];
  list: readonly Room[];
  write: readonly Room[];
  run: readonly Gates[];
  /** The unified diff of the task's own changes. */
  diff: boolean;
  /** Nobody deletes: what is to go is said in a result, and a person or the integration decides. */
  delete: readonly [];
}

/**
 * What each role may do. What an architect says of the contract (actions), a reviewer of a submission (a review) and an
 * integrator of a merge are results of theirs: no file is written for it.
 */
export const MATRIX: Readonly<Record<BuiltInRole, Grants>> = {
  analyst: { read: ["all"], list: ["all"], write: [], run: [], diff: false, delete: [] },
  architect: { read: ["all"], list: ["all"], write: [], run: [], diff: false, delete: [] },
  coder: {
    read: ["contract", "own"],
    list: ["own"],
    write: ["own"],
    run: ["check", "test"],
    diff: true,
    delete: [],
  },
  tester: {
    read: ["contract", "module", "tests", "own", "report"],
    list: ["module", "tests", "own", "report"],
    write: ["own", "report"],
    run: ["test"],
    diff: true,
    delete: [],
  },
  reviewer: { read: ["all"], list: ["all"], write: [], run: [], diff: true, delete: [] },
  integrator: {
    read: ["all"],
    list: ["all"],
    write: ["own"],
    run: ["check", "test", "smoke"],
    diff: true,
    delete: [],
  },
};

export function isBuiltInRole(role: string): role is BuiltInRole {
  return (BUILT_IN_ROLES as readonly string[]).includes(role);
}
