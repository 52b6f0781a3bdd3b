import type { DirectoryEntry, FileStat, FileSystem } from "@contractc/kernel";
import { baseName, folderOf, isInside } from "../project/paths.js";

/**
 * A file system that remembers what it was told, with the texts of open editors in place of files. Nothing is asked
 * of the disk twice until `forget` says that it changed there.
 */
export class View implements FileSystem {
  /** Texts of editors, by real path where the disk has the file. */
  readonly #texts = new Map<string, Uint8Array>();
  readonly #stats = new Map<string, FileStat | null>();
  readonly #lists = new Map<string, readonly DirectoryEntry[] | Error>();
  readonly #real = new Map<string, string | null>();
  /** Other names of files, by real path. */
  readonly #others = new Map<string, Set<string>>();
  readonly #encoder = new TextEncoder();

  constructor(readonly disk: FileSystem) {}

  /**
   * Lays a text over a file, or takes it away with `undefined`.
   *
   * @returns whether there was none, or is none any more: a file may have come or gone by that
   */
  setText(path: string, text: string | undefined): boolean {
    const key = this.keyOf(path);
    const had = this.#texts.has(key);
    if (text === undefined) this.#texts.delete(key);
    else this.#texts.set(key, this.#encoder.encode(text));
    return had !== (text !== undefined);
  }

  /** One name for a file, whatever links lead to it. */
  keyOf(path: string): string {
    return this.#diskRealPath(path) ?? path;
  }

  /** All names by which a file was asked for. */
  namesOf(path: string): string[] {
    const key = this.keyOf(path);
    return [path, key, ...(this.#others.get(key) ?? [])];
  }

  /**
   * Looks again at a file that is known.
   *
   * @returns whether it was a file before and still is, so that only its text can be different
   */
  isStillFile(path: string): boolean {
    const before = this.#stats.get(path);
    if (before?.kind !== "file" || this.#real.get(path) === undefined) return false;
    const now = this.disk.stat(path);
    if (now?.kind !== "file" || this.disk.realPath(path) !== this.#real.get(path)) return false;
    this.#stats.set(path, now);
    return true;
  }

  /** Forgets what is known of a path on the disk, of all below it, and of the folders it lies in. */
  forget(path: string): void {
    for (const known of [this.#stats, this.#lists, this.#real]) {
      for (const key of known.keys()) if (isInside(path, key) || isInside(key, path)) known.delete(key);
    }
  }

  /** Forgets everything that is known of the disk. */
  forgetAll(): void {
    this.#stats.clear();
    this.#lists.clear();
    this.#real.clear();
    this.#others.clear();
  }

  readFile(path: string): Uint8Array {
    return this.#texts.get(this.keyOf(path)) ?? this.disk.readFile(path);
  }

  stat(path: string): FileStat | null {
    const onDisk = this.#diskStat(path);
    // A text is that of the file behind a link.
    if (onDisk?.kind === "link") return onDisk;
    const text = this.#texts.get(this.keyOf(path));
    if (text) return { kind: "file", size: text.length, modified: 0 };
    return onDisk ?? (this.#holdsTexts(path) ? { kind: "folder", size: 0, modified: 0 } : null);
  }

  list(path: string): DirectoryEntry[] {
    const entries = new Map<string, DirectoryEntry>();
    const onDisk = this.#diskList(path);
    if (onDisk instanceof Error && !this.#holdsTexts(path)) throw onDisk;
    if (!(onDisk instanceof Error)) for (const entry of onDisk) entries.set(entry.name, entry);
    for (const file of this.#texts.keys()) {
      if (!isInside(path, file) || file === path) continue;
      let at = file;
      while (folderOf(at) !== path) at = folderOf(at);
      const name = baseName(at);
      if (at === file || !entries.has(name))
        entries.set(name, { name, kind: at === file ? "file" : "folder" });
    }
    return [...entries.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  realPath(path: string): string | null {
    const real = this.#diskRealPath(path);
    return real ?? (this.#texts.has(path) || this.#holdsTexts(path) ? path : null);
  }

  writeFile(path: string): void {
    throw new Error(`a view of files does not write ${path}`);
  }

  remove(path: string): void {
    throw new Error(`a view of files does not remove ${path}`);
  }

  #diskRealPath(path: string): string | null {
    let real = this.#real.get(path);
    if (real === undefined) {
      real = this.disk.realPath(path);
      this.#real.set(path, real);
      if (real !== null && real !== path) {
        const others = this.#others.get(real);
        if (others) others.add(path);
        else this.#others.set(real, new Set([path]));
      }
    }
    return real;
  }

  #diskStat(path: string): FileStat | null {
    let found = this.#stats.get(path);
    if (found === undefined) {
      found = this.disk.stat(path);
      this.#stats.set(path, found);
    }
    return found;
  }

  #diskList(path: string): readonly DirectoryEntry[] | Error {
    let found = this.#lists.get(path);
    if (found === undefined) {
      try {
        found = this.disk.list(path);
      } catch (error) {
        if (!(error instanceof Error)) throw error;
        found = error;
      }
      this.#lists.set(path, found);
    }
    return found;
  }

  /** Whether an editor has a file in a folder that need not exist on the disk. */
  #holdsTexts(folder: string): boolean {
    for (const path of this.#texts.keys()) if (path !== folder && isInside(folder, path)) return true;
    return false;
  }
}
