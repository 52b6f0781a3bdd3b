import { type FileStat, type FileSystem, FileSystemError } from "@contractc/kernel";
import { answerOfPath } from "./questions.js";

/** Paths whose ends such as `..` are the system's to resolve. */
const ODD = /^[^/]|\/\.{0,2}(?:\/|$)/;

/** What stands at a path; `""` for nothing. */
export type Kind = FileStat["kind"] | "";

/** What stands at many paths in few folders: only links are followed, and whole folders may be listed. */
export class Paths {
  readonly #kinds = new Map<string, Kind>();
  readonly #folders = new Map<string, string | null>();

  constructor(readonly fs: FileSystem) {}

  /** @returns what stands in a folder, by name; `undefined` where that has to be asked name by name */
  kindsIn(folder: string): ReadonlyMap<string, Kind> | undefined {
    if (folder === "" || ODD.test(folder)) return undefined;
    try {
      return new Map(this.fs.list(folder).map(({ name, kind }) => [name, kind]));
    } catch (error) {
      if (!(error instanceof FileSystemError)) throw error;
      return error.fault === "missing" ? new Map() : undefined;
    }
  }

  /** @returns `""` where there is nothing */
  kind(path: string): Kind {
    let kind = this.#kinds.get(path);
    if (kind === undefined) {
      kind = this.fs.stat(path)?.kind ?? "";
      this.#kinds.set(path, kind);
    }
    return kind;
  }

  answerOfPath(path: string): string {
    return answerOfPath(this.#real(path), path);
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
}
