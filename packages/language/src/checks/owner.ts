import type { Address, Allow, Finding } from "@contractc/kernel";
import type { LoweredOwner } from "../lowering/owners.js";
import type { Tables } from "../resolver/tables.js";
import type { World } from "../types/world.js";
import { checkBounds } from "./bounds.js";
import { checkModule } from "./completeness.js";
import { checkConformance } from "./conformance.js";
import { OwnerContext } from "./context.js";
import { checkExamples } from "./examples.js";
import { checkBaseKinds, type Lineage, lineageOf } from "./inheritance.js";
import { checkOverloads } from "./overloads.js";
import { checkParameterOrder } from "./parameters.js";
import { checkRaises } from "./raises.js";
import { checkStates } from "./states.js";
import { checkTargetFeatures } from "./target-features.js";
import { checkTargetNames } from "./target-names.js";
import { checkUnusedUses } from "./unused-uses.js";
import { checkValues } from "./values.js";

/** The checks that look at one module or external, and at what it names of others. */
const CHECKS: readonly ((context: OwnerContext) => void)[] = [
  checkParameterOrder,
  checkValues,
  checkBounds,
  checkBaseKinds,
  checkConformance,
  checkOverloads,
  checkRaises,
  checkStates,
  checkExamples,
  checkTargetFeatures,
  checkTargetNames,
];

/** What the checks find in one module or external. */
export interface CheckedOwner {
  findings: readonly Finding[];
  /** For the checks of the contract as a whole. */
  lineage: Lineage;
}

/** Runs the checks of one module or external; nothing is accepted yet. */
export function checkOwner(owner: LoweredOwner, world: World, tables: Tables): CheckedOwner {
  const findings: Finding[] = [];
  const context = new OwnerContext(owner, world, tables, (finding) => findings.push(finding));
  for (const check of CHECKS) check(context);
  return { findings, lineage: lineageOf(context) };
}

/** What a module lacks. */
export interface Absence {
  findings: readonly Finding[];
  /** What accepted something on the edges of the module. */
  accepted: readonly Allow[];
}

/**
 * Looks for what a module lacks. Of a contract that is being typed nobody can tell: what is missing may stand in what
 * is broken.
 *
 * @param partners modules that a flow leads to from this one, or from there to this one
 */
export function checkAbsence(
  owner: LoweredOwner,
  world: World,
  tables: Tables,
  partners: ReadonlySet<Address> | undefined,
): Absence {
  const findings: Finding[] = [];
  const accepted: Allow[] = [];
  const context = new OwnerContext(owner, world, tables, (finding) => findings.push(finding));
  checkUnusedUses(context, (allow) => accepted.push(allow), partners);
  checkModule(context);
  return { findings, accepted };
}
