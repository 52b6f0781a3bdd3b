import type { Finding, Kernel } from "@contractc/kernel";
import type { Acceptance } from "../imports/report.js";
import type { CodeProject } from "../project/project.js";
import { DriftContext } from "./context.js";
import { type Group, isValue } from "./declarations.js";
import { isUnexported } from "./exports.js";
import { checkMissingFile, checkUnlistedFiles, checkUnparsable } from "./files.js";
import { type Located, type LocatedModule, locateAsDeclared, locateModules, namesOf } from "./locate.js";
import { checkGroup, checkUnlistedSymbols } from "./symbols.js";

export { type Implementation, Implementations } from "./implementations.js";
export { type ImplementationPlace, implementationPlaces } from "./places.js";

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
  return compareWithCode(kernel, project).findings;
}

/** The same, with what suppressed other findings, so that suppressions without an effect can be told. */
export function compareWithCode(
  kernel: Kernel,
  project: CodeProject,
): { findings: Finding[]; accepted: Acceptance[] } {
  const context = compareInFull(kernel, project);
  return { findings: context.findings.sort(byPlace), accepted: context.accepted };
}

/** The same, with what each finding compares. */
export function compareInFull(kernel: Kernel, project: CodeProject): DriftContext {
  const context = new DriftContext(kernel, project);
  const modules = locateModules(kernel, project);
  const located = modules.map((module) => ({
    module,
    groups: module.groups.map((group) => ({ group, found: locateAsDeclared(project, module, group) })),
  }));
  for (const { module, groups } of located) {
    for (const { group, found } of groups) {
      const [declaration] = group.declarations;
      if (found.kind === "missing") context.missing.add(declaration.address);
      else if (found.kind === "found" && isUnexported(module, declaration, found.definition))
        context.unexported.add(declaration.address);
    }
  }
  registerDefinitions(context, located);
  for (const { module, groups } of located) {
    context.comparing({ located: module }, () => checkModule(context, module, groups));
  }
  checkUnlistedFiles(context, modules);
  return context;
}

function checkModule(context: DriftContext, module: LocatedModule, groups: LocatedGroups["groups"]): void {
  if (checkMissingFile(context, module)) return;
  checkUnparsable(context, module);
  const unparsable = module.files.some((file) => file.signature.problems.length > 0);
  for (const { group, found } of groups) {
    const definition = found.kind === "found" ? found.definition : undefined;
    context.comparing({ group, ...(definition ? { definition } : {}) }, () =>
      checkGroup(context, module, group, found, unparsable),
    );
  }
  if (!unparsable) checkUnlistedSymbols(context, module);
}

interface LocatedGroups {
  module: LocatedModule;
  groups: readonly { group: Group; found: Located }[];
}

/**
 * Says which definition is which declaration; what a type names can only be told once every declaration has been found.
 *
 * A module's own definitions come first, then those that it passes on; the other names of a definition (`export { A as
 * B }`) come last, as they may be declarations of their own.
 */
function registerDefinitions(context: DriftContext, located: readonly LocatedGroups[]): void {
  const register = (isOwn: boolean, isTwin: boolean) => {
    for (const { module, groups } of located) {
      for (const { group, found } of groups) {
        if (found.kind !== "found" || module.files.includes(found.definition.file) !== isOwn) continue;
        const { file, symbols } = found.definition;
        const [first] = symbols;
        const [declaration] = group.declarations;
        // What stands for a type and a value is the type, where it is named as one.
        const isTwinOfType =
          isValue(declaration) && groups.some(({ group: other }) => isTypeOf(other, group));
        if (!first || isTwinOfType) continue;
        const isNested = found.definition.namespace !== undefined;
        const names = isTwin || isNested ? namesOf(found.definition, first) : [first.name];
        const { source } = found.definition;
        for (const name of names) {
          context.realises(file, name, group.declarations[0].address);
          // Other files import it from the source, whatever its stub says.
          if (source) context.realises(source, name, group.declarations[0].address);
        }
      }
    }
  };
  register(true, false);
  register(false, false);
  register(true, true);
  register(false, true);
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

function isTypeOf(other: Group, group: Group): boolean {
  return other !== group && other.name === group.name && !isValue(other.declarations[0]);
}
