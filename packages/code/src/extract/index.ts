export { type Extracted, type ExtractOptions, extract } from "./extract.js";
