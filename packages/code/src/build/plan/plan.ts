import type { Language } from "@contractc/kernel";
import type { BuildProblem } from "../problem.js";

/**
 * `generated` files belong to contractc and are replaced; a `skeleton` is a file of code that was not there; an
 * `insertion` adds what is missing to one that was.
 */
export type WriteKind = "generated" | "skeleton" | "insertion";

export interface PlannedWrite {
  /** Relative to the project's root. */
  path: string;
  kind: WriteKind;
  /** The text that stands there now; absent for a new file. */
  before?: string;
  /** Hash of the bytes that stand there now: a file that changes meanwhile is not overwritten. */
  beforeHash?: string;
  after: string;
}

/** A generated file of an earlier build that is no longer an output. */
export interface Orphan {
  path: string;
  /** It was edited by hand: it is kept and told. */
  edited: boolean;
  hash: string;
}

/** All that a build would do. What is up to date is not in it. */
export interface BuildPlan {
  /** Absolute. */
  root: string;
  /** Sorted by path. */
  writes: PlannedWrite[];
  orphans: Orphan[];
  problems: BuildProblem[];
}

export interface BuildOptions {
  /** The folder of generated files, relative to the project's root; `contract-build` if not given. */
  out?: string;
  /** Only these languages get skeletons and tests; all if not given. */
  targets?: readonly Language[];
}

/** `blocked`: something that is not the build's stands in the way. */
export type CheckState = "missing" | "changed" | "orphaned" | "blocked";

/** One reason why `build --check` fails. */
export interface CheckFault {
  path: string;
  state: CheckState;
}

/**
 * What `--check` compares: generated files have to be as a build would write them, and the files of all modules have
 * to be there. Existing code is no output, whatever is missing in it.
 */
export function checkPlan(plan: BuildPlan): CheckFault[] {
  const faults: CheckFault[] = [];
  for (const { path, kind, before } of plan.writes) {
    if (kind === "insertion") continue;
    faults.push({ path, state: before === undefined ? "missing" : "changed" });
  }
  for (const { path } of plan.orphans) faults.push({ path, state: "orphaned" });
  const blocked = plan.problems.filter(({ kind }) => kind === "conflict" || kind === "path");
  for (const path of new Set(blocked.map((each) => each.path))) faults.push({ path, state: "blocked" });
  return faults.sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** One line for each thing a build would do, for `--dry-run`. */
export function describePlan(plan: BuildPlan): string[] {
  const lines: { path: string; text: string }[] = [];
  for (const { path, kind, before } of plan.writes) {
    if (kind === "insertion") lines.push({ path, text: `add what is missing to ${path}` });
    else if (kind === "skeleton") lines.push({ path, text: `create ${path}` });
    else lines.push({ path, text: `${before === undefined ? "write" : "replace"} ${path}` });
  }
  for (const { path, edited } of plan.orphans) {
    lines.push({
      path,
      text: edited ? `keep ${path}: no longer an output, but edited by hand` : `remove ${path}`,
    });
  }
  return lines.sort((a, b) => (a.path < b.path ? -1 : 1)).map(({ text }) => text);
}
