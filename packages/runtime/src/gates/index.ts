export type { GateInput, RunGate } from "./port.js";
export { type GateHost, gatesOf } from "./run-gate.js";
