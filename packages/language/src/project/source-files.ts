import { type FileSystem, FileSystemError } from "@contractc/kernel";
import { Source } from "../source/source.js";
import { type ParsedFile, parseContract } from "../syntax/index.js";
import { isInside } from "./paths.js";

/** A contract file as read: parsed whatever it holds, with the fault that its bytes have, if any. */
export interface SourceFile {
  source: Source;
  /** UTF-16 offset of the first character that is no valid UTF-8. */
  brokenAt?: number;
}

/** The file that an import leads to. */
export interface ImportTarget {
  path: string;
  /** The same file, all links resolved. */
  real: string;
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
  /** The files that the imports of a file lead to, where there is one behind each. */
  #targets = new WeakMap<Source, readonly (ImportTarget | null)[]>();

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
    this.forgetTargets();
  }

  /** A file as far as it was read already. */
  known(path: string): ReadResult | undefined {
    return this.#read.get(path);
  }

  /** Forgets the text of a file that was there before and still is. */
  forgetText(path: string): void {
    this.#read.delete(path);
  }

  /** Forgets all files in a folder. */
  forgetBelow(folder: string): void {
    for (const path of this.#read.keys()) if (isInside(folder, path)) this.#read.delete(path);
    this.forgetTargets();
  }

  /** Forgets where imports lead: files came or went. */
  forgetTargets(): void {
    this.#targets = new WeakMap();
  }

  /** Where the imports of a file lead, in their order: `null` for one that leads nowhere. Found out once. */
  targetsOf(source: Source, find: () => readonly (ImportTarget | null)[]): readonly (ImportTarget | null)[] {
    let known = this.#targets.get(source);
    if (!known) {
      known = find();
      // What is missing is looked for again, because it is reported again.
      if (!known.includes(null)) this.#targets.set(source, known);
    }
    return known;
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
