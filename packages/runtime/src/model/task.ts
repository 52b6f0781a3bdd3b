import type { Address } from "@contractc/kernel";

/**
 * `module:core.collision` writes a module's code, `tests:core.collision` its tests (another worker: tests of one's own
 * code prove little), `package:core` and `whole` integrate, `contract` drafts or repairs the contract.
 */
export type TaskId = string;

export type TaskKind = "contract" | "module" | "tests" | "package" | "whole";

/** A piece of work that one worker can do alone. It comes from the kernel, never from a model. */
export interface Task {
  id: TaskId;
  kind: TaskKind;
  /** The module or package; `""` for the contract and the whole. */
  subject: Address;
  /** Who does it: a built-in role or one of the contract. */
  role: string;
  /**
   * Paths that this task alone may write, relative to the workspace; one that ends in `/` is a folder. No two tasks of a
   * plan share one. Empty for the integration of a package; that of the whole has the shared files that are no module's.
   */
  writes: string[];
  /** Paths below a folder of `writes` that belong to other tasks. */
  except?: string[];
  /** Of the module (`ModuleHashes`), so that a change of the contract takes back exactly what it concerns. */
  hashes?: { signature: string; slice: string };
  /**
   * Of a module: the tasks of the modules that it loads itself. All that it leads to must be DONE on their latest
   * submissions before the unit gate runs. Of tests: their module. Of an integration task what must be VERIFIED before it
   * starts.
   */
  needs: TaskId[];
  /** The gates that try it, in order: `static`, `unit` and `smoke` where the target has a command for them. */
  gates: Gate[];
  /** A person looks at it once it is verified, whatever the policy of the run. */
  watched?: boolean;
}

export const TASK_STATES = [
  "TODO",
  "RUNNING",
  /** Submitted and well formed; gates that need other modules have to wait for them. */
  "WAITING",
  /** Submitted, structure and static gates passed. */
  "DONE",
  /** Unit gate passed and reviewed. */
  "VERIFIED",
  "INTEGRATED",
  /** To be done again, for the cause that its status names. */
  "ERROR",
  /** A question is open that a person has to answer. */
  "BLOCKED",
  /** A person's turn: the bounds of rework are reached. */
  "ESCALATED",
] as const;
export type TaskState = (typeof TASK_STATES)[number];

/** Gates in the order in which they run. */
export const GATES = ["structure", "static", "unit", "smoke"] as const;
export type Gate = (typeof GATES)[number];
