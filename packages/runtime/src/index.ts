export * from "./agents/port.js";
export * from "./contract/port.js";
export * from "./desk/index.js";
export * from "./driver/ports.js";
export * from "./gates/port.js";
export * from "./model/index.js";
export * from "./prompts/index.js";
export * from "./roles/index.js";
export type * from "./sandbox/index.js";
export type * from "./sandbox/index.js";
export {
  BubblewrapSandbox,
  BubblewrapSandbox,
  findToolchain,
  findToolchain,
  openSandbox,
  openSandbox,
} from "./sandbox/index.js";
export * from "./schedule/index.js";
export * from "./store/index.js";
export * from "./store/port.js";
