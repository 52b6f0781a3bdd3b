export * from "../generated/ast.js";
export { docOf } from "./docs.js";
export { keywords } from "./kinds.js";
export { parseContract } from "./parse.js";
export {
  nameRangeOf,
  rangeOf,
  rangeOfProperty,
  rootOf,
  startOf,
  type TextRange,
} from "./positions.js";
export { bareName, numberValue, stringValue } from "./strings.js";
export { type SourceKind, type SourceToken, tokenize } from "./tokenize.js";
export type { ParsedFile, SyntaxFix, SyntaxProblem, TextEdit } from "./types.js";
