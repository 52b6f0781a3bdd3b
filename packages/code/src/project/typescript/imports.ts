import { NODE_BUILTIN_MODULES } from "../data/node-names.js";
import type { ImportContext, ImportRules } from "../import-rules.js";
import { baseName, folderOf, isWithin, joinPath, normalizePath, resolvePath } from "../paths.js";
import type { ImportTarget } from "../project.js";
import {
  conditionalTargets,
  isPackageName,
  mainTargets,
  type PackageManifest,
  Packages,
  packageNameOf,
} from "./packages.js";
import { SourceProbe } from "./probe.js";
import { SettingsFiles } from "./settings-file.js";
import { matchPattern, type Tsconfig, Tsconfigs } from "./tsconfig.js";

/** Folders that hold what a build writes; the sources lie elsewhere under the same names. */
const OUTPUT_FOLDER =
  /^(?:\.?(?:dist|build|lib|out|output|es|esm|cjs|umd|mjs|types?|typings|modules?|commonjs|esnext|es20\d\d|release|node|browser|bundles?)|_?(?:dist|esm|cjs|types)(?:[-_.]\w+)?)$/;
const SOURCE_FOLDERS = ["src", "source", "lib", ""];

/**
 * The import rules of TypeScript and of bundlers: relative paths with the ends that compilation changes, `paths`
 * and `baseUrl` of the nearest `tsconfig.json`, `imports` of `package.json`, packages of the workspaces by name
 * (their built entry mapped back to the source), Node's own modules, and installed packages by name only.
 */
