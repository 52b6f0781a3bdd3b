export * from "./prompts.js";
