export * from "./assemble.js";
export * from "./render.js";
export * from "./schema.js";
