import { posix } from "node:path";
import { type FileSystem, memoryFileSystem } from "@contractc/kernel";
import { type Context, UsageError } from "./context.js";
import { shown } from "./paths.js";

const CONTRACT = /\.contract$/;

/**
 * The contract files of a folder as a revision of git has them, at the paths they have in the work tree. Nothing is
 * checked out.
 *
 * @param revision as git understands it: `HEAD`, `main~2`, a tag
 * @param folder absolute
 * @throws UsageError where there is no git, no repository or no such revision
 */
export function contractsAt(context: Context, revision: string, folder: string): FileSystem {
  if (revision === "" || revision.startsWith("-"))
    throw new UsageError(`"git:${revision}" names no revision.`);
  const cwd = nearestFolder(context, folder);
  const top = git(context, cwd, ["rev-parse", "--show-toplevel"], "is no git repository").trim();
  const root = context.fs.realPath(top) ?? top;
  const place = posix.relative(root, realPath(context, folder));
  const commit = git(
    context,
    cwd,
    ["rev-parse", "--verify", "--quiet", "--end-of-options", `${revision}^{commit}`],
    `has no revision "${revision}"`,
  ).trim();
  const listing = git(
    context,
    root,
    ["ls-tree", "-r", "-z", "--full-tree", commit, ...(place === "" ? [] : ["--", place])],
    `has no revision "${revision}"`,
  );
  const blobs = listing.split("\0").flatMap((entry) => {
    const [, mode = "", hash = "", path = ""] = /^(\d+) blob ([0-9a-f]+)\t(.*)$/s.exec(entry) ?? [];
    // A link would lead into the work tree of today.
    return mode.startsWith("100") && CONTRACT.test(path) ? [{ hash, path }] : [];
  });
  const files: Record<string, Uint8Array> = {};
  const base = posix.relative(place, "") || ".";
  for (const [index, bytes] of contentsOf(
    context,
    root,
    blobs.map(({ hash }) => hash),
  ).entries()) {
    files[posix.join(folder, base, blobs[index]!.path)] = bytes;
  }
  return memoryFileSystem(files);
}

function realPath(context: Context, path: string): string {
  const real = context.fs.realPath(path);
  if (real !== null) return real;
  // A folder that is gone by now still has a place in the older tree.
  return posix.join(realPath(context, posix.dirname(path)), posix.basename(path));
}

function nearestFolder(context: Context, folder: string): string {
  let at = folder;
  while (context.fs.stat(at) === null && posix.dirname(at) !== at) at = posix.dirname(at);
  return at;
}

/** The bytes of blobs, in the order asked for: one process for all of them. */
function contentsOf(context: Context, cwd: string, hashes: readonly string[]): Uint8Array[] {
  if (hashes.length === 0) return [];
  const { status, stdout, stderr } = context.processes.run("git", ["cat-file", "--batch"], {
    cwd,
    input: hashes.map((hash) => `${hash}\n`).join(""),
  });
  if (status !== 0) throw new UsageError(`git could not read the contract: ${stderr.trim()}`);
  const contents: Uint8Array[] = [];
  let at = 0;
  for (const hash of hashes) {
    const end = stdout.indexOf(10, at);
    const size = Number(new TextDecoder().decode(stdout.subarray(at, end)).split(" ")[2]);
    if (end < 0 || !Number.isInteger(size)) throw new UsageError(`git has no content for ${hash}.`);
    contents.push(stdout.slice(end + 1, end + 1 + size));
    at = end + 1 + size + 1;
  }
  return contents;
}

function git(context: Context, cwd: string, args: readonly string[], problem: string): string {
  const { status, stdout, stderr } = context.processes.run("git", args, { cwd });
  if (status === null) throw new UsageError(`git could not be started: ${stderr.trim()}`);
  if (status !== 0) throw new UsageError(`${shown(context.cwd, cwd)} ${problem}.`);
  return new TextDecoder().decode(stdout);
}
