import type { FileSystem } from "@contractc/kernel";
import type { Consulted } from "../project/consulted.js";
import type { ImportTarget, NameMeaning } from "../project/project.js";
import type { TypeVerdict } from "../types/compare.js";
import type { CodeMember, CodeSignature, CodeType, Span } from "./signature.js";

/** What a compiler found out. `unknown`: it cannot tell, which never passes for an answer. */
export type Resolved<T> = { kind: "known"; value: T } | Unresolved;

export interface Unresolved {
  kind: "unknown";
  why: string;
  /** Something that the type depends on is not there: a package that is not installed. */
  isMissing?: true;
}

/**
 * Answers what the syntax of one file does not say, by asking the compiler of the language. Slow: nothing is loaded
 * before the first question, and a question may have many files parsed. Never runs the project's code.
 *
 * Everything it returns stands at the place of the name that was asked about; the texts of types are in them.
 */
export interface TypeResolver {
  /**
   * The type of a variable, field or parameter.
   *
   * @param name where its name stands in the file
   * @returns `undefined` where nothing is declared there
   */
  typeOf(file: string, name: Span): Resolved<CodeType> | undefined;
  /** What a call of a function or method without overloads returns. */
  resultOf(file: string, name: Span): Resolved<CodeType> | undefined;
  /** The signatures of a variable that holds a function. */
  signaturesOf(file: string, name: Span): Resolved<readonly CodeSignature[]> | undefined;
  /** The members of a type that is computed: `Pick<T, "a">`, a mapped or conditional type. */
  membersOf(file: string, name: Span): Resolved<readonly CodeMember[]> | undefined;
  /** Whether a field of `a?: T` may not hold `undefined`: `exactOptionalPropertyTypes`. */
  isExactOptional(file: string): boolean;
  /**
   * How two types relate that are written as the file could write them.
   *
   * @param expected several texts where the contract's type stands for several types: the one that fits best counts
   * @param typeParameters those that the texts may name
   * @returns `undefined` where the compiler cannot tell
   */
  relate(
    file: string,
    expected: readonly string[],
    actual: string,
    typeParameters: readonly string[],
  ): Exclude<TypeVerdict, "unknown"> | undefined;
  /**
   * Says that files have other texts now; answers that do not depend on them are kept. Absent where a new resolver is as
   * good.
   */
  changed?(paths: ReadonlySet<string>): void;
}

/** What a resolver may look at. */
export interface ResolverHost {
  fs: FileSystem;
  /** Absolute, forward slashes. Nothing outside of it is read, be it through a link. */
  root: string;
  /** The text of each source file by path, as the project reads it. */
  files: ReadonlyMap<string, { readonly text: string }>;
  /** Configuration files of the compiler that the contract names. */
  configurations: readonly string[];
  /** Notes whose contents an answer depends on. */
  consulted?: Consulted | undefined;
  resolveImport(file: string, specifier: string): ImportTarget;
  resolveName(file: string, name: string): NameMeaning;
}
