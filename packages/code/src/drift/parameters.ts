import { type Fix, type Language, type Parameter, printParameter, type Type } from "@contractc/kernel";
import type { CodeParameter, CodeSignature } from "../reading/signature.js";
import { elementOf } from "../types/lift.js";
import { type LiftedType, printLifted } from "../types/lifted.js";
import { type Alignment, align } from "./alignment.js";
import type { DriftContext } from "./context.js";
import { retype } from "./fixes.js";
import { inferredType, reportUntold, writtenType } from "./inferred.js";
import { codeName } from "./locate.js";
import { checkDefault, reportDefault } from "./parameter-defaults.js";
import {
  compareIn,
  isAny,
  liftIn,
  type Report,
  relation,
  type Subject,
  shownTypes,
  splitAbsence,
  whyUnknown,
} from "./subject.js";
import { printValue } from "./values.js";

type Kind = Parameter["kind"];

const KIND_NAMES: Record<Kind, string> = {
  "positional-only": "positional-only",
  standard: "positional or by name",
  "keyword-only": "keyword-only",
  variadic: "variadic",
  "keyword-variadic": "keyword-variadic",
};

export interface Unannotated {
  parameter: CodeParameter;
  /** The contract's. */
  type: Type;
}

/**
 * Compares the parameters of one signature.
 *
 * @returns the parameters that the contract gives a type and the code none
 */
export function checkParameters(
  context: DriftContext,
  subject: Subject,
  expected: readonly Parameter[],
  signature: CodeSignature,
  report: Report,
): Unannotated[] {
  const { language } = subject.scope;
  const { symbol, shown, file, within } = subject;
  const alignment = alignParameters(context, subject, expected, signature);

  for (const parameter of alignment.missing) {
    const text = printParameter(parameter);
    report(
      "drift/parameter-missing",
      { file, span: signature.parameterSpan, within },
      { parameter: text, of: shown },
      { symbol, expected: text, declared: [`${symbol}.${parameter.name}`, symbol] },
    );
  }
  for (const parameter of alignment.extra) {
    const own = subject.origins?.get(parameter) ?? subject;
    const text = printCodeParameter(context, own, parameter);
    report(
      "drift/parameter-extra",
      { file: own.file, span: parameter, within },
      { parameter: text, of: shown },
      { symbol, actual: text },
    );
  }
  const positional = alignment.pairs.filter(({ expected: wanted }) =>
    isPositional(kindIn(wanted.kind, language)),
  );
  if (
    alignment.reordered &&
    isReordered(positional.map(({ actual }) => signature.parameters.indexOf(actual)))
  ) {
    const wanted = positional.map(({ expected: { name } }) => name).join(", ");
    const found = [...positional]
      .sort((a, b) => a.actual.start - b.actual.start)
      .map(({ actual: { name } }) => name)
      .join(", ");
    report(
      "drift/parameter-order",
      { file, span: signature.parameterSpan, within },
      { of: shown, expected: wanted, actual: found },
      { symbol, expected: wanted, actual: found },
    );
  }

  const unannotated: Unannotated[] = [];
  for (const { expected: wanted, actual, renamed } of alignment.pairs) {
    const own = subject.origins?.get(actual) ?? subject;
    if (renamed) checkName(own, wanted, actual, report);
    if (writtenType(context, own, actual.type)) {
      // Of `...xs` and `xs` the types are of different things: the kind says it all.
      if (isVariadic(wanted.kind) === isVariadic(actual.kind))
        checkType(context, own, wanted, actual, report);
      continue;
    }
    const inferred = isAny(wanted.type) ? undefined : inferredType(context, own, actual.nameSpan);
    const type = inferred?.type ?? actual.type;
    if (type) checkType(context, own, wanted, { ...actual, type }, report);
    else if (inferred?.missing !== undefined) {
      const what = `The type of the parameter \`${wanted.name}\` of \`${shown}\``;
      reportUntold(own, what, inferred.missing, { span: actual.nameSpan, key: wanted.name }, report);
    } else {
      checkOptional(context, own, wanted, actual, undefined, report);
      if (!isAny(wanted.type)) unannotated.push({ parameter: actual, type: wanted.type });
    }
  }
  checkKinds(subject, alignment.pairs, report);
  return unannotated;
}

