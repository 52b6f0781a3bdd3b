export * from "../generated/ast.js";
export type { ParsedFile, SyntaxFix, SyntaxProblem, TextEdit } from "./types.js";
