import type { Clock, FileSystem } from "@contractc/kernel";

import { type OpenedStore, openSqliteStore } from "./sqlite.js";

/** What runs keep beside the contract, whose own log stands in the same folder and is to be committed. */
const IGNORED = "/.gitignore\n/run.db*\n/runs/\n";

/** Where the record of a workspace is. */
export function recordPath(root: string): string {
  return `${root.replace(/\/$/, "")}/.contract/run.db`;
}

/**
 * Opens the record of a workspace; what runs leave there is kept out of its repository.
 *
 * @param root absolute, forward slashes
 * @param make whether a record is made where there is none
 * @returns `undefined` where there is none and none is to be made
 */
export function openRecord(
  fs: FileSystem,
  clock: Clock,
  root: string,
  make: boolean,
): OpenedStore | undefined {
  const file = recordPath(root);
  const found = fs.stat(file);
  if (found === null && !make) return undefined;
  const folder = file.slice(0, file.lastIndexOf("/"));
  const place = fs.stat(folder)?.kind;
  if ((place !== undefined && place !== "folder") || (found !== null && found.kind !== "file")) {
    const message =
      ".contract/run.db is no plain file in a plain folder: it may lead anywhere, so that nothing is recorded there.";
    return { kind: "unreadable", message };
  }
  const ignore = `${folder}/.gitignore`;
  if (fs.stat(ignore) === null) fs.writeFile(ignore, IGNORED);
  return openSqliteStore(file, clock, ".contract/run.db");
}