/** Which parameter of the code stands for which of the contract. */
export function alignParameters(
  context: DriftContext,
  subject: Subject,
  expected: readonly Parameter[],
  signature: CodeSignature,
): Alignment<Parameter, CodeParameter> {
  const { language } = subject.scope;
  const nameOf = (parameter: Parameter) => codeName(parameter, language);
  return align(
    expected,
    signature.parameters,
    (wanted, found) =>
      (isVariadic(wanted.kind) && wanted.kind === found.kind) || nameOf(wanted) === found.name,
    (wanted, found) => {
      if (isVariadic(wanted.kind) || isVariadic(found.kind)) return false;
      if (!found.type) return true;
      const own = subject.origins?.get(found) ?? subject;
      const verdict = compareIn(context, own, wanted.type, liftIn(context, own, found.type));
      return verdict === "equivalent" || verdict === "unknown";
    },
  );
}

function isVariadic(kind: Kind): boolean {
  return kind === "variadic" || kind === "keyword-variadic";
}

function isPositional(kind: Kind): boolean {
  return kind === "positional-only" || kind === "standard";
}

function isReordered(places: readonly number[]): boolean {
  return places.some((place, index) => index > 0 && place < places[index - 1]!);
}

/** TypeScript has no calls by name: there each parameter that is not variadic is a standard one. */
export function kindIn(kind: Kind, language: Subject["scope"]["language"]): Kind {
  return language === "typescript" && !isVariadic(kind) ? "standard" : kind;
}

function checkName(subject: Subject, wanted: Parameter, actual: CodeParameter, report: Report): void {
  const { symbol, shown, file, within, scope } = subject;
  // Nobody can pass these by name.
  if (actual.destructured || (wanted.kind === "positional-only" && actual.kind === "positional-only")) return;
  report(
    "drift/parameter-name",
    { file, span: actual.nameSpan, within },
    { of: shown, expected: codeName(wanted, scope.language), actual: actual.name },
    {
      symbol,
      expected: codeName(wanted, scope.language),
      actual: actual.name,
      declared: [`${symbol}.${wanted.name}`, symbol],
      ...(scope.language === "typescript" ? { severity: "warning" as const } : {}),
    },
  );
}

/** Parameters that differ in the same way (a `*` that is missing) are one finding. */
function checkKinds(
  subject: Subject,
  pairs: readonly { expected: Parameter; actual: CodeParameter }[],
  report: Report,
): void {
  const { symbol, shown, file, within, scope } = subject;
  const groups = new Map<
    string,
    { wanted: Kind; found: Kind; pairs: { expected: Parameter; actual: CodeParameter }[] }
  >();
  for (const pair of pairs) {
    const wanted = kindIn(pair.expected.kind, scope.language);
    const found = kindIn(pair.actual.kind, scope.language);
    if (wanted === found) continue;
    const key = `${wanted} ${found}`;
    const group = groups.get(key);
    if (group) group.pairs.push(pair);
    else groups.set(key, { wanted, found, pairs: [pair] });
  }
  for (const { wanted, found, pairs: differing } of groups.values()) {
    const names = differing.map(({ expected }) => `\`${expected.name}\``).join(", ");
    const [first] = differing;
    report(
      "drift/parameter-kind",
      { file, span: first!.actual, within },
      { of: shown, parameters: names, expected: KIND_NAMES[wanted], actual: KIND_NAMES[found] },
      {
        symbol,
        expected: KIND_NAMES[wanted],
        actual: KIND_NAMES[found],
        key: names,
        declared: [`${symbol}.${first!.expected.name}`, symbol],
      },
    );
  }
}

function checkType(
  context: DriftContext,
  subject: Subject,
  wanted: Parameter,
  actual: CodeParameter,
  report: Report,
): void {
  const { symbol, shown, file, within, scope } = subject;
  const written = liftIn(context, subject, actual.type!);
  const lifted = scope.language === "typescript" && actual.kind === "variadic" ? elementOf(written) : written;
  const { expected, actual: found } = checkOptional(context, subject, wanted, actual, lifted, report);
  let verdict = compareIn(context, subject, expected, found);
  const mayBeAbsent = scope.language === "typescript" && wanted.optional && actual.optional;
  if (verdict !== "equivalent" && verdict !== "unknown" && mayBeAbsent) {
    // `a?: T` takes `undefined`, which an alias may say once more.
    const absent = (type: LiftedType): LiftedType => ({ kind: "optional", type });
    if (compareIn(context, subject, absent(expected), absent(found)) === "equivalent") verdict = "equivalent";
  }
  if (verdict === "equivalent") return;
  const at = { file, span: actual.type!, within: [actual, ...within] };
  const declared = [`${symbol}.${wanted.name}`, symbol];
  if (verdict === "unknown") {
    report(
      "drift/unknown",
      at,
      { what: `The type of the parameter \`${wanted.name}\` of \`${shown}\``, why: whyUnknown(lifted) },
      { symbol, declared, key: wanted.name, ...shownTypes(wanted.type, lifted) },
    );
    return;
  }
  const texts = shownTypes(wanted.type, lifted);
  report(
    "drift/parameter-type",
    at,
    { of: shown, parameter: wanted.name, ...texts, relation: relation(verdict) },
    {
      symbol,
      declared,
      key: wanted.name,
      expected: printParameter(wanted),
      actual: `${actual.name}: ${texts.actual}`,
      fixes: retypeParameter(context, subject, wanted, actual),
    },
  );
}

