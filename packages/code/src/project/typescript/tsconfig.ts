import { ancestors, baseName, folderOf, joinPath, resolvePath } from "../paths.js";
import { asString, isRecord, stringsOf } from "./jsonc.js";
import type { SettingsFiles } from "./settings-file.js";

// biome-ignore lint/suspicious/noTemplateCurlyInString: TypeScript writes its variable so
const CONFIG_FOLDER = "${configDir}";

/** What of a `tsconfig.json` decides where imports lead; paths are relative to the project's root. */
export interface Tsconfig {
  folder: string;
  baseUrl?: string;
  /** In the order in which they are tried: exact ones, then the longest prefix first. */
  paths: PathMapping[];
  rootDirs: string[];
  rootDir?: string;
  outDir?: string;
  /** Paths of the `references`. */
  references: string[];
}

export interface PathMapping {
  /** The specifier before and, for a pattern with `*`, after what the star stands for. */
  prefix: string;
  suffix?: string;
  /** Where it may lead, seen from the root; the star is kept. */
  targets: string[];
}

/** Options with the folder that each is seen from, before `extends` is merged away. */
interface RawOptions {
  baseUrl?: Located<string>;
  paths?: Located<Record<string, unknown>>;
  rootDirs?: Located<string[]>;
  rootDir?: Located<string>;
  outDir?: Located<string>;
}
interface Located<T> {
  folder: string;
  value: T;
}

/** The TypeScript configurations of a project, each read once. */
export class Tsconfigs {
  readonly #known = new Map<string, Tsconfig | undefined>();
  readonly #forFolder = new Map<string, readonly Tsconfig[]>();
  readonly #nearest: ReadonlyMap<string, string>;

  /**
   * @param settings the paths that discovery found
   * @param stated `tsconfig` of the targets: holds for folders without a nearer configuration
   * @param packageFolder the folder of a workspace package by name, for `extends`
   */
  constructor(
    private readonly files: SettingsFiles,
    settings: readonly string[],
    private readonly stated: readonly string[],
    private readonly packageFolder: (name: string) => string | undefined,
  ) {
    const nearest = new Map<string, string>();
    for (const name of ["jsconfig.json", "tsconfig.json"]) {
      for (const path of settings) if (baseName(path) === name) nearest.set(folderOf(path), path);
    }
    this.#nearest = nearest;
  }

  /** The configurations that hold for files of a folder, the nearest first, then what it references. */
  forFolder(folder: string): readonly Tsconfig[] {
    let found = this.#forFolder.get(folder);
    if (!found) {
      const paths: string[] = [];
      for (const at of ancestors(folder)) {
        const here = this.stated.find((path) => folderOf(path) === at) ?? this.#nearest.get(at);
        if (here === undefined) continue;
        paths.push(here);
        break;
      }
      const configs: Tsconfig[] = [];
      const seen = new Set<string>();
      // References go two levels deep: a solution's file, then what its projects refer to.
      for (let level = [...paths, ...this.stated], depth = 0; depth < 3; depth += 1) {
        const next: string[] = [];
        for (const path of level) {
          if (seen.has(path)) continue;
          seen.add(path);
          const config = this.load(path);
          if (!config) continue;
          configs.push(config);
          next.push(...config.references);
        }
        level = next;
      }
      found = configs;
      this.#forFolder.set(folder, found);
    }
    return found;
  }

