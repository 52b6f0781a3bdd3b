import { mapModules } from "@contractc/code";
import type { Address, Kernel } from "@contractc/kernel";
import type { TreeCode } from "../tree/code-of-tree.js";

/**
 * The modules that each test file is there for: those that it imports, or runs by their names.
 *
 * @returns by path; of files that cannot be read as code none
 */
export function subjectsOfTests(
  kernel: Kernel,
  { project }: TreeCode,
  tests: readonly string[],
): Map<string, Set<Address>> {
  const map = mapModules(kernel, project);
  const subjects = new Map<string, Set<Address>>();
  for (const path of tests) {
    const found = new Set<Address>();
    subjects.set(path, found);
    const file = project.files.get(path);
    if (!file) continue;
    const add = (at: string | undefined) => {
      const module = at === undefined ? undefined : map.moduleOf(at);
      if (module) found.add(module.address);
    };
    for (const { specifier, names } of file.signature.imports) {
      const target = project.resolveImport(path, specifier);
      if (target.kind === "file") add(target.path);
      for (const { name } of names) {
        const meaning = project.resolveImported(path, specifier, name);
        if (meaning.kind === "file") add(meaning.path);
        else if (meaning.kind === "symbol") add(meaning.file);
      }
    }
    // `python -m main`, `import_module("core.collision")`, `spawn("node", ["src/main.ts"])`.
    for (const { address, path: own } of kernel.modules) {
      if (found.has(address)) continue;
      const dotted = own.replace(/\.py$|\/$/, "").replaceAll("/", ".");
      const quoted = [own, dotted].some((name) =>
        new RegExp(`["'\`/]${escaped(name)}["'\`]`).test(file.text),
      );
      if (quoted) found.add(address);
    }
  }
  return subjects;
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
