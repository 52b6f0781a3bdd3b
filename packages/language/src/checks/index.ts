import { checkBounds } from "./bounds.js";
import { checkCompleteness } from "./completeness.js";
import { checkConformance } from "./conformance.js";
import type { CheckContext } from "./context.js";
import { checkEvents } from "./events.js";
import { checkExamples } from "./examples.js";
import { checkFlows } from "./flows.js";
import { checkGraph } from "./graph.js";
import { checkHeader } from "./header.js";
import { checkInheritance } from "./inheritance.js";
import { checkOverloads } from "./overloads.js";
import { checkParameterOrder } from "./parameters.js";
import { checkPaths } from "./paths.js";
import { checkRaises } from "./raises.js";
import { checkStates } from "./states.js";
import { checkTargetFeatures } from "./target-features.js";
import { checkTargetNames } from "./target-names.js";
import { checkUnusedUses } from "./unused-uses.js";
import { checkValues } from "./values.js";

/** Every check of a resolved contract. None depends on another: their findings are sorted in the end. */
const CHECKS: readonly ((context: CheckContext) => void)[] = [
  checkHeader,
  checkPaths,
  checkParameterOrder,
  checkValues,
  checkBounds,
  checkInheritance,
  checkConformance,
  checkOverloads,
  checkRaises,
  checkGraph,
  checkFlows,
  checkStates,
  checkExamples,
  checkTargetFeatures,
  checkTargetNames,
];

/** What a contract lacks. Of one that is being typed nobody can tell: what is missing may stand in what is broken. */
const CHECKS_OF_ABSENCE: readonly ((context: CheckContext) => void)[] = [
  checkUnusedUses,
  checkEvents,
  checkCompleteness,
];

/**
 * Runs all checks; findings go to the context's `report`.
 *
 * @param whole every file of the contract parses
 */
export function runChecks(context: CheckContext, whole: boolean): void {
  for (const check of CHECKS) check(context);
  if (whole) for (const check of CHECKS_OF_ABSENCE) check(context);
}
