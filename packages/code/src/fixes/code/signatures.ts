import type { Finding, Parameter, Type } from "@contractc/kernel";
import type { Comparison } from "../../drift/comparison.js";
import { alignParameters, checkParameters } from "../../drift/parameters.js";
import { checkResult } from "../../drift/results.js";
import { isAny } from "../../drift/subject.js";
import type { CodeParameter } from "../../reading/signature.js";
import type { FixContext } from "../context.js";
import { type NoRemedy, none } from "../remedy.js";
import { type CodeEdit, insert, replace } from "./edits.js";
import { identifiersIn } from "./identifiers.js";
import {
  defaultFix,
  listFix,
  NO_NAME,
  nameFix,
  pairOf,
  parameterTypeFix,
  type SignaturePair,
  typeEdits,
} from "./parameters.js";
import type { Writer } from "./writer.js";

type Edits = CodeEdit[] | NoRemedy;

export const OF_FIELDS = none("The constructor follows from the fields: it changes with them.");
export const UNREADABLE = none("What the code has there cannot be changed by a small edit.");

/** What mends a finding about a signature. */
export function signatureFix(
  fix: FixContext,
  writer: Writer,
  finding: Finding,
  comparison: Comparison,
): Edits {
  const pair = pairOf(comparison);
  if (!pair) return comparison.callable?.kind === "constructor" ? OF_FIELDS : UNREADABLE;
  switch (finding.code) {
    case "drift/parameter-missing":
    case "drift/parameter-extra":
    case "drift/parameter-order":
    case "drift/parameter-kind":
      return listFix(fix, writer, pair);
    case "drift/return-type":
      return resultFix(writer, pair, comparison);
    case "drift/missing-annotation":
      return annotationFix(fix, writer, pair, comparison);
    case "drift/modifier":
      if (/async$/.test(finding.expected ?? ""))
        return asyncFix(writer, pair, comparison, finding.expected === "async");
      return genericsFix(writer, pair, comparison);
    default:
      return parameterFix(fix, writer, pair, finding);
  }
}

function parameterFix(fix: FixContext, writer: Writer, pair: SignaturePair, finding: Finding): Edits {
  const { subject, wanted, signature, file } = pair;
  const { pairs } = alignParameters(fix.drift, subject, wanted, signature);
  const offset = fix.offsetOf(finding, file);
  const found = pairs.find(
    ({ actual }) => actual.start <= offset && offset < Math.max(actual.end, actual.start + 1),
  );
  if (!found) return UNREADABLE;
  const { expected, actual } = found;
  switch (finding.code) {
    case "drift/parameter-name":
      return nameFix(pair, expected, actual);
    case "drift/parameter-type":
      return parameterTypeFix(writer, pair, expected, actual);
    case "drift/parameter-default":
      return defaultFix(writer, pair, expected, actual);
    default:
      return UNREADABLE;
  }
}

function resultFix(writer: Writer, pair: SignaturePair, { callable }: Comparison): Edits {
  const { subject, file, signature } = pair;
  if (!callable || !signature.result)
    return addResult(writer, pair, callable?.result, callable?.async === true);
  const { result } = callable;
  if (file.language === "python" && signature.async && !signature.generator) {
    if (callable.async) return typeEdits(writer, subject, file, signature.result, result);
    const resolved = result.kind === "apply" && result.name === "future" ? result.arguments[0] : undefined;
    return resolved ? typeEdits(writer, subject, file, signature.result, resolved) : UNREADABLE;
  }
  const whole: Type = callable.async ? { kind: "apply", name: "future", arguments: [result] } : result;
  return typeEdits(writer, subject, file, signature.result, whole);
}

/** A result where the code gives none. */
function addResult(writer: Writer, pair: SignaturePair, result: Type | undefined, isAsync: boolean): Edits {
  const { subject, file, signature } = pair;
  if (!result || signature.generator) return UNREADABLE;
  const close = signature.parameterSpan.end;
  const whole: Type =
    isAsync && file.language === "typescript"
      ? { kind: "apply", name: "future", arguments: [result] }
      : result;
  const written = writer.type(subject, whole, close);
  if (written === undefined) return NO_NAME;
  return [insert(close + 1, file.language === "python" ? ` -> ${written}` : `: ${written}`)];
}

/** Writes the annotations that a signature leaves out: all of them, or none where one cannot be written. */
function annotationFix(
  fix: FixContext,
  writer: Writer,
  pair: SignaturePair,
  { callable }: Comparison,
): Edits {
  const { subject, file, wanted, signature } = pair;
  const unannotated = checkParameters(fix.drift, subject, wanted, signature, () => {});
  const edits: CodeEdit[] = [];
  for (const { parameter, type } of unannotated) {
    const added = annotation(writer, pair, parameter, type, wanted);
    if ("kind" in added) return added;
    edits.push(...added);
  }
  const hasResult =
    !callable ||
    callable.kind === "constructor" ||
    signature.result !== undefined ||
    checkResult(fix.drift, subject, callable, signature, signature, () => {});
  if (!hasResult && callable && !isAny(callable.result)) {
    const isCoroutine = signature.async === true && file.language === "typescript";
    const added = addResult(writer, pair, callable.result, isCoroutine);
    if ("kind" in added) return added;
    edits.push(...added);
  }
  return edits.length === 0 ? UNREADABLE : edits;
}

