import { type Fix, type Parameter, printExpression, printParameter } from "@contractc/kernel";
import type { CodeParameter } from "../reading/signature.js";
import type { DriftContext } from "./context.js";
import { revalue } from "./fixes.js";
import type { Report, Subject } from "./subject.js";
import { compareValue, printValue } from "./values.js";

/**
 * Compares the default that the contract states with the code's.
 *
 * @param isAbsentDefault the code's default is `None`, `null` or `undefined`
 * @returns whether they differ
 */
export function checkDefault(
  context: DriftContext,
  subject: Subject,
  wanted: Parameter,
  actual: CodeParameter,
  isAbsentDefault: boolean,
  report: Report,
): boolean {
  const expected = printExpression(wanted.default!);
  const { language } = subject.scope;
  if (language === "typescript" && subject.bodiless && actual.optional && !actual.default) return false;
  if (!actual.default || isAbsentDefault) {
    const has = actual.default ? `\`${printValue(actual.default)}\`` : "none";
    reportDefault(
      subject,
      wanted,
      actual,
      `has the default \`${expected}\` in the contract and ${has} in the code`,
      report,
    );
    return true;
  }
  // A stub says only that there is a default.
  if (actual.default.text === "...") return false;
  switch (compareValue(wanted.default!, actual.default, subject.file, context.project)) {
    case "same":
      return false;
    case "different":
      reportDefault(
        subject,
        wanted,
        actual,
        `has the default \`${expected}\` in the contract and \`${printValue(actual.default)}\` in the code`,
        report,
        revalue(context, subject, actual.default, wanted.default!),
      );
      return true;
    case "unknown":
      report(
        "drift/unknown",
        { file: subject.file, span: actual.default, within: [actual, ...subject.within] },
        {
          what: `The default of the parameter \`${wanted.name}\` of \`${subject.shown}\``,
          why: `\`${actual.default.text}\` is no literal`,
        },
        {
          symbol: subject.symbol,
          severity: "info",
          expected,
          actual: actual.default.text,
          key: wanted.name,
          declared: [`${subject.symbol}.${wanted.name}`, subject.symbol],
        },
      );
      return false;
  }
}

/** Reports a parameter whose default, or whose being optional, differs. */
export function reportDefault(
  subject: Subject,
  wanted: Parameter,
  actual: CodeParameter,
  problem: string,
  report: Report,
  fixes: Fix[] = [],
): void {
  const { symbol, shown, file, within } = subject;
  report(
    "drift/parameter-default",
    { file, span: actual.default ?? actual, within: [actual, ...within] },
    { of: shown, parameter: wanted.name, problem },
    {
      symbol,
      expected: printParameter(wanted),
      actual: file.text.slice(actual.start, actual.end),
      fixes,
      key: wanted.name,
      declared: [`${symbol}.${wanted.name}`, symbol],
    },
  );
}
