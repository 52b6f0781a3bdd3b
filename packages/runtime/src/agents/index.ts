export * from "./conversation/chat.js";
export * from "./conversation/converse.js";
export * from "./outcome.js";
export * from "./port.js";
export * from "./record/recording.js";
export * from "./record/records.js";
export * from "./record/replay.js";
export * from "./session/session.js";