function annotation(
  writer: Writer,
  { subject, file, signature }: SignaturePair,
  parameter: CodeParameter,
  type: Type,
  wanted: readonly Parameter[],
): Edits {
  if (parameter.destructured) return none("A parameter is taken apart where it is declared.");
  const isArray = file.language === "typescript" && parameter.kind === "variadic";
  const own = wanted.find((each) => each.type === type);
  const isNull =
    file.language === "python" &&
    parameter.default?.literal?.kind === "null" &&
    type.kind !== "optional" &&
    own?.optional;
  const whole: Type = isArray
    ? { kind: "apply", name: "list", arguments: [type] }
    : isNull
      ? { kind: "optional", type }
      : type;
  const written = writer.type(subject, whole, signature.parameterSpan.start);
  if (written === undefined) return NO_NAME;
  let at = parameter.nameSpan.end;
  if (file.text[at] === "?") at += 1;
  // PEP 8 puts spaces around the `=` of an annotated parameter.
  const tight = file.language === "python" && file.text[at] === "=";
  return [replace({ start: at, end: tight ? at + 1 : at }, `: ${written}${tight ? " = " : ""}`)];
}

/** `async`, with the promise of TypeScript's result. */
function asyncFix(writer: Writer, pair: SignaturePair, comparison: Comparison, wanted: boolean): Edits {
  const { file, signature, subject, whole, hasBody } = pair;
  const { text, language } = file;
  const { callable } = comparison;
  const head = { start: whole.start, end: signature.parameterSpan.start };
  if (signature.generator)
    return none("An asynchronous generator is no `async fn`: the contract says `stream<T>` for it.");
  if (wanted) {
    const at =
      wordAt(text, head, language === "python" ? /\bdef\b/g : /\bfunction\b/g) ?? nameStart(comparison, pair);
    if (at === undefined) return UNREADABLE;
    const keyword = signature.async || !hasBody ? [] : [insert(at, "async ")];
    if (language === "python") return keyword;
    if (!signature.result || !callable) return keyword;
    const retyped = typeEdits(writer, subject, file, signature.result, {
      kind: "apply",
      name: "future",
      arguments: [callable.result],
    });
    return "kind" in retyped ? retyped : [...keyword, ...retyped];
  }
  const body = { start: signature.parameterSpan.end, end: whole.end };
  if (identifiersIn(text, body, language).some(({ name }) => name === "await"))
    return none("The body awaits, which only an asynchronous function may.");
  if (language === "python" && /\basync\s+(?:for|with)\b/.test(text.slice(body.start, body.end)))
    return none("The body awaits, which only an asynchronous function may.");
  const at = wordAt(text, head, /\basync[ \t]+/g);
  const keyword =
    at === undefined
      ? []
      : [replace({ start: at, end: at + /^async[ \t]+/.exec(text.slice(at))![0].length }, "")];
  if (language === "python" || !signature.result || !callable)
    return keyword.length > 0 ? keyword : UNREADABLE;
  const retyped = typeEdits(writer, subject, file, signature.result, callable.result);
  return "kind" in retyped ? retyped : [...keyword, ...retyped];
}

/** Where a word stands the last time before a parameter list. */
function wordAt(
  text: string,
  { start, end }: { start: number; end: number },
  word: RegExp,
): number | undefined {
  const found = [...text.slice(start, end).matchAll(word)].at(-1);
  return found ? start + found.index : undefined;
}

/** Before the name of a method, its `*` and accessor words; before the brackets of an arrow function. */
function nameStart(
  { owned, definition }: Comparison,
  { file, signature }: SignaturePair,
): number | undefined {
  if (owned) return owned.member.nameSpan.start;
  const symbol = definition?.symbols[0];
  if (symbol && /=\s*$/.test(file.text.slice(symbol.span.start, signature.parameterSpan.start - 1)))
    return signature.parameterSpan.start - 1;
  return undefined;
}

/** TypeScript's type parameters; Python's are spread over the file. */
function genericsFix(writer: Writer, pair: SignaturePair, { callable }: Comparison): Edits {
  const { file, signature } = pair;
  if (file.language === "python")
    return none(
      "Type parameters of Python stand outside of the signature: `TypeVar`s, or brackets of newer versions.",
    );
  const before = file.text.slice(0, signature.parameterSpan.start - 1);
  const list = /<[^<>()]*(?:<[^<>()]*>[^<>()]*)*>$/.exec(before);
  const wanted = typeParameterList(writer, callable?.typeParameters ?? []);
  const end = before.length;
  return [replace({ start: list ? list.index : end, end }, wanted)];
}

export function typeParameterList(
  writer: Writer,
  parameters: readonly { name: string; bound?: Type; default?: Type }[],
): string {
  if (parameters.length === 0) return "";
  const texts = parameters.map(({ name, bound, default: value }) => {
    const limit = bound ? ` extends ${writer.base(bound)}` : "";
    return `${name}${limit}${value ? ` = ${writer.base(value)}` : ""}`;
  });
  return `<${texts.join(", ")}>`;
}
