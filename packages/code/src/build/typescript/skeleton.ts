import type { Address, Module } from "@contractc/kernel";
import { codeName } from "../../target/names.js";
import { docText } from "../doc-text.js";
import type { CodeUnit, KernelIndex } from "../kernel-index.js";
import type { Layout } from "../layout.js";
import { loadDependencies, orderUnits } from "../order.js";
import { unitLines } from "./declarations.js";
import { jsDoc } from "./docs.js";
import { TypeScriptFile, type TypeScriptStyle } from "./file.js";

const UNIT = "  ";

/**
 * The whole text of a module's first TypeScript file.
 *
 * @param units what it has to define, in source order
 */
export function typeScriptSkeleton(
  index: KernelIndex,
  layout: Layout,
  module: Module,
  style: TypeScriptStyle,
  units: readonly CodeUnit[],
): { text: string; hidden: Address[] } {
  const path = layout.file(module);
  const file = new TypeScriptFile({ index, layout, path, style, module, taken: units.map(symbolName) });
  const blocks = orderUnits(units, loadDependencies).map((unit) => unitLines(file, unit, UNIT).join("\n"));
  file.importUses();
  const imports = file.imports.statements();
  const head: string[] = [];
  const doc = docText(module);
  // Marked as the module's: else it would be taken for the doc of what follows.
  if (doc.text.length > 0 || doc.deprecated !== undefined) head.push(jsDoc(doc, ["@module"]).join("\n"));
  if (imports.length > 0) head.push(imports.join("\n"));
  const lazy = file.lazyUses();
  if (lazy.length > 0) head.push(lazyNote(lazy).join("\n"));
  const parts = [...head, ...blocks];
  // A file without imports and exports would be a script.
  const text = parts.length === 0 ? "export {};" : parts.join("\n\n");
  return { text: `${text}\n`, hidden: [...file.hidden].sort() };
}

export function symbolName(unit: CodeUnit): string {
  const name = codeName(unit.kind === "functions" ? unit.overloads[0] : unit, "typescript", "symbol");
  // What stands in a namespace takes the namespace's name.
  return name.split(".")[0]!;
}

/** What the contract wants imported inside of functions only. */
export function lazyNote(modules: readonly Address[]): string[] {
  return modules.map((module) => `// Used lazily: import ${module} inside of the functions that need it.`);
}
