import { isIdentifier, type Language } from "@contractc/kernel";
import type { CodeFile } from "../project/project.js";

/** What becomes a module: a file, or a folder with an entry. */
export interface PlannedModule {
  name: string;
  /** With the packages around it. */
  address: string;
  /** Relative to the package around it; a folder ends in `/`. */
  path: string;
  /** The file, or the folder's entry. */
  file: CodeFile;
  /** All of its files, the entry first. */
  files: readonly CodeFile[];
}

/**
 * `file`: each file is a module. `folder`: a folder with an `index.*` or `__init__.py` is one. `package`: the highest
 * such folder is one, with all below.
 */
export const GRANULARITIES = ["file", "folder", "package"] as const;
export type Granularity = (typeof GRANULARITIES)[number];

/** A folder that becomes a package. Folders with nothing but one folder in them are drawn together. */
export interface PlannedPackage {
  name: string;
  address: string;
  /** Relative to the package around it. */
  path: string;
  packages: PlannedPackage[];
  modules: PlannedModule[];
}

interface Folder {
  folders: Map<string, Folder>;
  files: CodeFile[];
}

/**
 * Lays the files out as packages and modules.
 *
 * @param files sorted by path
 * @param avoid names that nothing at the top level may have
 * @returns what stands at the top level: a package without name and path
 */
export function planModules(
  files: readonly CodeFile[],
  granularity: Granularity,
  avoid: ReadonlySet<string> = new Set(),
): PlannedPackage {
  const top: Folder = { folders: new Map(), files: [] };
  for (const file of files) {
    let at = top;
    for (const part of file.path.split("/").slice(0, -1)) {
      let inner = at.folders.get(part);
      if (!inner) {
        inner = { folders: new Map(), files: [] };
        at.folders.set(part, inner);
      }
      at = inner;
    }
    at.files.push(file);
  }
  return new Planner(granularity, avoid).plan(top, { name: "", address: "", path: "" });
}

class Planner {
  constructor(
    private readonly granularity: Granularity,
    private readonly avoid: ReadonlySet<string>,
  ) {}

  plan(
    folder: Folder,
    { name, address, path }: { name: string; address: string; path: string },
  ): PlannedPackage {
    const taken = new Set<string>(address === "" ? this.avoid : []);
    const within = (inner: string) => (address === "" ? inner : `${address}.${inner}`);
    const packages: PlannedPackage[] = [];
    const modules: PlannedModule[] = [];
    for (const [part, inner] of folder.folders) {
      const { parts, at } = collapse(part, inner);
      if (this.#entryOf(at)) {
        for (const found of this.#foldersOf(at, parts)) {
          const own = unusedName(folderName(found.path), taken);
          modules.push({ ...found, name: own, address: within(own) });
        }
        continue;
      }
      const own = unusedName(nameOf(parts.slice(parts.lastIndexOf("/") + 1)), taken);
      packages.push(this.plan(at, { name: own, address: within(own), path: parts }));
    }
    for (const file of folder.files) {
      const own = unusedName(moduleName(file.path), taken, SUFFIX[file.language]);
      modules.push({ name: own, address: within(own), path: baseName(file.path), file, files: [file] });
    }
    return { name, address, path, packages, modules };
  }

  #entryOf(folder: Folder): CodeFile | undefined {
    if (this.granularity === "file") return undefined;
    return folder.files.find(({ path }) => ENTRY.test(baseName(path)));
  }

  /** A folder with an entry, without the folders below it that have one of their own, and these. */
  #foldersOf(folder: Folder, path: string): Pick<PlannedModule, "path" | "file" | "files">[] {
    const entry = this.#entryOf(folder)!;
    const files = folder.files.filter((file) => file !== entry);
    const below: Pick<PlannedModule, "path" | "file" | "files">[] = [];
    const absorb = (inner: Folder, at: string) => {
      for (const [part, next] of inner.folders) {
        if (this.granularity === "folder" && this.#entryOf(next))
          below.push(...this.#foldersOf(next, `${at}/${part}`));
        else {
          files.push(...next.files);
          absorb(next, `${at}/${part}`);
        }
      }
    };
    absorb(folder, path);
    return [{ path: `${path}/`, file: entry, files: [entry, ...files] }, ...below];
  }
}

const ENTRY = /^(?:index\.[cm]?[jt]sx?|__init__\.py)$/;

/** Folders with nothing in them but one folder are drawn together. */
function collapse(part: string, folder: Folder): { parts: string; at: Folder } {
  let parts = part;
  let at = folder;
  while (at.files.length === 0 && at.folders.size === 1) {
    const [next] = at.folders;
    parts += `/${next![0]}`;
    at = next![1];
  }
  return { parts, at };
}

/** What a folder is called that says no more than that there is code in it, is its parent's name. */
function folderName(path: string): string {
  const parts = path.split("/").filter(Boolean);
  const telling = parts.findLast((part) => !/^(?:src|source|lib)$/.test(part));
  return nameOf(telling ?? parts.at(-1) ?? "");
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** What tells a module from the package beside it: `parser.py` beside `parser/`. */
const SUFFIX: Record<Language, string> = { python: "_py", typescript: "_ts" };

/** A name that is not taken, which it then is. */
export function unusedName(name: string, taken: Set<string>, suffix = "_"): string {
  let free = name;
  for (let count = 1; taken.has(free); count++)
    free = count === 1 ? name + suffix : `${name}${suffix}${count}`;
  taken.add(free);
  return free;
}

/** What the module of a file is called. */
export function moduleName(path: string): string {
  return nameOf(baseName(path).replace(/(?:\.d)?\.[^.]+$/, ""));
}

/** The name of a folder or file as an identifier: `http-errors` becomes `http_errors`. */
function nameOf(text: string): string {
  const name = text.replace(/[^\p{L}\p{N}_$]+/gu, "_").replace(/^_(?=.)(?!_)/, "");
  return isIdentifier(name) ? name : `_${name}`;
}

/** Every module of a plan, in order. */
export function modulesOf(plan: PlannedPackage): PlannedModule[] {
  return [...plan.modules, ...plan.packages.flatMap(modulesOf)];
}

/**
 * Names at the top level that some module cannot say: a package around it has something of the same name in it, and
 * the innermost scope wins.
 *
 * @param used the addresses that each module names in full
 */
export function hiddenNames(
  top: PlannedPackage,
  used: ReadonlyMap<PlannedModule, readonly string[]>,
): Set<string> {
  const hidden = new Set<string>();
  const visit = (at: PlannedPackage, around: ReadonlySet<string>) => {
    const inner = new Set(around);
    if (at !== top) for (const { name } of [...at.packages, ...at.modules]) inner.add(name);
    for (const module of at.modules) {
      for (const address of used.get(module) ?? []) {
        const head = address.split(".")[0]!;
        if (inner.has(head)) hidden.add(head);
      }
    }
    for (const next of at.packages) visit(next, inner);
  };
  visit(top, new Set());
  return hidden;
}
