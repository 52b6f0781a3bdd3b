import { type Kernel, type Module, moduleOf } from "@contractc/kernel";
import { WORK_FOLDER } from "../../sandbox/index.js";

/** Whose a path of the workspace is, and how outputs write it. */
export interface WorkspacePaths {
  /** A path as an output has it, brought to the workspace; `undefined` where it is no file of it. */
  relative(path: string): string | undefined;
  /** The module that a file belongs to. */
  moduleOf(path: string): Module | undefined;
  isTest(path: string): boolean;
}

/** Where commands without a sandbox have their copy. */
const BARE_COPY = /^.*\/contractc-gate-\w+\/source\//;

/** @param has whether the tree has a file */
export function workspacePaths(
  kernel: Kernel,
  has: (path: string) => boolean,
  tests: readonly string[],
): WorkspacePaths {
  const files = new Map<string, Module>();
  const folders: { prefix: string; module: Module }[] = [];
  for (const module of kernel.modules) {
    if (module.folder) folders.push({ prefix: `${module.path.replace(/\/$/, "")}/`, module });
    else if (!files.has(module.path)) files.set(module.path, module);
  }
  // The innermost folder owns a file.
  folders.sort((a, b) => b.prefix.length - a.prefix.length);
  const known = new Set(tests);
  return {
    relative(path) {
      let at = path.replace(/^file:\/\//, "").replace(/[?#].*$/, "");
      if (at.startsWith(`${WORK_FOLDER}/`)) at = at.slice(WORK_FOLDER.length + 1);
      else at = at.replace(BARE_COPY, "");
      at = at.replace(/^(?:\.\/)+/, "");
      return at !== "" && !at.startsWith("/") && has(at) ? at : undefined;
    },
    moduleOf(path) {
      return files.get(path) ?? folders.find(({ prefix }) => path.startsWith(prefix))?.module;
    },
    isTest: (path) => known.has(path),
  };
}

/** The module that an address of the kernel lies in; `""` for none. */
export function ownerOf(kernel: Kernel, address: string): string {
  const modules = new Set(kernel.modules.map((module) => module.address));
  return moduleOf(address, modules) ?? "";
}
