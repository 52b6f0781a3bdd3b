import { eachName } from "../../python/types.js";
import type { CodeTypeParameter, ModuleSignature } from "../../reading/signature.js";
import type { CodeFile, ImportTarget, NameMeaning } from "../project.js";

/** What following a name takes. */
export interface ImportedNames {
  files: ReadonlyMap<string, CodeFile>;
  resolveImport(file: string, specifier: string): ImportTarget;
  resolve(file: string, name: string): NameMeaning;
}

/**
 * Type variables that a file imports from others of the project, under its own names: `from .types import T`. Only
 * their definition tells them from other names.
 *
 * @param signature the file as read without them
 * @returns each with its bound, as far as the names in it mean something in this file too
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
      if (variable && local !== undefined) found.set(local, localised(variable, local, path, names));
    }
  }
  return [...found.values()];
}

function localised(
  { bound }: CodeTypeParameter,
  name: string,
  path: string,
  names: ImportedNames,
): CodeTypeParameter {
  if (!bound) return { name };
  let isKnown = true;
  eachName(bound, (each) => {
    if (names.resolve(path, each).kind === "unknown") isKnown = false;
  });
  return isKnown ? { name, bound } : { name };
}
