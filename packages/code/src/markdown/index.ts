export { codeOf } from "./code.js";
export type { LeftOut, MarkdownContract } from "./document.js";
export { enrich } from "./enrich.js";
export { readMarkdownContract } from "./read.js";
