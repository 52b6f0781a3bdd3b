import type { Declaration, Kernel, Language, Member, Module } from "@contractc/kernel";
import { type ModuleMap, mapModules } from "../project/module-map.js";
import { byCodeUnit } from "../project/paths.js";
import type { CodeFile, CodeProject, NameMeaning } from "../project/project.js";
import { stubOf } from "../project/stubs.js";
import { symbolsNamed } from "../project/typescript/namespaces.js";
import type { CodeSymbol } from "../reading/signature.js";
import { type Group, groupsOf } from "./declarations.js";

/** A module of the contract and the files that hold it. */
export interface LocatedModule {
  module: Module;
  language: Language;
  /** The module's file, or the entry of its folder; absent where it does not exist. */
  entry?: CodeFile;
  /** Every file of the module, the entry first. */
  files: readonly CodeFile[];
  groups: readonly Group[];
}

/** The symbols that may realise a declaration, in the file that defines them. */
export interface Definition {
  file: CodeFile;
  /** Several where TypeScript merges declarations or Python defines a name once per branch. */
  symbols: readonly CodeSymbol[];
  /** Of what a stub of Python declares: the file that it describes. */
  source?: CodeFile;
  /** The namespace of TypeScript that they stand in: `Shapes.Inner`. */
  namespace?: string;
}

/** `outside`: the name is there, but leads out of the project. */
export type Located = { kind: "found"; definition: Definition } | { kind: "outside" } | { kind: "missing" };

const MISSING: Located = { kind: "missing" };

/** The files of each module; modules in languages that nobody reads are left out. */
export function locateModules(
  kernel: Pick<Kernel, "modules" | "signatures">,
  project: CodeProject,
  map: Pick<ModuleMap, "entryOf" | "filesOf"> = mapModules(kernel, project),
): LocatedModule[] {
  const located: LocatedModule[] = [];
  for (const module of kernel.modules) {
    const path = map.entryOf(module.address);
    const entry = path === undefined ? undefined : project.files.get(path);
    const rest = map
      .filesOf(module.address)
      .filter((other) => other !== path)
      .flatMap((other) => project.files.get(other) ?? []);
    const known = module.language ?? entry?.language ?? rest[0]?.language;
    // A folder without files has no language, and nothing to read; a file of no known language is nobody's to read.
    if (known === undefined && !module.folder) continue;
    const language = known ?? "python";
    located.push({
      module,
      language,
      ...(entry ? { entry } : {}),
      files: entry ? [entry, ...rest] : rest,
      groups: groupsOf(kernel.signatures[module.address] ?? []),
    });
  }
  return located.sort((a, b) => byCodeUnit(a.module.address, b.module.address));
}

/** The name by which the code knows a declaration. */
export function codeName(of: { name: string; names?: Declaration["names"] }, language: Language): string {
  return of.names?.[language] ?? of.name;
}

/** The names by which the code may know a member: an internal member `x` may be `_x`. */
export function memberNames(member: Member, language: Language): string[] {
  const name = codeName(member, language);
  return member.internal && !name.startsWith("_") ? [name, `_${name}`] : [name];
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
      const found = follow(project, project.resolveExport(entry.path, "default"));
      if (found.kind !== "missing") return found;
    }
    const found = lookUp(project, entry, name);
    if (found.kind !== "missing") return found;
  }
  for (const file of located.files) {
    if (file === entry || (entry && isBareStub(file, entry))) continue;
    const symbols = ownSymbols(file, name);
    if (symbols.length > 0) return found(file, name, symbols);
  }
  return MISSING;
}

/**
 * A stub says how a module's names are typed and defines none of them, unless the module may take names from where
 * nobody sees them.
 */
function isBareStub(stub: CodeFile, { path, signature }: CodeFile): boolean {
  if (stub.path !== `${path}i`) return false;
  const takesAll = signature.imports.some(({ names }) => names.some(({ local }) => local === undefined));
  return !takesAll && !signature.symbols.some(({ name }) => name === "__getattr__");
}

function found(file: CodeFile, name: string, symbols: readonly CodeSymbol[]): Located {
  const dot = file.language === "typescript" ? name.lastIndexOf(".") : -1;
  return {
    kind: "found",
    definition: { file, symbols, ...(dot < 0 ? {} : { namespace: name.slice(0, dot) }) },
  };
}

/** What a file means by one of its names: its own, one that it passes on, or one that it imports. */
export function lookUp(project: CodeProject, file: CodeFile, name: string): Located {
  const own = ownSymbols(file, name);
  if (own.length > 0) return found(file, name, own);
  const exported = follow(project, project.resolveExport(file.path, name));
  return exported.kind === "missing" ? follow(project, project.resolveName(file.path, name)) : exported;
}

/**
 * What a stub beside the source says of a definition, where it says anything: its signatures are the ones that callers
 * see, the source's those that nobody checks.
 */
export function preferStub(project: CodeProject, definition: Definition): Definition {
  const stub = stubOf(project, definition.file);
  const name = definition.symbols[0]?.name;
  const symbols = stub && name !== undefined ? ownSymbols(stub, name) : [];
  return stub && symbols.length > 0 ? { file: stub, symbols, source: definition.file } : definition;
}

/** What a module offers, as its stub says it; a name that only the stub knows is still one of the module's. */
export function locateAsDeclared(project: CodeProject, located: LocatedModule, group: Group): Located {
  const found = locateDeclaration(project, located, group);
  if (found.kind !== "found") return found;
  return { kind: "found", definition: preferStub(project, found.definition) };
}

function follow(project: CodeProject, meaning: NameMeaning): Located {
  if (meaning.kind === "external") return { kind: "outside" };
  if (meaning.kind !== "symbol") return MISSING;
  const file = project.files.get(meaning.file);
  if (!file || (meaning.member !== undefined && file.language === "python")) return MISSING;
  const name = meaning.member === undefined ? meaning.name : `${meaning.name}.${meaning.member}`;
  const symbols = ownSymbols(file, name);
  return symbols.length > 0 ? found(file, name, symbols) : MISSING;
}

/** The definitions of a name in a file. */
export function ownSymbols(file: CodeFile, name: string): CodeSymbol[] {
  return symbolsNamed(file, name).filter(({ kind }) => kind !== "re-export");
}

/** A definition under each of its names: `export { local as exported }` gives it two. */
export function namesOf({ file, namespace }: Definition, symbol: CodeSymbol): string[] {
  return namespace === undefined ? ownNames(file, symbol) : [`${namespace}.${symbol.name}`];
}

function ownNames(file: CodeFile, symbol: CodeSymbol): string[] {
  return file.signature.symbols
    .filter(({ kind, span }) => kind === symbol.kind && span.start === symbol.span.start)
    .map(({ name }) => name);
}
