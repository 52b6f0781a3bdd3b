export * from "./project/project.js";
export * from "./reading/reader.js";
export * from "./reading/signature.js";
export * from "./types/index.js";
