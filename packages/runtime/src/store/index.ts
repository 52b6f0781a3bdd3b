export { openRecord, recordPath } from "./location.js";
export { memoryStore } from "./memory.js";
export * from "./port.js";
export { type OpenedStore, openSqliteStore } from "./sqlite.js";
