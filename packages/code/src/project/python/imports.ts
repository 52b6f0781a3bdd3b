import { classifyPath } from "../classify.js";
import { PYTHON_BUILTIN_MODULES, PYTHON_STANDARD_LIBRARY } from "../data/python-names.js";
import type { ImportContext, ImportRules } from "../import-rules.js";
import { ancestors, baseName, folderOf, isWithin, joinPath, normalizePath } from "../paths.js";
import type { ImportTarget } from "../project.js";
import { SettingsFiles } from "../typescript/settings-file.js";
import { pythonManifests } from "./manifests.js";
import { isRequirementFile } from "./requirement-files.js";

/** What stands under a dotted name in one folder. */
type Found =
  | { kind: "file" | "folder"; path: string }
  /** A package or module of that name is there, but not what was asked of it. */
  | { kind: "broken" };

/**
 * The import system of Python over the import roots, in order, as `sys.path` would hold them: a package with
 * `__init__.py` before a module before a namespace package, `.py` before `.pyi`.
 *
 * Without stated roots (`"."`) the project's folder, each folder with a `pyproject.toml` or `setup.py`, the folders
 * that these name, and their `src` folders count, those around the importing file first; and, as for a script, the
 * folder that its outermost package lies in. What lies in a folder of tests is found only from there.
 */
export function pythonImports(context: ImportContext): ImportRules {
  const files = new Set<string>();
  const folders = new Set<string>([""]);
  for (const [path, file] of context.files) {
    if (file.language !== "python") continue;
    files.add(path);
    for (let at = folderOf(path); !folders.has(at); at = folderOf(at)) folders.add(at);
  }
  const { roots, stated } = importRoots(context, files, folders);
  const tops = topLevelNames(roots, files, folders);
  const packageRoots = new Map<string, string[]>();
  for (const root of roots) {
    const itself = baseName(joinPath(context.root, root));
    if (packageFile(root)) packageRoots.set(itself, [...(packageRoots.get(itself) ?? []), root]);
  }

  function firstFile(...paths: string[]): string | undefined {
    return paths.find((path) => files.has(path));
  }
  function packageFile(folder: string): string | undefined {
    return firstFile(joinPath(folder, "__init__.py"), joinPath(folder, "__init__.pyi"));
  }
  function moduleFile(path: string): string | undefined {
    return firstFile(`${path}.py`, `${path}.pyi`);
  }

  /** @param base a folder; @returns `undefined` where not even the first name is there */
  function locate(base: string, names: readonly string[]): Found | undefined {
    let at = base;
    let regular = false;
    for (const [index, name] of names.entries()) {
      const path = joinPath(at, name);
      const last = index === names.length - 1;
      const init = packageFile(path);
      const file = init ?? moduleFile(path);
      if (file) {
        if (last) return { kind: "file", path: file };
        if (!init) return { kind: "broken" };
        regular = true;
      } else if (!folders.has(path)) {
        return regular ? { kind: "broken" } : undefined;
      }
      at = path;
    }
    const init = packageFile(at);
    return init ? { kind: "file", path: init } : { kind: "folder", path: at };
  }

  function isRegular(base: string, name: string): boolean {
    const path = joinPath(base, name);
    return (packageFile(path) ?? moduleFile(path)) !== undefined;
  }

  /** The roots with something of a name, in the order in which a file looks there. */
  function rootsWith(file: string, top: string): readonly string[] {
    const found = (tops.get(top) ?? []).filter((root) => isWithin(file, root) || !isTestFolder(root));
    if (stated || found.length < 2) return found;
    const around = found.filter((root) => isWithin(file, root)).sort((a, b) => b.length - a.length);
    return [...around, ...found.filter((root) => !isWithin(file, root))];
  }

  function absolute(file: string, names: readonly string[]): ImportTarget {
    const [top = "", ...rest] = names;
    if (PYTHON_BUILTIN_MODULES.has(top)) return { kind: "external", name: top, std: true };
    const candidates = rootsWith(file, top);
    for (const root of candidates) {
      if (isRegular(root, top)) return toTarget(locate(root, names));
    }
    // A root may be a package itself.
    for (const root of packageRoots.get(top) ?? []) {
      if (isWithin(file, root) || !isTestFolder(root)) return toTarget(locate(root, rest));
    }
    if (PYTHON_STANDARD_LIBRARY.has(top)) return { kind: "external", name: top, std: true };
    // Namespace packages come last, as they do for Python: a folder of the name may be anything.
    for (const root of candidates) {
      const found = locate(root, names);
      if (found) return toTarget(found);
    }
    const beside = scriptFolder(file);
    const found = roots.includes(beside) ? undefined : locate(beside, names);
    // That the file is run as a script is a guess, which a module of the name that lacks the part does not bear out.
    return found && found.kind !== "broken" ? toTarget(found) : { kind: "external", name: top, std: false };
  }

  /** The folder that a run of the file, or of a test in it, puts first in `sys.path`. */
  function scriptFolder(file: string): string {
    for (const folder of ancestors(folderOf(file))) if (!packageFile(folder)) return folder;
    return "";
  }

  return {
    resolve(file, specifier) {
      const dots = /^\.*/.exec(specifier)![0].length;
      const names = specifier
        .slice(dots)
        .split(".")
        .filter((name) => name !== "");
      if (dots === 0) return absolute(file, names);
      let base = folderOf(file);
      for (let level = 1; level < dots; level += 1) {
        if (base === "") return { kind: "unresolved" };
        base = folderOf(base);
      }
      return toTarget(locate(base, names));
    },
  };
}

