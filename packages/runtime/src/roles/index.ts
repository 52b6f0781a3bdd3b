export * from "./brief.js";
export * from "./matrix.js";
export * from "./paths.js";
export * from "./permissions.js";
export * from "./words.js";
