import type { Severity } from "../finding.js";

/** What a fix does about a code in one direction, or why there is none. */
export type FixNote = { does: string } | { not: string };

/** The two directions of mending what code and contract differ in: `drift --fix code` and `--fix contract`. */
export interface FixNotes {
  code: FixNote;
  contract: FixNote;
}

/** What the registry holds of one code. */
export interface Diagnostic<P> {
  severity: Severity;
  /** One line: what it is about. */
  title: string;
  /** The message for one finding: what is wrong, what was expected, what to do. */
  message: (parameters: P) => string;
  /** Why it matters and how to mend it: Markdown, a few sentences. */
  explanation: string;
  /**
   * Files that have the fault: a contract, or several files that each start with a line `=== path` (see
   * `exampleFiles`). A test runs the command on them.
   */
  wrong: string;
  /** The same without the fault. */
  right: string;
  /** Of codes of the comparison with code: what mends them. */
  fixes?: FixNotes;
}

// biome-ignore lint/suspicious/noExplicitAny: the one place where tables of different parameters meet
export type DiagnosticTable = Record<string, Diagnostic<any>>;

/**
 * States one entry of a table with typed parameters.
 *
 * @example `"name/unknown": diagnostic<{ name: string }>({ severity: "error", … })`
 */
export function diagnostic<P>(entry: Diagnostic<P>): Diagnostic<P> {
  return entry;
}
