export { type Compilation, type CompileInput, compile } from "./compile.js";
export { type FormatResult, formatContract } from "./format/index.js";
export { findRoots, type Roots } from "./project/roots.js";
export { SourceFiles } from "./project/source-files.js";
export * from "./syntax/index.js";
