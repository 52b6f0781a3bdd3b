import { type FileSystem, FileSystemError } from "@contractc/kernel";
import type { ParsedFile } from "../syntax/index.js";
import { History, type LogEntry, logPath, readLog } from "./log.js";

/**
 * Writes changed files and then adds to the log. Where one write fails, the files before it get their old bytes back.
 *
 * @param read the files as they were when the change was made: where one of them is another by now, nothing is written
 * @param changes the new bytes by path
 * @param known the log when the change was made: where others have added to the history of this contract since, nothing
 *   is written
 * @param entries what is added to it
 * @returns what is wrong, for the user; `undefined` where everything is written
 */
export function commit(
  fs: FileSystem,
  root: string,
  read: readonly ParsedFile[],
  changes: ReadonlyMap<string, Uint8Array | null>,
  known: History,
  entries: readonly LogEntry[],
): string | undefined {
  try {
    return exclusively(fs, root, () => {
      for (const { file, text } of read) {
        const now = new TextDecoder("utf-8", { ignoreBOM: true }).decode(fs.readFile(file));
        if (now !== text) return `Nothing was written: ${file} changed meanwhile. Try again.`;
      }
      const log = readLog(fs, root);
      if (!(log instanceof History)) return `Nothing was written: ${log.file}:${log.line} ${log.message}.`;
      if (log.revision !== known.revision || log.last?.after !== known.last?.after) {
        return `Nothing was written: ${logPath(root)} changed meanwhile. Try again.`;
      }
      // Another contract of the folder may have added its own lines meanwhile: these stay.
      const { text } = entries.reduce((history, entry) => history.with(entry), log);
      return write(fs, [...changes, [logPath(root), new TextEncoder().encode(text)]]);
    });
  } catch (error) {
    if (!(error instanceof FileSystemError)) throw error;
    return `Nothing was changed: ${error.message}.`;
  }
}

/** Does something while no other process writes to the log of a contract. */
function exclusively<T>(fs: FileSystem, root: string, action: () => T): T {
  return fs.exclusively ? fs.exclusively(`${logPath(root)}.lock`, action) : action();
}

function write(fs: FileSystem, files: readonly (readonly [string, Uint8Array | null])[]): string | undefined {
  const done: [string, Uint8Array | null][] = [];
  for (const [path] of files) {
    if (fs.stat(path)?.readOnly) return `Nothing was written: ${path} is read-only.`;
  }
  try {
    for (const [path, data] of files) {
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
