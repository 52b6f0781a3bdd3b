import type { FileSystem, Target } from "@contractc/kernel";
import type { CodeFile, ImportTarget } from "./project.js";

/** What the rules of one language need to know of a project. */
export interface ImportContext {
  fs: FileSystem;
  root: string;
  files: ReadonlyMap<string, CodeFile>;
  /** Every folder with a source file in it or below. */
  folders: ReadonlySet<string>;
  /** `package.json`, `tsconfig.json`, `pyproject.toml`, …: sorted paths. */
  settings: readonly string[];
  targets: readonly Target[];
}

/** The import rules of one language. */
export interface ImportRules {
  resolve(file: string, specifier: string): ImportTarget;
}