  load(path: string): Tsconfig | undefined {
    if (!this.#known.has(path)) this.#known.set(path, this.#read(path));
    return this.#known.get(path);
  }

  #read(path: string): Tsconfig | undefined {
    const json = this.files.object(path);
    if (!json) return undefined;
    const folder = folderOf(path);
    const options = this.#options(path, new Set());
    const at = ({ folder: from, value }: Located<string>) =>
      value.startsWith(CONFIG_FOLDER)
        ? resolvePath(folder, value.slice(CONFIG_FOLDER.length).replace(/^\//, ""))
        : resolvePath(from, value);
    const located = (option: Located<string> | undefined) => (option ? at(option) : undefined);
    const baseUrl = located(options.baseUrl);
    const rootDir = located(options.rootDir);
    const outDir = located(options.outDir);
    const references = Array.isArray(json.references) ? json.references : [];
    return {
      folder,
      ...(baseUrl === undefined ? {} : { baseUrl }),
      paths: pathMappings(options.paths, baseUrl, at),
      rootDirs: (options.rootDirs?.value ?? [])
        .map((value) => at({ folder: options.rootDirs!.folder, value }))
        .filter((dir) => dir !== undefined),
      ...(rootDir === undefined ? {} : { rootDir }),
      ...(outDir === undefined ? {} : { outDir }),
      references: references
        .map((reference) => (isRecord(reference) ? asString(reference.path) : undefined))
        .map((reference) => (reference === undefined ? undefined : resolvePath(folder, reference)))
        .filter((reference) => reference !== undefined)
        .map((reference) => (reference.endsWith(".json") ? reference : joinPath(reference, "tsconfig.json"))),
    };
  }

  /** The file's own options over those of what it extends; of several, the later ones win. */
  #options(path: string, seen: Set<string>): RawOptions {
    const json = seen.has(path) ? undefined : this.files.object(path);
    if (!json) return {};
    seen.add(path);
    const folder = folderOf(path);
    const bases = typeof json.extends === "string" ? [json.extends] : stringsOf(json.extends);
    let options: RawOptions = {};
    for (const base of bases) {
      const found = this.#extended(folder, base);
      if (found !== undefined) options = { ...options, ...this.#options(found, new Set(seen)) };
    }
    const own = isRecord(json.compilerOptions) ? json.compilerOptions : {};
    for (const key of ["baseUrl", "rootDir", "outDir"] as const) {
      const value = asString(own[key]);
      if (value !== undefined) options[key] = { folder, value };
    }
    if (isRecord(own.paths)) options.paths = { folder, value: own.paths };
    if (Array.isArray(own.rootDirs)) options.rootDirs = { folder, value: stringsOf(own.rootDirs) };
    return options;
  }

  #extended(folder: string, specifier: string): string | undefined {
    let path: string | undefined;
    if (specifier.startsWith(".")) path = resolvePath(folder, specifier);
    else {
      const name = /^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? specifier;
      const base = this.packageFolder(name);
      const rest = specifier.slice(name.length + 1);
      path = base === undefined ? undefined : joinPath(base, rest === "" ? "tsconfig.json" : rest);
    }
    if (path === undefined) return undefined;
    return [path, `${path}.json`].find((candidate) => this.files.isPlainFile(candidate));
  }
}

function pathMappings(
  paths: Located<Record<string, unknown>> | undefined,
  baseUrl: string | undefined,
  at: (option: Located<string>) => string | undefined,
): PathMapping[] {
  const mappings: PathMapping[] = [];
  for (const [pattern, value] of Object.entries(paths?.value ?? {})) {
    const star = pattern.indexOf("*");
    mappings.push({
      ...(star < 0
        ? { prefix: pattern }
        : { prefix: pattern.slice(0, star), suffix: pattern.slice(star + 1) }),
      targets: stringsOf(value)
        .map((target) => at({ folder: baseUrl ?? paths!.folder, value: target }))
        .filter((target) => target !== undefined),
    });
  }
  return mappings.sort(
    (a, b) =>
      Number(b.suffix === undefined) - Number(a.suffix === undefined) || b.prefix.length - a.prefix.length,
  );
}

/** @returns what the star stands for (`""` for an exact match); `undefined` where the pattern does not fit */
export function matchPattern(
  { prefix, suffix }: { prefix: string; suffix?: string },
  specifier: string,
): string | undefined {
  if (suffix === undefined) return specifier === prefix ? "" : undefined;
  if (specifier.length < prefix.length + suffix.length) return undefined;
  if (!specifier.startsWith(prefix) || !specifier.endsWith(suffix)) return undefined;
  return specifier.slice(prefix.length, specifier.length - suffix.length);
}
