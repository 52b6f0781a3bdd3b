import { PYTHON_BUILTIN_MODULES, PYTHON_STANDARD_LIBRARY } from "../data/python-names.js";
import type { ImportContext, ImportRules } from "../import-rules.js";
import { ancestors, baseName, folderOf, joinPath, normalizePath } from "../paths.js";
import type { ImportTarget } from "../project.js";

const MANIFESTS = new Set(["pyproject.toml", "setup.cfg", "setup.py"]);

/** What stands under a dotted name in one folder. */
type Found =
  | { kind: "file" | "folder"; path: string }
  /** A package or module of that name is there, but not what was asked of it. */
  | { kind: "broken" };

/**
 * The import system of Python over the import roots, in order, as `sys.path` would hold them: a package with
 * `__init__.py` before a module before a namespace package, `.py` before `.pyi`.
 *
 * Without stated roots (`"."`) the project's folder, each folder with a `pyproject.toml` or `setup.py`, and the
 * `src` folders of these count; and, as for a script, the folder that the importing file's outermost package
 * lies in.
 */
export function pythonImports(context: ImportContext): ImportRules {
  const files = new Set<string>();
  const folders = new Set<string>([""]);
  for (const [path, file] of context.files) {
    if (file.language !== "python") continue;
    files.add(path);
    for (let at = folderOf(path); !folders.has(at); at = folderOf(at)) folders.add(at);
  }
  const roots = importRoots(context, files, folders);

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

  function absolute(file: string, names: readonly string[]): ImportTarget {
    const [top = "", ...rest] = names;
    if (PYTHON_BUILTIN_MODULES.has(top)) return { kind: "external", name: top, std: true };
    for (const root of roots) {
      if (isRegular(root, top)) return toTarget(locate(root, names));
      const itself = baseName(joinPath(context.root, root));
      if (top === itself && packageFile(root)) return toTarget(locate(root, rest));
    }
    if (PYTHON_STANDARD_LIBRARY.has(top)) return { kind: "external", name: top, std: true };
    // Namespace packages come last, as they do for Python: a folder of the name may be anything.
    for (const root of roots) {
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

function importRoots(
  context: ImportContext,
  files: ReadonlySet<string>,
  folders: ReadonlySet<string>,
): readonly string[] {
  const stated = context.targets
    .filter((target) => target.language === "python")
    .flatMap((target) => target.roots)
    .map(normalizePath)
    .filter((root) => root !== undefined);
  if (stated.some((root) => root !== "")) return [...new Set(stated)];
  const distributions = context.settings.filter((path) => MANIFESTS.has(baseName(path))).map(folderOf);
  const roots = ["", ...distributions].flatMap((folder) => {
    const source = joinPath(folder, "src");
    return folders.has(source) && !files.has(`${source}/__init__.py`) ? [folder, source] : [folder];
  });
  return [...new Set(roots)];
}
