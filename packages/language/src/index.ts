export * from "./syntax/index.js";
