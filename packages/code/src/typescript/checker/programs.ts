import type ts from "typescript";
import { classifyPath } from "../../project/classify.js";
import { folderOf, resolvePath } from "../../project/paths.js";
import type { ResolverHost } from "../../reading/resolver.js";
import type { Compiler } from "./compiler.js";
import { type Configuration, Configurations } from "./configurations.js";
import { LIBRARY, type WorkspaceFiles } from "./files.js";
import { MissingImports } from "./missing.js";

/** A program with the checker that speaks of one file of it. */
export interface Checked {
  program: ts.Program;
  checker: ts.TypeChecker;
  file: ts.SourceFile;
  /** Whether the file, or one that it imports, imports something that is not there. */
  isIncomplete(): boolean;
  /** Whether a declaration of the file depends on an import that leads nowhere. */
  dependsOnMissing(declaration: ts.Node): boolean;
}

interface Build {
  program: ts.Program;
  /** Every file of the configuration is in it. */
  isWhole: boolean;
  incomplete: Map<string, boolean>;
  missing: MissingImports;
}

/** Programs are large: of a workspace with many packages only the last ones asked for are kept. */
const KEPT = 3;

/**
 * Compiles the files that a question needs: first the one file with what it imports; at the second question about
 * another file all files of the configuration, so that there are never more than two programs for one configuration.
 */
export class Programs {
  readonly #configurations: Configurations;
  readonly #builds = new Map<Configuration, Build>();
  /** Builds of texts of before: what has not changed in them is taken over. */
  readonly #outdated = new Map<Configuration, Build>();
  readonly #sources = new Map<string, ts.SourceFile>();
  readonly #caches = new Map<Configuration, ts.ModuleResolutionCache>();

  constructor(
    private readonly compiler: Compiler,
    private readonly files: WorkspaceFiles,
    private readonly host: ResolverHost,
  ) {
    this.#configurations = new Configurations(compiler, files, host);
  }

  configurationOf(path: string): Configuration {
    return this.#configurations.of(path);
  }

  /** @returns `undefined` for a file that the compiler does not take */
  checked(path: string): Checked | undefined {
    const configuration = this.#configurations.of(path);
    const before = this.#builds.get(configuration);
    let build = before;
    if (!build?.program.getSourceFile(`/${path}`)) {
      const outdated = this.#outdated.get(configuration);
      this.#outdated.delete(configuration);
      const isWhole = before !== undefined || outdated?.isWhole === true;
      const paths = isWhole ? this.#all(configuration, path) : [path];
      build = this.#build(configuration, paths, outdated?.program);
      build.isWhole = isWhole;
    }
    this.#builds.delete(configuration);
    this.#builds.set(configuration, build);
    for (const oldest of this.#builds.keys()) {
      if (this.#builds.size <= KEPT) break;
      this.#builds.delete(oldest);
    }
    return checkedOf(build, path);
  }

  /** Says that files have other texts now. */
  changed(paths: ReadonlySet<string>): void {
    for (const key of this.#sources.keys()) {
      if (paths.has(key.slice(1, key.indexOf("\0")))) this.#sources.delete(key);
    }
    for (const [configuration, build] of this.#builds) {
      if (![...paths].some((path) => build.program.getSourceFile(`/${path}`))) continue;
      this.#builds.delete(configuration);
      this.#outdated.set(configuration, build);
    }
  }

  /** The program of a file with text behind its own: for types that the file could write but does not. */
  withMore(path: string, more: string): Checked | undefined {
    const configuration = this.#configurations.of(path);
    this.checked(path);
    const program = this.#builds.get(configuration)?.program;
    const text = this.files.text(`/${path}`);
    if (!program || text === undefined) return undefined;
    const roots = program.getRootFileNames().map((name) => name.slice(1));
    const changed = this.#build(configuration, roots, program, { path: `/${path}`, text: text + more });
    return checkedOf(changed, path);
  }

  /** The declaration files of a configuration say what is ambient in it. */
  #build(
    configuration: Configuration,
    paths: readonly string[],
    oldProgram?: ts.Program,
    changed?: { path: string; text: string },
  ): Build {
    const { ts } = this.compiler;
    const ambient = [...this.host.files.keys()].filter(
      (path) => /\.d\.[cm]?ts$/.test(path) && this.#configurations.of(path) === configuration,
    );
    const program = ts.createProgram({
      rootNames: [...new Set([...paths, ...ambient])].sort().map((path) => `/${path}`),
      options: configuration.options,
      host: this.#compilerHost(configuration, changed),
      ...(oldProgram ? { oldProgram } : {}),
    });
    return {
      program,
      isWhole: false,
      incomplete: new Map(),
      missing: new MissingImports(this.compiler, program.getTypeChecker()),
    };
  }

