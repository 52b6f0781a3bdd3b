import type { FileSystem } from "@contractc/kernel";
import { type Compilation, compile, findRoots, type Roots, SourceFiles } from "@contractc/language";

/** What a session asks of the language: the contracts of files that change. */
export interface Compiler {
  compile(root: string): Compilation;
  /** The contracts under a folder, or that a file is part of. */
  roots(path: string): Roots;
  /** The text of a file changed, or whether it is there. */
  changed(path: string): void;
  /** Anything may have changed. */
  forgetAll(): void;
}

/** Compiles whole contracts, and parses only the files that changed. */
export function wholeCompiler(fs: FileSystem): Compiler {
  const files = new SourceFiles(fs);
  return {
    compile: (root) => compile({ fs, root, files }),
    roots: (path) => findRoots(fs, path, files),
    changed: (path) => files.forget(path),
    forgetAll: () => files.forget(),
  };
}
