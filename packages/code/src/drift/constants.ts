import { type Alias, type Constant, printExpression, printType } from "@contractc/kernel";
import type { CodeAlias, CodeVariable } from "../reading/signature.js";
import { withTypeParameters } from "../types/scope.js";
import type { DriftContext } from "./context.js";
import { reportFieldType } from "./field-types.js";
import { retype, revalue } from "./fixes.js";
import { checkTypeParameters } from "./functions.js";
import { inferredType, reportUntold, writtenType } from "./inferred.js";
import { compareIn, isAny, liftIn, matchTypeParameters, type Subject, shownTypes } from "./subject.js";
import { compareValue, literalFits, printValue } from "./values.js";

/** Compares a constant's type and, where the contract states it, its value. */
export function checkConstant(
  context: DriftContext,
  subject: Subject,
  declaration: Constant,
  variable: CodeVariable,
): void {
  checkConstantType(context, subject, declaration, variable);
  if (!declaration.value || !variable.value || variable.value.text === "...") return;
  const verdict = compareValue(declaration.value, variable.value, subject.file, context.project);
  if (verdict === "same") return;
  const expected = printExpression(declaration.value);
  const actual = printValue(variable.value);
  const valueAt = { file: subject.file, span: variable.value, within: subject.within };
  if (verdict === "different") {
    context.report(
      "drift/const-value",
      valueAt,
      { name: subject.shown, expected, actual },
      {
        symbol: subject.symbol,
        expected,
        actual,
        fixes: revalue(context, subject, variable.value, declaration.value),
      },
    );
    return;
  }
  context.report(
    "drift/unknown",
    valueAt,
    { what: `The value of \`${subject.shown}\``, why: `\`${actual}\` is no literal` },
    { symbol: subject.symbol, severity: "info", expected, actual },
  );
}

function checkConstantType(
  context: DriftContext,
  subject: Subject,
  { type: expected, value: stated }: Constant,
  { type, value, nameSpan }: CodeVariable,
): void {
  if (type && (writtenType(context, subject, type) || isAny(expected))) {
    // A reader that takes the type from the value (`as const`) finds a narrower one, which nobody wrote.
    const isInferred = value !== undefined && type.start >= value.start && type.end <= value.end;
    checkTypes(context, subject, expected, type, isInferred);
    return;
  }
  const fits = value?.literal ? literalFits(expected, value.literal) : "unknown";
  if (fits === "yes" || isAny(expected)) return;
  const inferred = fits === "unknown" ? inferredType(context, subject, nameSpan) : undefined;
  const told = inferred?.type ?? type;
  if (told) {
    checkTypes(context, subject, expected, told, true);
    return;
  }
  if (inferred?.missing !== undefined) {
    const what = `The type of \`${subject.shown}\``;
    reportUntold(subject, what, inferred.missing, { span: nameSpan }, (...found) => context.report(...found));
    return;
  }
  const at = { file: subject.file, span: value ?? nameSpan, within: subject.within };
  // A stated value that differs says it all.
  if (fits === "no" && !stated) {
    const actual = printValue(value!);
    context.report(
      "drift/field-type",
      at,
      { field: subject.shown, expected: printType(expected), actual, relation: "" },
      { symbol: subject.symbol, expected: printType(expected), actual },
    );
  } else if (fits === "unknown") {
    context.report(
      "drift/missing-annotation",
      { ...at, span: nameSpan },
      { of: subject.shown, parts: "a constant" },
      { symbol: subject.symbol, expected: printType(expected) },
    );
  }
}

/** Compares what an alias stands for. */
export function checkAlias(
  context: DriftContext,
  outer: Subject,
  declaration: Alias,
  alias: CodeAlias,
): void {
  const wanted = declaration.typeParameters ?? [];
  const subject: Subject = {
    ...outer,
    scope: withTypeParameters(
      outer.scope,
      alias.typeParameters.map(({ name }) => name),
    ),
    parameterNames: matchTypeParameters(wanted, alias.typeParameters),
  };
  checkTypeParameters(context, subject, wanted, alias.typeParameters, alias.nameSpan, (...finding) =>
    context.report(...finding),
  );
  checkTypes(context, subject, declaration.type, alias.type);
}

function checkTypes(
  context: DriftContext,
  subject: Subject,
  expected: Constant["type"],
  type: CodeAlias["type"],
  mayNarrow = false,
): void {
  const found = liftIn(context, subject, type);
  const verdict = compareIn(context, subject, expected, found);
  if (verdict === "equivalent" || (mayNarrow && verdict === "narrowed")) return;
  const texts = shownTypes(expected, found);
  reportFieldType(context, subject, verdict, found, {
    span: type,
    texts,
    fixes: () => retype(context, subject, type, expected),
  });
}
