import type { ContractFile } from "../generated/ast.js";

/** A replacement of `length` characters at `offset`; an insertion has length 0. */
export interface TextEdit {
  readonly offset: number;
  readonly length: number;
  readonly text: string;
}

/** A change that removes a problem; its edits do not overlap. */
export interface SyntaxFix {
  readonly title: string;
  readonly edits: readonly TextEdit[];
}

/** Something the parser could not accept. Offsets and lengths count UTF-16 units, as everywhere. */
export interface SyntaxProblem {
  readonly message: string;
  readonly offset: number;
  readonly length: number;
  /** What to do about it, in one sentence. */
  readonly hint?: string;
  readonly fix?: SyntaxFix;
}

/** A contract file after parsing: always a tree, with problems where the text is broken. */
export interface ParsedFile {
  /** The name the caller gave, kept as it was. */
  readonly file: string;
  readonly text: string;
  readonly root: ContractFile;
  /** In order of their offsets. */
  readonly problems: readonly SyntaxProblem[];
}
