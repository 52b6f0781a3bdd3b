import {
  type Expression,
  type Field,
  type Fix,
  printExpression,
  printMember,
  type Type,
} from "@contractc/kernel";
import type { CodeDefault, CodeField, CodeMethod, CodeParameter, Span } from "../reading/signature.js";
import { type LiftedType, widened } from "../types/lifted.js";
import { formOf, type OwnedMember } from "./code-class.js";
import type { DriftContext } from "./context.js";
import { reportFieldType } from "./field-types.js";
import { retype, revalue } from "./fixes.js";
import { checkHollow } from "./hollow.js";
import { inferredType, reportUntold, writtenType } from "./inferred.js";
import { liftMethod } from "./lift-method.js";
import { type ClassPair, checkMemberModifiers } from "./members.js";
import { compareIn, isAny, liftIn, type Subject, shownTypes, splitAbsence } from "./subject.js";
import { compareValue, printValue } from "./values.js";

/** Compares a field with the attribute, property, getter or method that realises it. */
export function checkField(
  context: DriftContext,
  pair: ClassPair,
  subject: Subject,
  wanted: Field,
  owned: OwnedMember,
): void {
  const { member } = owned;
  checkMemberModifiers(context, pair, subject, wanted, member);
  if (member.kind !== "field") {
    checkMethodAsField(context, subject, wanted, member);
    return;
  }
  checkHollow(context, subject, member, owned);
  checkFieldType(context, subject, wanted, member, member.nameSpan, formOf(owned.owner) === "typed-dict");
  if (member.default && wanted.default) checkFieldDefault(context, subject, wanted, member.default);
  else if (wanted.default && !member.default && needsDefault(owned, wanted.default)) {
    const expected = printExpression(wanted.default);
    context.report(
      "drift/field-default",
      { file: subject.file, span: member.nameSpan, within: subject.within },
      { field: subject.shown, expected, actual: undefined },
      { symbol: subject.symbol, expected },
    );
  }
}

/**
 * Where the fields make the constructor, a default is what lets a caller leave the value out. In another class a field
 * has a value from the start only by its own default, unless something in the class assigns it. A list or object that stands in the body of a Python class would be
 * shared by all instances: it is the constructor's, which may be still to be written.
 */
function needsDefault({ owner, member }: OwnedMember, wanted: Expression): boolean {
  const form = formOf(owner);
  if (member.kind !== "field" || member.origin !== "declaration") return false;
  if (form === "dataclass" || form === "named-tuple") return true;
  if (form !== "class" || member.abstract || member.optional) return false;
  const isShared = wanted.kind === "list" || wanted.kind === "map" || wanted.kind === "call";
  if (isShared && owner.file.language === "python") return false;
  const { text } = owner.file;
  // `x!: T` of TypeScript says that it is assigned where nobody sees it.
  if (text[member.nameSpan.end] === "!") return false;
  return owner.parts.every(({ span }) => !assigns(text.slice(span.start, span.end), member.name));
}

