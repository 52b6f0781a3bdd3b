import { checkCompleteness, completenessInputs } from "./completeness.js";
import type { CheckContext } from "./context.js";
import { checkEvents, eventInputs } from "./events.js";
import { checkFlows } from "./flows.js";
import { checkGraph } from "./graph.js";
import { checkHeader } from "./header.js";
import { checkInheritanceCycles, type Lineage } from "./inheritance.js";
import { checkPaths } from "./paths.js";

/** A check that looks at the contract as a whole. */
export interface WholeCheck {
  run: (context: CheckContext, lineages: readonly Lineage[]) => void;
  /**
   * Everything its findings follow from but where things stand: as long as these values are the same and no file
   * changes that a finding speaks of, they are the same too. Absent where that would cost more than the check.
   */
  inputs?: (context: CheckContext, lineages: readonly Lineage[]) => unknown[];
  /** It looks at the disk. */
  disk?: true;
  /** What it looks for is missing: of a contract that is being typed it may stand in what is broken. */
  absence?: true;
}

/** None depends on another: their findings are sorted in the end. */
export const WHOLE_CHECKS: readonly WholeCheck[] = [
  { run: checkHeader },
  { run: checkPaths, inputs: pathInputs, disk: true },
  { run: checkInheritanceCycles, inputs: lineageInputs },
  { run: checkGraph, inputs: graphInputs },
  { run: checkFlows },
  { run: checkEvents, inputs: eventInputs, absence: true },
  { run: checkCompleteness, inputs: completenessInputs, absence: true },
];

function pathInputs({ program }: CheckContext): unknown[] {
  const inputs: unknown[] = [];
  for (const { address, node, path } of program.packages) inputs.push(address, node.path, path);
  for (const { address, node, path, language } of program.modules) {
    inputs.push(address, node.path, path, language);
  }
  return inputs;
}

function lineageInputs(_: CheckContext, lineages: readonly Lineage[]): unknown[] {
  const inputs: unknown[] = [];
  for (const { classes, aliases } of lineages) {
    for (const [address, bases] of classes) inputs.push(address, ...bases);
    // A separator: what is a class and what is an alias.
    inputs.push(null);
    for (const [address, targets] of aliases) inputs.push(address, ...targets);
  }
  return inputs;
}

function graphInputs({ kernel: { graph } }: CheckContext): unknown[] {
  const inputs: unknown[] = [];
  for (const { from, to, kind, allows } of graph.uses) {
    inputs.push(from, to, kind);
    if (allows) inputs.push(...allows);
  }
  const { layers, forbidden, independent } = graph;
  inputs.push(JSON.stringify([layers, forbidden, independent]));
  return inputs;
}
