import type { ConstructorName, PrimitiveName, Type } from "@contractc/kernel";

/**
 * What a name of the language's own library means in a contract.
 *
 * `argument` picks the type argument that counts (`Generator[Y, S, R]` is `iterator<Y>`).
 */
export type LibraryName =
  | { to: "primitive"; name: PrimitiveName }
  | { to: "apply"; name: ConstructorName; argument?: number }
  /** The argument itself: `Annotated[T, …]`, `Final[T]`. */
  | { to: "argument" }
  | { to: "optional" }
  | { to: "union" }
  | { to: "literal" }
  | { to: "tuple" }
  | { to: "callable" }
  | { to: "self" }
  /** `Readonly<T>`: the reading form of the collection, the type itself otherwise. */
  | { to: "readonly" };

/** One row of a language's table: the code's ways to write a type of the contract. */
export interface Equivalence {
  contract: Type;
  code: readonly string[];
  /** What the code imports for these forms. */
  imports?: string;
  note?: string;
}

export const toPrimitive = (name: PrimitiveName): LibraryName => ({ to: "primitive", name });
export const toApply = (name: ConstructorName, argument?: number): LibraryName => ({
  to: "apply",
  name,
  ...(argument === undefined ? {} : { argument }),
});
