import { posix } from "node:path";
import { type FileSystem, FileSystemError } from "@contractc/kernel";
import { ask, OWN_FOLDER, type Question, type Recording } from "./questions.js";

/** Contracts that are smaller than this are checked in no time; no folder is made for them. */
const WORTHWHILE = 64 * 1024;

/** What one command line made of what it found. */
interface Entry<T> {
  /** The program that wrote the entry. */
  build: string;
  /** Paths that were asked about. */
  starts: readonly string[];
  questions: Question[];
  result: T;
}

/**
 * Results of checks by the paths that were asked about. An entry holds what the check asked the file system: hashes of
 * contents, listings, links. It counts only where all answers are the same.
 *
 * Entries are written as a whole or not at all, so that processes may share them; one that is damaged, or was written
 * by another build of the program, is as good as none.
 */
export class CheckCache<T> {
  readonly #folder: { path: string; own: boolean };
  readonly #file: string;

  /**
   * @param build tells builds of the program apart
   * @param starts absolute paths
   * @param now milliseconds since 1970
   */
  constructor(
    readonly fs: FileSystem,
    readonly build: string,
    readonly starts: readonly string[],
    readonly now: number,
  ) {
    this.#folder = folderFor(fs, starts[0] ?? "/");
    this.#file = posix.join(this.#folder.path, `check-${checksum(encode(JSON.stringify(starts)))}.json`);
  }

  /** @returns the result of a check of the same files; `undefined` where there is none to be believed */
  read(): T | undefined {
    const entry = this.#entry();
    if (entry?.build !== this.build || entry.starts.join("\n") !== this.starts.join("\n")) return undefined;
    const verdict = ask(this.fs, entry.questions, this.now);
    if (verdict === "changed") return undefined;
    // The next check need not read the files.
    if (verdict === "same, in other states") this.#write(entry);
    return entry.result;
  }

  /** Keeps a result; where that is not possible, nothing happens. */
  write({ questions, size }: Recording, result: T): void {
    if (this.#folder.own && size < WORTHWHILE) return;
    this.#write({ build: this.build, starts: this.starts, questions, result });
  }

  #write(entry: Entry<T>): void {
    const questions = entry.questions.map(([kind, path, ...rest]) => [kind, this.#short(path), ...rest]);
    const body = JSON.stringify({ ...entry, questions });
    try {
      if (this.#folder.own) {
        const ignore = posix.join(posix.dirname(this.#folder.path), ".gitignore");
        if (this.fs.stat(ignore) === null) this.fs.writeFile(ignore, "*\n");
      }
      this.fs.writeFile(this.#file, `${checksum(encode(body))}${body}`);
    } catch (error) {
      // A read-only folder is no reason to fail.
      if (!(error instanceof FileSystemError)) throw error;
    }
  }

  #entry(): Entry<T> | undefined {
    try {
      if (this.fs.stat(this.#file)?.kind !== "file") return undefined;
      const bytes = this.fs.readFile(this.#file);
      const body = bytes.subarray(CHECKSUM_LENGTH);
      if (decode(bytes.subarray(0, CHECKSUM_LENGTH)) !== checksum(body)) return undefined;
      const entry = JSON.parse(decode(body)) as Entry<T>;
      for (const question of entry.questions) question[1] = this.#long(question[1]);
      return entry;
    } catch (error) {
      if (error instanceof FileSystemError) return undefined;
      throw error;
    }
  }

  /** Most paths lie below the first start. */
  #short(path: string): string {
    const start = `${this.starts[0]}/`;
    return path.startsWith(start) ? path.slice(start.length) : path;
  }

  #long(path: string): string {
    return path.startsWith("/") || /^[A-Za-z]:\//.test(path) ? path : `${this.starts[0]}/${path}`;
  }
}

const CHECKSUM_LENGTH = 16;

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function decode(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

/**
 * Against damage, not against malice: two multiplicative hashes over words of 32 bits, because loading SHA-256 takes
 * longer than all the rest.
 */
function checksum(bytes: Uint8Array): string {
  const words = new Uint32Array((bytes.length + 3) >> 2);
  new Uint8Array(words.buffer).set(bytes);
  let a = 0xdeadbeef ^ bytes.length;
  let b = 0x41c6ce57;
  for (let at = 0; at < words.length; at++) {
    const word = words[at]!;
    a = Math.imul(a ^ word, 2654435761);
    a ^= a >>> 15;
    b = Math.imul(b ^ word, 1597334677);
    b ^= b >>> 13;
  }
  return `${hex(a)}${hex(b)}`;
}

function hex(number: number): string {
  return (number >>> 0).toString(16).padStart(8, "0");
}

/** Beside the tools' other caches where a package is installed; in a folder of our own otherwise. */
function folderFor(fs: FileSystem, start: string): { path: string; own: boolean } {
  const first = fs.stat(start)?.kind === "folder" ? start : posix.dirname(start);
  for (let folder = first; ; folder = posix.dirname(folder)) {
    const modules = posix.join(folder, "node_modules");
    if (fs.stat(modules)?.kind === "folder") {
      return { path: posix.join(modules, ".cache/contractc"), own: false };
    }
    const isTop = fs.stat(posix.join(folder, ".git")) !== null;
    if (isTop || folder === posix.dirname(folder)) {
      return { path: posix.join(isTop ? folder : first, OWN_FOLDER, "cache"), own: true };
    }
  }
}
