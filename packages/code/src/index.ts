export * from "./project/index.js";
export * from "./reading/reader.js";
export * from "./reading/signature.js";
export * from "./types/index.js";
export * from "./typescript/index.js";