  #all(configuration: Configuration, asked: string): string[] {
    const all = [...this.host.files.keys()].filter(
      (path) =>
        TAKEN.test(path) && classifyPath(path) !== "test" && this.#configurations.of(path) === configuration,
    );
    return [asked, ...all];
  }

  #compilerHost(
    { path: configured, options }: Configuration,
    changed: { path: string; text: string } | undefined,
  ): ts.CompilerHost {
    const { ts, library } = this.compiler;
    const { files } = this;
    const key = [
      options.target,
      options.module,
      options.moduleDetection,
      options.jsx,
      configured === "",
    ].join();
    const getSourceFile: ts.CompilerHost["getSourceFile"] = (name, settings) => {
      const text =
        changed?.path === name
          ? changed.text
          : name.startsWith(`${LIBRARY}/`)
            ? library(name.slice(LIBRARY.length + 1))
            : files.text(name);
      if (text === undefined) return undefined;
      const format = typeof settings === "object" ? settings.impliedNodeFormat : undefined;
      const known = `${name}\0${format}\0${key}`;
      // The library is the same for every project.
      const sources = name.startsWith(`${LIBRARY}/`) ? this.compiler.librarySources : this.#sources;
      let source = changed?.path === name ? undefined : sources.get(known);
      if (!source) {
        source = ts.createSourceFile(name, text, settings);
        if (changed?.path !== name) sources.set(known, source);
      }
      return source;
    };
    const cache = this.#cacheOf(configured, options);
    return {
      getSourceFile,
      getDefaultLibFileName: (settings) => `${LIBRARY}/${ts.getDefaultLibFileName(settings)}`,
      getDefaultLibLocation: () => LIBRARY,
      getCurrentDirectory: () => "/",
      getCanonicalFileName: (name) => name,
      useCaseSensitiveFileNames: () => true,
      getNewLine: () => "\n",
      writeFile: () => {},
      fileExists: (name) =>
        name.startsWith(`${LIBRARY}/`)
          ? library(name.slice(LIBRARY.length + 1)) !== undefined
          : files.isFile(name),
      readFile: (name) => files.text(name),
      directoryExists: (name) => files.isFolder(name),
      getDirectories: (name) => files.folders(name),
      realpath: (name) => files.realPath(name),
      resolveModuleNameLiterals: (literals, containing, redirected, settings, source) =>
        literals.map((literal) => {
          const own = this.#ownFile(containing, literal.text);
          if (own) return { resolvedModule: own };
          const mode = ts.getModeForUsageLocation(source, literal, settings);
          const host = { ...moduleHost(files), getCurrentDirectory: () => "/" };
          return ts.resolveModuleName(literal.text, containing, settings, host, cache, redirected, mode);
        }),
    };
  }

  /** A file of the project, found by the rules that also say what a module uses. */
  #ownFile(containing: string, specifier: string): ts.ResolvedModuleFull | undefined {
    const { ts } = this.compiler;
    const from = containing.slice(1);
    if (!this.host.files.has(from)) return undefined;
    // A declaration file beside a script says its types.
    const beside = specifier.startsWith(".") ? resolvePath(folderOf(from), specifier) : undefined;
    const stem = beside?.replace(/\.[cm]?js$/, "");
    const declared = stem === undefined ? undefined : `${stem}.d.ts`;
    const target = this.host.resolveImport(from, specifier);
    if (target.kind !== "file" || !TAKEN.test(target.path)) return undefined;
    const path =
      declared !== undefined && /\.[cm]?jsx?$/.test(target.path) && this.host.files.has(declared)
        ? declared
        : target.path;
    const extension = /(?:\.d\.[cm]?ts|\.[cm]?[jt]sx?)$/.exec(path)?.[0] ?? ts.Extension.Ts;
    return { resolvedFileName: `/${path}`, extension, isExternalLibraryImport: false };
  }

  #cacheOf(configured: string, options: ts.CompilerOptions): ts.ModuleResolutionCache {
    for (const [configuration, cache] of this.#caches) if (configuration.path === configured) return cache;
    const cache = this.compiler.ts.createModuleResolutionCache("/", (name) => name, options);
    this.#caches.set({ path: configured, options, includes: () => false, references: [] }, cache);
    return cache;
  }
}

const TAKEN = /\.[cm]?[jt]sx?$/;

function moduleHost(files: WorkspaceFiles): ts.ModuleResolutionHost {
  return {
    fileExists: (name) => files.isFile(name),
    readFile: (name) => files.text(name),
    directoryExists: (name) => files.isFolder(name),
    getDirectories: (name) => files.folders(name),
    realpath: (name) => files.realPath(name),
  };
}

function checkedOf(build: Build, path: string): Checked | undefined {
  const file = build.program.getSourceFile(`/${path}`);
  if (!file) return undefined;
  return {
    program: build.program,
    checker: build.program.getTypeChecker(),
    file,
    isIncomplete: () => isIncomplete(build, file),
    dependsOnMissing: (declaration) => isIncomplete(build, file) && build.missing.reach(declaration),
  };
}

/** Follows the imports of a file to one that leads nowhere. */
function isIncomplete({ program, incomplete }: Build, start: ts.SourceFile): boolean {
  const known = incomplete.get(start.fileName);
  if (known !== undefined) return known;
  const checker = program.getTypeChecker();
  const seen = new Set([start]);
  const queue = [start];
  for (let at = queue.pop(); at; at = queue.pop()) {
    for (const specifier of importsOf(at)) {
      const symbol = checker.getSymbolAtLocation(specifier);
      const source = symbol?.declarations?.find(
        (declaration): declaration is ts.SourceFile =>
          "statements" in declaration && "fileName" in declaration,
      );
      if (symbol === undefined) {
        incomplete.set(start.fileName, true);
        return true;
      }
      if (!source || seen.has(source) || source.fileName.includes("/node_modules/")) continue;
      seen.add(source);
      queue.push(source);
    }
  }
  incomplete.set(start.fileName, false);
  return false;
}

/** The specifiers of a file's imports, as the binder has gathered them. */
function importsOf(file: ts.SourceFile): readonly ts.StringLiteralLike[] {
  const { imports } = file as ts.SourceFile & { imports?: readonly ts.StringLiteralLike[] };
  return imports ?? [];
}
