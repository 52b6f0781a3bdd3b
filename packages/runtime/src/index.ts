export * from "./agents/port.js";
export * from "./contract/port.js";
export * from "./driver/ports.js";
export * from "./gates/port.js";
export * from "./model/index.js";
export { openSandbox, findToolchain, BubblewrapSandbox } from "./sandbox/index.js";
export type * from "./sandbox/index.js";
export * from "./store/port.js";
