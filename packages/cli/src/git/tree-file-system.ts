import { posix } from "node:path";
import { type DirectoryEntry, type FileStat, type FileSystem, FileSystemError } from "@contractc/kernel";
import { type Entry, LINK_MODE, REPOSITORY_MODE } from "./entries.js";

export interface TreeOptions {
  /** Absolute: the top of the work tree, where the entries stand. */
  top: string;
  entries: readonly Entry[];
  /** Contents by hash, in the order asked for. */
  read(hashes: readonly string[]): Uint8Array[];
  /** Paths from the top that are likely to be read, when any code is. */
  likely?: ReadonlySet<string>;
  /** For what is outside of the repository, and for installed packages. */
  beneath: FileSystem;
}

type Node =
  | { kind: "file" | "link"; path: string; hash: string }
  | { kind: "folder"; children: Map<string, Node> };

/** What has to be resolved first, or may be an installed package. */
const ODD = /\/\.{0,2}(?:\/|$)|\/node_modules(?:\/|$)/;

/** After so many files of code that were asked for one by one, all others are read at once. */
const MOST_ALONE = 4;

/** Links that lead to links beyond this number lead in a circle. */
const MOST_LINKS = 40;

/** What is read of a repository before its code: contracts, and what steers imports. */
const SETTING = /\.contract$|(?:^|\/)(?:\.gitignore|[^/]*\.(?:json|toml|cfg|ya?ml)|setup\.py)$/;
const CODE = /\.(?:pyi?|[cm]?[jt]sx?)$/;
const LFS_POINTER = "version https://git-lfs.github.com/spec/";

/**
 * A commit or an index as a file system, at the paths of the work tree, of which it reads nothing. Contents are read
 * when they are first asked for, many at once. What another repository (a submodule) holds is not known: its folder
 * is empty.
 *
 * @returns a file system that cannot be written
 */
export function treeFileSystem(options: TreeOptions): FileSystem {
  return new Tree(options).fileSystem();
}

class Tree {
  readonly #root: Node & { kind: "folder" } = { kind: "folder", children: new Map() };
  #last = { path: "", node: this.#root };
  #asked: { path: string; node: Node | undefined } = { path: "", node: this.#root };
  readonly #contents = new Map<string, Uint8Array>();
  /** Hashes that are read together: of settings and contracts, of likely code, of all other code. */
  readonly #settings = new Set<string>();
  readonly #likely = new Set<string>();
  readonly #code = new Set<string>();
  /** How many files of code were read by themselves. */
  #alone = 0;

  readonly #prefix: string;

  constructor(readonly options: TreeOptions) {
    this.#prefix = options.top.endsWith("/") ? options.top : `${options.top}/`;
    for (const entry of options.entries) this.#add(entry);
  }

  fileSystem(): FileSystem {
    const { beneath } = this.options;
    const refuse = (path: string): never => {
      throw new FileSystemError("denied", path, "what git holds is not written");
    };
    return {
      readFile: (path) => {
        const inside = this.#inside(path);
        return inside === undefined ? beneath.readFile(path) : this.#readFile(path, inside);
      },
      contentId: (path) => {
        const inside = this.#inside(path);
        const node = inside === undefined ? undefined : this.#at(inside);
        // Repositories with longer hashes have other ids than files of a disk.
        return node?.kind === "file" && node.hash.length === 40 ? node.hash : undefined;
      },
      stat: (path) => {
        const inside = this.#inside(path);
        return inside === undefined ? beneath.stat(path) : this.#stat(inside);
      },
      list: (path) => {
        const inside = this.#inside(path);
        return inside === undefined ? beneath.list(path) : this.#list(path, inside);
      },
      realPath: (path) => {
        const inside = this.#inside(path);
        return inside === undefined ? beneath.realPath(path) : this.#realPath(inside, 0);
      },
      writeFile: refuse,
      remove: refuse,
    };
  }

  /** Entries stand sorted: most lie in the folder of the one before. */
  #folder(path: string): Node & { kind: "folder" } {
    if (path === this.#last.path) return this.#last.node;
    let node = this.#root;
    for (const part of path === "" ? [] : path.split("/")) {
      let next = node.children.get(part);
      if (next?.kind !== "folder") {
        next = { kind: "folder", children: new Map() };
        node.children.set(part, next);
      }
      node = next;
    }
    this.#last = { path, node };
    return node;
  }

  #add({ path, mode, hash }: Entry): void {
    const slash = path.lastIndexOf("/");
    const name = path.slice(slash + 1);
    const folder = this.#folder(path.slice(0, Math.max(slash, 0)));
    if (mode === REPOSITORY_MODE) folder.children.set(name, { kind: "folder", children: new Map() });
    else if (mode === LINK_MODE) folder.children.set(name, { kind: "link", path, hash });
    else {
      folder.children.set(name, { kind: "file", path, hash });
      if (SETTING.test(path)) this.#settings.add(hash);
      else if (CODE.test(path)) (this.options.likely?.has(path) ? this.#likely : this.#code).add(hash);
    }
  }

