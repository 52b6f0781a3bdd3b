export { type FormatResult, formatContract } from "./format.js";
