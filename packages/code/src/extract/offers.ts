import type { CodeFile, CodeProject } from "../project/project.js";
import { stubOf } from "../project/stubs.js";
import { namespaceOffers } from "../project/typescript/namespaces.js";
import type { CodeNamespace } from "../reading/signature.js";
import type { PlannedModule } from "./plan.js";

/** A symbol behind a name that a module offers. */
export interface Offer {
  /** The file that defines it. */
  file: CodeFile;
  /** Its name there. */
  symbol: string;
}

/**
 * What a module offers to others: what its file exports; of a folder also what the entry passes on of the files below.
 *
 * What a module passes on of another one is the other's to offer.
 */
export function offersOf(module: PlannedModule, project: CodeProject): ReadonlyMap<string, Offer> {
  const offers = new Map<string, Offer>();
  const namespaces: [CodeFile, CodeNamespace][] = [];
  for (const name of exportedNames(module.file, project, new Set())) {
    const declarer = declaring(module.file, name, project);
    if (declarer !== module.file) {
      offers.set(name, { file: declarer, symbol: name });
      continue;
    }
    const own = module.file.signature.symbols.some(
      (symbol) => symbol.name === name && symbol.kind !== "re-export",
    );
    if (own) {
      if (isBuiltInName(module.file, name)) continue;
      offers.set(name, { file: module.file, symbol: name });
      for (const symbol of module.file.signature.symbols) {
        if (symbol.kind === "namespace" && symbol.name === name) namespaces.push([module.file, symbol]);
      }
      continue;
    }
    if (module.files.length === 1) continue;
    const meaning = project.resolveExport(module.file.path, name);
    if (meaning.kind !== "symbol" || meaning.member !== undefined) continue;
    const file = module.files.find(({ path }) => path === meaning.file);
    if (file) offers.set(name, { file: declaring(file, meaning.name, project), symbol: meaning.name });
  }
  for (const [file, namespace] of namespaces) {
    for (const { name, symbol } of namespaceOffers(namespace)) {
      if (symbol.kind === "re-export") continue;
      const plain = name.replaceAll(".", "_");
      let own = plain;
      while (offers.has(own) && offers.get(own)?.symbol !== name) own += "_";
      offers.set(own, { file, symbol: name });
    }
  }
  return offers;
}

/** The names a file exports, those of star exports included, in order. */
function exportedNames(file: CodeFile, project: CodeProject, seen: Set<string>): Set<string> {
  const names = new Set<string>();
  if (seen.has(file.path)) return names;
  seen.add(file.path);
  for (const symbol of file.signature.symbols) {
    if (!symbol.exported) continue;
    if (symbol.name !== "*") names.add(symbol.name);
    else if (symbol.kind === "re-export") {
      const target = project.resolveImport(file.path, symbol.specifier);
      const source = target.kind === "file" ? project.files.get(target.path) : undefined;
      for (const name of source ? exportedNames(source, project, seen) : [])
        if (name !== "default") names.add(name);
    }
  }
  return names;
}

/** `bytes = bytes` of a compatibility module of Python. */
function isBuiltInName(file: CodeFile, name: string): boolean {
  if (file.language !== "python") return false;
  return file.signature.symbols.some(
    (symbol) =>
      symbol.name === name &&
      symbol.kind === "variable" &&
      symbol.value?.literal?.kind === "name" &&
      symbol.value.literal.name === name,
  );
}

/** The stub, where one beside the file declares the name. */
function declaring(file: CodeFile, name: string, project: CodeProject): CodeFile {
  const stub = stubOf(project, file);
  const isThere = stub?.signature.symbols.some(
    (symbol) => symbol.name === name && symbol.kind !== "re-export",
  );
  return stub && isThere ? stub : file;
}
