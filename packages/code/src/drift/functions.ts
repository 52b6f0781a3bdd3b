import {
  type Address,
  type Constructor,
  type FunctionDeclaration,
  lastName,
  type Method,
  printSignature,
  printType,
  type Signature,
  type Type,
} from "@contractc/kernel";
import type { CodeSignature, CodeSignatures, CodeTypeParameter, Span } from "../reading/signature.js";
import { type LiftedType, primitive, printLifted } from "../types/lifted.js";
import { withTypeParameters } from "../types/scope.js";
import type { DriftContext } from "./context.js";
import { checkParameters } from "./parameters.js";
import {
  compareIn,
  isAny,
  liftIn,
  matchTypeParameters,
  type Report,
  relation,
  type Subject,
  whyUnknown,
} from "./subject.js";

export type Callable = FunctionDeclaration | Method | Constructor;

/**
 * Compares the signatures of a function, method or constructor: one with one, or the best assignment of an overload
 * set, so that a set in another order has no drift.
 *
 * @param subject of the whole; each overload gets its own symbol
 * @param expected one or, of overloads, each in source order
 */
export function checkCallable(
  context: DriftContext,
  subject: Subject,
  expected: readonly [Callable, ...Callable[]],
  actual: CodeSignatures & { nameSpan: Span },
): void {
  const report: Report = (...finding) => context.report(...finding);
  const [only] = expected;
  const [signature] = actual.signatures;
  if (!signature) return;
  if (expected.length === 1 && actual.signatures.length === 1) {
    checkSignature(context, { ...subject, symbol: only.address }, only, signature, actual.nameSpan, report);
  } else {
    checkOverloads(context, subject, expected, actual, report);
  }
  checkRaises(context, subject, expected, actual);
}

function checkOverloads(
  context: DriftContext,
  subject: Subject,
  expected: readonly Callable[],
  actual: CodeSignatures & { nameSpan: Span },
  report: Report,
): void {
  const free = new Set(actual.signatures);
  const open: Callable[] = [];
  for (const callable of expected) {
    const own = { ...subject, symbol: callable.address, bodiless: actual.signatures.length > 1 };
    const match = [...free].find((signature) => differences(context, own, callable, signature) === 0);
    if (match) free.delete(match);
    else open.push(callable);
  }
  const left = [...free];
  for (const [index, callable] of open.entries()) {
    const signature = left[index];
    const own = { ...subject, symbol: callable.address, bodiless: actual.signatures.length > 1 };
    if (signature) checkSignature(context, own, callable, signature, signature, report);
    else {
      const text = `${subject.shown}${printSignature(callable)}`;
      report(
        "drift/missing-symbol",
        { file: subject.file, span: actual.nameSpan, within: subject.within },
        { kind: "overload", name: text, path: subject.file.path, nearest: undefined },
        { symbol: callable.address, expected: text },
      );
    }
  }
  // A contract has one constructor, so that it could not declare another.
  if (expected[0]?.kind === "constructor") return;
  for (const signature of left.slice(open.length))
    reportUnlistedOverload(subject, expected[0]!, signature, report);
}

function reportUnlistedOverload(
  subject: Subject,
  expected: Callable,
  signature: CodeSignature,
  report: Report,
): void {
  const { start, end } = signature.parameterSpan;
  const parameters = subject.file.text.slice(start, end).replace(/\s+/g, " ").trim();
  const text = `${expected.name}(${parameters})`;
  const at = { file: subject.file, span: signature, within: subject.within };
  const options = { symbol: subject.symbol, actual: text };
  const owner = subject.symbol.slice(0, subject.symbol.lastIndexOf("."));
  if (expected.kind === "method") {
    report("drift/unlisted-member", at, { kind: "overload", name: text, owner: lastName(owner) }, options);
  } else {
    report("drift/unlisted-symbol", at, { kind: "overload", name: text, module: lastName(owner) }, options);
  }
}

function differences(
  context: DriftContext,
  subject: Subject,
  expected: Callable,
  signature: CodeSignature,
): number {
  let count = 0;
  checkSignature(context, subject, expected, signature, signature, () => {
    count += 1;
  });
  return count;
}

function checkSignature(
  context: DriftContext,
  outer: Subject,
  expected: Callable,
  signature: CodeSignature,
  nameSpan: Span,
  report: Report,
): void {
  const wantedParameters = expected.typeParameters ?? [];
  const subject: Subject = {
    ...outer,
    scope: withTypeParameters(
      outer.scope,
      signature.typeParameters.map(({ name }) => name),
    ),
    parameterNames: new Map([
      ...outer.parameterNames,
      ...matchTypeParameters(wantedParameters, signature.typeParameters),
    ]),
  };
  if (expected.kind !== "constructor") {
    checkTypeParameters(context, subject, wantedParameters, signature.typeParameters, nameSpan, report);
  }
  const unannotated = checkParameters(context, subject, expected.parameters, signature, report);
  const hasResult =
    expected.kind === "constructor" || checkResult(context, subject, expected, signature, nameSpan, report);
  reportUnannotated(subject, unannotated, hasResult, nameSpan, report);
}

