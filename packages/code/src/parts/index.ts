export { type EarlierPart, type EarlierParts, isStill } from "./again.js";
export { LiveComparison } from "./live.js";
export type { ModulePart, Parts } from "./record.js";
