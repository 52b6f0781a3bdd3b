import { checkCompleteness } from "./completeness.js";
import type { CheckContext } from "./context.js";
import { checkEvents } from "./events.js";
import { checkFlows } from "./flows.js";
import { checkGraph } from "./graph.js";
import { checkHeader } from "./header.js";
import { checkInheritanceCycles, type Lineage } from "./inheritance.js";
import { checkPaths } from "./paths.js";

/** Counts that go up when something is not what it was in the compilation before. */
export interface Stamps {
  /** Packages, modules and externals, with their paths. */
  containers: number;
  edges: number;
  /** What events are there, who emits and handles them, and what they move. */
  events: number;
  /** Owners and paths of modules, and what they satisfy and verify. */
  duties: number;
  /** What classes and aliases stand on. */
  lineages: number;
  /** Links and folders. */
  disk: number;
}

/** A check that looks at the contract as a whole. */
export interface WholeCheck {
  run: (context: CheckContext, lineages: readonly Lineage[]) => void;
  /**
   * All that its findings follow from but where things stand: as long as this is the same and no file changes that a
   * finding speaks of, they are the same too. Absent where the check costs next to nothing.
   */
  inputs?: (stamps: Stamps, context: CheckContext) => unknown[];
  /** What it looks for is missing: of a contract that is being typed it may stand in what is broken. */
  absence?: true;
}

/** None depends on another: their findings are sorted in the end. */
export const WHOLE_CHECKS: readonly WholeCheck[] = [
  { run: checkHeader },
  { run: checkPaths, inputs: ({ containers, disk }) => [containers, disk] },
  { run: checkInheritanceCycles, inputs: ({ containers, lineages }) => [containers, lineages] },
  {
    run: checkGraph,
    inputs: ({ containers, edges }, { kernel }) => {
      const { layers, forbidden, independent } = kernel.graph;
      return [containers, edges, layers, forbidden, independent];
    },
  },
  { run: checkFlows },
  {
    run: checkEvents,
    inputs: ({ containers, events }) => [containers, events],
    absence: true,
  },
  {
    run: checkCompleteness,
    inputs: ({ containers, duties }, { kernel }) => {
      const { requirements, qualities, questions, roles } = kernel.projection;
      return [containers, duties, requirements, qualities, questions, roles];
    },
    absence: true,
  },
];
