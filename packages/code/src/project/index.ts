export * from "./classify.js";
export * from "./module-map.js";
export * from "./open.js";
export * from "./project.js";
