export * from "./apply.js";
export * from "./print.js";
export {
  BASELINE_FORMAT,
  type Baseline,
  type BaselineEntry,
  type PlacedEntry,
  readBaseline,
} from "./read.js";
