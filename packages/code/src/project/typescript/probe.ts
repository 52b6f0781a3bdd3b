import { joinPath } from "../paths.js";
import type { CodeFile } from "../project.js";

/** What stands in for a compiled file's end, in the order in which TypeScript looks. */
const SOURCES_OF: Record<string, readonly string[]> = {
  ".js": [".ts", ".tsx", ".d.ts", ".js", ".jsx"],
  ".jsx": [".tsx", ".ts", ".d.ts", ".jsx"],
  ".mjs": [".mts", ".d.mts", ".mjs"],
  ".cjs": [".cts", ".d.cts", ".cjs"],
};
const ADDED = [".ts", ".tsx", ".d.ts", ".mts", ".cts", ".d.mts", ".d.cts", ".js", ".jsx", ".mjs", ".cjs"];
const COMPILED = /\.(?:d\.[cm]?ts|[cm]?[jt]sx?)$/;
/** Ends that bundlers give besides: `index.esm.js`, `index.min.js`. */
const FLAVOUR =
  /\.(?:esm?|cjs|umd|iife|mjs|module|common|min|prod|production|development|browser|node|legacy)$/;

/** Finds the source file that a path of an import stands for. */
export class SourceProbe {
  constructor(
    private readonly files: ReadonlyMap<string, CodeFile>,
    private readonly folders: ReadonlySet<string>,
  ) {}

  /** The file itself, or the source that is compiled to it, or one with an end added. */
  file(path: string): string | undefined {
    const end = /\.[cm]?jsx?$/.exec(path)?.[0];
    const stem = end === undefined ? path : path.slice(0, -end.length);
    const mapped = end === undefined ? [path] : SOURCES_OF[end]!.map((extension) => stem + extension);
    for (const candidate of mapped) if (this.files.has(candidate)) return candidate;
    for (const extension of ADDED) if (this.files.has(path + extension)) return path + extension;
    return undefined;
  }

  /** The `index` of a folder. */
  index(folder: string): string | undefined {
    return this.folders.has(folder) ? this.file(joinPath(folder, "index")) : undefined;
  }

  /** The source of a file that a build writes: the same stem with any end, or the folder's index. */
  compiled(path: string): string | undefined {
    const exact = this.file(path);
    if (exact) return exact;
    let stem = path.replace(COMPILED, "");
    const plain = this.file(stem);
    if (plain) return plain;
    while (FLAVOUR.test(stem)) {
      stem = stem.replace(FLAVOUR, "");
      const found = this.file(stem);
      if (found) return found;
    }
    return this.index(stem);
  }
}