function retypeParameter(
  context: DriftContext,
  subject: Subject,
  wanted: Parameter,
  actual: CodeParameter,
): Fix[] {
  const { language } = subject.scope;
  if (language === "python") {
    const isNullable = actual.default?.literal?.kind === "null" && wanted.type.kind !== "optional";
    return retype(
      context,
      subject,
      actual.type!,
      isNullable ? { kind: "optional", type: wanted.type } : wanted.type,
    );
  }
  // `a?: T` says already that it may be absent.
  const bare = actual.optional && wanted.type.kind === "optional" ? wanted.type.type : wanted.type;
  const isArray = actual.kind === "variadic";
  return retype(
    context,
    subject,
    actual.type!,
    isArray ? { kind: "apply", name: "list", arguments: [bare] } : bare,
  );
}

/**
 * Compares whether a parameter may be left out, and its default. `a?: T` and `a: T?` are one: either side may say that
 * the argument is not there by leaving it out or by its type.
 *
 * @param found the code's type; absent without an annotation
 * @returns the types that remain to be compared
 */
function checkOptional(
  context: DriftContext,
  subject: Subject,
  wanted: Parameter,
  actual: CodeParameter,
  found: LiftedType | undefined,
  report: Report,
): { expected: LiftedType; actual: LiftedType } {
  const { language } = subject.scope;
  const expectedType = splitAbsence(wanted.type, language);
  const actualType = splitAbsence(found ?? wanted.type, language);
  const stripped = { expected: expectedType.type, actual: actualType.type };
  const whole = { expected: wanted.type, actual: found ?? wanted.type };
  if (isVariadic(wanted.kind) || isVariadic(actual.kind)) return whole;

  const nullDefault = wanted.default?.kind === "null";
  const valueDefault = wanted.default !== undefined && !nullDefault;
  const mayBeAbsent = expectedType.absent || nullDefault || (wanted.optional === true && !valueDefault);
  const isAbsentDefault =
    actual.default?.literal?.kind === "null" || actual.default?.literal?.kind === "undefined";
  const isAbsent =
    (found !== undefined && actualType.absent) ||
    isAbsentDefault ||
    (actual.optional === true && actual.default === undefined);

  if (valueDefault) {
    const reported = checkDefault(context, subject, wanted, actual, isAbsentDefault, report);
    // A default of `None` brings `| None` with it: one difference, told once.
    return reported && !expectedType.absent ? stripped : whole;
  }
  if (nullDefault && !isAbsentDefault && isCallChanged(actual, language)) {
    checkDefault(context, subject, wanted, actual, false, report);
    return stripped;
  }
  if (mayBeAbsent) {
    if (isAbsent) return stripped;
    // In TypeScript, a default takes `undefined` in; in Python, `None` has to be said.
    if (actual.optional) return language === "python" && expectedType.absent ? whole : stripped;
    if (!wanted.optional) return whole;
    reportDefault(
      subject,
      wanted,
      actual,
      "may be left out by the contract, but the code demands it",
      report,
    );
    return stripped;
  }
  if (!actual.optional) return whole;
  reportDefault(
    subject,
    wanted,
    actual,
    "is demanded by the contract, but may be left out in the code",
    report,
  );
  return isAbsent ? stripped : whole;
}

/**
 * Whether calls that leave out a parameter of default `null` mean something else in the code: it has another default,
 * or none at all. TypeScript's `a?: T` is that default, and so is `a: T | undefined`, as it equals `a?: T`.
 */
function isCallChanged(actual: CodeParameter, language: Language): boolean {
  if (actual.default) return true;
  return language === "python" && !actual.optional;
}

/** A parameter of the code in the contract's notation. */
function printCodeParameter(context: DriftContext, subject: Subject, parameter: CodeParameter): string {
  const stars = parameter.kind === "variadic" ? "..." : parameter.kind === "keyword-variadic" ? "**" : "";
  const mark = parameter.optional && !parameter.default ? "?" : "";
  const lifted = parameter.type && liftIn(context, subject, parameter.type);
  const isArray = subject.scope.language === "typescript" && parameter.kind === "variadic";
  const type = lifted ? `: ${printLifted(isArray ? elementOf(lifted) : lifted)}` : "";
  const value = parameter.default ? ` = ${printValue(parameter.default)}` : "";
  return `${stars}${parameter.name}${mark}${type}${value}`;
}
