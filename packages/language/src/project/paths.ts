import { posix } from "node:path";

/** The folder a file lies in. */
export function folderOf(path: string): string {
  return posix.dirname(path);
}

export function baseName(path: string): string {
  return posix.basename(path);
}

/** Parts that joining takes out: `.`, `..` and empty ones. A folder may begin with a slash. */
const NOT_PLAIN = /(?:^|\/)\.{0,2}(?:\/|$)/;
const NOT_PLAIN_FOLDER = /(?:^(?!\/)|\/)\.{0,2}(?:\/|$)/;

/** Joins and removes `.` and `..` parts; no trailing slash. */
export function joinPath(base: string, relative: string): string {
  // Most paths of contracts are plain, and Node goes through every character of one.
  if (!NOT_PLAIN.test(relative)) {
    if (base === ".") return relative;
    if (!NOT_PLAIN_FOLDER.test(base)) return `${base}/${relative}`;
  }
  const joined = posix.join(base, relative);
  return joined.length > 1 && joined.endsWith("/") ? joined.slice(0, -1) : joined;
}

/** `/x`, `C:\x`, `C:/x`, `\\server`, `file:` and home folders: nothing that is relative to the contract. */
export function isAbsolutePath(path: string): boolean {
  return /^(?:[/\\~]|[A-Za-z]:|[A-Za-z][A-Za-z0-9+.-]+:)/.test(path);
}

/** @returns whether a normalised path is the folder itself or lies below it */
export function isInside(folder: string, path: string): boolean {
  return path === folder || path.startsWith(folder.endsWith("/") ? folder : `${folder}/`);
}

/** @returns `path` as seen from `folder`, with `..` where it lies outside; both absolute */
export function relativePath(folder: string, path: string): string {
  return posix.relative(folder, path) || ".";
}
