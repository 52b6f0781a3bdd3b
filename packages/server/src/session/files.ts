import { type DirectoryEntry, type FileStat, type FileSystem, FileSystemError } from "@contractc/kernel";

/**
 * What a session sees of the file system: open documents in front of what is on disk, and everything read once until it
 * is told to have changed. It never writes.
 */
export class SessionFiles implements FileSystem {
  readonly #open = new Map<string, Uint8Array>();
  /** How many open documents lie in a folder or below it. */
  readonly #folders = new Map<string, number>();
  readonly #contents = new Map<string, Uint8Array | FileSystemError>();
  readonly #stats = new Map<string, FileStat | null>();
  readonly #lists = new Map<string, DirectoryEntry[] | FileSystemError>();
  readonly #real = new Map<string, string | null>();

  constructor(readonly disk: FileSystem) {}

  /** @param text without a byte order mark */
  open(path: string, text: string): void {
    if (!this.#open.has(path)) this.#count(path, 1);
    this.#open.set(path, new TextEncoder().encode(text));
  }

  close(path: string): void {
    if (this.#open.delete(path)) this.#count(path, -1);
    this.forget(path);
  }

  isOpen(path: string): boolean {
    return this.#open.has(path);
  }

  /** Reads a path again at the next question, and whether it is still there. */
  forget(path: string): void {
    this.#contents.delete(path);
    this.#stats.delete(path);
    this.#real.delete(path);
    this.#lists.delete(path);
    this.#lists.delete(folderOf(path));
  }

  forgetAll(): void {
    this.#contents.clear();
    this.#stats.clear();
    this.#real.clear();
    this.#lists.clear();
  }

  readFile(path: string): Uint8Array {
    const open = this.#open.get(path);
    if (open) return open;
    return unwrap(
      remembered(this.#contents, path, () => caught(() => withoutMark(this.disk.readFile(path)))),
    );
  }

  stat(path: string): FileStat | null {
    const found = remembered(this.#stats, path, () => this.disk.stat(path));
    if (found?.kind === "link") return found;
    const open = this.#open.get(path);
    if (open) return { kind: "file", size: open.length, modified: 0 };
    return found ?? (this.#folders.has(path) ? { kind: "folder", size: 0, modified: 0 } : null);
  }

  list(path: string): DirectoryEntry[] {
    const found = remembered(this.#lists, path, () => caught(() => this.disk.list(path)));
    if (!this.#folders.has(path)) return unwrap(found);
    const entries = new Map<string, DirectoryEntry>();
    if (!(found instanceof FileSystemError)) for (const entry of found) entries.set(entry.name, entry);
    const prefix = path.endsWith("/") ? path : `${path}/`;
    for (const open of this.#open.keys()) {
      if (!open.startsWith(prefix)) continue;
      const [name = "", ...rest] = open.slice(prefix.length).split("/");
      if (!entries.has(name)) entries.set(name, { name, kind: rest.length === 0 ? "file" : "folder" });
    }
    return [...entries.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  realPath(path: string): string | null {
    const real = remembered(this.#real, path, () => this.disk.realPath(path));
    return real ?? (this.#open.has(path) || this.#folders.has(path) ? path : null);
  }

  writeFile(path: string): never {
    throw new Error(`the language server does not write ${path}: edits are the client's to apply`);
  }

  remove(path: string): never {
    throw new Error(`the language server does not remove ${path}: edits are the client's to apply`);
  }

  #count(path: string, by: number): void {
    for (let at = folderOf(path); ; at = folderOf(at)) {
      const count = (this.#folders.get(at) ?? 0) + by;
      if (count > 0) this.#folders.set(at, count);
      else this.#folders.delete(at);
      if (at === folderOf(at)) return;
    }
  }
}

export function folderOf(path: string): string {
  const slash = path.lastIndexOf("/");
  return slash <= 0 ? "/" : path.slice(0, slash);
}

function remembered<T>(known: Map<string, T>, path: string, ask: () => T): T {
  const found = known.get(path);
  if (found !== undefined) return found;
  const answer = ask();
  known.set(path, answer);
  return answer;
}

function caught<T>(read: () => T): T | FileSystemError {
  try {
    return read();
  } catch (error) {
    if (error instanceof FileSystemError) return error;
    throw error;
  }
}

function unwrap<T>(result: T | FileSystemError): T {
  if (result instanceof FileSystemError) throw result;
  return result;
}

/** Editors count columns without the mark. */
function withoutMark(bytes: Uint8Array): Uint8Array {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes;
}
