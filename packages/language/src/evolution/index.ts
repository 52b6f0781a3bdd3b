export {
  type Action,
  OPERATIONS,
  type Operation,
  type ParsedActions,
  parseActions,
  readActions,
} from "./actions.js";
export {
  type Accepted,
  type ContractStatus,
  type EvolutionInput,
  type EvolutionOutcome,
  evolve,
  type Fault,
  type Refused,
  recordEdit,
} from "./evolve.js";
export { type ChangedModules, type Changes, changedModules, partHashes } from "./fingerprints.js";
export { type LogEntry, logPath } from "./log.js";
export { rehearse } from "./rehearse.js";
