import type { Parameter, Type } from "@contractc/kernel";
import { mayBeOmitted } from "../../build/parameters.js";
import { parameterTexts } from "../../build/typescript/functions.js";
import type { Comparison } from "../../drift/comparison.js";
import { alignParameters, checkParameters, kindIn } from "../../drift/parameters.js";
import type { Subject } from "../../drift/subject.js";
import type { CodeFile } from "../../project/project.js";
import type { CodeParameter, CodeSignature, Span } from "../../reading/signature.js";
import { codeName } from "../../target/names.js";
import type { FixContext } from "../context.js";
import { type NoRemedy, none } from "../remedy.js";
import { type CodeEdit, insert, listEdits, listItems, replace, type WantedItem } from "./edits.js";
import { isNamedIn, renameIn } from "./identifiers.js";
import type { Writer } from "./writer.js";

/** A signature of the code with the one of the contract. */
export interface SignaturePair {
  subject: Subject;
  file: CodeFile;
  wanted: readonly Parameter[];
  signature: CodeSignature;
  /** The whole function. */
  whole: Span;
  /** It has a body: only there does TypeScript allow defaults. */
  hasBody: boolean;
}

export const NO_NAME = none("A type parameter of the contract has no name in the code there.");

/** @returns `undefined` for a constructor that follows from fields, and for a list without brackets */
export function pairOf({
  subject,
  callable,
  signature,
  owned,
  definition,
}: Comparison): SignaturePair | undefined {
  if (!subject || !callable || !signature) return undefined;
  const { file } = subject;
  const { start, end } = signature.parameterSpan;
  if (file.text[start - 1] !== "(" || file.text[end] !== ")") return undefined;
  const around = [owned?.member.span, ...(definition?.symbols.map(({ span }) => span) ?? [])];
  const whole =
    around.find((span) => span && span.start <= signature.start && signature.end <= span.end) ?? signature;
  const hasBody =
    file.language === "python" || /^[^;]*\{|=>/.test(file.text.slice(signature.parameterSpan.end, whole.end));
  return {
    subject,
    file,
    wanted: callable.parameters,
    signature,
    whole,
    hasBody: hasBody && !subject.bodiless,
  };
}

/** Which parameters there are, in which order and of which kind. */
export function listFix(fix: FixContext, writer: Writer, pair: SignaturePair): CodeEdit[] | NoRemedy {
  const { subject, file, wanted, signature } = pair;
  const { language, text } = file;
  const { pairs, missing, extra } = alignParameters(fix.drift, subject, wanted, signature);
  const codes = fix.codesOf((report) => checkParameters(fix.drift, subject, wanted, signature, report));
  const items = listItems(text, signature.parameterSpan, language);
  const itemOf = (parameter: CodeParameter) =>
    items.findIndex((item) => item.start <= parameter.start && parameter.end <= item.end);
  const leaving = codes.has("drift/parameter-extra") ? extra.filter((each) => isRemovable(pair, each)) : [];
  const blocked = codes.has("drift/parameter-extra") && leaving.length < extra.length;
  const adding = codes.has("drift/parameter-missing") ? missing : [];
  const byKind = codes.has("drift/parameter-kind");
  if (
    blocked &&
    adding.length === 0 &&
    !byKind &&
    !codes.has("drift/parameter-order") &&
    leaving.length === 0
  )
    return none("The body uses the parameter: what it does without it, only its author knows.");

  const expectedOf = new Map(pairs.map(({ actual, expected }) => [actual, expected]));
  const staying = signature.parameters.filter((parameter) => !leaving.includes(parameter));
  const inOrder =
    byKind || codes.has("drift/parameter-order") ? contractOrder(pair, pairs, staying) : staying;
  const sequence = withNew(wanted, inOrder, expectedOf, adding);
  const wantedItems: { entry: WantedItem; kind: Parameter["kind"] }[] = [];
  for (const each of sequence) {
    if ("parameter" in each) {
      const item = itemOf(each.parameter);
      if (item < 0) return none("The parameters cannot be told apart in the text.");
      const expected = expectedOf.get(each.parameter);
      const isOther = expected && kindIn(expected.kind, language) !== kindIn(each.parameter.kind, language);
      const kind = expected && byKind ? expected.kind : each.parameter.kind;
      const isStarred = isOther && byKind && (isVariadic(expected.kind) || isVariadic(each.parameter.kind));
      const written = isStarred
        ? newParameter(writer, pair, expected)
        : text.slice(items[item]!.start, items[item]!.end);
      if (written === undefined) return NO_NAME;
      wantedItems.push({ entry: { item, text: written }, kind });
    } else {
      const written = newParameter(writer, pair, each.added);
      if (written === undefined) return NO_NAME;
      wantedItems.push({ entry: { text: written }, kind: each.added.kind });
    }
  }
  const known = new Set(signature.parameters.map(itemOf));
  const isMarker = (at: number) => /^[*/]$/.test(text.slice(items[at]!.start, items[at]!.end));
  const leading = items.flatMap((item, at): WantedItem[] =>
    known.has(at) || isMarker(at) ? [] : [{ item: at, text: text.slice(item.start, item.end) }],
  );
  const list =
    language === "python" ? withMarkers(text, items, wantedItems) : wantedItems.map(({ entry }) => entry);
  return listEdits(text, signature.parameterSpan, items, [...leading, ...list]);
}

function isVariadic(kind: Parameter["kind"]): boolean {
  return kind === "variadic" || kind === "keyword-variadic";
}

/** A parameter may go if nothing of it is used; one that makes a field is. */
function isRemovable({ file, signature, whole }: SignaturePair, parameter: CodeParameter): boolean {
  if (parameter.destructured) return false;
  const head = file.text.slice(parameter.start, parameter.nameSpan.start);
  if (/\b(?:public|private|protected|readonly)\b/.test(head)) return false;
  const body = { start: signature.parameterSpan.end, end: whole.end };
  const others = signature.parameters.some(
    (other) =>
      other !== parameter &&
      other.default &&
      isNamedIn(file.text, other.default, file.language, parameter.name),
  );
  return !others && !isNamedIn(file.text, body, file.language, parameter.name);
}

/** Paired parameters as the contract orders them; what it does not know stays behind the one before it. */
function contractOrder(
  { wanted, signature, file }: SignaturePair,
  pairs: readonly { expected: Parameter; actual: CodeParameter }[],
  staying: readonly CodeParameter[],
): CodeParameter[] {
  const actualOf = new Map(pairs.map(({ expected, actual }) => [expected, actual]));
  const order = inLanguage(wanted, file.language).flatMap((each) => actualOf.get(each) ?? []);
  for (const parameter of staying) {
    if (order.includes(parameter)) continue;
    const before = signature.parameters[signature.parameters.indexOf(parameter) - 1];
    order.splice(before ? order.indexOf(before) + 1 : 0, 0, parameter);
  }
  return order;
}

/** Python wants keyword-only parameters behind the variadic one and `**` last; TypeScript the variadic one last. */
function inLanguage(wanted: readonly Parameter[], language: CodeFile["language"]): Parameter[] {
  const kinds = ["positional-only", "standard", "variadic", "keyword-only", "keyword-variadic"];
  return language === "python"
    ? wanted.toSorted((a, b) => kinds.indexOf(a.kind) - kinds.indexOf(b.kind))
    : wanted.toSorted((a, b) => Number(a.kind === "variadic") - Number(b.kind === "variadic"));
}

type Entry = { parameter: CodeParameter } | { added: Parameter };

function withNew(
  wanted: readonly Parameter[],
  order: readonly CodeParameter[],
  expectedOf: ReadonlyMap<CodeParameter, Parameter>,
  adding: readonly Parameter[],
): Entry[] {
  const entries: Entry[] = order.map((parameter) => ({ parameter }));
  for (const added of adding) {
    const earlier = wanted.slice(0, wanted.indexOf(added));
    const at = entries.findLastIndex((entry) => {
      const expected = "added" in entry ? entry.added : expectedOf.get(entry.parameter);
      return expected !== undefined && earlier.includes(expected);
    });
    entries.splice(at + 1, 0, { added });
  }
  return entries;
}

/** Python's `/` and `*` where kinds change; those that are there are kept. */
function withMarkers(
  text: string,
  items: readonly Span[],
  list: readonly { entry: WantedItem; kind: Parameter["kind"] }[],
): WantedItem[] {
  const marker = (sign: string): WantedItem => {
    const item = items.findIndex(({ start, end }) => text.slice(start, end) === sign);
    return item < 0 ? { text: sign } : { item, text: sign };
  };
  const result: WantedItem[] = [];
  const variadic = list.some(({ kind }) => kind === "variadic");
  let before: Parameter["kind"] | undefined;
  let named = true;
  for (const { entry, kind } of list) {
    if (before === "positional-only" && kind !== "positional-only" && !named) result.push(marker("/"));
    if (kind === "keyword-only" && before !== "keyword-only" && !variadic) result.push(marker("*"));
    result.push(entry);
    // Two underscores make a parameter positional-only, too.
    if (kind === "positional-only")
      named = before === kind ? named && /^__/.test(entry.text) : /^__/.test(entry.text);
    before = kind;
  }
  if (before === "positional-only" && !named) result.push(marker("/"));
  return result;
}

/** A parameter that the code lacks. */
function newParameter(writer: Writer, pair: SignaturePair, parameter: Parameter): string | undefined {
  const { subject, wanted, signature } = pair;
  const { typescript } = writer;
  if (typescript) {
    const type = writer.type(subject, parameter.type, signature.parameterSpan.start);
    if (type === undefined) return undefined;
    const sorted = inLanguage(wanted, "typescript");
    return parameterTexts(typescript, wanted, pair.hasBody)[sorted.indexOf(parameter)];
  }
  const name = codeName(parameter, "python", "parameter");
  const isLeftOut = parameter.default === undefined && mayBeOmitted(wanted, wanted.indexOf(parameter));
  const type: Type =
    isLeftOut && !isVariadic(parameter.kind) && parameter.type.kind !== "optional"
      ? { kind: "optional", type: parameter.type }
      : parameter.type;
  const written = writer.type(subject, type, signature.parameterSpan.start);
  if (written === undefined) return undefined;
  const stars = parameter.kind === "variadic" ? "*" : parameter.kind === "keyword-variadic" ? "**" : "";
  const value = parameter.default
    ? writer.value(parameter.default, parameter.type)
    : isLeftOut && !isVariadic(parameter.kind)
      ? "None"
      : undefined;
  return `${stars}${name}: ${written}${value === undefined ? "" : ` = ${value}`}`;
}

/** Another name, in the signature and in the body. */
export function nameFix(
  { file, signature, whole }: SignaturePair,
  expected: Parameter,
  actual: CodeParameter,
): CodeEdit[] | NoRemedy {
  const to = codeName(expected, file.language, "parameter");
  const head = file.text.slice(actual.start, actual.nameSpan.start);
  if (/\b(?:public|private|protected|readonly)\b/.test(head))
    return none("The parameter is a field, too, which others may use by its name.");
  if (signature.parameters.some(({ name }) => name === to))
    return none(`Another parameter of the code is called \`${to}\`.`);
  const { language, text } = file;
  const list = renameIn(text, signature.parameterSpan, language, actual.name, to);
  const body = renameIn(
    text,
    { start: signature.parameterSpan.end, end: whole.end },
    language,
    actual.name,
    to,
  );
  if (!list || !body) return none(`\`${to}\` means something else in the body.`);
  return [...list, ...body];
}

/** The annotation of a parameter. */
export function parameterTypeFix(
  writer: Writer,
  { subject, file }: SignaturePair,
  expected: Parameter,
  actual: CodeParameter,
): CodeEdit[] | NoRemedy {
  if (!actual.type) return none("There is no annotation to change.");
  return typeEdits(writer, subject, file, actual.type, parameterType(file, expected, actual));
}

/** What the contract's type is in the place of the code's annotation. */
function parameterType({ language }: CodeFile, expected: Parameter, actual: CodeParameter): Type {
  const { type } = expected;
  if (language === "python") {
    const isNullable =
      actual.default?.literal?.kind === "null" &&
      type.kind !== "optional" &&
      (expected.optional === true || expected.default?.kind === "null");
    return isNullable ? { kind: "optional", type } : type;
  }
  // `a?: T` says already that it may be absent.
  const bare = actual.optional && type.kind === "optional" ? type.type : type;
  return actual.kind === "variadic" ? { kind: "apply", name: "list", arguments: [bare] } : bare;
}

/** Replaces an annotation; quotes around it belong to it, but not to the span of the type in them. */
export function typeEdits(
  writer: Writer,
  subject: Subject,
  { text, language }: CodeFile,
  span: Span,
  type: Type,
): CodeEdit[] | NoRemedy {
  const quote = text[span.start - 1] ?? "";
  const isQuoted = language === "python" && /["']/.test(quote) && text[span.end] === quote;
  const written = isQuoted ? writer.unquoted(subject, type) : writer.type(subject, type, span.start);
  if (written === undefined) return NO_NAME;
  if (isQuoted && written.includes(quote))
    return none("The annotation stands in quotes that the type has, too.");
  return [replace(span, written)];
}

/** Whether a parameter may be left out, and its default. */
export function defaultFix(
  writer: Writer,
  pair: SignaturePair,
  expected: Parameter,
  actual: CodeParameter,
): CodeEdit[] | NoRemedy {
  const { file, subject, hasBody } = pair;
  const { text, language } = file;
  if (actual.destructured) return none("The parameter is taken apart where it is declared.");
  const mark =
    text[actual.nameSpan.end] === "?"
      ? [replace({ start: actual.nameSpan.end, end: actual.nameSpan.end + 1 }, "")]
      : [];
  const typeEnd = annotationEnd(text, actual);
  const isTyped = actual.type !== undefined;
  if (expected.default) {
    const value = writer.value(expected.default, expected.type);
    const retyped =
      isTyped && expected.default.kind !== "null" ? nullableEdits(writer, pair, expected, actual) : [];
    if ("kind" in retyped) return retyped;
    if (actual.default) return [...retyped, replace(actual.default, value)];
    if (!hasBody) return mark.length > 0 ? [] : [insert(actual.nameSpan.end, "?")];
    const sign = language === "python" && !isTyped ? "=" : " = ";
    return [...mark, ...retyped, insert(typeEnd, sign + value)];
  }
  const isOptional = expected.optional === true;
  if (isOptional) {
    if (language === "typescript") return [insert(actual.nameSpan.end, "?")];
    const retyped = isTyped ? typeEdits(writer, subject, file, actual.type!, asOptional(expected.type)) : [];
    if ("kind" in retyped) return retyped;
    return [...retyped, insert(typeEnd, isTyped ? " = None" : "=None")];
  }
  // It is demanded: no default, and no `| None` that came with one.
  const retyped = isTyped ? nullableEdits(writer, pair, expected, actual) : [];
  if ("kind" in retyped) return retyped;
  if (!actual.default) return [...mark, ...retyped];
  const next = pair.signature.parameters[pair.signature.parameters.indexOf(actual) - 1];
  if (
    language === "python" &&
    next?.default &&
    next.kind !== "keyword-only" &&
    actual.kind !== "keyword-only"
  )
    return none("A parameter before it has a default, so that Python asks for one here, too.");
  return [...mark, ...retyped, replace({ start: typeEnd, end: actual.default.end }, "")];
}

function asOptional(type: Type): Type {
  return type.kind === "optional" ? type : { kind: "optional", type };
}

/** Python's `| None` goes with a default of `None`. */
function nullableEdits(
  writer: Writer,
  { subject, file }: SignaturePair,
  expected: Parameter,
  actual: CodeParameter,
): CodeEdit[] | NoRemedy {
  const isNull =
    actual.default?.literal?.kind === "null" ||
    (file.language === "python" &&
      /\bNone\b|\bOptional\b/.test(file.text.slice(actual.type!.start, actual.type!.end)));
  if (file.language !== "python" || !isNull || expected.type.kind === "optional") return [];
  return typeEdits(writer, subject, file, actual.type!, expected.type);
}

/** Where a default would follow: behind the annotation with its quotes, or the name. */
function annotationEnd(text: string, { type, nameSpan, default: value }: CodeParameter): number {
  if (value) {
    const equals = text.lastIndexOf("=", value.start - 1);
    return equals - (/[ \t]*$/.exec(text.slice(0, equals))?.[0].length ?? 0);
  }
  if (!type) return text[nameSpan.end] === "?" ? nameSpan.end + 1 : nameSpan.end;
  return /["']/.test(text[type.end] ?? "") && text[type.start - 1] === text[type.end]
    ? type.end + 1
    : type.end;
}
