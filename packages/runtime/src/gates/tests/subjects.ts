import { mapModules } from "@contractc/code";
import type { Address, Kernel } from "@contractc/kernel";
import type { TreeCode } from "../tree/code-of-tree.js";

/**
 * The modules that each test file is there for: those that it imports, and of those that are tried what it runs by name.
 *
 * @param tried addresses
 * @returns by path; of files that cannot be read as code none
 */
export function subjectsOfTests(
  kernel: Kernel,
  { project }: TreeCode,
  tests: readonly string[],
  tried: readonly Address[],
): Map<string, Set<Address>> {
  const map = mapModules(kernel, project);
  const wanted = new Set(tried);
  const named = kernel.modules
    .filter(({ address }) => wanted.has(address))
    .map(({ address, path }) => {
      const dotted = path.replace(/\.py$|\/$/, "").replaceAll("/", ".");
      return { address, use: new RegExp(`["'\`/](?:${escaped(path)}|${escaped(dotted)})["'\`]`) };
    });
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
    for (const { address, use } of named) {
      if (!found.has(address) && use.test(file.text)) found.add(address);
    }
  }
  return subjects;
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
