import {
  type Address,
  type Constructor,
  type FunctionDeclaration,
  lastName,
  type Method,
  printSignature,
  printType,
  type Type,
} from "@contractc/kernel";
import type {
  CodeSignature,
  CodeSignatures,
  CodeType,
  CodeTypeParameter,
  Span,
} from "../reading/signature.js";
import { type LiftedType, printLifted } from "../types/lifted.js";
import { erase } from "../types/normal.js";
import { withTypeParameters } from "../types/scope.js";
import type { DriftContext } from "./context.js";
import { annotate } from "./fixes.js";
import { checkParameters, type Unannotated } from "./parameters.js";
import { checkResult } from "./results.js";
import { compareIn, liftIn, matchTypeParameters, type Report, type Subject } from "./subject.js";

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
  context.comparing({ subject, callables: expected, code: actual }, () => {
    if (expected.length === 1 && actual.signatures.length === 1) {
      checkSignature(context, { ...subject, symbol: only.address }, only, signature, actual.nameSpan, report);
    } else {
      checkOverloads(context, subject, expected, actual, report);
    }
    checkRaises(context, subject, expected, actual);
  });
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
  // Overloads that only tell receivers apart (`self: Table[T]`) are one to a contract, whatever they return.
  const matched = expected.filter((callable) => !open.includes(callable));
  for (const signature of free) {
    if (matched.some((callable) => sameParameters(context, subject, callable, signature)))
      free.delete(signature);
  }
  const left = [...free];
  for (const [index, callable] of open.entries()) {
    const signature = left[index];
    const own = { ...subject, symbol: callable.address, bodiless: actual.signatures.length > 1 };
    if (signature) checkSignature(context, own, callable, signature, signature, report);
    else {
      const text = `${subject.shown}${printSignature(callable)}`;
      context.comparing({ callable }, () =>
        report(
          "drift/missing-symbol",
          { file: subject.file, span: actual.nameSpan, within: subject.within },
          { kind: "overload", name: text, path: subject.file.path, nearest: undefined },
          { symbol: callable.address, expected: text },
        ),
      );
    }
  }
  for (const signature of left.slice(open.length)) {
    context.comparing({ signature }, () => reportUnlistedOverload(subject, expected[0]!, signature, report));
  }
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
  if (expected.kind !== "function") {
    report("drift/unlisted-member", at, { kind: "overload", name: text, owner: lastName(owner) }, options);
  } else {
    report("drift/unlisted-symbol", at, { kind: "overload", name: text, module: lastName(owner) }, options);
  }
}

/** Whether a signature of Python takes what one of the contract takes. */
function sameParameters(
  context: DriftContext,
  subject: Subject,
  expected: Callable,
  signature: CodeSignature,
): boolean {
  if (subject.scope.language !== "python" || expected.kind === "function") return false;
  return differences(context, { ...subject, symbol: expected.address }, expected, signature, true) === 0;
}

function differences(
  context: DriftContext,
  subject: Subject,
  expected: Callable,
  signature: CodeSignature,
  parametersOnly = false,
): number {
  let count = 0;
  checkSignature(context, subject, expected, signature, signature, (code) => {
    if (!parametersOnly || code.startsWith("drift/parameter-")) count += 1;
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
  // A contract's constructor has no type parameters of its own: there the code's stand for anything.
  const own = expected.kind === "constructor" ? signature.typeParameters.map(({ name }) => name) : [];
  const { resolve } = outer;
  const subject: Subject = {
    ...outer,
    ...(own.length > 0 ? { resolve: (type: LiftedType) => erase(resolve ? resolve(type) : type, own) } : {}),
    scope: withTypeParameters(
      outer.scope,
      signature.typeParameters.map(({ name }) => name),
    ),
    parameterNames: new Map([
      ...outer.parameterNames,
      ...matchTypeParameters(wantedParameters, signature.typeParameters),
    ]),
  };
  context.comparing({ subject, callable: expected, signature }, () => {
    if (expected.kind !== "constructor") {
      checkTypeParameters(context, subject, wantedParameters, signature.typeParameters, nameSpan, report);
    }
    const unannotated = checkParameters(context, subject, expected.parameters, signature, report);
    const hasResult =
      expected.kind === "constructor" || checkResult(context, subject, expected, signature, nameSpan, report);
    // A lambda has no place for types.
    if (signature.lambda) return;
    const missing = hasResult ? undefined : { signature, type: expected.result };
    reportUnannotated(context, subject, unannotated, missing, nameSpan, report);
  });
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
    const bound = found.bound && liftBound(context, subject, found, found.bound);
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

/** A bound in the terms of the file that it is written in. */
function liftBound(
  context: DriftContext,
  subject: Subject,
  { file: path }: CodeTypeParameter,
  bound: CodeType,
): LiftedType {
  const file = path === undefined ? undefined : context.project.files.get(path);
  return file ? context.lift(bound, context.scope(file)) : liftIn(context, subject, bound);
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

/** One finding for everything that a signature leaves without a type. */
function reportUnannotated(
  context: DriftContext,
  subject: Subject,
  parameters: readonly Unannotated[],
  result: { signature: CodeSignature; type: Type } | undefined,
  nameSpan: Span,
  report: Report,
): void {
  if (parameters.length === 0 && !result) return;
  const { symbol, shown, file, within } = subject;
  const names = parameters.map(({ parameter }) => `\`${parameter.name}\``).join(", ");
  const listed = parameters.length > 1 ? `the parameters ${names}` : `the parameter ${names}`;
  const parts = [...(parameters.length > 0 ? [listed] : []), ...(result ? ["the result"] : [])];
  report(
    "drift/missing-annotation",
    { file, span: nameSpan, within },
    { of: shown, parts: parts.join(" and ") },
    { symbol, actual: parts.join(" and "), fixes: annotate(context, subject, parameters, result) },
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
