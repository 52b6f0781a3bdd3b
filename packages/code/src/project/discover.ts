import { type DirectoryEntry, decodeText, type FileSystem, FileSystemError } from "@contractc/kernel";
import ignore, { type Ignore } from "ignore";
import { baseName, byCodeUnit, folderOf, isWithin, joinPath, normalizePath } from "./paths.js";
import { isRequirementFile } from "./python/requirement-files.js";

export interface Discovery {
  /** Source files, sorted. */
  sources: string[];
  /** Files that steer how imports resolve (`package.json`, `tsconfig.json`, `pyproject.toml`, …), sorted. */
  settings: string[];
  /** Files of contracts, sorted. */
  contracts: string[];
  /** Folders that could not be listed. */
  problems: { path: string; message: string }[];
  /** Paths that a contract names and that lead out of the root by a link. */
  outside: string[];
}

export interface DiscoveryOptions {
  fs: FileSystem;
  /** Absolute. */
  root: string;
  /** File name ends with the dot, of the languages that are read. */
  extensions: readonly string[];
  /** Patterns as in `.gitignore`, from the root. */
  excludes?: readonly string[];
  /** Files and folders that are taken whatever the rules say: the paths that a contract names. */
  includes?: readonly string[];
}

const NEVER_ENTERED = new Set(["node_modules", "__pycache__", "contract-build", "site-packages"]);
/** Names of build output, which are also good names for source folders. */
const OUTPUT_NAMES = new Set(["dist", "build", "out"]);
const MANIFESTS = new Set(["package.json", "pyproject.toml", "setup.py", "setup.cfg"]);
const SETTINGS = new Set([
  ...MANIFESTS,
  "tsconfig.json",
  "jsconfig.json",
  "pnpm-workspace.yaml",
  "lerna.json",
  "Pipfile",
]);

/** The patterns of a `.gitignore`. */
interface IgnoreFile {
  rules: Ignore;
  /** A path of the project as the patterns see it: from the folder that the file lies in. */
  seen(path: string): string;
}

/**
 * Lists the source files below a root: not what git ignores, installed packages, virtual environments, build
 * output, dot folders or minified files. Links are not followed, but for the paths that a contract names, and those
 * only to what lies in the root.
 */
export function discover(options: DiscoveryOptions): Discovery {
  const { fs, root, extensions } = options;
  const found: Discovery = { sources: [], settings: [], contracts: [], problems: [], outside: [] };
  const excludes = patterns([...(options.excludes ?? [])]);
  const includes = (options.includes ?? []).map(normalizePath).filter((path) => path !== undefined);

  function list(folder: string): DirectoryEntry[] {
    try {
      return fs.list(joinRoot(root, folder));
    } catch (error) {
      if (!(error instanceof FileSystemError)) throw error;
      found.problems.push({ path: folder, message: error.detail });
      return [];
    }
  }

  function walk(folder: string, entries: readonly DirectoryEntry[], inherited: readonly IgnoreFile[]): void {
    const own = entries.some((entry) => entry.name === ".gitignore" && entry.kind === "file")
      ? readPatterns(fs, joinRoot(root, folder))
      : undefined;
    const start = folder === "" ? 0 : folder.length + 1;
    const rules = own ? [...inherited, { rules: own, seen: (path: string) => path.slice(start) }] : inherited;
    const beside = new Set(entries.map((entry) => entry.name));
    for (const { name, kind } of entries) {
      const path = joinPath(folder, name);
      if (kind === "file") {
        // Settings steer imports also where a pattern means only the built copies of them.
        if (SETTINGS.has(name) || isRequirementFile(path)) found.settings.push(path);
        if (name.endsWith(".contract") && !ignoredBy(rules, path, false)) found.contracts.push(path);
        if (!isSource(name, extensions) || ignoredBy(rules, path, false)) continue;
        if (!excludes.ignores(path)) found.sources.push(path);
      } else if (kind === "folder") {
        if (name.startsWith(".") || NEVER_ENTERED.has(name)) continue;
        if (ignoredBy(rules, path, true) || excludes.ignores(`${path}/`)) continue;
        const below = list(path);
        if (below.some((entry) => entry.name === "pyvenv.cfg")) continue;
        if (OUTPUT_NAMES.has(name) && isBuildOutput(beside, below)) continue;
        walk(path, below, rules);
      }
    }
  }

  walk("", list(""), enclosingIgnoreFiles(fs, root));
  const known = new Set(found.sources);
  for (const path of includes) {
    if (known.has(path)) continue;
    const kind = kindInside(fs, root, path);
    if (kind === "outside") found.outside.push(path);
    if (kind === "file" && isSource(baseName(path), extensions)) found.sources.push(path);
    if (kind === "folder" && !found.sources.some((source) => isWithin(source, path)))
      walk(path, list(path), []);
  }
  found.sources = [...new Set(found.sources)].sort(byCodeUnit);
  found.settings = [...new Set(found.settings)].sort(byCodeUnit);
  found.contracts = [...new Set(found.contracts)].sort(byCodeUnit);
  return found;
}

