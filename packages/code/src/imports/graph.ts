import type { Address, ImportMode, Kernel, Module } from "@contractc/kernel";
import { classifyPath } from "../project/classify.js";
import { notedBy } from "../project/consulted.js";
import type { ModuleMap } from "../project/module-map.js";
import { submoduleSpecifier } from "../project/names.js";
import type { OpenedProject } from "../project/open.js";
import { joinPath } from "../project/paths.js";
import type { CodeFile, NameMeaning } from "../project/project.js";
import type { CodeImport, CodeImportedName } from "../reading/signature.js";

/** An import of one module by another, as one statement of the code has it. */
export interface ModuleImport {
  from: Module;
  to: Module;
  file: CodeFile;
  statement: CodeImport;
  mode: ImportMode;
  /** The modules that define imported names which `to` only passes on. */
  definers: readonly Module[];
  /** All that is imported is so defined elsewhere: whoever may use the definers may take the names from `to`. */
  passedOn: boolean;
}

/** An import of an installed package. */
export interface PackageImport {
  from: Module;
  /** What one installs: `requests`, `@hono/node-server`. */
  package: string;
  file: CodeFile;
  statement: CodeImport;
  mode: ImportMode;
}

/** A name that one module takes from the module that defines it. */
export interface NameImport {
  from: Module;
  owner: Module;
  /** Where it is defined. */
  file: CodeFile;
  name: string;
  importer: CodeFile;
  statement: CodeImport;
  span: CodeImportedName["span"];
}

/** The imports of a kernel's modules, in the order of modules, files and statements. */
export interface ImportGraph {
  modules: readonly ModuleImport[];
  packages: readonly PackageImport[];
  names: readonly NameImport[];
  /** Modules whose imports are not all known: a file does not parse, or an import leads nowhere. */
  incomplete: ReadonlySet<Address>;
}

/** What one imported name leads to. */
type Dependency =
  | { kind: "package"; name: string }
  | { kind: "file"; path: string; meaning?: NameMeaning }
  | { kind: "none" }
  | { kind: "unresolved" };

/**
 * Reads what the modules of a kernel really import. Files outside of every module, and tests inside of a folder
 * module, are not looked at.
 */
export function importGraph(
  kernel: Pick<Kernel, "modules">,
  project: Pick<OpenedProject, "files" | "resolveImport" | "resolveImported" | "consulted">,
  map: Pick<ModuleMap, "moduleOf" | "filesOf">,
): ImportGraph {
  const modules: ModuleImport[] = [];
  const packages: PackageImport[] = [];
  const names: NameImport[] = [];
  const incomplete = new Set<Address>();

  function moduleOfMeaning(meaning: NameMeaning | undefined): Module | undefined {
    if (meaning?.kind === "symbol") return map.moduleOf(meaning.file);
    return meaning?.kind === "file" ? map.moduleOf(meaning.path) : undefined;
  }

  /** One statement: a dependency for each name, put together by what they lead to. */
  function read(from: Module, file: CodeFile, statement: CodeImport): void {
    const found = new Map<Module, { mode: ImportMode; definers: Set<Module>; passedOn: boolean }>();
    const installed = new Map<string, ImportMode>();
    const add = (to: Module, mode: ImportMode, definer: Module | undefined) => {
      if (to === from) return;
      const known = found.get(to) ?? { mode, definers: new Set(), passedOn: true };
      found.set(to, known);
      known.mode = stronger(known.mode, mode);
      if (definer) known.definers.add(definer);
      else known.passedOn = false;
    };

    for (const name of statement.names.length > 0 ? statement.names : [undefined]) {
      const mode = modeOf(file, statement, name);
      const dependency = dependencyOf(project, file, statement, name?.name ?? "*");
      if (dependency.kind === "unresolved" && mode !== "optional") incomplete.add(from.address);
      if (dependency.kind === "package") {
        const known = installed.get(dependency.name);
        installed.set(dependency.name, known ? stronger(known, mode) : mode);
      }
      if (dependency.kind !== "file") continue;
      const { meaning } = dependency;
      const definer = moduleOfMeaning(meaning);
      const direct = map.moduleOf(dependency.path);
      if (direct) add(direct, mode, definer && definer !== direct ? definer : undefined);
      // A barrel that belongs to no module stands for what it passes on.
      else if (definer) add(definer, isTypeOnly(project, meaning) ? "type" : mode, undefined);
      if (name && definer && definer !== from && meaning?.kind === "symbol") {
        const definition = project.files.get(meaning.file)!;
        names.push({
          from,
          owner: definer,
          file: definition,
          name: meaning.name,
          importer: file,
          statement,
          span: name.span,
        });
      }
    }
    for (const [to, { mode, definers, passedOn }] of found) {
      modules.push({ from, to, file, statement, mode, definers: [...definers], passedOn });
    }
    for (const [name, mode] of installed) packages.push({ from, package: name, file, statement, mode });
  }

  function readModule(module: Module): void {
    for (const path of map.filesOf(module.address)) {
      if (isTestOf(module, path)) continue;
      const file = project.files.get(path)!;
      if (file.signature.problems.length > 0) incomplete.add(module.address);
      for (const statement of file.signature.imports) read(module, file, statement);
    }
  }
  for (const module of kernel.modules) {
    notedBy(project.consulted, module.address, () => readModule(module));
  }
  return { modules, packages, names, incomplete };
}

