export { TYPESCRIPT_EXTENSIONS, typescriptReader } from "./reader.js";
