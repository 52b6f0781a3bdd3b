import type ts from "typescript";
import { ancestors, folderOf, joinPath, normalizePath } from "../../project/paths.js";
import type { ResolverHost } from "../../reading/resolver.js";
import type { Compiler } from "./compiler.js";
import type { WorkspaceFiles } from "./files.js";

/** The options under which some files are compiled. */
export interface Configuration {
  /** The path of the `tsconfig.json`; `""` for files that no configuration speaks of. */
  path: string;
  options: ts.CompilerOptions;
  /** Whether the configuration's own lists name a file. */
  includes(file: string): boolean;
  /** Paths of the projects that it refers to. */
  references: readonly string[];
}

const NAMES = ["tsconfig.json", "jsconfig.json"];

/** The compiler configurations of a workspace, each read at most once. */
export class Configurations {
  readonly #known = new Map<string, Configuration | undefined>();
  readonly #ofFolder = new Map<string, Configuration | undefined>();
  readonly #fallback: Configuration;

  constructor(
    private readonly compiler: Compiler,
    private readonly files: WorkspaceFiles,
    private readonly host: Pick<ResolverHost, "files" | "configurations">,
  ) {
    this.#fallback = {
      path: "",
      options: pinned(compiler.ts, {
        strict: true,
        moduleResolution: compiler.ts.ModuleResolutionKind.Bundler,
      }),
      includes: () => true,
      references: [],
    };
  }

  /** The configuration that speaks of a file: the nearest one, or the one of its references that lists the file. */
  of(file: string): Configuration {
    const nearest = this.#nearest(folderOf(file));
    if (nearest === undefined) return this.#fallback;
    return this.#listing(nearest, file, new Set()) ?? nearest;
  }

  #listing(from: Configuration, file: string, seen: Set<string>): Configuration | undefined {
    if (seen.has(from.path)) return undefined;
    seen.add(from.path);
    if (from.includes(file)) return from;
    for (const path of from.references) {
      const reference = this.#read(path);
      const found = reference && this.#listing(reference, file, seen);
      if (found) return found;
    }
    return undefined;
  }

  #nearest(folder: string): Configuration | undefined {
    if (!this.#ofFolder.has(folder)) this.#ofFolder.set(folder, this.#search(folder));
    return this.#ofFolder.get(folder);
  }

  #search(folder: string): Configuration | undefined {
    for (const at of ancestors(folder)) {
      for (const name of NAMES) {
        const path = joinPath(at, name);
        const found = this.files.isFile(`/${path}`) ? this.#read(path) : undefined;
        if (found) return found;
      }
    }
    for (const stated of this.host.configurations) {
      const path = normalizePath(stated);
      const found = path === undefined ? undefined : this.#read(path);
      if (found) return found;
    }
    return undefined;
  }

  #read(path: string): Configuration | undefined {
    if (!this.#known.has(path)) this.#known.set(path, this.#parse(path));
    return this.#known.get(path);
  }

  #parse(path: string): Configuration | undefined {
    const { ts } = this.compiler;
    const absolute = `/${path}`;
    const text = this.files.text(absolute);
    if (text === undefined) return undefined;
    const { config } = ts.parseConfigFileTextToJson(absolute, text);
    if (typeof config !== "object" || config === null) return undefined;
    const folder = `/${folderOf(path)}`;
    const parsed = ts.parseJsonConfigFileContent(
      config,
      {
        useCaseSensitiveFileNames: true,
        fileExists: (name) => this.files.isFile(name),
        readFile: (name) => this.files.text(name),
        // The lists of files are matched here: the compiler would walk through all folders.
        readDirectory: () => [],
      },
      folder,
      undefined,
      absolute,
    );
    const options = pinned(ts, parsed.options);
    // What is not said is as in the version of the compiler that the project is written for.
    if (options.strict === undefined && this.#isBefore6(path)) options.strict = false;
    return {
      path,
      options,
      includes: matcher(parsed.raw as RawLists, folder, parsed.options.outDir),
      references: (parsed.projectReferences ?? []).map(({ path: reference }) => {
        const clean = reference.slice(1);
        return clean.endsWith(".json") ? clean : joinPath(clean, "tsconfig.json");
      }),
    };
  }

  #isBefore6(path: string): boolean {
    for (const folder of ancestors(folderOf(path))) {
      const text = this.files.text(`/${joinPath(folder, "package.json")}`);
      const range = text && /"typescript"\s*:\s*"[^"\d]*(\d+)/.exec(text)?.[1];
      if (range) return Number(range) < 6;
    }
    return false;
  }
}

interface RawLists {
  files?: unknown;
  include?: unknown;
  exclude?: unknown;
}

function listOf(value: unknown): string[] | undefined {
  return Array.isArray(value) ? value.filter((item) => typeof item === "string") : undefined;
}

/** Whether the lists of a configuration name a file; a pattern is a path, a folder, or has `*`, `?` and `**`. */
function matcher(raw: RawLists, folder: string, outDir: string | undefined): (file: string) => boolean {
  const base = folder === "/" ? "" : folder;
  const files = listOf(raw.files);
  const include = listOf(raw.include) ?? (files === undefined ? ["**/*"] : []);
  const exclude = [...(listOf(raw.exclude) ?? ["node_modules"]), ...(outDir === undefined ? [] : [outDir])];
  const named = new Set(files?.map((file) => absolutePath(base, file)));
  const included = include.map((pattern) => expression(absolutePath(base, pattern)));
  const excluded = exclude.map((pattern) => expression(absolutePath(base, pattern)));
  return (file) => {
    const path = `/${file}`;
    if (named.has(path)) return true;
    return included.some((each) => each.test(path)) && !excluded.some((each) => each.test(path));
  };
}

function absolutePath(base: string, path: string): string {
  if (path.startsWith("/")) return path;
  const parts = base.split("/").filter(Boolean);
  for (const part of path.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "." && part !== "") parts.push(part);
  }
  return `/${parts.join("/")}`;
}

/** A folder's path means everything below it. */
function expression(pattern: string): RegExp {
  const source = pattern
    .replace(/[\\^$+.()|[\]{}]/g, "\\$&")
    .replace(/\/\*\*\/|\/\*\*$|\*|\?/g, (wild) =>
      wild === "/**/" ? "/(?:.*/)?" : wild === "/**" ? "/.*" : wild === "*" ? "[^/]*" : "[^/]",
    );
  return new RegExp(`^${source}(?:/.*)?$`);
}

/**
 * The options that decide what a type is are the project's; what decides how types print and what is written is ours,
 * so that one file gives one answer on every machine.
 */
function pinned(compiler: typeof ts, options: ts.CompilerOptions): ts.CompilerOptions {
  return {
    target: compiler.ScriptTarget.ESNext,
    module: compiler.ModuleKind.ESNext,
    jsx: compiler.JsxEmit.Preserve,
    esModuleInterop: true,
    resolveJsonModule: true,
    ...options,
    // Before version 6 every installed `@types` package was in.
    types: options.types ?? ["*"],
    allowJs: true,
    checkJs: false,
    noEmit: true,
    noErrorTruncation: true,
    skipLibCheck: true,
    allowImportingTsExtensions: true,
    maxNodeModuleJsDepth: 0,
    ignoreDeprecations: "6.0",
    composite: false,
    incremental: false,
    declaration: false,
    plugins: [],
  };
}
