import type { CodeTypeParameter, ModuleSignature } from "../../reading/signature.js";
import type { CodeFile, ImportTarget } from "../project.js";

/** What following a name takes. */
export interface ImportedNames {
  files: ReadonlyMap<string, CodeFile>;
  resolveImport(file: string, specifier: string): ImportTarget;
}

/**
 * Type variables that a file imports from others of the project, under its own names: `from .types import T`. Only
 * their definition tells them from other names.
 *
 * @param signature the file as read without them
 * @returns each with its bound, which is written in the terms of the file that defines it
 */
export function importedTypeVariables(
  path: string,
  signature: ModuleSignature,
  names: ImportedNames,
): CodeTypeParameter[] {
  const found = new Map<string, CodeTypeParameter>();
  for (const { specifier, names: imported } of signature.imports) {
    const target = names.resolveImport(path, specifier);
    if (target.kind !== "file" || target.path === path) continue;
    // What that file imports in turn is among them.
    const variables = names.files.get(target.path)?.signature.typeVariables ?? [];
    for (const { name, local } of imported) {
      const variable = variables.find((each) => each.name === name);
      if (!variable || local === undefined) continue;
      const file = variable.bound ? { file: variable.file ?? target.path } : {};
      found.set(local, { ...variable, name: local, ...file });
    }
  }
  return [...found.values()];
}
