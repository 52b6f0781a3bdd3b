import { posix } from "node:path";
import type { FileSystem } from "@contractc/kernel";
import { type Context, UsageError } from "../context.js";
import { absolute, shown } from "../paths.js";
import { counted } from "../render/counted.js";
import { type Git, gitAt } from "./command.js";
import { type Entry, indexEntries, REPOSITORY_MODE, rawChanges, records, treeEntries } from "./entries.js";
import { treeFileSystem } from "./tree-file-system.js";

/** What a report is limited to: what differs between two states of a repository. */
export interface ChangeSet {
  /** Before it; `null` where nothing was, as for the first commit. */
  before: FileSystem | null;
  after: FileSystem;
  /** Absolute paths of files that are new, changed or gone, and folders of other repositories (submodules) that are. */
  files: ReadonlySet<string>;
  /** Folders of other repositories, of whose content nothing is known. */
  unknown: readonly string[];
  /** For the closing line: `2 staged files`. */
  subject: string;
  /** The state after it is git's index. */
  isIndex: boolean;
}

/** What changes nothing, whatever it says. */
const PROSE = /\.(?:md|mdx|rst)$/i;

/** Whether nothing in the change can matter, so that nothing need be analysed. */
export function isIrrelevant(change: ChangeSet): boolean {
  return [...change.files].every((file) => PROSE.test(file));
}

/**
 * What a closing line says was looked at.
 *
 * @param whole what it says of a report that is not limited
 */
export function subjectWithin(change: ChangeSet | undefined, whole: string): string {
  if (change === undefined) return whole;
  return isIrrelevant(change) ? change.subject : `${change.subject}, ${whole}`;
}

/** Paths as git has them, which knows no links outside of it. */
export function pathsIn(context: Pick<Context, "fs" | "cwd">, paths: readonly string[]): string[] {
  return paths.map((path) => realPlace(context.fs, absolute(context.cwd, path)));
}

interface Repository {
  git: Git;
  /** Absolute: the top of the work tree. */
  top: string;
  isShallow: boolean;
}

/** The content of no file: git stands it in for files whose adding is only intended. */
const EMPTY_BLOBS = new Set([
  "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391",
  "473a0f4c3be8a93681a267e3b1e9a7dcda1185436fe141f7749120a303721813",
]);

/** More names do not help. */
const MOST_NAMES = 5;

function repositoryAt(context: Context, path: string): Repository {
  const git = gitAt(context, path);
  const args = ["rev-parse", "--is-shallow-repository", "--show-toplevel"];
  // The name of a folder may hold line ends.
  const [, shallow, top = ""] = /^([^\n]*)\n(.*?)\r?\n$/s.exec(git.text(args, "is no git repository")) ?? [];
  return { git, top: context.fs.realPath(top) ?? top, isShallow: shallow === "true" };
}

/**
 * What the next commit changes: the index against `HEAD`. The work tree is not looked at. In a hook the index is the one
 * that git is about to commit.
 *
 * @param path absolute, in the repository
 * @throws UsageError where there is no repository, or a merge has left conflicts
 */
export function stagedChange(context: Context, path: string): ChangeSet {
  const { git, top } = repositoryAt(context, path);
  const problem = "has an index that git cannot read";
  const staged = indexEntries(git.run(["ls-files", "--stage", "-z", "--full-name", "--", ":/"], problem));
  const open = [...new Set(staged.filter(({ stage }) => stage > 0).map((entry) => entry.path))];
  if (open.length > 0) {
    const more = open.length > MOST_NAMES ? ` and ${open.length - MOST_NAMES} more` : "";
    const names = open.slice(0, MOST_NAMES).map((each) => shown(context.cwd, posix.join(top, each)));
    throw new UsageError(
      `The index has conflicts that are not resolved: ${names.join(", ")}${more}. Resolve them and \`git add\` the files first.`,
    );
  }
  const { files, intended, isFirst } = stagedPaths(git, problem);
  const entries = staged.filter((entry) => !intended.has(entry.path));
  return {
    before: isFirst ? null : treeAt(context, git, top, "HEAD"),
    after: treeFileSystem({
      top,
      entries,
      likely: files,
      read: (hashes) => git.blobs(hashes),
      beneath: context.fs,
    }),
    files: new Set([...files].map((each) => posix.join(top, each))),
    unknown: repositoriesIn(top, entries),
    subject: files.size === 0 ? "nothing is staged" : counted(files.size, "staged file"),
    isIndex: true,
  };
}

/** What the index changes. */
interface Staged {
  files: Set<string>;
  /** Paths whose adding is only intended, which no commit takes. */
  intended: Set<string>;
  /** There is no commit before. */
  isFirst: boolean;
}

/**
 * Paths that the index changes. An empty file that is staged looks in the index like one whose adding is only intended, so
 * that git is asked in both ways where there is one.
 */
