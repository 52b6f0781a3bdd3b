export * from "./classify.js";
export { Consulted } from "./consulted.js";
export type { Discovery } from "./discover.js";
export * from "./module-map.js";
export * from "./open.js";
export * from "./project.js";
export { readingKey } from "./reading-key.js";
