import type { CodeFile } from "../../project/project.js";
import { type Layout, pythonModuleName } from "../layout.js";
import type { BoundImport } from "../python/imports.js";

/** Imports at the top level, with absolute names of modules. */
export function boundImports(file: CodeFile, layout: Layout): BoundImport[] {
  const own = pythonModuleName(file.path, layout.roots("python"));
  const isPackage = /(?:^|\/)__init__\.pyi?$/.test(file.path);
  const bound: BoundImport[] = [];
  for (const { specifier, names, mode } of file.signature.imports) {
    if (mode === "lazy") continue;
    const module = absoluteModule(specifier, own, isPackage);
    for (const { name, local } of names) {
      if (local === undefined || module === undefined) continue;
      const how = mode === "type" ? "type" : "load";
      bound.push({ module, name, local, mode: how });
      if (name !== "*") bound.push({ module: `${module}.${name}`, name: "*", local, mode: how });
    }
  }
  return bound;
}

function absoluteModule(specifier: string, own: string | undefined, isPackage: boolean): string | undefined {
  const dots = /^\.*/.exec(specifier)![0].length;
  if (dots === 0) return specifier;
  if (own === undefined) return undefined;
  const parts = own.split(".");
  const kept = parts.slice(0, parts.length - dots + (isPackage ? 1 : 0));
  const rest = specifier.slice(dots);
  return [...kept, ...(rest === "" ? [] : [rest])].join(".");
}
