import { type FileSystem, FileSystemError } from "@contractc/kernel";
import { Source } from "../source/source.js";
import { type ParsedFile, parseContract } from "../syntax/index.js";

/** A contract file as read: parsed whatever it holds, with the fault that its bytes have, if any. */
export interface SourceFile {
  source: Source;
  /** UTF-16 offset of the first character that is no valid UTF-8. */
  brokenAt?: number;
}

export type ReadResult = { file: SourceFile } | { fault: FileSystemError };

/**
 * Reads and parses contract files, each once.
 *
 * A long-lived process keeps one, and tells it which files changed; `compile` and `findRoots` share it so that
 * nothing is parsed twice.
 */
export class SourceFiles {
  readonly #read = new Map<string, ReadResult>();

  /** @param parse tests pass the parser in its development mode */
  constructor(
    readonly fs: FileSystem,
    readonly parse: (text: string, path: string) => ParsedFile = parseContract,
  ) {}

  /** @param path absolute, normalised */
  read(path: string): ReadResult {
    const known = this.#read.get(path);
    if (known) return known;
    const result = this.#readAndParse(path);
    this.#read.set(path, result);
    return result;
  }

  /** Forgets a file that changed, or all of them. */
  forget(path?: string): void {
    if (path === undefined) this.#read.clear();
    else this.#read.delete(path);
  }

  /** Forgets the files whose paths are chosen. */
  forgetWhere(chosen: (path: string) => boolean): void {
    for (const path of this.#read.keys()) if (chosen(path)) this.#read.delete(path);
  }

  #readAndParse(path: string): ReadResult {
    let bytes: Uint8Array;
    try {
      bytes = this.fs.readFile(path);
    } catch (error) {
      if (error instanceof FileSystemError) return { fault: error };
      throw error;
    }
    const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
    const file: SourceFile = { source: new Source(this.parse(text, path)) };
    const brokenAt = text.indexOf("\uFFFD");
    return { file: brokenAt >= 0 && !isUtf8(bytes) ? { ...file, brokenAt } : file };
  }
}

/** A replacement character may also really stand in the file. */
function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}
