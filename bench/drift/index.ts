export { benchDrift, type DriftOptions } from "./run.ts";
