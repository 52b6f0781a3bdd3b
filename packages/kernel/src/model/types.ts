/**
 * Types of Σ: what a contract's type annotations mean after name resolution.
 *
 * A type is plain JSON. Names are resolved to addresses, so that a kernel can be read without scopes.
 */

/** Built-in types without arguments. */
export const PRIMITIVES = [
  "int",
  "float",
  "bool",
  "string",
  "bytes",
  "any",
  "void",
  "null",
  "object",
  "datetime",
  "date",
  "duration",
  "decimal",
  "uuid",
  "json",
  "path",
] as const;
export type PrimitiveName = (typeof PRIMITIVES)[number];

/** Built-in type constructors with the number of arguments each takes (`tuple` takes any number). */
export const CONSTRUCTORS = {
  list: 1,
  set: 1,
  map: 2,
  tuple: null,
  sequence: 1,
  iterable: 1,
  iterator: 1,
  stream: 1,
  mapping: 2,
  future: 1,
} as const satisfies Record<string, number | null>;
export type ConstructorName = keyof typeof CONSTRUCTORS;

/** The symbolic name of a node: `package.module.Declaration.member`. */
export type Address = string;

export type LiteralValue = string | number | boolean | null;

export type Type =
  | { kind: "primitive"; name: PrimitiveName }
  /** `list<T>`, `map<K, V>` and the other built-in constructors; `T[]` and `[A, B]` are written so too. */
  | { kind: "apply"; name: ConstructorName; arguments: Type[] }
  /** A declared or an external type. `arguments` are those of generics. */
  | { kind: "reference"; target: Address; arguments: Type[] }
  /** A type parameter of the enclosing declaration or function. */
  | { kind: "parameter"; name: string }
  | { kind: "literal"; value: Exclude<LiteralValue, null> }
  /** `T?`: in TypeScript `T | undefined`, in Python `T | None`. Never nested. */
  | { kind: "optional"; type: Type }
  /** Two or more members, flattened, in the order written; `null` is a primitive member. */
  | { kind: "union"; members: Type[] }
  | { kind: "function"; parameters: FunctionTypeParameter[]; result: Type }
  /**
   * A type that only the target language can say, in back-ticks: `` `keyof Options` ``. It is compared as text,
   * white space and quotes normalised.
   */
  | { kind: "verbatim"; text: string }
  /** A name that did not resolve. Only in kernels of contracts with errors, which are never written. */
  | { kind: "unresolved"; name: string };

export interface FunctionTypeParameter {
  name?: string;
  type: Type;
  optional?: true;
  rest?: true;
}

export interface TypeParameter {
  name: string;
  bound?: Type;
  /** Taken where no argument is given: `<T = any>`. */
  default?: Type;
}
