export * from "./events.js";
export * from "./failure.js";
export * from "./task.js";
export * from "./ticket.js";