function stagedPaths(git: Git, problem: string): Staged {
  const args = ["diff-index", "--cached", "-z", "--raw", "--no-renames", "--no-abbrev", "--no-relative"];
  const visible = (from: string) => [...args, "--ita-visible-in-index", from, "--"];
  let from = "HEAD";
  let listing = git.attemptBytes(visible(from));
  const isFirst =
    listing === undefined && git.attempt(["rev-parse", "--verify", "--quiet", "HEAD^{commit}"]) === undefined;
  if (isFirst) from = git.text(["hash-object", "-t", "tree", "--stdin"], problem).trim();
  listing ??= git.run(visible(from), problem);
  const changes = rawChanges(listing);
  const files = new Set(changes.map((change) => change.path));
  const intended = new Set<string>();
  if (changes.some(({ after }) => EMPTY_BLOBS.has(after))) {
    const real = new Set(
      rawChanges(git.run([...args, "--ita-invisible-in-index", from, "--"], problem))
        .filter(({ status }) => status !== "D")
        .map((change) => change.path),
    );
    for (const { path, after } of changes) {
      if (!EMPTY_BLOBS.has(after) || real.has(path)) continue;
      intended.add(path);
      files.delete(path);
    }
  }
  return { files, intended, isFirst };
}

/**
 * What the work tree changes, with what is staged and what git does not know yet, since it parted from a revision.
 *
 * @param path absolute, in the repository
 * @param revision as git understands it: `main`, `HEAD~2`, a tag
 * @throws UsageError where there is no repository, no such revision, or a shallow clone has too little of the history
 */
export function changeSince(context: Context, path: string, revision: string): ChangeSet {
  if (revision === "" || revision.startsWith("-")) throw new UsageError(`"${revision}" names no revision.`);
  const { git, top, isShallow } = repositoryAt(context, path);
  const hint = isShallow
    ? " This clone is shallow: `git fetch --unshallow` brings the rest of the history (with actions/checkout: `fetch-depth: 0`)."
    : "";
  const commit = commitOf(git, revision);
  if (commit === undefined) {
    throw new UsageError(`${shown(context.cwd, top)} has no revision "${revision}".${hint}`);
  }
  const from = git.attempt(["merge-base", commit, "HEAD"])?.trim();
  if (from === undefined) {
    throw new UsageError(`"${revision}" and HEAD have no common history here.${hint}`);
  }
  const problem = "has changes that git cannot list";
  const diff = ["diff", "--name-only", "-z", "--no-renames", "--no-relative", "--no-ext-diff", from, "--"];
  const other = ["ls-files", "--others", "--exclude-standard", "-z", "--full-name", "--", ":/"];
  const files = new Set([...records(git.run(diff, problem)), ...records(git.run(other, problem))]);
  return {
    before: treeAt(context, git, top, from),
    after: context.fs,
    files: new Set([...files].map((each) => posix.join(top, each))),
    unknown: [],
    subject: `${counted(files.size, "file")} changed since ${revision}`,
    isIndex: false,
  };
}

function commitOf(git: Git, revision: string): string | undefined {
  const args = ["rev-parse", "--verify", "--quiet", "--end-of-options", `${revision}^{commit}`];
  return git.attempt(args)?.trim();
}

/** A commit as a file system; git is asked when something of it is. */
function treeAt(context: Context, git: Git, top: string, commit: string): FileSystem {
  let known: FileSystem | undefined;
  const tree = () => {
    known ??= treeFileSystem({
      top,
      entries: entriesAt(git, commit),
      read: (hashes) => git.blobs(hashes),
      beneath: context.fs,
    });
    return known;
  };
  return {
    readFile: (path) => tree().readFile(path),
    contentId: (path) => tree().contentId?.(path),
    stat: (path) => tree().stat(path),
    list: (path) => tree().list(path),
    realPath: (path) => tree().realPath(path),
    writeFile: (path, data) => tree().writeFile(path, data),
    remove: (path) => tree().remove(path),
  };
}

/**
 * Where a path lies really: git tells places without links. What is not there any more still has a place in an older
 * state.
 */
export function realPlace(fs: FileSystem, path: string): string {
  const real = fs.realPath(path);
  if (real !== null || posix.dirname(path) === path) return real ?? path;
  return posix.join(realPlace(fs, posix.dirname(path)), posix.basename(path));
}

function entriesAt(git: Git, commit: string): Entry[] {
  return treeEntries(
    git.run(["ls-tree", "-r", "-z", "--full-tree", commit], "has a commit that git cannot list"),
  );
}

function repositoriesIn(top: string, entries: readonly Entry[]): string[] {
  return entries.flatMap(({ mode, path }) => (mode === REPOSITORY_MODE ? [posix.join(top, path)] : []));
}

/**
 * A commit as a file system, at the paths of the work tree. Nothing is checked out.
 *
 * @param path absolute, in the repository; it need not be there any more
 * @param revision as git understands it
 * @throws UsageError where there is no git, no repository or no such revision
 */
export function filesAt(context: Context, revision: string, path: string): FileSystem {
  if (revision === "" || revision.startsWith("-"))
    throw new UsageError(`"git:${revision}" names no revision.`);
  const { git, top } = repositoryAt(context, path);
  const commit = commitOf(git, revision);
  if (commit === undefined)
    throw new UsageError(`${shown(context.cwd, git.folder)} has no revision "${revision}".`);
  return treeAt(context, git, top, commit);
}
