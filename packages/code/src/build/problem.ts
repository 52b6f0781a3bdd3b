import type { Address } from "@contractc/kernel";

/** Why a part of the output could not be made as declared. */
export type BuildProblemKind =
  /** The file is there and does not parse, or is no UTF-8: it is left alone. */
  | "unparsable"
  /** The path leads out of the project, or through a link. */
  | "path"
  /** No import path leads to the module: outside of every root, or a name the language cannot import. */
  | "unimportable"
  /** A name the target language cannot have: written with a `_` behind it, or with `_` in place of what is not allowed. */
  | "name"
  /** The target language or the form of the file has no way to say it. */
  | "unsupported"
  /** An example that cannot be compiled to a test. */
  | "example"
  /** A generated file that no longer belongs to the output was edited by hand: it is kept. */
  | "edited"
  /** Something else stands where a file is to be written, or a file changed meanwhile. */
  | "conflict";

/** An expected failure of `build`: told to the user, never thrown. */
export interface BuildProblem {
  kind: BuildProblemKind;
  severity: "error" | "warning";
  /** Relative to the project's root. */
  path: string;
  /** Where in the file, from 1, if anywhere in particular. */
  line?: number;
  /** The declaration concerned; `""` for the file. */
  symbol: Address;
  message: string;
}

/** A detail as a sentence of its own. */
export function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
