import type { Address, Module } from "@contractc/kernel";
import { codeName } from "../../target/names.js";
import { docText } from "../doc-text.js";
import type { CodeUnit, KernelIndex } from "../kernel-index.js";
import type { Layout } from "../layout.js";
import { addressesOf, loadDependencies, orderUnits } from "../order.js";
import { unitLines } from "./declarations.js";
import { docString } from "./docs.js";
import { PythonFile } from "./file.js";

const UNIT = "    ";

/** A file that did not exist, and what could not be said in it. */
export interface SkeletonText {
  text: string;
  /** Used modules that no import statement can name. */
  unimportable: Address[];
}

/**
 * The whole text of a module's first Python file.
 *
 * @param units what it has to define, in source order
 */
export function pythonSkeleton(
  index: KernelIndex,
  layout: Layout,
  module: Module,
  units: readonly CodeUnit[],
): SkeletonText {
  const names = units.map((unit) =>
    codeName(unit.kind === "functions" ? unit.overloads[0] : unit, "python", "symbol"),
  );
  const file = new PythonFile({ index, layout, module, taken: names, lazyAnnotations: true });
  const defined = new Set<Address>();
  const blocks: string[][] = [];
  for (const unit of orderUnits(units, loadDependencies)) {
    blocks.push(unitLines(file, unit, UNIT, defined));
    for (const address of addressesOf(unit)) defined.add(address);
  }
  file.importUses();
  const typeVariables = file.typeVariableLines();
  const sections = [...headSections(file, module), ...(typeVariables.length > 0 ? [typeVariables] : [])];
  const parts = sections.map((lines) => lines.join("\n"));
  const body = joinBlocks(blocks);
  const head = parts.join("\n\n");
  const text =
    body === "" ? head : head === "" ? body : `${head}\n${isCompact(blocks[0]!) ? "" : "\n"}\n${body}`;
  return { text: `${text}\n`, unimportable: [...file.unimportable].sort() };
}

/** The doc string and the imports. */
function headSections(file: PythonFile, module: Module): string[][] {
  const sections: string[][] = [];
  const doc = docString(docText(module));
  if (doc.length > 0) sections.push(doc);
  sections.push(["from __future__ import annotations"]);
  const typeOnly = file.imports.hasTypeOnly;
  if (typeOnly) file.standard("typing", "TYPE_CHECKING");
  sections.push(...file.imports.statements("load"));
  if (typeOnly) sections.push(typeCheckingBlock(file, "", UNIT));
  const lazy = file.lazyUses();
  if (lazy.length > 0) sections.push(lazyNote(lazy));
  return sections;
}

/** `if TYPE_CHECKING:` with the imports that only checkers need. */
export function typeCheckingBlock(file: PythonFile, indent: string, unit: string): string[] {
  const guard = file.standard("typing", "TYPE_CHECKING");
  const groups = file.imports.statements("type");
  const lines = groups.flatMap((group, at) => (at > 0 ? ["", ...group] : group));
  const inner = lines
    .flatMap((line) => line.split("\n"))
    .map((line) => (line === "" ? "" : indent + unit + line));
  return [`${indent}if ${guard}:`, ...inner];
}

/** What the contract wants imported inside of functions only. */
export function lazyNote(modules: readonly Address[]): string[] {
  return modules.map((module) => `# Used lazily: import ${module} inside of the functions that need it.`);
}

/** Two blank lines around functions and classes, as PEP 8 has it; one-liners stand together. */
export function joinBlocks(blocks: readonly string[][]): string {
  let text = "";
  for (const [at, block] of blocks.entries()) {
    if (at > 0) {
      const close = isCompact(block) && isCompact(blocks[at - 1]!);
      text += close ? "\n" : "\n\n\n";
    }
    text += block.join("\n");
  }
  return text;
}

/** Constants and aliases. */
export function isCompact(block: readonly string[]): boolean {
  return block.every((line) => !/^(\s|@|class |def |async )/.test(line));
}
