export * from "./agents/port.js";
export * from "./contract/port.js";
export * from "./driver/ports.js";
export { type GateHost, gatesOf } from "./gates/index.js";
export * from "./gates/port.js";
export * from "./model/index.js";
export type * from "./sandbox/index.js";
export { findToolchain, openSandbox } from "./sandbox/index.js";
export * from "./store/port.js";
