import type { Address, Code, Language, Type } from "@contractc/kernel";
import { printType } from "@contractc/kernel";
import type { CodeFile } from "../project/project.js";
import type { CodeParameter, CodeTypeParameter, Span } from "../reading/signature.js";
import type { TypeVerdict } from "../types/compare.js";
import { type LiftedType, printLifted, someType } from "../types/lifted.js";
import type { TypeScope } from "../types/scope.js";
import type { DriftContext } from "./context.js";
import { verdictOfCompiler } from "./relation.js";

/** What is compared: a declaration or member on the one side, its code on the other. */
export interface Subject {
  symbol: Address;
  /** As messages call it: `Player.move`. */
  shown: string;
  file: CodeFile;
  /** The code's whole declaration, and what it lies in: comments there speak of its parts, too. */
  within: readonly Span[];
  /** Where its types are written. */
  scope: TypeScope;
  /** The contract's names of the code's type parameters, where the two differ. */
  parameterNames: ReadonlyMap<string, string>;
  /** For an inherited member: puts the base's type arguments in. */
  resolve?: (type: LiftedType) => LiftedType;
  /** Parameters that are written elsewhere: fields of a base that take part in a constructor. */
  origins?: ReadonlyMap<CodeParameter, Subject>;
  /** A signature without a body, of which TypeScript can only say that a parameter may be left out, not its default. */
  bodiless?: boolean;
}

/** Takes findings; another than the context's counts them without reporting. */
export type Report = DriftContext["report"];

export function liftIn(context: DriftContext, subject: Subject, type: Parameters<DriftContext["lift"]>[0]) {
  const lifted = context.lift(type, subject.scope);
  return subject.resolve ? { ...subject.resolve(lifted), ...writtenOf(lifted) } : lifted;
}

function writtenOf({ written }: LiftedType): Pick<LiftedType, "written"> {
  return written === undefined ? {} : { written };
}

export function compareIn(
  context: DriftContext,
  subject: Subject,
  expected: LiftedType,
  actual: LiftedType,
): TypeVerdict {
  const verdict = context.compare(expected, actual, subject.scope, subject.parameterNames);
  return verdict === "equivalent" || verdict === "unknown"
    ? verdict
    : verdictOfCompiler(context, subject, expected, actual, verdict);
}

/** How the code's type relates to the contract's, as the end of a sentence. */
export function relation(verdict: TypeVerdict): string {
  if (verdict === "widened") return ", which allows more";
  return verdict === "narrowed" ? ", which allows less" : "";
}

/** The names in a type that lead nowhere. */
export function unresolvedNames(type: LiftedType): Set<string> {
  const found = new Set<string>();
  someType(type, (part) => {
    if (part.kind === "unresolved") found.add(part.name);
    return false;
  });
  return found;
}

/** Why a type cannot be determined. */
export function whyUnknown(type: LiftedType): string {
  const names = [...unresolvedNames(type)].map((name) => `\`${name}\``);
  if (names.length === 0) return "it depends on a name that leads nowhere";
  return `${names.join(" and ")} ${names.length > 1 ? "lead" : "leads"} nowhere`;
}

/** The codes under which types differ. */
export type TypeCode = Extract<Code, "drift/parameter-type" | "drift/return-type" | "drift/field-type">;

export function shownTypes(expected: Type, actual: LiftedType): { expected: string; actual: string } {
  return { expected: printType(expected), actual: printLifted(actual) };
}

export interface Absence<T> {
  /** Without what stands for absence. */
  type: T;
  /** `null` (Python) or `undefined` (TypeScript) is among the type's values. */
  absent: boolean;
}

/** Takes the absent value out of a type. */
export function splitAbsence<T extends Type | LiftedType>(type: T, language: Language): Absence<LiftedType> {
  if (type.kind === "optional") return { type: splitAbsence(type.type, language).type, absent: true };
  if (type.kind === "union" && language === "python") {
    const rest: LiftedType[] = type.members.filter((member) => !isNull(member));
    if (rest.length === type.members.length || rest.length === 0) return { type, absent: false };
    return { type: rest.length === 1 ? rest[0]! : { kind: "union", members: rest }, absent: true };
  }
  return { type, absent: false };
}

function isNull(type: LiftedType): boolean {
  return type.kind === "primitive" && type.name === "null";
}

export function isAny(type: Type): boolean {
  return type.kind === "primitive" && (type.name === "any" || type.name === "json");
}

/**
 * Which type parameter of the code is which of the contract: by name where the names are the same ones, by position
 * otherwise.
 */
export function matchTypeParameters(
  expected: readonly { name: string }[],
  actual: readonly CodeTypeParameter[],
): Map<string, string> {
  const names = new Map<string, string>();
  const wanted = new Set(expected.map(({ name }) => name));
  const free = expected.filter(({ name }) => !actual.some((other) => other.name === name));
  for (const { name } of actual) {
    if (wanted.has(name)) continue;
    const other = free.shift();
    if (other) names.set(name, other.name);
  }
  return names;
}