function isSource(name: string, extensions: readonly string[]): boolean {
  return extensions.some((extension) => name.endsWith(extension)) && !/\.min\.[cm]?js$/.test(name);
}

/**
 * Whether a folder called `dist`, `build` or `out` beside a package's manifest holds compiled files. A package of
 * Python or a folder of TypeScript there is source that happens to have the name.
 */
function isBuildOutput(beside: ReadonlySet<string>, below: readonly DirectoryEntry[]): boolean {
  if (![...MANIFESTS].some((manifest) => beside.has(manifest))) return false;
  return !below.some(
    ({ name }) => name === "__init__.py" || (/\.[cm]?tsx?$/.test(name) && !/\.d\.[cm]?ts$/.test(name)),
  );
}

/** The `.gitignore` files above the root, up to the repository's; none where the root is in no repository. */
function enclosingIgnoreFiles(fs: FileSystem, root: string): IgnoreFile[] {
  const above: string[] = [];
  for (let at = root; fs.stat(`${at}/.git`) === null; at = folderOf(at)) {
    if (folderOf(at) === "" || folderOf(at) === at) return [];
    above.unshift(folderOf(at));
  }
  const files: IgnoreFile[] = [];
  for (const folder of above) {
    const rules = readPatterns(fs, folder);
    const below = root.slice(folder.length + 1);
    // A root that is itself ignored up there (a scratch folder) was chosen all the same.
    if (rules && !rules.ignores(`${below}/`)) files.push({ rules, seen: (path) => joinPath(below, path) });
  }
  return files;
}

function readPatterns(fs: FileSystem, folder: string): Ignore | undefined {
  try {
    return patterns(decodeText(fs.readFile(`${folder}/.gitignore`)).text);
  } catch (error) {
    if (error instanceof FileSystemError) return undefined;
    throw error;
  }
}

/** Case counts, whatever the machine's file system says, so that the result is the same everywhere. */
function patterns(lines: string | string[]): Ignore {
  return ignore({ ignoreCase: false }).add(lines);
}

/** As git decides: the last pattern of the innermost file that speaks of the path. */
function ignoredBy(files: readonly IgnoreFile[], path: string, isFolder: boolean): boolean {
  for (const { rules, seen } of files.toReversed()) {
    const verdict = rules.test(isFolder ? `${seen(path)}/` : seen(path));
    if (verdict.ignored) return true;
    if (verdict.unignored) return false;
  }
  return false;
}

/** What stands at a path, links followed as long as they stay in the root. */
function kindInside(fs: FileSystem, root: string, path: string): "file" | "folder" | "outside" | undefined {
  const absolute = joinRoot(root, path);
  const real = hasLink(fs, root, path) ? fs.realPath(absolute) : absolute;
  if (real === null) return undefined;
  const realRoot = fs.realPath(root) ?? root;
  if (real !== absolute && real !== realRoot && !isBelow(real, realRoot)) return "outside";
  const kind = fs.stat(real)?.kind;
  return kind === "file" || kind === "folder" ? kind : undefined;
}

function isBelow(path: string, folder: string): boolean {
  return path.startsWith(folder.endsWith("/") ? folder : `${folder}/`);
}

function hasLink(fs: FileSystem, root: string, path: string): boolean {
  for (let at = path; at !== ""; at = folderOf(at)) {
    if (fs.stat(joinRoot(root, at))?.kind === "link") return true;
  }
  return false;
}

export function joinRoot(root: string, path: string): string {
  return path === "" ? root : root.endsWith("/") ? `${root}${path}` : `${root}/${path}`;
}
