export { checkImports, type ImportCheck } from "./check.js";
export { codeGraph } from "./code-graph.js";
export * from "./graph.js";
export type { Acceptance } from "./report.js";
