export * from "../generated/ast.js";
export { docOf } from "./docs.js";
export { keywords } from "./kinds.js";
export { nearest } from "./nearest.js";
export { parseContract } from "./parse.js";
export {
  LineIndex,
  nameRangeOf,
  type Position,
  rangeOf,
  rangeOfProperty,
  type TextRange,
} from "./positions.js";
export { bareName, stringValue } from "./strings.js";
export { type SourceKind, type SourceToken, tokenize } from "./tokenize.js";
export type { ParsedFile, SyntaxFix, SyntaxProblem, TextEdit } from "./types.js";
