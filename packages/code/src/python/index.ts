export { installedAssets, type ParserAssets } from "./parser.js";
export { pythonReader } from "./reader.js";
