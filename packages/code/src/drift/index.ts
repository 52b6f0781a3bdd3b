import type { Finding, Kernel } from "@contractc/kernel";
import type { CodeProject } from "../project/project.js";
import { DriftContext } from "./context.js";
import { checkMissingFile, checkUnlistedFiles, checkUnparsable } from "./files.js";
import { locateDeclaration, locateModules, namesOf } from "./locate.js";
import { checkGroup, checkUnlistedSymbols } from "./symbols.js";

/**
 * Compares a contract with the code: every declaration with what its module offers under its name. Reads the code and
 * never runs it.
 *
 * Import edges are another comparison. Findings that `@allow` in the contract or `contract-ignore` in the code accepts
 * with a reason are left out.
 *
 * @returns `drift/*` findings, sorted by file, place and code; the places are absolute paths
 */
export function drift(kernel: Kernel, project: CodeProject): Finding[] {
  const context = new DriftContext(kernel, project);
  const modules = locateModules(kernel, project);
  const located = modules.map((module) => ({
    module,
    groups: module.groups.map((group) => ({ group, found: locateDeclaration(project, module, group) })),
  }));
  for (const { groups } of located) {
    for (const { group, found } of groups) {
      if (found.kind === "missing") context.missing.add(group.declarations[0].address);
    }
  }
  // Names of types can only be told once every declaration has been found; a module's own definitions come first.
  for (const own of [true, false]) {
    for (const { module, groups } of located) {
      for (const { group, found } of groups) {
        if (found.kind !== "found" || module.files.includes(found.definition.file) !== own) continue;
        const [first] = found.definition.symbols;
        const [declaration] = group.declarations;
        if (!first) continue;
        const { file } = found.definition;
        for (const name of namesOf(file, first)) context.realises(file, name, declaration.address);
      }
    }
  }
  for (const { module, groups } of located) {
    if (checkMissingFile(context, module)) continue;
    checkUnparsable(context, module);
    const unparsable = module.files.some((file) => file.signature.problems.length > 0);
    for (const { group, found } of groups) checkGroup(context, module, group, found, unparsable);
    if (!unparsable) checkUnlistedSymbols(context, module);
  }
  checkUnlistedFiles(context, modules);
  return context.findings.sort(byPlace);
}

function byPlace(a: Finding, b: Finding): number {
  return (
    compare(a.file, b.file) ||
    a.line - b.line ||
    a.column - b.column ||
    compare(a.code, b.code) ||
    compare(a.fingerprint, b.fingerprint)
  );
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
