import type { Declaration, Kernel, Language, Module } from "@contractc/kernel";
import { baseName, folderOf } from "../project/paths.js";
import type { CodeFile, CodeProject } from "../project/project.js";
import type { CodeSymbol } from "../reading/signature.js";
import { type Group, groupsOf } from "./declarations.js";

/** A module of the contract and the files that hold it. */
export interface LocatedModule {
  module: Module;
  language: Language;
  /** The module's file, or the entry of its folder; absent where it does not exist. */
  entry?: CodeFile;
  /** Every file of a folder module, sorted, the entry first; of a file module the entry. */
  files: readonly CodeFile[];
  groups: readonly Group[];
}

/** The symbols that may realise a declaration, in the file that defines them. */
export interface Definition {
  file: CodeFile;
  /** Several where TypeScript merges declarations or Python defines a name once per branch. */
  symbols: readonly CodeSymbol[];
}

/** `outside`: the name is there, but leads out of the project. */
export type Located = { kind: "found"; definition: Definition } | { kind: "outside" } | { kind: "missing" };

const ENTRY = /^(?:__init__\.pyi?|index\.(?:[cm]?[jt]sx?|d\.[cm]?ts))$/;

/**
 * Finds the files of each module. A file belongs to the module with the longest path that holds it, so that a module
 * inside of a folder module has its own files.
 */
export function locateModules(kernel: Kernel, project: CodeProject): LocatedModule[] {
  const byPath = new Map<string, Module>();
  for (const module of kernel.modules) byPath.set(module.path, module);
  const inFolder = new Map<Module, CodeFile[]>();
  for (const file of project.files.values()) {
    const owner = folderModuleOf(file.path, byPath);
    if (!owner) continue;
    const files = inFolder.get(owner);
    if (files) files.push(file);
    else inFolder.set(owner, [file]);
  }
  const located: LocatedModule[] = [];
  for (const module of kernel.modules) {
    const files = module.folder ? (inFolder.get(module) ?? []) : present(project.files.get(module.path));
    const entry = module.folder
      ? files.find(({ path }) => folderOf(path) === folderPath(module.path) && ENTRY.test(baseName(path)))
      : files[0];
    const language = module.language ?? entry?.language ?? files[0]?.language;
    if (language === undefined) continue;
    located.push({
      module,
      language,
      ...(entry ? { entry } : {}),
      files: entry ? [entry, ...files.filter((file) => file !== entry)] : files,
      groups: groupsOf(kernel.signatures[module.address] ?? []),
    });
  }
  return located.sort((a, b) => (a.module.address < b.module.address ? -1 : 1));
}

function folderModuleOf(path: string, byPath: ReadonlyMap<string, Module>): Module | undefined {
  if (byPath.has(path)) return undefined;
  for (let at = folderOf(path); ; at = folderOf(at)) {
    const module = byPath.get(at) ?? byPath.get(`${at}/`) ?? (at === "" ? byPath.get(".") : undefined);
    if (module?.folder) return module;
    if (at === "") return undefined;
  }
}

/** Of a folder as contracts write it: `"."` and a trailing slash mean nothing. */
export function folderPath(path: string): string {
  const bare = path.replace(/\/+$/, "");
  return bare === "." ? "" : bare;
}

function present<T>(value: T | undefined): T[] {
  return value === undefined ? [] : [value];
}

/** The name by which the code knows a declaration. */
export function codeName(of: { name: string; names?: Declaration["names"] }, language: Language): string {
  return of.names?.[language] ?? of.name;
}

/**
 * Finds what a module offers under the name of a declaration: defined in its file, re-exported by it, or, in a folder
 * module, defined in any of its files.
 */
export function locateDeclaration(project: CodeProject, located: LocatedModule, group: Group): Located {
  const [declaration] = group.declarations;
  const name = codeName(declaration, located.language);
  const { entry } = located;
  if (entry) {
    if ("exportDefault" in declaration && declaration.exportDefault) {
      const standard = entry.signature.symbols.filter((symbol) => symbol.exportDefault);
      const found = standard.length > 0 ? followAll(project, entry, standard, new Set()) : undefined;
      if (found && found.kind !== "missing") return found;
    }
    const found = lookUp(project, entry, name, new Set());
    if (found.kind !== "missing") return found;
  }
  for (const file of located.files) {
    if (file === entry) continue;
    const symbols = ownSymbols(file, name);
    if (symbols.length > 0) return { kind: "found", definition: { file, symbols } };
  }
  return { kind: "missing" };
}

/** What a file means by one of its names, re-exports followed. */
export function lookUp(project: CodeProject, file: CodeFile, name: string, seen: Set<string>): Located {
  const key = `${file.path}#${name}`;
  if (seen.has(key)) return { kind: "missing" };
  seen.add(key);
  const own = ownSymbols(file, name);
  if (own.length > 0) return { kind: "found", definition: { file, symbols: own } };
  const again = file.signature.symbols.filter(
    (symbol) => symbol.kind === "re-export" && symbol.name === name,
  );
  if (again.length > 0) {
    const followed = followAll(project, file, again, seen);
    if (followed.kind !== "missing") return followed;
  }
  const meaning = project.resolveName(file.path, name);
  if (meaning.kind === "external") return { kind: "outside" };
  if (meaning.kind !== "symbol" || meaning.member !== undefined) return { kind: "missing" };
  const target = project.files.get(meaning.file);
  return target ? lookUp(project, target, meaning.name, seen) : { kind: "missing" };
}

function followAll(
  project: CodeProject,
  file: CodeFile,
  symbols: readonly CodeSymbol[],
  seen: Set<string>,
): Located {
  const own = symbols.filter((symbol) => symbol.kind !== "re-export");
  if (own.length > 0) return { kind: "found", definition: { file, symbols: own } };
  for (const symbol of symbols) {
    if (symbol.kind !== "re-export") continue;
    const target = project.resolveImport(file.path, symbol.specifier);
    if (target.kind === "external") return { kind: "outside" };
    if (target.kind !== "file") continue;
    const there = project.files.get(target.path);
    if (!there) continue;
    if (symbol.original === "default") {
      const standard = there.signature.symbols.filter((candidate) => candidate.exportDefault);
      if (standard.length > 0) return followAll(project, there, standard, seen);
    }
    const found = lookUp(project, there, symbol.original, seen);
    if (found.kind !== "missing") return found;
  }
  return { kind: "missing" };
}

function ownSymbols(file: CodeFile, name: string): CodeSymbol[] {
  return file.signature.symbols.filter((symbol) => symbol.name === name && symbol.kind !== "re-export");
}
