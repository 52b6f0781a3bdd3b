import type { Address } from "./model/types.js";

export const SEVERITIES = ["error", "warning", "info"] as const;
export type Severity = (typeof SEVERITIES)[number];

/**
 * A stretch of a file. Lines and columns start at 1; columns count UTF-16 units; the end is exclusive.
 * `file` is an absolute path or a path as the caller gave it; renderers make it relative.
 */
export interface Place {
  file: string;
  line: number;
  column: number;
  endLine: number;
  endColumn: number;
}

export interface RelatedPlace extends Place {
  message: string;
}

/** Replaces a stretch of `file` (an empty stretch inserts). */
export interface TextEdit extends Place {
  text: string;
}

export interface Fix {
  title: string;
  /** What the fix changes: the contract's text or the code. */
  kind: "contract" | "code";
  edits: TextEdit[];
}

/** One diagnosis, whatever found it: compiler, drift check or gate. Renderers turn it into each output form. */
export interface Finding extends Place {
  /** `family/kebab-name`, a key of the registry. */
  code: string;
  severity: Severity;
  message: string;
  /** The symbolic address concerned; `""` for a whole file. */
  symbol: Address;
  /** What the contract says, for findings that compare. */
  expected?: string;
  /** What is really there, for findings that compare. */
  actual?: string;
  related: RelatedPlace[];
  fixes: Fix[];
  /** The same for the same fault wherever it moves: made of code, symbol, expected and actual, never of lines. */
  fingerprint: string;
}
