import { type FileStat, type FileSystem, FileSystemError } from "@contractc/kernel";

/** A folder of ours, whose appearing must not count. */
export const OWN_FOLDER = ".contract";

/**
 * Where results are kept: files that are written as a whole or not at all, so that processes may share them. Nothing here
 * is needed: what cannot be read is not there, and what cannot be written is not kept.
 */
export class CacheFolder {
  private constructor(
    readonly fs: FileSystem,
    readonly path: string,
    /** Made by us beside the contract, and not for every small one. */
    readonly own: boolean,
  ) {}

  /**
   * Beside the tools' other caches where a package is installed; in a folder of our own otherwise.
   *
   * @param start absolute path of what the results are about
   * @returns `undefined` where a link stands in the place: it may lead anywhere
   */
  static for(fs: FileSystem, start: string): CacheFolder | undefined {
    const first = fs.stat(start)?.kind === "folder" ? start : above(start);
    for (let folder = first; ; folder = above(folder)) {
      const modules = join(folder, "node_modules");
      if (fs.stat(modules)?.kind === "folder")
        return CacheFolder.#plain(fs, modules, [".cache", "contractc"], false);
      const isTop = fs.stat(join(folder, ".git")) !== null;
      if (isTop || folder === above(folder))
        return CacheFolder.#plain(fs, isTop ? folder : first, [OWN_FOLDER, "cache"], true);
    }
  }

  static #plain(
    fs: FileSystem,
    folder: string,
    parts: readonly string[],
    own: boolean,
  ): CacheFolder | undefined {
    let path = folder;
    for (const part of parts) {
      path = join(path, part);
      const kind = fs.stat(path)?.kind;
      if (kind !== undefined && kind !== "folder") return undefined;
    }
    return new CacheFolder(fs, path, own);
  }

  read(name: string): Uint8Array | undefined {
    const path = join(this.path, name);
    // A link is nothing that we wrote.
    return this.#tried(() => (this.fs.stat(path)?.kind === "file" ? this.fs.readFile(path) : undefined));
  }

  /** Bytes of a file from one place up to another, or to its end. */
  readPart(name: string, start: number, end: number): Uint8Array | undefined {
    const path = join(this.path, name);
    const { fs } = this;
    return this.#tried(() => fs.readPart?.(path, start, end) ?? fs.readFile(path).subarray(start, end));
  }

  write(name: string, data: string | Uint8Array): void {
    this.#tried(() => {
      if (this.own) {
        // The log of evolution stands in the folder above and is to be committed.
        const ignore = join(this.path, ".gitignore");
        if (this.fs.stat(ignore) === null) this.fs.writeFile(ignore, "*\n");
      }
      this.fs.writeFile(join(this.path, name), data);
    });
  }

  /** Names of files, sorted. */
  list(): string[] {
    const entries = this.#tried(() => this.fs.list(this.path)) ?? [];
    return entries.flatMap(({ name, kind }) => (kind === "file" ? [name] : []));
  }

  stat(name: string): FileStat | null {
    return this.#tried(() => this.fs.stat(join(this.path, name))) ?? null;
  }

  remove(name: string): void {
    this.#tried(() => this.fs.remove(join(this.path, name)));
  }

  #tried<T>(action: () => T): T | undefined {
    try {
      return action();
    } catch (error) {
      if (error instanceof FileSystemError) return undefined;
      throw error;
    }
  }
}

function join(folder: string, name: string): string {
  return folder.endsWith("/") ? folder + name : `${folder}/${name}`;
}

/** The folder that a path lies in; the top is its own. */
function above(path: string): string {
  const slash = path.lastIndexOf("/");
  if (slash > 0)
    return /^[A-Za-z]:$/.test(path.slice(0, slash)) ? path.slice(0, slash + 1) : path.slice(0, slash);
  return "/";
}
