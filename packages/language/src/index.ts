export { type Compilation, type CompileInput, compile } from "./compile.js";
export * from "./diff/index.js";
export * from "./editor/index.js";
export * from "./evolution/index.js";
export { type FormatResult, type FormattedFile, formatContract, formatFile } from "./format/index.js";
export { contractFiles, contractFilesByFolder, findRoots, type Roots } from "./project/roots.js";
export { SourceFiles } from "./project/source-files.js";
export * from "./syntax/index.js";
export { Workspace } from "./workspace/workspace.js";
