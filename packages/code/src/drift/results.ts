import type { Fix, Signature, Type } from "@contractc/kernel";
import type { CodeSignature, Span } from "../reading/signature.js";
import { type LiftedType, primitive, printLifted, widened } from "../types/lifted.js";
import type { DriftContext } from "./context.js";
import { retype } from "./fixes.js";
import { inferredResult, reportUntold, writtenType } from "./inferred.js";
import { contradicted } from "./inferred-results.js";
import { compareIn, isAny, liftIn, type Report, relation, type Subject, whyUnknown } from "./subject.js";

/** What a caller gets: the promise or awaitable of an asynchronous function. */
function asFuture(type: LiftedType): LiftedType {
  return { kind: "apply", name: "future", arguments: [type] };
}

function futureResult(type: LiftedType): LiftedType | undefined {
  return type.kind === "apply" && type.name === "future" ? type.arguments[0]! : undefined;
}

/**
 * Compares what a function gives its caller.
 *
 * @returns whether the code says what it returns, or need not
 */
export function checkResult(
  context: DriftContext,
  subject: Subject,
  expected: Signature,
  signature: CodeSignature,
  nameSpan: Span,
  report: Report,
): boolean {
  const { symbol, shown, file, within } = subject;
  const wanted = expected.async ? asFuture(expected.result) : expected.result;
  const inferred =
    writtenType(context, subject, signature.result) || signature.returnsNothing || isAny(expected.result)
      ? undefined
      : inferredResult(context, subject, nameSpan);
  const found = resultOf(
    context,
    subject,
    inferred?.type ? { ...signature, result: inferred.type } : signature,
  );
  if (!found) {
    if (reportContradiction(context, subject, expected, signature, nameSpan, report)) return true;
    if (inferred?.missing !== undefined) {
      reportUntold(
        subject,
        `The result of \`${shown}\``,
        inferred.missing,
        { span: nameSpan, key: "result" },
        report,
      );
      return true;
    }
    if (signature.async && !signature.generator && !futureResult(wanted)) {
      reportAsync(subject, false, nameSpan, report);
    }
    return isAny(expected.result);
  }
  const managed = managerOf(context, subject, signature, wanted, found);
  const verdict = compareIn(context, subject, wanted, managed);
  if (verdict === "equivalent") return true;
  // Where nobody has written a type, the compiler remembers each literal.
  if (
    inferred?.type &&
    verdict === "narrowed" &&
    compareIn(context, subject, wanted, widened(found)) === "equivalent"
  )
    return true;

  const at = { file, span: signature.result ?? nameSpan, within: [signature, ...within] };
  const wantedResult = futureResult(wanted);
  const foundResult = futureResult(found);
  if (verdict === "unknown") {
    report(
      "drift/unknown",
      at,
      { what: `The result of \`${shown}\``, why: whyUnknown(found) },
      { symbol, declared: [`${symbol} result`, symbol], key: "result" },
    );
    return true;
  }
  if ((wantedResult === undefined) !== (foundResult === undefined)) {
    const inner = compareIn(context, subject, wantedResult ?? wanted, foundResult ?? found);
    if (inner === "equivalent") {
      reportAsync(subject, wantedResult !== undefined, nameSpan, report, signature.generator);
      return true;
    }
  }
  const both = wantedResult !== undefined && foundResult !== undefined;
  const texts = {
    expected: printLifted(both ? wantedResult : wanted),
    actual: printLifted(both ? foundResult : managed),
  };
  report(
    "drift/return-type",
    at,
    { of: shown, ...texts, relation: relation(verdict) },
    {
      symbol,
      declared: [`${symbol} result`, symbol],
      ...texts,
      fixes: signature.result ? retypeResult(context, subject, expected, signature, signature.result) : [],
    },
  );
  return true;
}

/** Reports a `return` that gives what the contract's result cannot be. */
function reportContradiction(
  context: DriftContext,
  subject: Subject,
  expected: Signature,
  signature: CodeSignature,
  nameSpan: Span,
  report: Report,
): boolean {
  const future = futureResult(expected.result);
  // What is awaited elsewhere may be made in any way.
  if (!signature.async && (expected.async || future)) return false;
  const wanted = signature.async && !expected.async ? (future ?? expected.result) : expected.result;
  const found = contradicted(context, subject, wanted, signature);
  if (!found) return false;
  const { symbol, shown, file, within } = subject;
  const texts = { expected: printLifted(wanted), actual: printLifted(found.type) };
  report(
    "drift/return-type",
    { file, span: nameSpan, within: [found.returned, signature, ...within] },
    { of: shown, ...texts, relation: relation("incompatible") },
    { symbol, declared: [`${symbol} result`, symbol], ...texts },
  );
  return true;
}

/** The names by which the libraries know what `@contextmanager` and `@asynccontextmanager` make. */
const MANAGERS: readonly [string, string][] = [
  ["contextlib", "AbstractContextManager"],
  ["contextlib", "AbstractAsyncContextManager"],
  ["typing", "ContextManager"],
  ["typing", "AsyncContextManager"],
];

/** What a context manager is to its caller, where the contract says so rather than what it yields. */
function managerOf(
  context: DriftContext,
  subject: Subject,
  signature: CodeSignature,
  wanted: LiftedType,
  found: LiftedType,
): LiftedType {
  if (!signature.contextManager || wanted.kind !== "reference" || found.kind !== "apply") return found;
  const isManager = MANAGERS.some(([module, name]) => {
    const meaning = { kind: "external" as const, package: module, std: true, name };
    return context.addressOf(meaning, name, subject.file) === wanted.target;
  });
  return isManager ? { kind: "reference", target: wanted.target, arguments: found.arguments } : found;
}

function retypeResult(
  context: DriftContext,
  subject: Subject,
  expected: Signature,
  signature: CodeSignature,
  span: Span,
): Fix[] {
  const { result } = expected;
  if (subject.scope.language === "python" && signature.async && !signature.generator) {
    if (expected.async) return retype(context, subject, span, result);
    const resolved = result.kind === "apply" && result.name === "future" ? result.arguments[0] : undefined;
    return resolved ? retype(context, subject, span, resolved) : [];
  }
  const whole: Type = expected.async ? { kind: "apply", name: "future", arguments: [result] } : result;
  return retype(context, subject, span, whole);
}

/** @returns `undefined` where the code does not say */
function resultOf(context: DriftContext, subject: Subject, signature: CodeSignature): LiftedType | undefined {
  const { language } = subject.scope;
  if (!signature.result) {
    if (!signature.returnsNothing || signature.generator) return undefined;
    const nothing = primitive("void");
    return signature.async ? asFuture(nothing) : nothing;
  }
  const lifted = liftIn(context, subject, signature.result);
  // Python annotates what the coroutine resolves to, and an asynchronous generator as what it is.
  return language === "python" && signature.async && !signature.generator ? asFuture(lifted) : lifted;
}

function reportAsync(
  subject: Subject,
  wanted: boolean,
  nameSpan: Span,
  report: Report,
  generator = false,
): void {
  const { symbol, shown, file, within } = subject;
  report(
    "drift/modifier",
    { file, span: nameSpan, within },
    {
      name: shown,
      problem: wanted
        ? "the contract declares it `async`, the code is not"
        : "the code is asynchronous, the contract does not say `async`",
      remedy:
        wanted && generator
          ? "An asynchronous generator is `fn … -> stream<T>`, without `async`."
          : "Make the two agree.",
    },
    {
      symbol,
      expected: wanted ? "async" : "not async",
      actual: wanted ? "not async" : "async",
      key: "async",
    },
  );
}
