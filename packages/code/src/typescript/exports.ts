import type { ModuleExportName } from "oxc-parser";
import type { CodeReExport, CodeSymbol, Span } from "../reading/signature.js";

/** `export { local as exported }`, `export default local`, `export = local`. */
export interface LocalExport {
  local: string;
  /** `default` for the default export. */
  exported: string;
  nameSpan: Span;
  span: Span;
  typeOnly: boolean;
}

/** What an imported name stands for, so that exporting it again can be said. */
export interface ImportedBinding {
  specifier: string;
  /** `*` for the module as a whole. */
  original: string;
  typeOnly: boolean;
}

export function exportName(name: ModuleExportName): string {
  return name.type === "Literal" ? name.value : name.name;
}

/**
 * Marks what a list of exports names. A symbol exported under another name is there twice: as it is called in the
 * file, not exported, and as others see it. An import that is exported becomes a re-export.
 *
 * @returns the exports whose name nothing in the file declares
 */
export function applyExports(
  symbols: CodeSymbol[],
  exports: readonly LocalExport[],
  imports: ReadonlyMap<string, ImportedBinding>,
): LocalExport[] {
  if (exports.length === 0) return [];
  const byName = Map.groupBy(symbols, (symbol) => symbol.name);
  const unknown: LocalExport[] = [];
  for (const each of exports) {
    const found = byName.get(each.local);
    const imported = imports.get(each.local);
    if (found !== undefined) {
      for (const symbol of found) exportSymbol(symbol, each, symbols);
    } else if (imported !== undefined) symbols.push(reExport(each, imported));
    else unknown.push(each);
  }
  return unknown;
}

function exportSymbol(symbol: CodeSymbol, each: LocalExport, symbols: CodeSymbol[]): void {
  if (each.exported === "default") {
    symbol.exported = true;
    symbol.exportDefault = true;
  } else if (each.exported === each.local) symbol.exported = true;
  else symbols.push({ ...symbol, name: each.exported, nameSpan: each.nameSpan, exported: true });
}

export function reExport(
  each: Pick<LocalExport, "exported" | "nameSpan" | "span" | "typeOnly">,
  from: ImportedBinding,
): CodeReExport {
  const symbol: CodeReExport = {
    kind: "re-export",
    name: each.exported,
    nameSpan: each.nameSpan,
    span: each.span,
    exported: true,
    specifier: from.specifier,
    original: from.original,
  };
  if (each.exported === "default") symbol.exportDefault = true;
  if (each.typeOnly || from.typeOnly) symbol.typeOnly = true;
  return symbol;
}
