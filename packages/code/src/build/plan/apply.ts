import { type FileSystem, FileSystemError } from "@contractc/kernel";
import { type BuildProblem, capitalised } from "../problem.js";
import { absolute, pathFault } from "./guard.js";
import { sha256 } from "./manifest.js";
import type { BuildPlan } from "./plan.js";

/** What became of a plan. With a problem nothing is changed. */
export interface ApplyResult {
  written: string[];
  removed: string[];
  problems: BuildProblem[];
}

/**
 * Carries out a plan: all of it or nothing.
 *
 * Files that changed since the plan was made stop it before the first write; a failing write undoes the ones before.
 *
 * @param fs each of its writes is atomic
 */
export function applyPlan(fs: FileSystem, plan: BuildPlan): ApplyResult {
  const removals = plan.orphans.filter((orphan) => !orphan.edited);
  const changes = [
    ...plan.writes.map(({ path, beforeHash, after }) => ({ path, hash: beforeHash, after })),
    ...removals.map(({ path, hash }) => ({ path, hash, after: undefined })),
  ];
  const problems = changes.flatMap(({ path, hash }) => conflict(fs, plan.root, path, hash));
  if (problems.length > 0) return { written: [], removed: [], problems };

  const done: { path: string; before: Uint8Array | undefined }[] = [];
  try {
    for (const { path, hash, after } of changes) {
      const file = absolute(plan.root, path);
      done.push({ path, before: hash === undefined ? undefined : fs.readFile(file) });
      if (after === undefined) fs.remove(file);
      else fs.writeFile(file, after);
    }
  } catch (error) {
    if (!(error instanceof FileSystemError)) throw error;
    const failed = done.at(-1)?.path ?? "";
    return {
      written: [],
      removed: [],
      problems: [problem(failed, capitalised(error.detail)), ...undo(fs, plan.root, done)],
    };
  }
  return {
    written: plan.writes.map(({ path }) => path),
    removed: removals.map(({ path }) => path),
    problems: [],
  };
}

function conflict(fs: FileSystem, root: string, path: string, hash: string | undefined): BuildProblem[] {
  const fault = pathFault(fs, root, path);
  if (fault !== undefined) return [problem(path, fault)];
  try {
    const stat = fs.stat(absolute(root, path));
    const now = stat ? sha256(fs.readFile(absolute(root, path))) : undefined;
    return now === hash ? [] : [problem(path, "The file changed while the build was planned: build again")];
  } catch (error) {
    if (!(error instanceof FileSystemError)) throw error;
    return [problem(path, capitalised(error.detail))];
  }
}

function undo(
  fs: FileSystem,
  root: string,
  done: readonly { path: string; before: Uint8Array | undefined }[],
): BuildProblem[] {
  const problems: BuildProblem[] = [];
  for (const { path, before } of [...done].reverse()) {
    try {
      if (before === undefined) fs.remove(absolute(root, path));
      else fs.writeFile(absolute(root, path), before);
    } catch (error) {
      if (!(error instanceof FileSystemError)) throw error;
      problems.push(problem(path, `Could not be restored: ${error.detail}`));
    }
  }
  return problems;
}

function problem(path: string, message: string): BuildProblem {
  return { kind: "conflict", severity: "error", path, symbol: "", message };
}