/** Whether a file of a folder module is a test, unless the folder is one of tests itself. */
function isTestOf(module: Module, path: string): boolean {
  if (!module.folder) return false;
  const folder = module.path.replace(/\/+$/, "").replace(/^\.\//, "");
  if (folder !== "" && folder !== "." && classifyPath(joinPath(folder, "x")) === "test") return false;
  return classifyPath(path) === "test";
}

function modeOf(file: CodeFile, statement: CodeImport, name: CodeImportedName | undefined): ImportMode {
  // Stubs and declaration files are never run.
  const isTypeOnly = statement.elidable || name?.typeOnly || /\.pyi$|\.d\.[cm]?ts$/.test(file.path);
  return isTypeOnly ? "type" : statement.mode;
}

const STRENGTH: readonly ImportMode[] = ["type", "optional", "lazy", "load"];

function stronger(a: ImportMode, b: ImportMode): ImportMode {
  return STRENGTH.indexOf(a) > STRENGTH.indexOf(b) ? a : b;
}

/** Orders imports by what they ask of the contract, the most first: with its clause, the others are allowed too. */
export function byStrength(a: { mode: ImportMode }, b: { mode: ImportMode }): number {
  return STRENGTH.indexOf(b.mode) - STRENGTH.indexOf(a.mode);
}

/** A symbol of TypeScript that is gone at run time. */
function isTypeOnly(project: Pick<OpenedProject, "files">, meaning: NameMeaning | undefined): boolean {
  if (meaning?.kind !== "symbol") return false;
  const file = project.files.get(meaning.file);
  if (file?.language !== "typescript") return false;
  const symbols = file.signature.symbols.filter((symbol) => symbol.name === meaning.name);
  return (
    symbols.length > 0 &&
    symbols.every((symbol) => symbol.kind === "alias" || (symbol.kind === "class" && symbol.form !== "class"))
  );
}

function dependencyOf(
  project: Pick<OpenedProject, "resolveImport" | "resolveImported">,
  file: CodeFile,
  statement: CodeImport,
  name: string,
): Dependency {
  const { specifier } = statement;
  const target = project.resolveImport(file.path, specifier);
  const isPython = file.language === "python";
  const submodule =
    isPython && name !== "*"
      ? project.resolveImport(file.path, submoduleSpecifier(specifier, name))
      : ({ kind: "unresolved" } as const);
  switch (target.kind) {
    case "external":
      return target.std ? { kind: "none" } : { kind: "package", name: target.name };
    case "asset":
      return { kind: "none" };
    case "unresolved":
      return { kind: "unresolved" };
    case "folder": {
      if (submodule.kind === "file") return { kind: "file", path: submodule.path };
      if (submodule.kind === "folder" || name === "*") return { kind: "none" };
      // No part of the folder: an installed package is called the same.
      return specifier.startsWith(".")
        ? { kind: "unresolved" }
        : { kind: "package", name: specifier.split(".")[0]! };
    }
    case "file": {
      if (name === "*") return { kind: "file", path: target.path };
      const meaning = project.resolveImported(file.path, specifier, name);
      // `from package import module` loads the module; that the package's own file is loaded on the way is no
      // dependency on what stands in it.
      const isSubmodule =
        submodule.kind === "file" &&
        (meaning.kind === "unknown" || (meaning.kind === "file" && meaning.path === submodule.path));
      if (isSubmodule) return { kind: "file", path: submodule.path };
      return { kind: "file", path: target.path, meaning };
    }
  }
}