  /**
   * The path from the top; `undefined` for what git does not hold: what lies outside, and installed packages, which are
   * the same whatever is committed.
   */
  #inside(path: string): string | undefined {
    const { top } = this.options;
    // Most paths are plain ones, and there are very many.
    if (path.startsWith(this.#prefix) && !ODD.test(path)) return path.slice(this.#prefix.length);
    const normal = posix.normalize(path);
    if (normal === top || normal === `${top}/`) return "";
    if (!normal.startsWith(this.#prefix)) return undefined;
    const inside = normal.slice(this.#prefix.length).replace(/\/$/, "");
    if (/(?:^|\/)node_modules(?:\/|$)/.test(inside) && this.#at(inside) === undefined) return undefined;
    return inside;
  }

  /** What stands at a path, no link followed. */
  #at(inside: string): Node | undefined {
    const slash = inside.lastIndexOf("/");
    if (slash < 0) return inside === "" ? this.#root : this.#root.children.get(inside);
    // One file of a folder is asked for after the other.
    const folder = inside.slice(0, slash);
    if (folder !== this.#asked.path) this.#asked = { path: folder, node: this.#at(folder) };
    const { node } = this.#asked;
    return node?.kind === "folder" ? node.children.get(inside.slice(slash + 1)) : undefined;
  }

  /** The same, with links followed on the way, but not the last. */
  #find(inside: string): Node | undefined {
    const direct = this.#at(inside);
    if (direct !== undefined || inside === "") return direct;
    const folder = posix.dirname(inside);
    if (folder === ".") return undefined;
    const real = this.#realPath(folder, 0);
    const within = real === null ? undefined : this.#inside(real);
    return within === undefined || within === folder
      ? undefined
      : this.#at(within === "" ? posix.basename(inside) : `${within}/${posix.basename(inside)}`);
  }

  #realPath(inside: string, links: number): string | null {
    if (inside === "" || inside === ".git") return posix.join(this.options.top, inside);
    const folder = this.#realPath(posix.dirname(inside) === "." ? "" : posix.dirname(inside), links);
    if (folder === null) return null;
    const path = posix.join(folder, posix.basename(inside));
    const place = this.#inside(path);
    // A link above has led out of the repository.
    if (place === undefined) return this.options.beneath.realPath(path);
    const node = this.#at(place);
    if (node === undefined) return null;
    if (node.kind !== "link") return path;
    if (links >= MOST_LINKS) return null;
    const target = posix.resolve(folder, new TextDecoder().decode(this.#content(node)));
    const next = this.#inside(target);
    return next === undefined ? this.options.beneath.realPath(target) : this.#realPath(next, links + 1);
  }

  #stat(inside: string): FileStat | null {
    // The top of a repository is told by it.
    if (inside === ".git") return { kind: "folder", size: 0, modified: 0 };
    const node = this.#find(inside);
    if (node === undefined) return null;
    if (node.kind === "folder") return { kind: "folder", size: 0, modified: 0 };
    const content = () => this.#content(node);
    return {
      kind: node.kind,
      // Read only for those who want to know.
      get size() {
        return content().length;
      },
      modified: 0,
    };
  }

  #list(path: string, inside: string): DirectoryEntry[] {
    const node = this.#followed(inside);
    if (node === undefined) throw new FileSystemError("missing", path, "there is no such folder");
    if (node.kind !== "folder") throw new FileSystemError("not-a-folder", path, "it is no folder");
    return [...node.children]
      .map(([name, { kind }]) => ({ name, kind }))
      .sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  #readFile(path: string, inside: string): Uint8Array {
    const direct = this.#at(inside);
    if (direct?.kind !== "file") {
      const real = this.#realPath(inside, 0);
      if (real !== null && this.#inside(real) === undefined) return this.options.beneath.readFile(real);
    }
    const node = this.#followed(inside);
    if (node === undefined) throw new FileSystemError("missing", path, "there is no such file");
    if (node.kind !== "file") throw new FileSystemError("not-a-file", path, "it is a folder");
    const bytes = this.#content(node);
    if (bytes.length < 1024 && new TextDecoder().decode(bytes).startsWith(LFS_POINTER)) {
      throw new FileSystemError("other", path, "git holds only a pointer of Git LFS to it");
    }
    return bytes;
  }

  #followed(inside: string): Node | undefined {
    const node = this.#find(inside);
    if (node?.kind !== "link") return node;
    const real = this.#realPath(inside, 0);
    const place = real === null ? undefined : this.#inside(real);
    return place === undefined ? undefined : this.#at(place);
  }

  #content({ path, hash }: { path: string; hash: string }): Uint8Array {
    const known = this.#contents.get(hash);
    if (known !== undefined) return known;
    const batches = this.#batchesFor(path);
    const wanted = new Set([hash, ...batches.flatMap((batch) => [...batch])]);
    const hashes = [...wanted].filter((each) => !this.#contents.has(each));
    for (const [at, bytes] of this.options.read(hashes).entries()) this.#contents.set(hashes[at]!, bytes);
    for (const batch of batches) batch.clear();
    return this.#contents.get(hash)!;
  }

  /** What to read along with a file. Of code, the likely files first: a cache may know all others. */
  #batchesFor(path: string): Set<string>[] {
    if (SETTING.test(path)) return [this.#settings, this.#likely];
    if (!CODE.test(path)) return [];
    if (this.#likely.size > 0) return [this.#likely];
    // Whoever knows what most files say asks for a few.
    return this.#alone++ < MOST_ALONE ? [] : [this.#code];
  }
}
