import { decodeText, type FileSystem, FileSystemError } from "@contractc/kernel";
import type { ResolverHost } from "../../reading/resolver.js";

/** Where the compiler finds its own library: no path of a project begins so. */
export const LIBRARY = "/:library";

/**
 * The files of a workspace as the compiler sees them: the workspace is the root folder, so that no path of the machine
 * reaches a message. Links are followed while they stay inside; what lies outside is not there.
 */
export class WorkspaceFiles {
  readonly #fs: FileSystem;
  readonly #root: string;
  readonly #files: ResolverHost["files"];
  readonly #realRoot: string | null;
  readonly #folders = new Map<string, string | null>();
  readonly #texts = new Map<string, string | undefined>();
  readonly #kinds = new Map<string, "file" | "folder" | null>();
  /** Files of the project whose texts were given, in the order in which they first were. */
  readonly given = new Set<string>();

  constructor({ fs, root, files }: Pick<ResolverHost, "fs" | "root" | "files">) {
    this.#fs = fs;
    this.#root = root === "/" ? "" : root;
    this.#files = files;
    this.#realRoot = fs.realPath(root);
  }

  /** @param path begins with a slash; the slash alone is the workspace */
  text(path: string): string | undefined {
    const source = this.#files.get(path.slice(1));
    if (source) {
      this.given.add(path.slice(1));
      return source.text;
    }
    if (!this.#texts.has(path)) this.#texts.set(path, this.#read(path));
    return this.#texts.get(path);
  }

  isFile(path: string): boolean {
    return this.#files.has(path.slice(1)) || this.#kind(path) === "file";
  }

  isFolder(path: string): boolean {
    return this.#kind(path === "/" ? path : path.replace(/\/$/, "")) === "folder";
  }

  folders(path: string): string[] {
    if (!this.isFolder(path)) return [];
    try {
      return this.#fs
        .list(this.#absolute(path))
        .filter(
          ({ name, kind }) => kind === "folder" || (kind === "link" && this.isFolder(`${path}/${name}`)),
        )
        .map(({ name }) => name);
    } catch (error) {
      if (error instanceof FileSystemError) return [];
      throw error;
    }
  }

  /** The path without links; as it is where that would be outside. */
  realPath(path: string): string {
    return this.#inside(this.#fs.realPath(this.#absolute(path))) ?? path;
  }

  #absolute(path: string): string {
    return path === "/" ? this.#root || "/" : this.#root + path;
  }

  #inside(real: string | null): string | undefined {
    if (real === null || this.#realRoot === null) return undefined;
    if (real === this.#realRoot) return "/";
    const prefix = this.#realRoot.endsWith("/") ? this.#realRoot : `${this.#realRoot}/`;
    return real.startsWith(prefix) ? `/${real.slice(prefix.length)}` : undefined;
  }

  #kind(path: string): "file" | "folder" | null {
    let kind = this.#kinds.get(path);
    if (kind === undefined) {
      kind = this.#look(path);
      this.#kinds.set(path, kind);
    }
    return kind;
  }

  #look(path: string): "file" | "folder" | null {
    if (path === "/") return "folder";
    const slash = path.lastIndexOf("/");
    const folder = this.#realFolder(slash <= 0 ? "/" : path.slice(0, slash));
    if (folder === null) return null;
    let stat = this.#fs.stat(this.#absolute(path));
    if (stat?.kind === "link") {
      const real = this.#fs.realPath(this.#absolute(path));
      stat = real !== null && this.#inside(real) !== undefined ? this.#fs.stat(real) : null;
    }
    return stat?.kind === "file" || stat?.kind === "folder" ? stat.kind : null;
  }

  /** The folder without links; `null` where it does not exist or lies outside. */
  #realFolder(path: string): string | null {
    let real = this.#folders.get(path);
    if (real === undefined) {
      real = this.#inside(this.#fs.realPath(this.#absolute(path))) ?? null;
      this.#folders.set(path, real);
    }
    return real;
  }

  #read(path: string): string | undefined {
    if (this.#kind(path) !== "file") return undefined;
    try {
      return decodeText(this.#fs.readFile(this.#absolute(path))).text;
    } catch (error) {
      if (error instanceof FileSystemError) return undefined;
      throw error;
    }
  }
}