/** Type parameters of a function or class: how many, and their bounds. */
export function checkTypeParameters(
  context: DriftContext,
  subject: Subject,
  expected: readonly { name: string; bound?: Type }[],
  actual: readonly CodeTypeParameter[],
  nameSpan: Span,
  report: Report,
): void {
  const { symbol, shown, file, within } = subject;
  const at = { file, span: nameSpan, within };
  const list = (names: readonly { name: string }[]) => `<${names.map(({ name }) => name).join(", ")}>`;
  if (expected.length !== actual.length) {
    const count = (names: readonly { name: string }[]) =>
      names.length === 0 ? "no type parameters" : `the type parameters \`${list(names)}\``;
    report(
      "drift/modifier",
      at,
      {
        name: shown,
        problem: `the contract declares ${count(expected)}, the code has ${count(actual)}`,
        remedy: "Make the two agree.",
      },
      { symbol, expected: list(expected), actual: list(actual), key: "generics" },
    );
    return;
  }
  for (const [index, wanted] of expected.entries()) {
    const found = actual[index]!;
    const bound = found.bound && liftIn(context, subject, found.bound);
    if (sameBound(context, subject, wanted.bound, bound)) continue;
    const text = (name: string, type: string | undefined) => (type === undefined ? name : `${name}: ${type}`);
    const wantedText = text(wanted.name, wanted.bound && printType(wanted.bound));
    const foundText = text(found.name, bound && printLifted(bound));
    report(
      "drift/modifier",
      at,
      {
        name: shown,
        problem: `the type parameter is \`${wantedText}\` in the contract and \`${foundText}\` in the code`,
        remedy: "Make the bounds agree.",
      },
      { symbol, expected: wantedText, actual: foundText, key: `bound ${wanted.name}` },
    );
  }
}

/** A bound that cannot be told is no difference: it is a name that others report. */
function sameBound(
  context: DriftContext,
  subject: Subject,
  wanted: Type | undefined,
  found: LiftedType | undefined,
): boolean {
  if (wanted && found) {
    const verdict = compareIn(context, subject, wanted, found);
    return verdict === "equivalent" || verdict === "unknown";
  }
  return !wanted && (!found || (found.kind === "primitive" && found.name === "any"));
}

/** What a caller gets: the promise or awaitable of an asynchronous function. */
function asFuture(type: LiftedType): LiftedType {
  return { kind: "apply", name: "future", arguments: [type] };
}

function futureResult(type: LiftedType): LiftedType | undefined {
  return type.kind === "apply" && type.name === "future" ? type.arguments[0]! : undefined;
}

/** @returns whether the code says what it returns, or need not */
function checkResult(
  context: DriftContext,
  subject: Subject,
  expected: Signature,
  signature: CodeSignature,
  nameSpan: Span,
  report: Report,
): boolean {
  const { symbol, shown, file, within } = subject;
  const wanted = expected.async ? asFuture(expected.result) : expected.result;
  const found = resultOf(context, subject, signature);
  if (!found) {
    if (signature.async && !signature.generator && !futureResult(wanted)) {
      reportAsync(subject, false, nameSpan, report);
    }
    return isAny(expected.result);
  }
  const verdict = compareIn(context, subject, wanted, found);
  if (verdict === "equivalent") return true;

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
    actual: printLifted(both ? foundResult : found),
  };
  report(
    "drift/return-type",
    at,
    { of: shown, ...texts, relation: relation(verdict) },
    { symbol, declared: [`${symbol} result`, symbol], ...texts },
  );
  return true;
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

/** One finding for everything that a signature leaves without a type. */
function reportUnannotated(
  subject: Subject,
  parameters: readonly string[],
  hasResult: boolean,
  nameSpan: Span,
  report: Report,
): void {
  if (parameters.length === 0 && hasResult) return;
  const { symbol, shown, file, within } = subject;
  const names = parameters.map((name) => `\`${name}\``).join(", ");
  const listed = parameters.length > 1 ? `the parameters ${names}` : `the parameter ${names}`;
  const parts = [...(parameters.length > 0 ? [listed] : []), ...(hasResult ? [] : ["the result"])];
  report(
    "drift/missing-annotation",
    { file, span: nameSpan, within },
    { of: shown, parts: parts.join(" and ") },
    { symbol, actual: parts.join(" and ") },
  );
}

/** Errors of the contract that the body visibly raises and no signature lists. */
function checkRaises(
  context: DriftContext,
  subject: Subject,
  expected: readonly Callable[],
  actual: CodeSignatures,
): void {
  const listed = new Set<Address>();
  for (const { raises = [] } of expected) {
    for (const raised of raises) if (raised.kind === "declared") listed.add(raised.target);
  }
  const reported = new Set<Address>();
  for (const raise of actual.raises) {
    const meaning = context.project.resolveName(subject.file.path, raise.name);
    const error = context.addressOf(meaning, raise.name, subject.file);
    const declaration = error === undefined ? undefined : context.declarations.classLike(error);
    if (declaration?.kind !== "error" || reported.has(declaration.address)) continue;
    const covered = [declaration, ...context.declarations.basesOf(declaration.address)];
    if (covered.some(({ address }) => listed.has(address))) continue;
    reported.add(declaration.address);
    context.report(
      "drift/raises",
      { file: subject.file, span: raise, within: subject.within },
      { of: subject.shown, error: declaration.name },
      { symbol: subject.symbol, actual: declaration.name },
    );
  }
}
