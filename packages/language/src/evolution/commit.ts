import { type FileSystem, FileSystemError } from "@contractc/kernel";
import type { ParsedFile } from "../syntax/index.js";
import { type History, logPath } from "./log.js";

/**
 * Writes changed files and then the log. Where one write fails, the files before it get their old bytes back.
 *
 * @param read the files as they were when the change was made: where one of them is another by now, nothing is written
 * @param changes the new bytes by path
 * @returns what is wrong, for the user; `undefined` where everything is written
 */
export function commit(
  fs: FileSystem,
  root: string,
  read: readonly ParsedFile[],
  changes: ReadonlyMap<string, Uint8Array | null>,
  history: History,
): string | undefined {
  const done: [string, Uint8Array | null][] = [];
  try {
    for (const { file, text } of read) {
      const now = new TextDecoder("utf-8", { ignoreBOM: true }).decode(fs.readFile(file));
      if (now !== text) return `Nothing was written: ${file} changed meanwhile. Try again.`;
    }
    for (const [path, data] of [...changes, [logPath(root), history.text] as const]) {
      if (data === null) continue;
      done.push([path, fs.stat(path) === null ? null : fs.readFile(path)]);
      fs.writeFile(path, data);
    }
    return undefined;
  } catch (error) {
    if (!(error instanceof FileSystemError)) throw error;
    const lost = restore(fs, done);
    const rest = lost.length > 0 ? ` These could not be restored: ${lost.join(", ")}.` : "";
    return `Nothing was changed: ${error.message}.${rest}`;
  }
}

function restore(fs: FileSystem, done: readonly [string, Uint8Array | null][]): string[] {
  const lost: string[] = [];
  for (const [path, data] of [...done].reverse()) {
    try {
      if (data === null) fs.remove(path);
      else fs.writeFile(path, data);
    } catch (error) {
      if (!(error instanceof FileSystemError)) throw error;
      lost.push(path);
    }
  }
  return lost;
}
