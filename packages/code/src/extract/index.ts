export { type Extracted, type ExtractOptions, extract } from "./extract.js";
export { GRANULARITIES, type Granularity } from "./plan.js";
