import type { RaisedError } from "./declarations.js";
import type { Address } from "./types.js";

/**
 * Expressions of defaults and examples. Numbers keep the text they were written with, so that `1.0` stays a
 * float and a large integer loses nothing.
 */
export type Expression =
  | { kind: "string"; value: string }
  | { kind: "number"; text: string }
  | { kind: "boolean"; value: boolean }
  | { kind: "null" }
  | { kind: "list"; items: Expression[] }
  | { kind: "map"; entries: { key: Expression; value: Expression }[] }
  /** A variable bound by `let` in the same example. */
  | { kind: "variable"; name: string }
  /** A declaration: a function or class to call, an enum, a constant. */
  | { kind: "declaration"; target: Address }
  | { kind: "member"; object: Expression; name: string }
  | { kind: "call"; callee: Expression; arguments: Argument[] }
  /** A name that did not resolve. Only in kernels of contracts with errors, which are never written. */
  | { kind: "unresolved"; name: string };

export interface Argument {
  /** The parameter's name for a named argument. */
  name?: string;
  value: Expression;
}

/** One step of an example; the checks are what the compiled test asserts. */
export type ExampleStep =
  | { kind: "let"; name: string; value: Expression }
  | { kind: "do"; value: Expression }
  | { kind: "equal"; actual: Expression; expected: Expression }
  | { kind: "raises"; actual: Expression; error: RaisedError };

export interface Example {
  /** What the example shows; absent for the one-line form without a title. */
  title?: string;
  /** The requirements whose acceptance it shows. */
  verifies?: string[];
  steps: ExampleStep[];
}
