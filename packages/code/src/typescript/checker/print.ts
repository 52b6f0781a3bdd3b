import type ts from "typescript";
import type { Compiler } from "./compiler.js";

/** Nobody would keep a longer type in a contract by hand; it is what a library computes for itself. */
const LONGEST = 400;

/** A text, or why there is none. */
export type Printed = { text: string } | Unprinted;
export interface Unprinted {
  why: string;
  /** Something that the type depends on is not there: a package that is not installed. */
  isMissing?: true;
}

/** Writes types as declarations of the file could, and refuses what came from an error. */
export class Printer {
  readonly #flags: ts.TypeFormatFlags;

  constructor(
    private readonly compiler: Compiler,
    private readonly checker: ts.TypeChecker,
    /** Whether anything that the file imports is not there. */
    private readonly isIncomplete: () => boolean,
    /** Whether what is printed depends on it. */
    private readonly dependsOnMissing: () => boolean,
  ) {
    const { TypeFormatFlags } = compiler.ts;
    this.#flags = TypeFormatFlags.NoTruncation;
  }

  /** @param at where the type would be written: names are said as they are in reach there */
  type(type: ts.Type, at: ts.Node): Printed {
    const fault = this.#faultOf(type);
    return fault ?? settled(this.checker.typeToString(type, at, this.#flags));
  }

  /** `(a: A): R`, without what is generic in the type around it. */
  signature(signature: ts.Signature, at: ts.Node): Printed {
    const { SignatureKind } = this.compiler.ts;
    for (const parameter of signature.parameters) {
      const fault = this.#faultOf(this.checker.getTypeOfSymbol(parameter));
      if (fault) return fault;
    }
    return (
      this.#faultOf(signature.getReturnType()) ??
      settled(this.checker.signatureToString(signature, at, this.#flags, SignatureKind.Call))
    );
  }

  #faultOf(type: ts.Type): Unprinted | undefined {
    const parts = new Parts(this.compiler, this.checker);
    parts.visit(type, 0);
    // An `any` may be meant as one; what came from an error did come from something that is not there.
    if (parts.hasError ? this.isIncomplete() : parts.hasAny && this.dependsOnMissing()) {
      return { why: "it depends on an import that cannot be found", isMissing: true };
    }
    if (parts.hasError) return { why: "it depends on a name that cannot be found" };
    return undefined;
  }
}

function settled(text: string): Printed {
  if (text.length > LONGEST) return { why: "the compiler infers a type that is too long to be written out" };
  // What is anonymous or without end has no text of its own.
  if (/\/\*|\(Anonymous|\.\.\. \d+ more|\btypeof import\(|\.\.\.(?=[;}\s]*[};])/.test(text)) {
    return { why: "the compiler infers a type that has no name" };
  }
  return { text };
}

/** Looks through the parts of a type for what came from an error. */
class Parts {
  hasError = false;
  hasAny = false;
  readonly #seen = new Set<ts.Type>();

  constructor(
    private readonly compiler: Compiler,
    private readonly checker: ts.TypeChecker,
  ) {}

  visit(type: ts.Type, depth: number): void {
    if (this.hasError || depth > 6 || this.#seen.size > 500 || this.#seen.has(type)) return;
    this.#seen.add(type);
    const { TypeFlags, ObjectFlags, SymbolFlags } = this.compiler.ts;
    if (type.flags & TypeFlags.Any) {
      const { intrinsicName } = type as ts.Type & { intrinsicName?: string };
      if (intrinsicName === "error" || intrinsicName === "unresolved") this.hasError = true;
      else this.hasAny = true;
      return;
    }
    const all = (types: readonly ts.Type[] | undefined) => {
      for (const part of types ?? []) this.visit(part, depth + 1);
    };
    all(type.aliasTypeArguments);
    if (type.isUnionOrIntersection()) {
      all(type.types);
      return;
    }
    if (!(type.flags & TypeFlags.Object)) return;
    const { objectFlags } = type as ts.ObjectType;
    if (objectFlags & ObjectFlags.Reference) all(this.checker.getTypeArguments(type as ts.TypeReference));
    const written =
      SymbolFlags.TypeLiteral | SymbolFlags.ObjectLiteral | SymbolFlags.Function | SymbolFlags.Method;
    if (!(objectFlags & ObjectFlags.Anonymous) || !(type.symbol && type.symbol.flags & written)) return;
    for (const property of type.getProperties())
      this.visit(this.checker.getTypeOfSymbol(property), depth + 1);
    for (const signature of [...type.getCallSignatures(), ...type.getConstructSignatures()]) {
      for (const parameter of signature.parameters)
        this.visit(this.checker.getTypeOfSymbol(parameter), depth + 1);
      this.visit(signature.getReturnType(), depth + 1);
    }
    for (const info of this.checker.getIndexInfosOfType(type)) this.visit(info.type, depth + 1);
  }
}