function toTarget(found: Found | undefined): ImportTarget {
  return found === undefined || found.kind === "broken" ? { kind: "unresolved" } : found;
}

/** Which roots have a file or folder of a name directly below them, in the order of the roots. */
function topLevelNames(
  roots: readonly string[],
  files: ReadonlySet<string>,
  folders: ReadonlySet<string>,
): ReadonlyMap<string, readonly string[]> {
  const order = new Map(roots.map((root, at) => [root, at]));
  const found = new Map<string, Set<string>>();
  const add = (path: string, name: string) => {
    const root = folderOf(path);
    if (!order.has(root) || path === "") return;
    found.set(name, (found.get(name) ?? new Set()).add(root));
  };
  for (const file of files) add(file, baseName(file).replace(/\.pyi?$/, ""));
  for (const folder of folders) add(folder, baseName(folder));
  const ordered = [...found].map(([name, below]): [string, string[]] => [
    name,
    [...below].sort((a, b) => order.get(a)! - order.get(b)!),
  ]);
  return new Map(ordered);
}

/** A root within a folder of tests: the package of a fixture. */
function isTestFolder(root: string): boolean {
  return root !== "" && classifyPath(joinPath(root, "x")) === "test";
}

function importRoots(
  context: ImportContext,
  files: ReadonlySet<string>,
  folders: ReadonlySet<string>,
): { roots: readonly string[]; stated: boolean } {
  const stated = context.targets
    .filter((target) => target.language === "python")
    .flatMap((target) => target.roots)
    .map(normalizePath)
    .filter((root) => root !== undefined);
  if (stated.some((root) => root !== "")) return { roots: [...new Set(stated)], stated: true };
  const settings = context.settings.filter((path) => !isRequirementFile(path));
  const distributions = pythonManifests(new SettingsFiles(context.fs, context.root), settings);
  const named = [{ folder: "", roots: [] }, ...distributions].flatMap(({ folder, roots }) => {
    const source = joinPath(folder, "src");
    const hasSource = folders.has(source) && !files.has(`${source}/__init__.py`);
    return [folder, ...(hasSource ? [source] : []), ...roots.filter((root) => folders.has(root))];
  });
  return { roots: [...new Set(named)], stated: false };
}
