export { installedAssets, type ParserAssets } from "./parser.js";
export { PYTHON_EXTENSIONS, pythonReader } from "./reader.js";
