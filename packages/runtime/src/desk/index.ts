export * from "./answers/index.js";
export * from "./desk.js";
export * from "./makers.js";
export * from "./port.js";
export * from "./reading.js";
export * from "./ticket/index.js";
export * from "./tools.js";
