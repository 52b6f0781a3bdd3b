import { type FileSystem, type Language, memoryFileSystem, type Target } from "@contractc/kernel";
import { type ModuleSignature, type OpenedProject, openProject, type Reader } from "../../src/index.js";

/** Readers for tests that only ask where imports lead: they find nothing in a file, and count the readings. */
export function silentReaders(): Reader[] & { readings: string[] } {
  const readings: string[] = [];
  const reader = (language: Language, extensions: string[]): Reader => ({
    language,
    extensions,
    read(file) {
      readings.push(file);
      return emptySignature(language);
    },
  });
  return Object.assign(
    [
      reader("python", [".py", ".pyi"]),
      reader("typescript", [".ts", ".tsx", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs"]),
    ],
    { readings },
  );
}

export function emptySignature(language: Language): ModuleSignature {
  return { language, symbols: [], imports: [], problems: [], suppressions: [], empty: true };
}

/** Texts by path; a list of paths stands for empty files. */
export type Files = Record<string, string | Uint8Array> | string[];

export function memoryOf(files: Files, root = "/repo/app"): FileSystem {
  const entries: [string, string | Uint8Array][] = Array.isArray(files)
    ? files.map((path) => [path, ""])
    : Object.entries(files);
  return memoryFileSystem(
    Object.fromEntries(
      entries.map(([path, text]) => [path.startsWith("/") ? path : `${root}/${path}`, text]),
    ),
  );
}

export interface OpenOptions {
  root?: string;
  targets?: Target[];
  readers?: readonly Reader[];
  excludes?: string[];
  includes?: string[];
}

export function open(files: Files, options: OpenOptions = {}): OpenedProject {
  const { root = "/repo/app", targets = [], readers = silentReaders(), excludes, includes } = options;
  return openProject({
    fs: memoryOf(files, root),
    root,
    targets,
    readers,
    ...(excludes ? { excludes } : {}),
    ...(includes ? { includes } : {}),
  });
}
