export * from "./initialise.js";
