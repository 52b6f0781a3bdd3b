export { checkImports, type ImportCheck } from "./check.js";
export * from "./graph.js";
export type { Acceptance } from "./report.js";
