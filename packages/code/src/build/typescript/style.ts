import { type FileSystem, FileSystemError, type Kernel } from "@contractc/kernel";
import { asString, isRecord, parseJsonc, stringsOf } from "../../project/typescript/jsonc.js";
import { folderOf, join } from "../layout.js";
import type { TypeScriptStyle } from "./file.js";

/**
 * How the project writes its TypeScript, from the `tsconfig` of its target or the one in its root.
 *
 * @param root absolute
 */
export function typeScriptStyle(fs: FileSystem, root: string, kernel: Kernel): TypeScriptStyle {
  const stated = kernel.targets.find((target) => target.language === "typescript")?.tsconfig;
  const options = compilerOptions(fs, root, stated ?? "tsconfig.json", new Set());
  const own = options.allowImportingTsExtensions === true || options.rewriteRelativeImportExtensions === true;
  const resolution = (asString(options.moduleResolution) ?? defaultResolution(options)).toLowerCase();
  const bare = /^(bundler|node|node10|classic)$/.test(resolution);
  return {
    // Without settings nothing is known, and `.js` is what every resolution takes.
    extension: own ? "ts" : bare ? "none" : "js",
    erasableOnly: options.erasableSyntaxOnly === true,
  };
}

function defaultResolution(options: Record<string, unknown>): string {
  const module = asString(options.module)?.toLowerCase();
  if (module === undefined) return "unknown";
  if (module.startsWith("node")) return "nodenext";
  return module === "commonjs" ? "node10" : "bundler";
}

/** The options of a file over those of the files it extends. */
function compilerOptions(
  fs: FileSystem,
  root: string,
  path: string,
  seen: Set<string>,
): Record<string, unknown> {
  if (seen.has(path) || path.startsWith("..")) return {};
  seen.add(path);
  const json = readJson(fs, root.endsWith("/") ? `${root}${path}` : `${root}/${path}`);
  if (!isRecord(json)) return {};
  const bases = typeof json.extends === "string" ? [json.extends] : stringsOf(json.extends);
  const inherited: Record<string, unknown> = {};
  for (const base of bases) {
    // Settings of packages say nothing of this project's imports that could not be said better here.
    if (!base.startsWith(".")) continue;
    const file = join(folderOf(path), base.endsWith(".json") ? base : `${base}.json`);
    Object.assign(inherited, compilerOptions(fs, root, file, seen));
  }
  return { ...inherited, ...(isRecord(json.compilerOptions) ? json.compilerOptions : {}) };
}

function readJson(fs: FileSystem, path: string): unknown {
  try {
    return parseJsonc(new TextDecoder().decode(fs.readFile(path)));
  } catch (error) {
    if (error instanceof FileSystemError) return undefined;
    throw error;
  }
}
