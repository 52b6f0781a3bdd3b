export { type EarlierPart, type EarlierParts, isStill } from "./again.js";
export type { ModulePart, Parts } from "./record.js";
