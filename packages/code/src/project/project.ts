import type { Language, LineIndex } from "@contractc/kernel";
import type { TypeResolver } from "../reading/resolver.js";
import type { ModuleSignature } from "../reading/signature.js";
import type { Consulted } from "./consulted.js";

/** A source file of the project. Reading and parsing happen at the first use. */
export interface CodeFile {
  /** Relative to the project's root, forward slashes. */
  path: string;
  language: Language;
  readonly text: string;
  readonly lines: LineIndex;
  readonly signature: ModuleSignature;
  /** A generator left its mark at the head of the file. */
  readonly generated: boolean;
}

/** What an import's specifier leads to. */
export type ImportTarget =
  | { kind: "file"; path: string }
  /** A Python package folder without `__init__.py`. */
  | { kind: "folder"; path: string }
  /** A file of the project that no reader reads: JSON, a style sheet, a picture. */
  | { kind: "asset"; path: string }
  /** `name` is what one installs or, for the standard library, its module: `pygame`, `@hono/node-server`, `node:fs`, `os`. */
  | { kind: "external"; name: string; std: boolean }
  /** A relative or aliased import that leads nowhere. */
  | { kind: "unresolved" };

/** What a name written in a file stands for, imports and re-exports followed to the defining file. */
export type NameMeaning =
  /** A top-level symbol of a project file; `member` is what remains of a dotted name (`Outer.Inner`). */
  | { kind: "symbol"; file: string; name: string; member?: string }
  | { kind: "file"; path: string }
  /** Of a third-party package or the standard library; `name` is the dotted rest, `""` for the package itself. */
  | { kind: "external"; package: string; std: boolean; name: string }
  /** Built into the language or its ambient library: Python `int`, TypeScript `Request`. */
  | { kind: "global"; name: string }
  | { kind: "unknown"; name: string };

/** The source files under one root, with the rules by which they import each other. */
export interface CodeProject {
  /** Absolute, forward slashes. */
  root: string;
  /** Every source file by path, sorted. */
  files: ReadonlyMap<string, CodeFile>;
  /** Every `.contract` file by path, sorted: a folder below may be described by a contract of its own. */
  contracts: readonly string[];
  /** `package.json`, `pyproject.toml`, requirement files and the like: sorted paths. */
  settings: readonly string[];
  /** Paths that a contract names and that lead out of the root by a link: they are not read. */
  outside?: ReadonlySet<string>;
  resolveImport(file: string, specifier: string): ImportTarget;
  /** @param name as written, possibly dotted */
  resolveName(file: string, name: string): NameMeaning;
  /**
   * What a file gets that imports a name: re-exports are followed, and a submodule counts where the module itself
   * binds nothing of the name.
   *
   * @param name the name over there; `*` for the module as a whole
   */
  resolveImported(file: string, specifier: string, name: string): NameMeaning;
  /** @param name what an importer of the file asks for, `default` for the default export; star exports are followed */
  resolveExport(file: string, name: string): NameMeaning;
  /** Notes who looks at which file; absent where nobody asks. */
  consulted?: Consulted;
  /** What can be asked about types that a language's code does not write; absent where nothing can. */
  resolver?(language: Language): TypeResolver | undefined;
}
