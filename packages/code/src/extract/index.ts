export { type Extracted, type ExtractOptions, extract } from "./extract.js";
export type { Granularity } from "./plan.js";
