import type { Address, Finding, Kernel } from "@contractc/kernel";
import type { Acceptance } from "../imports/report.js";
import { notedBy } from "../project/consulted.js";
import type { CodeProject } from "../project/project.js";
import { DriftContext } from "./context.js";
import { checkMissingFile, checkUnlistedFiles, checkUnparsable } from "./files.js";
import { type LocatedModule, locateModules } from "./locate.js";
import { type LocatedGroups, locateGroups, type Realised } from "./located-groups.js";
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
  realised: readonly Realised[];
  missing: readonly Address[];
  unexported: readonly Address[];
  /** What findings named as what was probably meant. */
  suggested: ReadonlySet<string>;
  findings: readonly Finding[];
  accepted: readonly Acceptance[];
}

/** Compares modules, and notes for each whose contents that takes. */
export function compareModules(
  context: DriftContext,
  modules: readonly LocatedModule[],
): ReadonlyMap<Address, ModuleVerdict> {
  const located = modules.map((module) => locateGroups(context.project, module));
  context.register(located);
  return new Map(located.map((each) => [each.module.module.address, compareModule(context, each)]));
}

/** Compares one module whose declarations have been found, as those of all others have. */
export function compareModule(context: DriftContext, located: LocatedGroups): ModuleVerdict {
  const { module, groups, missing, unexported, realised } = located;
  const { address } = module.module;
  const [found, accepted] = [context.findings.length, context.accepted.length];
  const suggested = context.suggesting(() =>
    notedBy(context.project.consulted, address, () =>
      context.comparing({ located: module }, () => checkModule(context, module, groups)),
    ),
  );
  return {
    module: address,
    realised: realised.flat(),
    missing,
    unexported,
    suggested,
    findings: context.findings.slice(found),
    accepted: context.accepted.slice(accepted),
  };
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
