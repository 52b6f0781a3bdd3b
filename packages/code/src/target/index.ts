export * from "./names.js";
export * from "./python-types.js";
export * from "./typescript-types.js";