/** Whether a class assigns an attribute by its name, or all of them at once. */
function assigns(text: string, name: string): boolean {
  if (/\bsetattr\(|__dict__|\bObject\.(?:assign|define)/.test(text)) return true;
  const escaped = name.replace(/[$]/g, "\\$&");
  return new RegExp(`\\.${escaped}\\s*(?::[^=\\n]*)?(?:[-+*/%&|^?]{0,2}|<<|>>)=(?!=)`, "u").test(text);
}

/** A field that the code has only as a parameter of the constructor. */
export function checkFieldParameter(
  context: DriftContext,
  pair: ClassPair,
  wanted: Field,
  owned: OwnedMember,
  parameter: CodeParameter,
): void {
  const { file, parts } = owned.owner;
  const subject: Subject = {
    symbol: wanted.address,
    shown: `${pair.declaration.name}.${wanted.name}`,
    file,
    within: [parameter, owned.member.span],
    scope: owned.inherited
      ? context.scope(file, parts[0].typeParameters, pair.subject.scope.self)
      : pair.subject.scope,
    parameterNames: pair.subject.parameterNames,
    ...(owned.resolve ? { resolve: owned.resolve } : {}),
  };
  context.comparing({ subject, field: wanted, owned, parameter }, () =>
    checkFieldType(context, subject, wanted, parameter, parameter.nameSpan),
  );
}

/** A field that holds a function may be a method of the code. */
function checkMethodAsField(
  context: DriftContext,
  subject: Subject,
  wanted: Field,
  member: CodeMethod,
): void {
  const at = { file: subject.file, span: member.nameSpan, within: subject.within };
  const lifted = liftMethod(context, subject, member);
  if (wanted.type.kind !== "function" || !lifted) {
    context.report(
      "drift/kind",
      at,
      { name: subject.shown, expected: "a field", actual: "a method" },
      { symbol: wanted.address, expected: "field", actual: "method" },
    );
    return;
  }
  reportType(context, subject, wanted, wanted.type, lifted, member.nameSpan);
}

function checkFieldType(
  context: DriftContext,
  subject: Subject,
  wanted: Field,
  written: Pick<CodeField, "type" | "optional" | "default">,
  nameSpan: Span,
  /** It is a key of a `TypedDict`: one that may be missing is not one that may hold `None`. */
  isKey = false,
): void {
  const { language } = subject.scope;
  const inferred =
    writtenType(context, subject, written.type) || isAny(wanted.type)
      ? undefined
      : inferredType(context, subject, nameSpan);
  const code = inferred?.type ? { ...written, type: inferred.type } : written;
  if (!code.type) {
    if (isAny(wanted.type)) return;
    if (inferred?.missing !== undefined) {
      const what = `The type of \`${subject.shown}\``;
      reportUntold(subject, what, inferred.missing, { span: nameSpan }, (...found) =>
        context.report(...found),
      );
      return;
    }
    context.report(
      "drift/missing-annotation",
      { file: subject.file, span: nameSpan, within: subject.within },
      { of: subject.shown, parts: "a field" },
      { symbol: subject.symbol, expected: printMember(wanted) },
    );
    return;
  }
  const found = liftIn(context, subject, code.type);
  if (language === "python") {
    // May be left out: by a default, by `NotRequired`, or by holding `None`.
    const isAbsent =
      code.optional === true || code.default !== undefined || splitAbsence(found, language).absent;
    if (wanted.optional && isKey && code.optional) {
      reportType(context, subject, wanted, wanted.type, found, code.type);
      return;
    }
    if (wanted.optional && isAbsent) {
      reportType(
        context,
        subject,
        wanted,
        splitAbsence(wanted.type, language).type,
        splitAbsence(found, language).type,
        code.type,
        shownTypes(wanted.type, found),
      );
      return;
    }
    const expected: Type = wanted.optional ? { kind: "optional", type: wanted.type } : wanted.type;
    const actual: LiftedType = code.optional ? { kind: "optional", type: found } : found;
    reportType(context, subject, wanted, expected, actual, code.type);
    return;
  }
  // In TypeScript `a?: T` and `a: T | undefined` differ; a default of the contract lets an interface say `?`.
  const mayBeOptional = wanted.optional === true || wanted.default !== undefined;
  const isOptional = code.optional === true;
  if (isOptional !== (wanted.optional === true) && !(isOptional && mayBeOptional)) {
    const mark = (optional: boolean, text: string) => `${subject.shown}${optional ? "?" : ""}: ${text}`;
    const texts = shownTypes(wanted.type, found);
    context.report(
      "drift/field-type",
      { file: subject.file, span: nameSpan, within: subject.within },
      {
        field: subject.shown,
        expected: mark(wanted.optional === true, texts.expected),
        actual: mark(isOptional, texts.actual),
        relation: isOptional ? ", which may be left out" : ", which may not be left out",
      },
      {
        symbol: subject.symbol,
        expected: mark(wanted.optional === true, texts.expected),
        actual: mark(isOptional, texts.actual),
      },
    );
    return;
  }
  const isExact =
    isOptional &&
    wanted.optional === true &&
    splitAbsence(wanted.type, language).absent !== splitAbsence(found, language).absent &&
    context.project.resolver?.(language)?.isExactOptional(subject.file.path) === true;
  const stripped = (isOptional || wanted.optional === true) && !isExact;
  reportType(
    context,
    subject,
    wanted,
    stripped ? splitAbsence(wanted.type, language).type : wanted.type,
    stripped ? splitAbsence(found, language).type : found,
    code.type,
    shownTypes(wanted.type, found),
    inferred?.type !== undefined,
  );
}

function reportType(
  context: DriftContext,
  subject: Subject,
  wanted: Field,
  expected: LiftedType,
  actual: LiftedType,
  span: Span,
  texts = shownTypes(wanted.type, actual),
  isInferred = false,
): void {
  const verdict = compareIn(context, subject, expected, actual);
  if (verdict === "equivalent") return;
  // Where nobody has written a type, the compiler remembers each literal.
  if (
    isInferred &&
    verdict === "narrowed" &&
    compareIn(context, subject, expected, widened(actual)) === "equivalent"
  )
    return;
  reportFieldType(context, subject, verdict, actual, {
    span,
    texts,
    fixes: () => retypeField(context, subject, wanted, span),
  });
}

function retypeField(context: DriftContext, subject: Subject, wanted: Field, span: Span): Fix[] {
  const isPythonOptional = wanted.optional && subject.scope.language === "python";
  const type: Type =
    isPythonOptional && wanted.type.kind !== "optional"
      ? { kind: "optional", type: wanted.type }
      : wanted.type;
  // The place of a type is an annotation only where one is written before it.
  const before = subject.file.text.slice(0, span.start).trimEnd();
  return /(?::|->)$/.test(before) ? retype(context, subject, span, type) : [];
}

/** Compares a default that both sides have. One that is computed cannot be compared and is left alone. */
export function checkFieldDefault(
  context: DriftContext,
  subject: Subject,
  wanted: Field,
  actual: CodeDefault,
): void {
  if (actual.text === "...") return;
  if (compareValue(wanted.default!, actual, subject.file, context.project) !== "different") return;
  const expected = printExpression(wanted.default!);
  const found = printValue(actual);
  context.report(
    "drift/field-default",
    { file: subject.file, span: actual, within: subject.within },
    { field: subject.shown, expected, actual: found },
    {
      symbol: subject.symbol,
      expected,
      actual: found,
      fixes: revalue(context, subject, actual, wanted.default!),
    },
  );
}
