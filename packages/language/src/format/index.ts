export { type FormattedFile, formatFile } from "./file.js";
export { type FormatResult, formatContract } from "./format.js";
