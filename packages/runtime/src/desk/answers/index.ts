export * from "./documents.js";
export * from "./parse.js";
export * from "./results.js";
