import type { Address, Kernel, Language, Module } from "@contractc/kernel";
import {
  ancestors,
  byCodeUnit,
  folderOf,
  foldersOfOtherContracts,
  isWithin,
  joinPath,
  normalizePath,
} from "./paths.js";
import type { CodeProject } from "./project.js";

/** N over the files of a project: which file belongs to which module. */
export interface ModuleMap {
  /** The module that a file belongs to: the one with its path, else the innermost folder module above it. */
  moduleOf(path: string): Module | undefined;
  /** Every file of a module, sorted; none where nothing of it is there. */
  filesOf(module: Address): readonly string[];
  /**
   * The file that other modules import: the module's own or, of a folder, its `index.*` or `__init__.py`.
   *
   * @returns `undefined` where it is not there
   */
  entryOf(module: Address): string | undefined;
  /** The module that a declaration's or member's address lies in; a module's own address included. */
  moduleAt(address: Address): Module | undefined;
  /** Modules whose path is absolute or leaves the root: they have no files. */
  refused: readonly Module[];
}

const INDEX_ENDS = [
  ".ts",
  ".tsx",
  ".mts",
  ".cts",
  ".js",
  ".jsx",
  ".mjs",
  ".cjs",
  ".d.ts",
  ".d.mts",
  ".d.cts",
];
const ENTRIES: Record<Language, readonly string[]> = {
  python: ["__init__.py", "__init__.pyi"],
  typescript: INDEX_ENDS.map((end) => `index${end}`),
};

/**
 * Assigns the files of a project to the modules of a kernel. Of two modules with one path the first counts. What lies
 * in a folder with a contract of its own is no part of a folder module around it.
 */
export function mapModules(
  kernel: Pick<Kernel, "modules"> & Partial<Pick<Kernel, "positions">>,
  project: Pick<CodeProject, "files"> & Partial<Pick<CodeProject, "contracts">>,
): ModuleMap {
  const byAddress = new Map<Address, Module>();
  const byFile = new Map<string, Module>();
  const byFolder = new Map<string, Module>();
  const refused: Module[] = [];
  for (const module of kernel.modules) {
    byAddress.set(module.address, module);
    const path = normalizePath(module.path);
    if (path === undefined) refused.push(module);
    else {
      const places = module.folder ? byFolder : byFile;
      if (!places.has(path)) places.set(path, module);
    }
  }

  // Whether there are positions is told without asking for them.
  const others =
    "positions" in kernel ? foldersOfOtherContracts(project.contracts ?? [], isOwnFile(kernel)) : [];

  function moduleOf(path: string): Module | undefined {
    const own =
      byFile.get(path) ??
      implementations(path)
        .map((other) => byFile.get(other))
        .find(Boolean);
    if (own) return own;
    if (byFolder.size === 0) return undefined;
    for (const folder of ancestors(folderOf(path))) {
      const module = byFolder.get(folder);
      if (!module) continue;
      return others.some((other) => other !== folder && isWithin(other, folder) && isWithin(path, other))
        ? undefined
        : module;
    }
    return undefined;
  }

  const files = new Map<Address, string[]>();
  for (const path of [...project.files.keys()].sort(byCodeUnit)) {
    const address = moduleOf(path)?.address;
    if (address === undefined) continue;
    const list = files.get(address);
    if (list) list.push(path);
    else files.set(address, [path]);
  }

  return {
    moduleOf,
    filesOf: (address) => files.get(address) ?? [],
    entryOf(address) {
      const module = byAddress.get(address);
      return module && entryOf(module, project);
    },
    moduleAt(address) {
      for (let at = address; at !== ""; at = at.slice(0, Math.max(at.lastIndexOf("."), 0))) {
        const module = byAddress.get(at);
        if (module) return module;
      }
      return undefined;
    },
    refused,
  };
}

/** The file that other modules import, as `ModuleMap.entryOf` tells it. */
export function entryOf(module: Module, project: Pick<CodeProject, "files">): string | undefined {
  const path = normalizePath(module.path);
  if (path === undefined) return undefined;
  if (!module.folder) return project.files.has(path) ? path : undefined;
  const names = module.language ? ENTRIES[module.language] : [...ENTRIES.python, ...ENTRIES.typescript];
  return names.map((name) => joinPath(path, name)).find((entry) => project.files.has(entry));
}

/**
 * Whether a contract file is one that a kernel was made of. Positions cost a second lowering of the whole contract, so
 * that they are asked for at the first question only, and once for a kernel.
 */
export function isOwnFile(kernel: Partial<Pick<Kernel, "positions">>): (path: string) => boolean {
  return (path) => {
    let own = ownFiles.get(kernel);
    if (!own) {
      own = new Set(Object.values(kernel.positions ?? {}).map(({ file }) => file));
      ownFiles.set(kernel, own);
    }
    return own.has(path);
  };
}

/**
 * Tells which files a kernel was made of, where that is known without its positions.
 *
 * @param files as positions name them
 */
export function rememberOwnFiles(kernel: Kernel, files: ReadonlySet<string>): void {
  ownFiles.set(kernel, files);
}

const ownFiles = new WeakMap<object, ReadonlySet<string>>();

/** The file that a stub or declaration file describes. */
function implementations(path: string): string[] {
  if (path.endsWith(".pyi")) return [path.slice(0, -1)];
  const declaration = /\.d\.([cm]?)ts$/.exec(path);
  if (!declaration) return [];
  const stem = path.slice(0, declaration.index);
  const letter = declaration[1]!;
  return letter === "" ? [`${stem}.js`, `${stem}.jsx`] : [`${stem}.${letter}js`];
}
