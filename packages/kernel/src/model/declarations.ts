import type { Example, Expression } from "./expressions.js";
import type { Address, Type, TypeParameter } from "./types.js";

/** What every declaration and member carries. Optional parts are absent, never `undefined` or empty. */
export interface Common {
  /** The name in the contract. */
  name: string;
  address: Address;
  /** The `///` comment: Markdown. */
  doc?: string;
  /** Names in code that differ from the contract's: `@name(python: "x", typescript: "y")`. */
  names?: Partial<Record<Language, string>>;
  deprecated?: string;
  stable?: true;
  /** Accepted findings: `@allow("code", "why")`. */
  allows?: Allow[];
  /** Declared, but not importable by other modules; on a member: protected. */
  internal?: true;
}

export type Language = "python" | "typescript";

export interface Allow {
  code: string;
  reason?: string;
}

export type ParameterKind =
  | "positional-only"
  | "standard"
  | "keyword-only"
  /** `...rest: T`; `type` is the element's. */
  | "variadic"
  /** `**rest: T`; `type` is the value's. */
  | "keyword-variadic";

export interface Parameter {
  name: string;
  type: Type;
  kind: ParameterKind;
  /** `a?: T`: may be left out. Also true where there is a default. */
  optional?: true;
  default?: Expression;
  /** Names in code that differ from the contract's. */
  names?: Partial<Record<Language, string>>;
}

/** One signature; overloads are several declarations with one name. */
export interface Signature {
  typeParameters?: TypeParameter[];
  parameters: Parameter[];
  /** What a caller gets; of an `async fn`, what it resolves to. */
  result: Type;
  async?: true;
  raises?: RaisedError[];
  emits?: Address[];
  requires?: string[];
  ensures?: string[];
  examples?: Example[];
}

/** A declared `error` by its address, or one that is built into the target by its name. */
export type RaisedError = { kind: "declared"; target: Address } | { kind: "builtin"; name: string };

export interface Field extends Common {
  kind: "field";
  type: Type;
  /** `name?: T` */
  optional?: true;
  default?: Expression;
  readonly?: true;
  static?: true;
  abstract?: true;
}

export interface Method extends Common, Signature {
  kind: "method";
  static?: true;
  abstract?: true;
}

export interface Constructor extends Common, Signature {
  kind: "constructor";
  /** Always `new`. */
  name: "new";
}

export type Member = Field | Method | Constructor;

export interface ClassLike extends Common {
  kind: "class" | "interface" | "record" | "error";
  abstract?: true;
  exportDefault?: true;
  typeParameters?: TypeParameter[];
  extends?: Type[];
  implements?: Type[];
  /** In source order. */
  members: Member[];
}

export interface EnumMember {
  name: string;
  doc?: string;
  /** Names in code that differ from the contract's. */
  names?: Partial<Record<Language, string>>;
  /** The value, where the contract states one. */
  value?: string | number;
}

export interface Enum extends Common {
  kind: "enum";
  exportDefault?: true;
  members: EnumMember[];
}

export interface Alias extends Common {
  kind: "alias";
  exportDefault?: true;
  typeParameters?: TypeParameter[];
  type: Type;
}

export interface FunctionDeclaration extends Common, Signature {
  kind: "function";
  exportDefault?: true;
}

export interface Constant extends Common {
  kind: "const";
  exportDefault?: true;
  type: Type;
  /** The value, where the contract states one. */
  value?: Expression;
}

/** An event of Δ: no symbol in the code. */
export interface Event extends Common {
  kind: "event";
  parameters: Parameter[];
}

export interface Transition {
  from: string;
  to: string;
  trigger:
    | { kind: "event"; target: Address }
    | { kind: "function"; target: Address }
    | { kind: "text"; text: string };
}

/** A state space of Δ: no symbol in the code. */
export interface States extends Common {
  kind: "states";
  initial?: string;
  final: string[];
  /** Every state, in the order of first mention. */
  states: string[];
  transitions: Transition[];
}

export type Declaration = ClassLike | Enum | Alias | FunctionDeclaration | Constant | Event | States;
export type DeclarationKind = Declaration["kind"];
