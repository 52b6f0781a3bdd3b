import { ancestors, baseName, byCodeUnit, folderOf, resolvePath } from "../paths.js";
import { asString, isRecord, stringsOf } from "./jsonc.js";
import type { SettingsFiles } from "./settings-file.js";
import { matchPattern } from "./tsconfig.js";

/** One `package.json` of the project. */
export interface PackageManifest {
  folder: string;
  name?: string;
  json: Record<string, unknown>;
}

/** The packages of a project: the ones of its workspaces, and the one that each file lies in. */
export class Packages {
  readonly #byFolder = new Map<string, PackageManifest>();
  readonly #byName = new Map<string, PackageManifest>();

  constructor(files: SettingsFiles, settings: readonly string[]) {
    for (const path of settings) {
      if (baseName(path) !== "package.json") continue;
      const json = files.object(path);
      if (!json) continue;
      const name = asString(json.name);
      this.#byFolder.set(folderOf(path), { folder: folderOf(path), json, ...(name ? { name } : {}) });
    }
    const isMember = workspaceMembers(files, settings, this.#byFolder);
    // A name that stands twice is the shallower package's: the other one is a template or a fixture.
    const depth = (folder: string) => folder.split("/").length;
    const members = [...this.#byFolder.values()]
      .filter(({ folder }) => isMember(folder))
      .sort((a, b) => depth(a.folder) - depth(b.folder) || byCodeUnit(a.folder, b.folder));
    for (const member of members) {
      if (member.name && !this.#byName.has(member.name)) this.#byName.set(member.name, member);
    }
  }

  /** The manifests above a file, the nearest first. */
  *enclosing(file: string): Generator<PackageManifest> {
    for (const folder of ancestors(folderOf(file))) {
      const manifest = this.#byFolder.get(folder);
      if (manifest) yield manifest;
    }
  }

  inFolder(folder: string): PackageManifest | undefined {
    return this.#byFolder.get(folder);
  }

  /**
   * The package of the project that a file means by a name: its own, a dependency by path (`file:`, `link:`), or
   * one of the workspaces.
   */
  byName(file: string, name: string): PackageManifest | undefined {
    for (const manifest of this.enclosing(file)) {
      if (manifest.name === name) return manifest;
      for (const list of ["dependencies", "devDependencies", "peerDependencies", "optionalDependencies"]) {
        const dependencies = manifest.json[list];
        const version = isRecord(dependencies) ? asString(dependencies[name]) : undefined;
        const path = version === undefined ? undefined : /^(?:file|link|portal):(.*)$/.exec(version)?.[1];
        const folder = path === undefined ? undefined : resolvePath(manifest.folder, path);
        const found = folder === undefined ? undefined : this.#byFolder.get(folder);
        if (found) return found;
      }
    }
    return this.#byName.get(name);
  }

  workspaceFolder(name: string): string | undefined {
    return this.#byName.get(name)?.folder;
  }
}

/** Whether a folder is a package of some workspace: npm, yarn, bun, pnpm or lerna. */
function workspaceMembers(
  files: SettingsFiles,
  settings: readonly string[],
  manifests: ReadonlyMap<string, PackageManifest>,
): (folder: string) => boolean {
  const workspaces: { root: string; patterns: string[] }[] = [];
  for (const { folder, json } of manifests.values()) {
    const stated = isRecord(json.workspaces) ? json.workspaces.packages : json.workspaces;
    if (Array.isArray(stated)) workspaces.push({ root: folder, patterns: stringsOf(stated) });
  }
  for (const path of settings) {
    const name = baseName(path);
    if (name === "lerna.json") {
      const packages = files.object(path)?.packages;
      if (Array.isArray(packages)) workspaces.push({ root: folderOf(path), patterns: stringsOf(packages) });
    } else if (name === "pnpm-workspace.yaml") {
      workspaces.push({ root: folderOf(path), patterns: yamlList(files.text(path) ?? "", "packages") });
    }
  }
  const compiled = workspaces.map(({ root, patterns }) => ({
    root,
    patterns: patterns.map((pattern) => ({
      negated: pattern.startsWith("!"),
      matches: globExpression(pattern.replace(/^!/, "")),
    })),
  }));
  return (folder) =>
    compiled.some(({ root, patterns }) => {
      if (folder === root) return true;
      if (root !== "" && !folder.startsWith(`${root}/`)) return false;
      const below = root === "" ? folder : folder.slice(root.length + 1);
      let member = false;
      for (const { negated, matches } of patterns) if (matches.test(below)) member = !negated;
      return member;
    });
}

/** The items of one top-level block list; all that `pnpm-workspace.yaml` needs of YAML. */
function yamlList(text: string, key: string): string[] {
  const items: string[] = [];
  let inside = false;
  for (const line of text.split(/\r?\n/)) {
    if (/^\s*(?:#.*)?$/.test(line)) continue;
    const item = /^\s*-\s+(?:"([^"]*)"|'([^']*)'|([^#\s]+))/.exec(line);
    if (inside && item) items.push(item[1] ?? item[2] ?? item[3]!);
    else inside = line.replace(/\s*(?:#.*)?$/, "") === `${key}:`;
  }
  return items;
}

/** A glob over folders: `*` and `?` within one name, `**` over any number, `{a,b}`. */
function globExpression(glob: string): RegExp {
  const clean = glob.replace(/^\.\//, "").replace(/\/+$/, "");
  let source = "";
  let braces = 0;
  for (let at = 0; at < clean.length; at += 1) {
    const char = clean[at]!;
    if (clean.startsWith("**/", at)) {
      source += "(?:[^/]+/)*";
      at += 2;
    } else if (clean.startsWith("**", at)) {
      source += ".*";
      at += 1;
    } else if (char === "*") source += "[^/]*";
    else if (char === "?") source += "[^/]";
    else if (char === "{" && clean.includes("}", at)) {
      source += "(?:";
      braces += 1;
    } else if (char === "}" && braces > 0) {
      source += ")";
      braces -= 1;
    } else if (char === "," && braces > 0) source += "|";
    else source += char.replace(/[\\^$+.()|[\]{}]/g, "\\$&");
  }
  return new RegExp(`^${source}$`);
}

/**
 * Where `exports` or `imports` of a manifest lead for a key (`"."`, `"./sub"`, `"#x"`): every file that any
 * condition names, `source` first, in the order written.
 *
 * @returns paths as written; empty where the key is not there
 */
export function conditionalTargets(map: unknown, key: string): string[] {
  if (!isRecord(map)) return key === "." ? leaves(map) : [];
  const keys = Object.keys(map);
  const isSubpaths = keys.some((name) => name.startsWith(".") || name.startsWith("#"));
  if (!isSubpaths) return key === "." ? leaves(map) : [];
  if (key in map) return leaves(map[key]);
  const patterns = keys
    .filter((name) => name.includes("*"))
    .map((name) => ({
      name,
      prefix: name.slice(0, name.indexOf("*")),
      suffix: name.slice(name.indexOf("*") + 1),
    }))
    .sort((a, b) => b.prefix.length - a.prefix.length);
  for (const pattern of patterns) {
    const star = matchPattern(pattern, key);
    if (star !== undefined) return leaves(map[pattern.name]).map((target) => target.replaceAll("*", star));
  }
  return [];
}

function leaves(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return value.flatMap(leaves);
  if (!isRecord(value)) return [];
  const entries = Object.entries(value);
  const isSource = (condition: string) => condition === "source" || condition.endsWith("/source");
  return [
    ...entries.filter(([condition]) => isSource(condition)),
    ...entries.filter(([condition]) => !isSource(condition)),
  ].flatMap(([, target]) => leaves(target));
}

/** What a package without `exports` starts with. */
export function mainTargets(json: Record<string, unknown>): string[] {
  return ["source", "types", "typings", "module", "main"]
    .map((key) => asString(json[key]))
    .filter((target) => target !== undefined);
}

/** Whether a name could be installed; `@/x` and `~/x` cannot and must be aliases. */
export function isPackageName(specifier: string): boolean {
  return /^(?:@[a-z0-9~-][\w.~-]*\/)?[a-z0-9_-][\w.~-]*(?:\/|$)/i.test(specifier);
}

export function packageNameOf(specifier: string): string {
  return /^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? specifier;
}
