export { BubblewrapSandbox } from "./bubblewrap.js";
export { type OpenedSandbox, openSandbox, type SandboxHost } from "./open.js";
export * from "./port.js";
export { findToolchain, type Toolchain, type ToolchainHost } from "./toolchain.js";
