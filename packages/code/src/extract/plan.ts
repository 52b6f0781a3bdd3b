import { isIdentifier, type Language } from "@contractc/kernel";
import type { CodeFile } from "../project/project.js";

/** A file that becomes a module. */
export interface PlannedModule {
  file: CodeFile;
  name: string;
  /** With the packages around it. */
  address: string;
}

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
 * Lays the files out as packages and modules, one module a file.
 *
 * @param files sorted by path
 * @returns what stands at the top level: a package without name and path
 */
export function planModules(files: readonly CodeFile[]): PlannedPackage {
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
  return planFolder(top, { name: "", address: "", path: "" });
}

function planFolder(
  folder: Folder,
  { name, address, path }: { name: string; address: string; path: string },
): PlannedPackage {
  const taken = new Set<string>();
  const within = (inner: string) => (address === "" ? inner : `${address}.${inner}`);
  const packages = [...folder.folders].map(([part, inner]) => {
    let parts = part;
    let at = inner;
    while (at.files.length === 0 && at.folders.size === 1) {
      const [next] = at.folders;
      parts += `/${next![0]}`;
      at = next![1];
    }
    const own = unusedName(nameOf(parts.slice(parts.lastIndexOf("/") + 1)), taken);
    return planFolder(at, { name: own, address: within(own), path: parts });
  });
  const modules = folder.files.map((file) => {
    const own = unusedName(moduleName(file.path), taken, SUFFIX[file.language]);
    return { file, name: own, address: within(own) };
  });
  return { name, address, path, packages, modules };
}

/** What tells a module from the package beside it: `parser.py` beside `parser/`. */
const SUFFIX: Record<Language, string> = { python: "_py", typescript: "_ts" };

function unusedName(name: string, taken: Set<string>, suffix = "_"): string {
  let free = name;
  for (let count = 1; taken.has(free); count++)
    free = count === 1 ? name + suffix : `${name}${suffix}${count}`;
  taken.add(free);
  return free;
}

function moduleName(path: string): string {
  const base = path.slice(path.lastIndexOf("/") + 1);
  return nameOf(base.replace(/(?:\.d)?\.[^.]+$/, ""));
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
