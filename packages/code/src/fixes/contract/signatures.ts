import type { Field, Parameter, Signature, Type } from "@contractc/kernel";
import { type Callable, checkTypeParameters } from "../../drift/functions.js";
import { alignParameters, checkParameters, kindIn } from "../../drift/parameters.js";
import { checkResult } from "../../drift/results.js";
import { compareIn, type Subject } from "../../drift/subject.js";
import { signatures } from "../../extract/functions.js";
import { TypeReader } from "../../extract/types.js";
import type { CodeParameter, CodeSignature } from "../../reading/signature.js";
import type { FixContext } from "../context.js";
import { renamedParameters } from "../type-names.js";
import type { ContractExtraction } from "./extraction.js";

/** Reads types where a subject's are written, as the contract will say them. */
export function readerOf(extraction: ContractExtraction, subject: Subject): TypeReader {
  const { file, scope } = subject;
  return new TypeReader(extraction, {
    ...scope,
    addressOf: (meaning, written) => extraction.addressOf(meaning, file.path, written),
  });
}

/**
 * A signature of the contract with what the code says otherwise. What is equivalent stays as the contract has it: `int`
 * does not become `float` because TypeScript knows only numbers.
 */
export function mergedSignature<T extends Callable>(
  fix: FixContext,
  extraction: ContractExtraction,
  subject: Subject,
  wanted: T,
  signature: CodeSignature,
): T {
  const [read] = signatures({ signatures: [signature], raises: [] }, readerOf(extraction, subject));
  const found = withTypeParameterNames(read!, subject.parameterNames);
  const generics = fix.codesOf((report) =>
    checkTypeParameters(
      fix.drift,
      subject,
      wanted.typeParameters ?? [],
      signature.typeParameters,
      subject.within[0] ?? signature,
      report,
    ),
  );
  const { result, async } = mergedResult(fix, subject, wanted, signature, found);
  const parameters = mergedParameters(fix, subject, wanted, signature, found.parameters);
  const merged = { ...wanted, parameters, result };
  delete merged.async;
  if (async) merged.async = true;
  if (generics.size > 0) {
    delete merged.typeParameters;
    if (read!.typeParameters) merged.typeParameters = read!.typeParameters;
  }
  return merged;
}

function mergedResult(
  fix: FixContext,
  subject: Subject,
  wanted: Callable,
  signature: CodeSignature,
  found: Signature,
): { result: Type; async: boolean } {
  const codes =
    wanted.kind === "constructor"
      ? new Set()
      : fix.codesOf((report) =>
          checkResult(fix.drift, subject, wanted, signature, signature, (...finding) => report(...finding)),
        );
  if (codes.size === 0) return { result: wanted.result, async: wanted.async === true };
  if (!signature.result && !signature.returnsNothing)
    return { result: wanted.result, async: found.async === true };
  return { result: reconciled(fix, subject, wanted.result, found.result), async: found.async === true };
}

function mergedParameters(
  fix: FixContext,
  subject: Subject,
  wanted: Callable,
  signature: CodeSignature,
  found: readonly Parameter[],
): Parameter[] {
  const { pairs, missing, extra } = alignParameters(fix.drift, subject, wanted.parameters, signature);
  const codes = fix.codesOf((report) =>
    checkParameters(fix.drift, subject, wanted.parameters, signature, report),
  );
  const partner = new Map(pairs.map((pair) => [pair.actual, pair]));
  const takesOrder = codes.has("drift/parameter-order") || codes.has("drift/parameter-missing");
  const dropsMissing = missing.length > 0 && codes.has("drift/parameter-missing");
  const takesExtra = extra.length > 0 && codes.has("drift/parameter-extra");
  const merged = (actual: CodeParameter): Parameter | undefined => {
    const own = found[signature.parameters.indexOf(actual)]!;
    const pair = partner.get(actual);
    if (!pair) return takesExtra ? own : undefined;
    const result = mergedParameter(fix, subject, pair.expected, actual, own, signature);
    const { language } = subject.scope;
    const isOtherKind = kindIn(pair.expected.kind, language) !== kindIn(actual.kind, language);
    return codes.has("drift/parameter-kind") && isOtherKind ? { ...result, kind: own.kind } : result;
  };
  if (takesOrder || takesExtra) {
    const inCodeOrder = signature.parameters.flatMap((actual) => merged(actual) ?? []);
    return dropsMissing || missing.length === 0 ? inCodeOrder : [...inCodeOrder, ...missing];
  }
  const actualOf = new Map(pairs.map(({ expected, actual }) => [expected, actual]));
  return wanted.parameters.flatMap((parameter) => {
    const actual = actualOf.get(parameter);
    return actual ? (merged(actual) ?? []) : [parameter];
  });
}

function mergedParameter(
  fix: FixContext,
  subject: Subject,
  wanted: Parameter,
  actual: CodeParameter,
  found: Parameter,
  signature: CodeSignature,
): Parameter {
  const codes = fix.codesOf((report) =>
    checkParameters(fix.drift, subject, [wanted], { ...signature, parameters: [actual] }, report),
  );
  if (codes.size === 0) return wanted;
  const merged: Parameter = { ...wanted };
  if (codes.has("drift/parameter-name")) {
    merged.name = found.name;
    delete merged.names;
  }
  if (codes.has("drift/parameter-default")) {
    delete merged.optional;
    delete merged.default;
    if (found.optional) merged.optional = true;
    if (found.default) merged.default = found.default;
    merged.type = actual.type ? reconciled(fix, subject, wanted.type, found.type) : wanted.type;
    // `a?: T` says already that it may be absent.
    if (found.optional && found.default === undefined && found.type.kind !== "optional")
      merged.type = bare(merged.type);
  } else if (codes.has("drift/parameter-type")) {
    merged.type = reconciled(fix, subject, wanted.type, found.type);
    // A default that does not fit the new type cannot be said: the parameter may still be left out.
    if (merged.default && merged.type !== wanted.type) {
      delete merged.default;
      if (found.default) merged.default = found.default;
    }
  }
  return merged;
}

function bare(type: Type): Type {
  return type.kind === "optional" ? type.type : type;
}

/** The code's type, in the contract's words where the two differ in being optional only. */
export function reconciled(fix: FixContext, subject: Subject, wanted: Type, found: Type): Type {
  if (compareIn(fix.drift, subject, wanted, found) === "equivalent") return wanted;
  const inner = compareIn(fix.drift, subject, bare(wanted), bare(found)) === "equivalent";
  if (!inner) return found;
  return found.kind === "optional" ? { kind: "optional", type: bare(wanted) } : bare(wanted);
}

/** A field of the contract with the type of the code. */
export function mergedFieldType(
  fix: FixContext,
  subject: Subject,
  wanted: Field,
  found: Pick<Field, "type" | "optional">,
): Pick<Field, "type" | "optional"> {
  return {
    type: reconciled(fix, subject, wanted.type, found.type),
    ...(found.optional ? { optional: true as const } : {}),
  };
}

/** The contract's names in the place of the code's type parameters. */
function withTypeParameterNames(signature: Signature, names: ReadonlyMap<string, string>): Signature {
  if (names.size === 0) return signature;
  const change = (type: Type): Type => renamedParameters(type, names);
  return {
    ...signature,
    parameters: signature.parameters.map((parameter) => ({ ...parameter, type: change(parameter.type) })),
    result: change(signature.result),
  };
}
