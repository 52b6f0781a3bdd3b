import { contentIdOf } from "@contractc/kernel";
import type { TaskId, Tree } from "../model/index.js";
import type { GitFolder } from "./git.js";
import type { Delivered, Delivery } from "./ports.js";

/**
 * Writes the branch of a run: a commit for each step, on the revision that the run began with. Neither index nor work tree
 * is touched. Done again it gives the same branch.
 *
 * What was not committed when the run began and is changed by it comes first, as the user had it.
 */
export function branchCommits(
  git: GitFolder,
  delivery: Delivery,
  content: (id: string) => Uint8Array,
): Delivered {
  const { run, base, steps } = delivery;
  const branch = `contractc/${run}`;
  if (steps.length === 0) return { commits: {} };
  const prefix = git.text(["rev-parse", "--show-prefix"])?.trim() ?? "";
  const modes = modesOf(git, base.revision);
  const stream: string[] = [];
  const commit = (message: string, changes: Tree, isFirst: boolean) => {
    stream.push(`commit refs/heads/${branch}`, `committer ${identity(git)}`, data(message));
    if (isFirst && base.revision !== undefined) stream.push(`from ${base.revision}`);
    for (const [path, id] of Object.entries(changes)) {
      const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(content(id));
      // What is no text is never a task's; what the user has of it stays where it is.
      if (contentIdOf(new TextEncoder().encode(text)) !== id) continue;
      stream.push(`M ${modes.get(path) ?? "100644"} inline ${quoted(`${prefix}${path}`)}`, data(text));
    }
    stream.push("");
  };
  const found = uncommitted(git, delivery);
  if (Object.keys(found).length > 0) commit("chore: what the run found uncommitted\n", found, true);
  steps.forEach(({ message, changes }, at) => {
    commit(message, changes, at === 0 && Object.keys(found).length === 0);
  });
  const problem = git.problem(
    ["fast-import", "--quiet", "--force", "--date-format=raw"],
    `reset refs/heads/${branch}\n\n${stream.join("\n")}\ndone\n`,
  );
  if (problem !== undefined) throw new Error(`git could not write the branch ${branch}: ${problem}`);
  const range = base.revision === undefined ? branch : `${base.revision}..${branch}`;
  const ids = git.text(["rev-list", "--reverse", range])?.trim().split("\n") ?? [];
  const own = ids.slice(ids.length - steps.length);
  return {
    branch,
    commits: Object.fromEntries(steps.map(({ task }, at): [TaskId, string] => [task, own[at]!])),
  };
}

/** Brings a branch into the user's, whose files are those that it started from. @returns why it could not */
export function mergeBranch(git: GitFolder, branch: string): string | undefined {
  const problem = git.problem(["merge", "--ff-only", "--quiet", branch]);
  return problem === undefined ? undefined : `${branch} could not be merged: ${problem}`;
}

/** Files that the steps change and that were not as the revision has them. */
function uncommitted(git: GitFolder, { base, steps }: Delivery): Tree {
  const changed = new Set(steps.flatMap(({ changes }) => Object.keys(changes)));
  const found: Tree = {};
  for (const path of [...changed].sort()) {
    const id = base.tree[path];
    if (id === undefined) continue;
    const committed =
      base.revision === undefined
        ? undefined
        : git.text(["rev-parse", "-q", "--verify", `${base.revision}:./${path}`])?.trim();
    if (committed !== id) found[path] = id;
  }
  return found;
}

/** Which files may be run. */
function modesOf(git: GitFolder, revision: string | undefined): Map<string, string> {
  const entries = revision === undefined ? [] : (git.list(["ls-tree", "-r", "-z", revision, "."]) ?? []);
  return new Map(
    entries.map((entry) => {
      const tab = entry.indexOf("\t");
      return [entry.slice(tab + 1), entry.slice(0, entry.indexOf(" "))];
    }),
  );
}

/** Who commits: the user, by the settings of git; contractc where there are none. */
function identity(git: GitFolder): string {
  const known = git.text(["var", "GIT_COMMITTER_IDENT"])?.trim();
  return known !== undefined && /^.* <.*> \d+ [+-]\d{4}$/.test(known)
    ? known
    : "contractc <contractc@localhost> 0 +0000";
}

function data(text: string): string {
  return `data ${Buffer.byteLength(text)}\n${text}`;
}

function quoted(path: string): string {
  return `"${path.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n")}"`;
}
