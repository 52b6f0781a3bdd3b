import type { FileSystem, Language, Target } from "@contractc/kernel";
import type { Reader } from "../reading/reader.js";
import type { Readings } from "../reading/readings.js";
import type { TypeResolver } from "../reading/resolver.js";
import type { ModuleSignature } from "../reading/signature.js";
import type { Consulted } from "./consulted.js";
import { type Discovery, discover } from "./discover.js";
import type { ImportContext, ImportRules } from "./import-rules.js";
import { ListedPackages } from "./listed-packages.js";
import { NameResolver } from "./names.js";
import { folderOf } from "./paths.js";
import type { CodeFile, CodeProject, ImportTarget } from "./project.js";
import { pythonImports } from "./python/imports.js";
import { importedTypeVariables } from "./python/type-variables.js";
import { SourceFile } from "./source-file.js";
import { typeScriptImports } from "./typescript/imports.js";

export interface ProjectOptions {
  fs: FileSystem;
  /** Absolute, forward slashes: the folder of the root contract. */
  root: string;
  targets: readonly Target[];
  readers: readonly Reader[];
  /** Patterns as in `.gitignore`, from the root. */
  excludes?: readonly string[];
  /** Files and folders that are read whatever the rules of discovery say: the paths that a contract names. */
  includes?: readonly string[];
  /** What is known of contents that were read before; a file whose content is known is neither read nor parsed. */
  readings?: Readings;
  /** Notes whose contents what is found out depends on. */
  consulted?: Consulted;
  /** What lies below the root, where that is known; the folders are not listed then. */
  found?: Discovery;
}

/** What opening could not do. */
export interface ProjectProblem {
  /** Relative to the root; `""` for the root itself. */
  path: string;
  message: string;
}

export interface OpenedProject extends CodeProject {
  /** What was found below the root. */
  readonly found: Discovery;
  /** Folders that could not be listed. What goes wrong in a file stands in its signature's problems. */
  problems: readonly ProjectProblem[];
  /**
   * The manifest that should name a package which a file imports; manifests are read at the first question.
   *
   * @param name what one installs, as an import gives it
   * @returns `undefined` where a manifest names it, or where it is not certain that none does
   */
  manifestWithout(file: CodeFile, name: string): string | undefined;
  /**
   * Says that files have other texts now; which files there are, and what steers imports, must be the same. What is known
   * is kept as far as it does not depend on them, in a project that notes what things depend on. Objects of files that
   * depend on the changed ones are replaced by new ones.
   *
   * @param paths of files of the project
   */
  changed(paths: ReadonlySet<string>): void;
}

/**
 * Opens the source files below a root. Only folders are listed now; each file is read and parsed once, when it is
 * first asked for.
 *
 * @returns a project; a root that is missing or cannot be listed gives one without files and a problem
 */
export function openProject(options: ProjectOptions): OpenedProject {
  const root = options.root.length > 1 ? options.root.replace(/\/+$/, "") : options.root;
  const { fs, readers, targets, readings, consulted } = options;
  const extensions = readers.flatMap((reader) => reader.extensions);
  const found =
    options.found ??
    discover({
      fs,
      root,
      extensions,
      ...(options.excludes ? { excludes: options.excludes } : {}),
      ...(options.includes ? { includes: options.includes } : {}),
    });

  const files = new Map<string, SourceFile>();
  const typeVariablesOf = (path: string, signature: ModuleSignature) =>
    signature.language === "python" ? importedTypeVariables(path, signature, { files, resolveImport }) : [];
  const folders = new Set<string>([""]);
  const sourceFile = (path: string) => {
    const reader = readers.find(({ extensions: own }) => own.some((extension) => path.endsWith(extension)))!;
    return new SourceFile({ fs, root, reader, typeVariablesOf, readings, consulted }, path);
  };
  for (const path of found.sources) {
    files.set(path, sourceFile(path));
    for (let at = folderOf(path); !folders.has(at); at = folderOf(at)) folders.add(at);
  }

  const context: ImportContext = { fs, root, files, folders, settings: found.settings, targets };
  const rules: Record<Language, ImportRules> = {
    python: pythonImports(context),
    typescript: typeScriptImports(context),
  };
  const targetsOfImports = new Map<string, Map<string, ImportTarget>>();
  function resolveImport(file: string, specifier: string): ImportTarget {
    const source = files.get(file);
    if (!source) return { kind: "unresolved" };
    let known = targetsOfImports.get(file);
    if (!known) {
      known = new Map();
      targetsOfImports.set(file, known);
    }
    let target = known.get(specifier);
    if (!target) {
      target = rules[source.language].resolve(file, specifier);
      known.set(specifier, target);
    }
    return target;
  }

  const names = new NameResolver(files, resolveImport, consulted);
  const resolvers = new Map<Language, TypeResolver | undefined>();
  function resolver(language: Language): TypeResolver | undefined {
    if (!resolvers.has(language)) {
      const reader = readers.find((each) => each.language === language);
      const configurations = targets.flatMap(({ tsconfig }) => tsconfig ?? []);
      const host = { fs, root, files, configurations, resolveImport, resolveName, consulted };
      resolvers.set(language, reader?.resolver?.(host));
    }
    return resolvers.get(language);
  }
  let listed: ListedPackages | undefined;
  function manifestWithout(file: CodeFile, name: string): string | undefined {
    listed ??= new ListedPackages({ fs, root, settings: found.settings, files, consulted });
    return listed.manifestWithout(file, name);
  }
  const resolveName = (file: string, name: string) => names.resolve(file, name);
  function changed(paths: ReadonlySet<string>): void {
    for (const [path, file] of files) {
      if (paths.has(path) || file.dependsOn(paths)) files.set(path, sourceFile(path));
    }
    names.forget(paths);
    for (const [language, known] of resolvers) {
      if (known?.changed && consulted) known.changed(paths);
      else resolvers.delete(language);
    }
    // What is ambient or imported may bear on what a manifest says.
    listed = undefined;
  }
  return {
    root,
    files,
    found,
    ...(consulted ? { consulted } : {}),
    contracts: found.contracts,
    settings: found.settings,
    outside: new Set(found.outside),
    problems: found.problems,
    resolveImport,
    resolveName,
    resolver,
    manifestWithout,
    changed,
    resolveImported: (file, specifier, name) => names.imported(file, specifier, name),
    resolveExport: (file, name) => names.resolveExport(file, name),
  };
}
