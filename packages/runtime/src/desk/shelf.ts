import { contentIdOf, decodeText, type FileSystem } from "@contractc/kernel";
import type { Tree } from "../model/index.js";
import { judge, type Permissions, resolveWithin } from "../roles/index.js";

/** By-products of tools: never a part of a submission, and nobody's fault. */
const BY_PRODUCTS =
  /(?:^|\/)(?:__pycache__|\.pytest_cache|\.mypy_cache|\.ruff_cache|\.hypothesis|node_modules|\.venv|\.git|test-report)(?:\/|$)|\.py[co]$|\.tsbuildinfo$/;

export function isByProduct(path: string): boolean {
  return BY_PRODUCTS.test(path);
}

/**
 * The private folder of an attempt: it holds what the role may read, each file laid out when it is first asked for, and
 * all of them before somebody works in the folder itself.
 */
export class Shelf {
  /** Files as they were laid out, by path. */
  readonly #laid = new Map<string, string>();
  #whole = false;

  constructor(
    readonly fs: FileSystem,
    readonly folder: string,
    private readonly tree: Tree,
    private readonly content: (id: string) => Uint8Array,
    private readonly permissions: Permissions,
  ) {}

  /** Every path that there may be to see: of the workspace, as far as the role may read it. */
  paths(): string[] {
    return Object.keys(this.tree).filter((path) => this.#readable(path));
  }

  /** Lays a file out, unless that was done before, or it is not for this role. */
  lay(path: string): void {
    const id = this.tree[path];
    if (id === undefined || this.#laid.has(path) || !this.#readable(path)) return;
    this.#laid.set(path, id);
    this.fs.writeFile(this.at(path), this.content(id));
  }

  /** Lays out everything, for whoever works in the folder. */
  layAll(): void {
    if (this.#whole) return;
    this.#whole = true;
    for (const path of this.paths()) this.lay(path);
  }

  /** What was laid out, with its content id. */
  laid(): ReadonlyMap<string, string> {
    return this.#laid;
  }

  at(path: string): string {
    return path === "" ? this.folder : `${this.folder}/${path}`;
  }

  /** Where a path leads, as `resolveWithin`, with the file laid out if the role may read it. */
  resolve(asked: string) {
    const lexical = resolveWithin(this.fs, this.folder, asked);
    if (lexical.kind === "inside") this.lay(lexical.path);
    return lexical;
  }

  /** @returns `undefined` where there is no such file */
  read(path: string): Uint8Array | undefined {
    return this.fs.stat(this.at(path))?.kind === "file" ? this.fs.readFile(this.at(path)) : undefined;
  }

  /** Its content as it was laid out; `undefined` for a file that was not there. */
  before(path: string): Uint8Array | undefined {
    const id = this.#laid.get(path) ?? this.tree[path];
    return id === undefined ? undefined : this.content(id);
  }

  /** Every file in the folder, links not followed; by-products left out. */
  walk(): { path: string; kind: "file" | "link" }[] {
    const found: { path: string; kind: "file" | "link" }[] = [];
    const open = [""];
    for (let folder = open.pop(); folder !== undefined; folder = open.pop()) {
      for (const { name, kind } of this.fs.list(this.at(folder))) {
        const path = folder === "" ? name : `${folder}/${name}`;
        if (isByProduct(path)) continue;
        if (kind === "folder") open.push(path);
        else found.push({ path, kind: kind === "file" ? "file" : "link" });
      }
    }
    return found.sort((a, b) => (a.path < b.path ? -1 : 1));
  }

  #readable(path: string): boolean {
    return judge(this.permissions, { action: "read", path }).kind === "allowed";
  }
}

/** The text of a file, exactly; `undefined` where it is no text. */
export function exactText(bytes: Uint8Array): string | undefined {
  const { text, bom, fault } = decodeText(bytes);
  if (fault || text.includes("\0")) return undefined;
  return bom ? `\uFEFF${text}` : text;
}

export { contentIdOf };
