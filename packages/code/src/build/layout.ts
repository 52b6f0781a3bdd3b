import type { Kernel, Language, Module } from "@contractc/kernel";
import { isPlainName, legalName } from "../target/names.js";

/** Where the code of each module lies. Paths are relative to the project's root, with forward slashes. */
export interface Layout {
  /** The module's file; of a folder module its entry. */
  file(module: Module): string;
  /** Import roots of a language, without `./` and trailing slashes; `"."` is the project's root. */
  roots(language: Language): readonly string[];
}

const ENTRIES: Record<Language, readonly string[]> = {
  python: ["__init__.py", "__init__.pyi"],
  typescript: [
    "index.ts",
    "index.tsx",
    "index.mts",
    "index.cts",
    "index.d.ts",
    "index.js",
    "index.jsx",
    "index.mjs",
  ],
};

/**
 * @param kernel its targets name the roots
 * @param exists whether a file stands at a path: a folder's entry may have several names
 */
export function layoutOf(kernel: Kernel, exists: (path: string) => boolean): Layout {
  const entries = new Map<string, string>();
  return {
    file(module) {
      if (!module.folder) return module.path;
      const known = entries.get(module.path);
      if (known !== undefined) return known;
      const candidates = ENTRIES[module.language ?? "typescript"].map((name) => join(module.path, name));
      const entry = candidates.find(exists) ?? candidates[0]!;
      entries.set(module.path, entry);
      return entry;
    },
    roots(language) {
      const target = kernel.targets.find((each) => each.language === language);
      const roots = target && target.roots.length > 0 ? target.roots : ["."];
      return roots.map(normal);
    },
  };
}

function normal(path: string): string {
  const parts = path.split("/").filter((part) => part !== "" && part !== ".");
  return parts.length === 0 ? "." : parts.join("/");
}

/** Joins two relative paths; `..` steps up. */
export function join(folder: string, path: string): string {
  const parts: string[] = [];
  for (const part of `${folder}/${path}`.split("/")) {
    if (part === "" || part === ".") continue;
    if (part === ".." && parts.length > 0 && parts.at(-1) !== "..") parts.pop();
    else parts.push(part);
  }
  return parts.length === 0 ? "." : parts.join("/");
}

export function folderOf(path: string): string {
  const slash = path.lastIndexOf("/");
  return slash < 0 ? "." : path.slice(0, slash);
}

/** The way from one folder to a path, both relative to the same root: `../core/hits.ts`, `./a.ts`. */
export function relativePath(fromFolder: string, to: string): string {
  const from = fromFolder.split("/").filter((part) => part !== "" && part !== ".");
  const target = to.split("/").filter((part) => part !== "" && part !== ".");
  let same = 0;
  while (same < from.length && same < target.length && from[same] === target[same]) same += 1;
  const up = from.slice(same).map(() => "..");
  const rest = [...up, ...target.slice(same)].join("/");
  return up.length > 0 ? rest : `./${rest}`;
}

/**
 * The dotted name by which Python imports a file.
 *
 * @param file relative to the project's root
 * @param roots where imports start; the one nearest to the file counts
 * @returns `undefined` where no root holds the file or a part of the name is no identifier
 */
export function pythonModuleName(file: string, roots: readonly string[]): string | undefined {
  let best: string | undefined;
  for (const root of roots) {
    const inside =
      root === "." ? file : file.startsWith(`${root}/`) ? file.slice(root.length + 1) : undefined;
    if (inside !== undefined && (best === undefined || inside.length < best.length)) best = inside;
  }
  if (best === undefined) return undefined;
  const parts = best.replace(/\.pyi?$/, "").split("/");
  if (parts.length > 1 && parts.at(-1) === "__init__") parts.pop();
  const legal = parts.every(
    (part) => isPlainName(part, "python") && legalName(part, "python", "symbol") === part,
  );
  return legal ? parts.join(".") : undefined;
}

/** How relative imports of TypeScript write the extension. */
export type ImportExtension =
  /** `.js` for `.ts`: what Node's resolution asks for, and what every other takes. */
  | "js"
  /** The file's own. */
  | "ts"
  | "none";

/**
 * The specifier by which one TypeScript file imports another.
 *
 * @param fromFile the importing file
 * @param toFile the imported one
 */
export function typescriptSpecifier(fromFile: string, toFile: string, extension: ImportExtension): string {
  const path = relativePath(folderOf(fromFile), toFile);
  if (extension === "ts" && !/\.d\.[mc]?ts$/.test(path)) return path;
  const match = /(?:\.d)?\.([mc]?)([jt])sx?$/.exec(path);
  if (!match) return path;
  const stem = path.slice(0, match.index);
  // Resolution never adds `.mjs` or `.cjs`: those are always written.
  return extension === "none" && match[1] === "" ? stem : `${stem}.${match[1]}js`;
}