export function typeScriptImports(context: ImportContext): ImportRules {
  const settings = new SettingsFiles(context.fs, context.root);
  const packages = new Packages(settings, context.settings);
  const stated = context.targets
    .map((target) => target.tsconfig)
    .filter((path) => path !== undefined)
    .map(normalizePath)
    .filter((path) => path !== undefined);
  const configs = new Tsconfigs(settings, context.settings, stated, (name) => packages.workspaceFolder(name));
  const probe = new SourceProbe(context.files, context.folders);

  const file = (path: string | undefined): ImportTarget | undefined =>
    path === undefined ? undefined : { kind: "file", path };

  /** A path as an import writes it, without what bundlers hang on it. */
  function atPath(path: string, folderOnly = false): ImportTarget | undefined {
    const found = folderOnly ? undefined : probe.file(path);
    return file(found) ?? inFolder(path) ?? (folderOnly ? undefined : asset(path));
  }

  function inFolder(folder: string): ImportTarget | undefined {
    if (!context.folders.has(folder)) return undefined;
    const manifest = packages.inFolder(folder);
    // The project's root has a manifest too, but `import ".."` means its index.
    const entry = manifest && folder !== "" ? builtEntry(manifest, mainTargets(manifest.json)) : undefined;
    return file(entry ?? probe.index(folder));
  }

  function asset(path: string): ImportTarget | undefined {
    if (!/\.\w+$/.test(path)) return undefined;
    return settings.isPlainFile(path) ? { kind: "asset", path } : undefined;
  }

  function relative(from: string, specifier: string): ImportTarget {
    const clean = withoutQuery(specifier);
    const folder = folderOf(from);
    const path = clean.startsWith("/") ? normalizePath(clean.slice(1)) : resolvePath(folder, clean);
    if (path === undefined) return { kind: "unresolved" };
    const direct = atPath(path, /(?:^|\/)\.{0,2}$/.test(clean));
    if (direct) return direct;
    for (const config of configs.forFolder(folder)) {
      const found = throughRootDirs(config, path) ?? file(throughOutput(config, path));
      if (found) return found;
    }
    const manifest = packages.enclosing(path).next().value;
    const built = manifest && path !== manifest.folder ? builtFile(manifest, path) : undefined;
    return file(built) ?? { kind: "unresolved" };
  }

  /** Several folders that a build lays over each other. */
  function throughRootDirs({ rootDirs }: Tsconfig, path: string): ImportTarget | undefined {
    for (const own of rootDirs.filter((dir) => isWithin(path, dir))) {
      const rest = path.slice(own === "" ? 0 : own.length + 1);
      for (const other of rootDirs) {
        const found = atPath(joinPath(other, rest));
        if (found) return found;
      }
    }
    return undefined;
  }

  function throughOutput({ folder, outDir, rootDir }: Tsconfig, path: string): string | undefined {
    if (outDir === undefined || !isWithin(path, outDir) || outDir === folder) return undefined;
    const rest = path.slice(outDir.length + 1);
    const sources = rootDir === undefined ? [joinPath(folder, "src"), folder] : [rootDir];
    return firstOf(sources, (source) => probe.compiled(joinPath(source, rest)));
  }

  /** The source of a file that the package's build writes. */
  function builtFile(manifest: PackageManifest, path: string): string | undefined {
    const exact = probe.compiled(path);
    if (exact) return exact;
    const configured = firstOf(configs.forFolder(manifest.folder), (config) => throughOutput(config, path));
    if (configured) return configured;
    const names = path.slice(manifest.folder === "" ? 0 : manifest.folder.length + 1).split("/");
    for (let skip = 1; skip < names.length && OUTPUT_FOLDER.test(names[skip - 1]!); skip += 1) {
      const rest = names.slice(skip).join("/");
      const found = firstOf(SOURCE_FOLDERS, (source) =>
        probe.compiled(joinPath(joinPath(manifest.folder, source), rest)),
      );
      if (found) return found;
    }
    return undefined;
  }

  function builtEntry(manifest: PackageManifest, targets: readonly string[]): string | undefined {
    return firstOf(targets, (target) => {
      const path = resolvePath(manifest.folder, target);
      return path === undefined ? undefined : builtFile(manifest, path);
    });
  }

  /** A package of the project by name, `subpath` without the slash before it. */
  function ofPackage(manifest: PackageManifest, subpath: string): ImportTarget {
    const { folder, json } = manifest;
    const key = subpath === "" ? "." : `./${subpath}`;
    const listed = builtEntry(manifest, [
      ...conditionalTargets(json.exports, key),
      ...(subpath === "" ? mainTargets(json) : []),
    ]);
    if (listed) return { kind: "file", path: listed };
    const places = subpath === "" ? ["index", "main", "mod"] : [subpath];
    for (const source of ["", ...SOURCE_FOLDERS]) {
      for (const place of places) {
        const found = atPath(joinPath(joinPath(folder, source), place));
        if (found) return found;
      }
    }
    return { kind: "unresolved" };
  }

  function throughPaths(config: Tsconfig, specifier: string): ImportTarget | undefined {
    for (const mapping of config.paths) {
      const star = matchPattern(mapping, specifier);
      if (star === undefined) continue;
      for (const target of mapping.targets) {
        const path = normalizePath(target.replace("*", star));
        if (path === undefined) continue;
        const manifest = packages.inFolder(path);
        const found = manifest && path !== "" ? ofPackage(manifest, "") : undefined;
        if (found?.kind === "file") return found;
        const direct = atPath(path) ?? file(throughOutput(config, path));
        if (direct) return direct;
      }
      // TypeScript takes the first pattern that fits, and goes on to packages when it leads nowhere.
      const isAlias =
        mapping.prefix !== "" && !mapping.targets.some((target) => /(?:^|\/)node_modules\//.test(target));
      if (isAlias && !dependsOn(config.folder, packageNameOf(specifier))) return { kind: "unresolved" };
      return undefined;
    }
    return undefined;
  }

  function dependsOn(folder: string, name: string): boolean {
    if (NODE_BUILTIN_MODULES.has(name)) return true;
    for (const { json } of packages.enclosing(joinPath(folder, "package.json"))) {
      for (const list of ["dependencies", "devDependencies", "peerDependencies", "optionalDependencies"]) {
        const names = json[list];
        if (
          typeof names === "object" &&
          names !== null &&
          (Object.hasOwn(names, name) || Object.hasOwn(names, `@types/${name}`))
        )
          return true;
      }
    }
    return false;
  }

  /** `#x` of the nearest manifest that has `imports`. */
  function subpathImport(from: string, specifier: string): ImportTarget {
    for (const manifest of packages.enclosing(from)) {
      const targets = conditionalTargets(manifest.json.imports, specifier);
      if (targets.length === 0) continue;
      const local = targets.filter((target) => target.startsWith("."));
      const found = builtEntry(manifest, local);
      if (found) return { kind: "file", path: found };
      for (const target of local) {
        const path = resolvePath(manifest.folder, target);
        const other = path === undefined ? undefined : atPath(path);
        if (other) return other;
      }
      const installed = targets.find((target) => !target.startsWith("."));
      return installed === undefined ? { kind: "unresolved" } : named(from, installed);
    }
    return { kind: "unresolved" };
  }

  function named(from: string, specifier: string): ImportTarget {
    const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(specifier)?.[1]?.toLowerCase();
    if (scheme !== undefined) return ofScheme(scheme, specifier);
    if (NODE_BUILTIN_MODULES.has(specifier))
      return { kind: "external", name: `node:${specifier}`, std: true };
    if (!isPackageName(specifier)) return { kind: "unresolved" };
    const name = packageNameOf(specifier);
    const own = packages.byName(from, name);
    if (own) return ofPackage(own, specifier.slice(name.length + 1));
    return { kind: "external", name, std: false };
  }

  return {
    resolve(from, specifier) {
      if (/^(?:\.{0,2}\/|\.{1,2}$)/.test(specifier)) return relative(from, specifier);
      const clean = /^[@\w#~$]/.test(specifier) ? withoutQuery(specifier) : specifier;
      for (const config of configs.forFolder(folderOf(from))) {
        const found = throughPaths(config, clean);
        if (found) return found;
        const path = config.baseUrl === undefined ? undefined : resolvePath(config.baseUrl, clean);
        const based = path === undefined || baseName(path) === "" ? undefined : atPath(path);
        if (based) return based;
      }
      return clean.startsWith("#") ? subpathImport(from, clean) : named(from, clean);
    },
  };
}

/** What other runtimes and bundlers name with a scheme. */
function ofScheme(scheme: string, specifier: string): ImportTarget {
  if (scheme === "npm" || scheme === "jsr") {
    const bare = packageNameOf(specifier.slice(scheme.length + 1).replace(/^\/+/, ""));
    return { kind: "external", name: bare.replace(/(.)@.*$/, "$1"), std: false };
  }
  if (scheme === "http" || scheme === "https") {
    const host = /^\w+:\/\/([^/]+)/.exec(specifier)?.[1] ?? specifier;
    return { kind: "external", name: host, std: false };
  }
  // `node:fs`, `bun:test`, `cloudflare:workers`, `virtual:routes`, `astro:content`: the platform provides them.
  return { kind: "external", name: specifier, std: true };
}

/** Bundlers' `?raw` and `?url`; a `#` starts a name in `imports` and stays. */
function withoutQuery(specifier: string): string {
  const query = specifier.indexOf("?");
  return query < 0 ? specifier : specifier.slice(0, query);
}

function firstOf<T>(items: readonly T[], find: (item: T) => string | undefined): string | undefined {
  for (const item of items) {
    const found = find(item);
    if (found !== undefined) return found;
  }
  return undefined;
}
