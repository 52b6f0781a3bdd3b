export {
  type MeasureOptions,
  type MutationResult,
  measureTree,
  type Tree,
  type TreeResult,
} from "./measure.ts";
export { scoreOf } from "./report.ts";
export { benchMutation, type MutationOptions } from "./run.ts";
export { ownTrees } from "./trees.ts";
