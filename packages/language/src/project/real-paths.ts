import type { FileStat, FileSystem } from "@contractc/kernel";
import { baseName, folderOf } from "./paths.js";

/** What stands at a path, all links resolved. */
export interface RealPath {
  real: string;
  kind: FileStat["kind"];
}

/**
 * Finds the real paths of many files of few folders. To resolve every part of every path takes longer than all else that
 * is asked about a file; what is no link itself lies where its folder lies.
 */
export class RealPaths {
  readonly #folders = new Map<string, string | null>();
  /** Real paths as they were first found, by what they are where case and the forms of Unicode do not count. */
  readonly #spellings = new Map<string, string>();

  constructor(readonly fs: FileSystem) {}

  /** @param path absolute, normalised; `null` where nothing stands there, or a link that leads nowhere */
  find(path: string): RealPath | null {
    const stat = this.fs.stat(path);
    if (!stat) return null;
    if (stat.kind !== "link") {
      const folder = this.#realFolder(folderOf(path));
      if (folder === null) return null;
      const real = folder.endsWith("/") ? folder + baseName(path) : `${folder}/${baseName(path)}`;
      return { real: this.#spelled(real), kind: stat.kind };
    }
    const real = this.fs.realPath(path);
    const target = real === null ? null : this.fs.stat(real);
    return real === null || target === null ? null : { real: this.#spelled(real), kind: target.kind };
  }

  #realFolder(folder: string): string | null {
    let real = this.#folders.get(folder);
    if (real === undefined) {
      real = this.fs.realPath(folder);
      this.#folders.set(folder, real);
    }
    return real;
  }

  /** Where the file system ignores case, one file has several spellings: the first one stands for all of them. */
  #spelled(real: string): string {
    const folded = real.normalize("NFC").toLowerCase();
    const first = this.#spellings.get(folded);
    if (first === undefined) {
      this.#spellings.set(folded, real);
      return real;
    }
    return first !== real && this.fs.realPath(first) === this.fs.realPath(real) ? first : real;
  }
}
