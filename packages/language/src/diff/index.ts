export { type Change, IMPACTS, type Impact } from "./changes.js";
export { countImpacts, diffKernels } from "./diff.js";
