import type { Address, Finding, Kernel } from "@contractc/kernel";
import type { Acceptance } from "../imports/report.js";
import { notedBy } from "../project/consulted.js";
import type { CodeFile, CodeProject } from "../project/project.js";
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
  compareAllModules(context, kernel, project);
  return context;
}

/** Compares every module of a kernel, and tells of files that are none's. */
export function compareAllModules(
  context: DriftContext,
  kernel: Kernel,
  project: CodeProject,
): ReadonlyMap<Address, ModuleVerdict> {
  const modules = locateModules(kernel, project);
  const verdicts = compareModules(context, modules);
  checkUnlistedFiles(context, kernel, modules);
  return verdicts;
}

/** What the comparison of one module with its code came to. */
export interface ModuleVerdict {
  module: Address;
  /** Which of the code's definitions are its declarations: file, name and address. */
  realised: readonly (readonly [file: string, name: string, address: Address])[];
  missing: readonly Address[];
  unexported: readonly Address[];
  findings: readonly Finding[];
  accepted: readonly Acceptance[];
}

/** Compares modules, and notes for each whose contents that takes. */
export function compareModules(
  context: DriftContext,
  modules: readonly LocatedModule[],
): ReadonlyMap<Address, ModuleVerdict> {
  const { project } = context;
  const { consulted } = project;
  const located = modules.map((module) =>
    notedBy(consulted, module.module.address, () => locateGroups(context, module)),
  );
  const realised = registerDefinitions(context, located);
  const verdicts = new Map<Address, ModuleVerdict>();
  for (const { module, groups, missing, unexported } of located) {
    const { address } = module.module;
    const [found, accepted] = [context.findings.length, context.accepted.length];
    notedBy(consulted, address, () =>
      context.comparing({ located: module }, () => checkModule(context, module, groups)),
    );
    verdicts.set(address, {
      module: address,
      realised: realised.get(address) ?? [],
      missing,
      unexported,
      findings: context.findings.slice(found),
      accepted: context.accepted.slice(accepted),
    });
  }
  return verdicts;
}

function locateGroups(context: DriftContext, module: LocatedModule): LocatedGroups {
  const missing: Address[] = [];
  const unexported: Address[] = [];
  const groups = module.groups.map((group) => {
    const found = locateAsDeclared(context.project, module, group);
    const [declaration] = group.declarations;
    if (found.kind === "missing") missing.push(declaration.address);
    else if (found.kind === "found" && isUnexported(module, declaration, found.definition))
      unexported.push(declaration.address);
    return { group, found };
  });
  for (const address of missing) context.missing.add(address);
  for (const address of unexported) context.unexported.add(address);
  return { module, groups, missing, unexported };
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
  missing: readonly Address[];
  unexported: readonly Address[];
}

/**
 * Says which definition is which declaration; what a type names can only be told once every declaration has been found.
 *
 * A module's own definitions come first, then those that it passes on; the other names of a definition (`export { A as
 * B }`) come last, as they may be declarations of their own.
 *
 * @returns what each module said
 */
function registerDefinitions(
  context: DriftContext,
  located: readonly LocatedGroups[],
): ReadonlyMap<Address, [file: string, name: string, address: Address][]> {
  const said = new Map<Address, [string, string, Address][]>();
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
        const realise = (of: CodeFile, name: string) => {
          context.realises(of, name, declaration.address);
          const { address } = module.module;
          const list = said.get(address);
          if (list) list.push([of.path, name, declaration.address]);
          else said.set(address, [[of.path, name, declaration.address]]);
        };
        for (const name of names) {
          realise(file, name);
          // Other files import it from the source, whatever its stub says.
          if (source) realise(source, name);
        }
      }
    }
  };
  register(true, false);
  register(false, false);
  register(true, true);
  register(false, true);
  return said;
}

/** Orders findings by file, place and code. */
export function byPlace(a: Finding, b: Finding): number {
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
