/**
 * Paths inside a project: relative to its root, forward slashes, no leading `./`; `""` is the root itself.
 */

/** @returns the path without `.` and `..`; `undefined` where it is absolute or leaves the root */
export function normalizePath(path: string): string | undefined {
  if (path.startsWith("/") || /^[A-Za-z]:[/\\]/.test(path)) return undefined;
  const parts: string[] = [];
  for (const part of path.split("/")) {
    if (part === "" || part === ".") continue;
    if (part !== "..") parts.push(part);
    else if (parts.pop() === undefined) return undefined;
  }
  return parts.join("/");
}

/** @returns `path` seen from `folder`, without `.` and `..`; `undefined` where it leaves the root */
export function resolvePath(folder: string, path: string): string | undefined {
  return normalizePath(joinPath(folder, path));
}

export function joinPath(folder: string, path: string): string {
  return folder === "" ? path : path === "" ? folder : `${folder}/${path}`;
}

/** @returns the folder of a path, `""` for one at the root */
export function folderOf(path: string): string {
  const slash = path.lastIndexOf("/");
  return slash < 0 ? "" : path.slice(0, slash);
}

export function baseName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** Whether a path is a folder or lies below it. */
export function isWithin(path: string, folder: string): boolean {
  return folder === "" || path === folder || path.startsWith(`${folder}/`);
}

/** The folder itself and those above it, up to the root. */
export function* ancestors(folder: string): Generator<string> {
  for (let at = folder; ; at = folderOf(at)) {
    yield at;
    if (at === "") return;
  }
}

/** Order of UTF-16 code units: the same on every machine. */
export function byCodeUnit(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/**
 * The folders that contracts of their own describe.
 *
 * @param contracts paths of all contract files
 * @param isOwn whether a file belongs to the contract at hand
 */
export function foldersOfOtherContracts(
  contracts: readonly string[],
  isOwn: (path: string) => boolean,
): string[] {
  // A contract beside the root has no folder that would be another's; whether it is the own need not be found out.
  return [...new Set(contracts.filter((path) => folderOf(path) !== "" && !isOwn(path)).map(folderOf))];
}
