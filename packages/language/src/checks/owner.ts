import type {
  Address,
  Allow,
  ClassLike,
  Constructor,
  Declaration,
  Finding,
  FunctionDeclaration,
  Method,
} from "@contractc/kernel";
import type { LoweredOwner } from "../lowering/owners.js";
import type { Tables } from "../resolver/tables.js";
import type { World } from "../types/world.js";
import { checkBounds } from "./bounds.js";
import { checkModule } from "./completeness.js";
import { checkConformance } from "./conformance.js";
import { OwnerContext } from "./context.js";
import { checkExamples } from "./examples.js";
import { addLineage, checkBaseKinds, type Lineage } from "./inheritance.js";
import { checkOverloads } from "./overloads.js";
import { checkParameterOrder, type ParameterList } from "./parameters.js";
import { checkRaises } from "./raises.js";
import { checkStates } from "./states.js";
import { checkTargetFeatures, checkTargetParameters } from "./target-features.js";
import { checkTargetName } from "./target-names.js";
import { checkUnusedUses } from "./unused-uses.js";
import { checkValue } from "./values.js";

/** What the checks find in one module or external. */
export interface CheckedOwner {
  findings: readonly Finding[];
  /** For the checks of the contract as a whole. */
  lineage: Lineage;
}

/**
 * Runs the checks that look at one module or external, and at what it names of others; nothing is accepted yet. Its
 * declarations are gone through once: each part is shown to the checks that may have something to say of it.
 */
export function checkOwner(owner: LoweredOwner, world: World, tables: Tables): CheckedOwner {
  const findings: Finding[] = [];
  const lineage: Lineage = { classes: [], aliases: [] };
  const context = new OwnerContext(owner, world, tables, (finding) => findings.push(finding));
  checkBounds(context);
  if (owner.hasOverloads) checkOverloads(context, owner.declarations);
  for (const declaration of owner.declarations) {
    checkDeclaration(context, declaration);
    addLineage(lineage, world, declaration);
  }
  return { findings, lineage };
}

function checkDeclaration(context: OwnerContext, declaration: Declaration): void {
  const { kind, address } = declaration;
  // Events and states are no symbols of the code.
  if (kind !== "event" && kind !== "states") checkTargetName(context, declaration, "symbol", address);
  checkTargetFeatures(context, declaration);
  switch (kind) {
    case "class":
    case "interface":
    case "record":
    case "error":
      checkClass(context, declaration);
      break;
    case "function":
      checkCallable(context, declaration);
      break;
    case "event":
      checkParameters(context, declaration);
      break;
    case "const":
      checkValue(context, address, declaration);
      break;
    case "states":
      checkStates(context, declaration);
      break;
    case "enum":
      for (const member of declaration.members) {
        checkTargetName(context, member, "enum-member", `${address}.${member.name}`);
      }
      break;
  }
}

function checkClass(context: OwnerContext, declaration: ClassLike): void {
  const { members } = declaration;
  if (declaration.extends || declaration.implements) {
    checkBaseKinds(context, declaration);
    checkConformance(context, declaration);
  }
  if (context.owner.hasOverloads) checkOverloads(context, members);
  for (const member of members) {
    if (member.kind !== "constructor") checkTargetName(context, member, "member", member.address);
    if (member.kind === "field") checkValue(context, member.address, member);
    else checkCallable(context, member);
  }
}

function checkCallable(context: OwnerContext, callable: FunctionDeclaration | Method | Constructor): void {
  checkParameters(context, callable);
  for (const parameter of callable.parameters) {
    checkTargetName(context, parameter, "parameter", callable.address);
  }
  checkRaises(context, callable.address, callable);
  if (callable.examples) checkExamples(context, callable.address, callable.examples);
}

function checkParameters(context: OwnerContext, list: ParameterList): void {
  if (!context.owner.hasPlainParameters) {
    checkParameterOrder(context, list);
    checkTargetParameters(context, list);
  }
  for (const parameter of list.parameters) checkValue(context, list.address, parameter);
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
