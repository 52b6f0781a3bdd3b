import { type FileStat, type FileSystem, FileSystemError } from "@contractc/kernel";
import { answerOfPath, OWN_PATH, type Question } from "./questions.js";

/** Paths whose ends such as `..` are the system's to resolve. */
const ODD = /^[^/]|\/\.{0,2}(?:\/|$)/;

/** From so many questions on about what stands in a folder, listing it takes less time than asking for each. */
const CROWDED = 4;

/** What stands at many paths in few folders: folders are listed where that is less work, and only links are followed. */
export class Paths {
  readonly #kinds = new Map<string, FileStat["kind"] | "">();
  readonly #folders = new Map<string, string | null>();
  readonly #crowds = new Map<string, number>();
  readonly #listed = new Map<string, boolean>();

  constructor(
    readonly fs: FileSystem,
    questions: readonly Question[],
  ) {
    for (const [kind, path] of questions) {
      if (kind !== "stat" && kind !== "real") continue;
      const folder = path.slice(0, path.lastIndexOf("/"));
      this.#crowds.set(folder, (this.#crowds.get(folder) ?? 0) + 1);
    }
  }

  /** @returns `""` where there is nothing */
  kind(path: string): FileStat["kind"] | "" {
    let kind = this.#kinds.get(path);
    if (kind === undefined) {
      const folder = path.slice(0, path.lastIndexOf("/"));
      if (!ODD.test(path) && this.#isListed(folder)) kind = this.#kinds.get(path) ?? "";
      else kind = this.fs.stat(path)?.kind ?? "";
      this.#kinds.set(path, kind);
    }
    return kind;
  }

  answerOfPath(path: string): string {
    const real = this.#real(path);
    return real === path ? OWN_PATH : answerOfPath(real, path);
  }

  #real(path: string): string | null {
    const slash = path.lastIndexOf("/");
    if (slash <= 0 || ODD.test(path)) return this.fs.realPath(path);
    const folder = this.#folder(path.slice(0, slash));
    // In a folder that is not there nothing is.
    if (folder === null) return null;
    const kind = this.kind(path);
    if (kind === "") return null;
    return kind === "file" || kind === "folder" ? `${folder}${path.slice(slash)}` : this.fs.realPath(path);
  }

  #folder(path: string): string | null {
    let real = this.#folders.get(path);
    if (real === undefined) {
      real = this.#real(path);
      this.#folders.set(path, real);
    }
    return real;
  }

  /** Whether all that stands in a folder is known. */
  #isListed(folder: string): boolean {
    if (folder === "" || (this.#crowds.get(folder) ?? 0) < CROWDED) return false;
    let listed = this.#listed.get(folder);
    if (listed === undefined) {
      listed = this.#list(folder);
      this.#listed.set(folder, listed);
    }
    return listed;
  }

  #list(folder: string): boolean {
    try {
      for (const { name, kind } of this.fs.list(folder)) this.#kinds.set(`${folder}/${name}`, kind);
      return true;
    } catch (error) {
      if (error instanceof FileSystemError) return error.fault === "missing";
      throw error;
    }
  }
}
