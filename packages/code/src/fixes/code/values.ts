import type { EnumMember, Finding, Type } from "@contractc/kernel";
import { formOf } from "../../drift/code-class.js";
import type { Comparison } from "../../drift/comparison.js";
import { compareIn, liftIn, type Subject } from "../../drift/subject.js";
import type { CodeFile } from "../../project/project.js";
import type { CodeEnum, CodeField, CodeParameter, CodeType, Span } from "../../reading/signature.js";
import { pythonLiteral } from "../../target/python-types.js";
import type { FixContext } from "../context.js";
import { type NoRemedy, none } from "../remedy.js";
import { type CodeEdit, insert, replace } from "./edits.js";
import { NO_NAME, typeEdits } from "./parameters.js";
import { UNREADABLE } from "./signatures.js";
import type { Writer } from "./writer.js";

type Edits = CodeEdit[] | NoRemedy;

/** The type of a field, where it is annotated. */
export function fieldTypeFix(fix: FixContext, writer: Writer, comparison: Comparison): Edits {
  const { field, subject, owned, parameter } = comparison;
  if (!field || !subject || !owned) return UNREADABLE;
  if (owned.inherited) return none("The code inherits the field: it is changed where the base declares it.");
  const { member } = owned;
  const code: CodeField | CodeParameter | undefined =
    parameter ?? (member.kind === "field" ? member : undefined);
  if (!code) return none("The code has a method there: its signature would have to change.");
  const { file } = subject;
  const isPython = file.language === "python";
  const type: Type =
    isPython && field.optional && field.type.kind !== "optional"
      ? { kind: "optional", type: field.type }
      : field.type;
  if (!code.type) return annotate(writer, subject, file, code.nameSpan, type);
  if (!isAnnotation(file, code.type))
    return none("Its type follows from the value: that would have to change.");
  // What a constructor is given may be what it keeps.
  const places = [member.span, ...owned.owner.parts.map(({ body }) => body)];
  const annotation = code.type;
  if (!parameter && !places.some((place) => within(annotation, place)))
    return none("Its type follows from what is assigned to it elsewhere.");
  if (isPython) return typeEdits(writer, subject, file, code.type, type);
  const marks = optionalMark(file, code, field.optional === true, field.default !== undefined);
  const bare = field.optional && field.type.kind === "optional" ? field.type.type : field.type;
  const isSame = compareIn(fix.drift, subject, bare, liftIn(fix.drift, subject, code.type)) === "equivalent";
  if (isSame) return marks;
  const retyped = typeEdits(writer, subject, file, code.type, bare);
  return "kind" in retyped ? retyped : [...marks, ...retyped];
}

/** TypeScript's `?` behind the name of a field. */
function optionalMark(
  { text }: CodeFile,
  { nameSpan, optional }: Pick<CodeField, "nameSpan" | "optional">,
  wanted: boolean,
  hasDefault: boolean,
): CodeEdit[] {
  const next = text[nameSpan.end];
  if (wanted === (optional === true) || (optional && hasDefault)) return [];
  if (!wanted) return next === "?" ? [replace({ start: nameSpan.end, end: nameSpan.end + 1 }, "")] : [];
  return next === "!"
    ? [replace({ start: nameSpan.end, end: nameSpan.end + 1 }, "?")]
    : [insert(nameSpan.end, "?")];
}

function within(inner: Span, outer: Span): boolean {
  return inner.start >= outer.start && inner.end <= outer.end;
}

/** The place of a type is an annotation only where one is written before it. */
function isAnnotation({ text }: CodeFile, { start }: Span): boolean {
  return /(?::|->)\s*["']?$/.test(text.slice(Math.max(0, start - 40), start));
}

function annotate(writer: Writer, subject: Subject, file: CodeFile, name: Span, type: Type): Edits {
  const written = writer.type(subject, type, name.start);
  if (written === undefined) return NO_NAME;
  const next = file.text[name.end];
  const at = next === "?" || next === "!" ? name.end + 1 : name.end;
  return [insert(at, `: ${written}`)];
}

export function fieldAnnotationFix(writer: Writer, comparison: Comparison): Edits {
  const { field, subject, owned, parameter } = comparison;
  if (!field || !subject || !owned || owned.inherited) return UNREADABLE;
  const { member } = owned;
  const code = parameter ?? (member.kind === "field" ? member : undefined);
  if (!code) return UNREADABLE;
  if (member.kind === "field" && member.origin === "property" && !parameter) {
    const close = subject.file.text.indexOf(")", code.nameSpan.end);
    const written = writer.type(subject, field.type, close);
    if (close < 0 || written === undefined) return NO_NAME;
    return [insert(close + 1, subject.file.language === "python" ? ` -> ${written}` : `: ${written}`)];
  }
  return annotate(writer, subject, subject.file, code.nameSpan, field.type);
}

export function fieldDefaultFix(writer: Writer, { field, subject, owned, pair }: Comparison): Edits {
  if (!field?.default || !subject || owned?.member.kind !== "field") return UNREADABLE;
  if (owned.inherited) return none("The code inherits the field: it is changed where the base declares it.");
  const { member } = owned;
  const value = writer.value(field.default, field.type);
  if (member.default) return [replace(member.default, value)];
  const { file } = subject;
  if (pair && (formOf(pair.view) === "dataclass" || formOf(pair.view) === "named-tuple")) {
    const later = pair.view.parts[0].members.some(
      (other) =>
        other.kind === "field" &&
        other.span.start > member.span.start &&
        !other.default &&
        other.origin === "declaration",
    );
    if (later)
      return none("Fields without a default follow, which Python does not allow behind one that has one.");
  }
  const at = member.type ? typeEnd(file, member.type) : member.nameSpan.end;
  const bang =
    file.text[member.nameSpan.end] === "!"
      ? [replace({ start: member.nameSpan.end, end: member.nameSpan.end + 1 }, "")]
      : [];
  return [...bang, insert(at, ` = ${value}`)];
}

function typeEnd({ text }: CodeFile, type: CodeType): number {
  return /["']/.test(text[type.end] ?? "") && text[type.start - 1] === text[type.end]
    ? type.end + 1
    : type.end;
}

/** A constant's type or value, or what an alias stands for. */
export function topValueFix(
  fix: FixContext,
  writer: Writer,
  finding: Finding,
  comparison: Comparison,
): Edits {
  const { group, definition } = comparison;
  const declaration = group?.declarations[0];
  if (!definition || !declaration) return UNREADABLE;
  const { file, symbols } = definition;
  if (declaration.kind === "alias") {
    const alias = symbols.find((symbol) => symbol.kind === "alias");
    if (alias?.kind !== "alias") return UNREADABLE;
    const names = alias.typeParameters.map(({ name }) => name);
    const subject = subjectOf(fix, file, names);
    const same = (declaration.typeParameters ?? []).every(({ name }) => names.includes(name));
    return same ? typeEdits(writer, subject, file, alias.type, declaration.type) : NO_NAME;
  }
  if (declaration.kind !== "const") return UNREADABLE;
  const variable = symbols.find((symbol) => symbol.kind === "variable");
  if (variable?.kind !== "variable") return UNREADABLE;
  const subject = subjectOf(fix, file);
  if (finding.code === "drift/const-value") {
    if (!declaration.value || !variable.value) return UNREADABLE;
    return [replace(variable.value, writer.value(declaration.value, declaration.type))];
  }
  if (variable.type && !(variable.value && within(variable.type, variable.value)))
    return typeEdits(writer, subject, file, variable.type, declaration.type);
  if (finding.code === "drift/missing-annotation")
    return annotate(writer, subject, file, variable.nameSpan, declaration.type);
  return none("Its value is of another type: that would have to change.");
}

export function subjectOf(fix: FixContext, file: CodeFile, typeParameters: readonly string[] = []): Subject {
  const scope = fix.drift.scope(
    file,
    typeParameters.map((name) => ({ name })),
  );
  return { symbol: "", shown: "", file, within: [], scope, parameterNames: new Map() };
}

/** The value of an enum's member, or a literal that a union lacks; `undefined` for a member that is missing. */
export function enumFix(finding: Finding, { group, definition }: Comparison): Edits | { missing: string } {
  const declaration = group?.declarations[0];
  if (declaration?.kind !== "enum" || !definition) return UNREADABLE;
  const { expected, actual } = finding;
  if (expected === undefined)
    return none("What others may use is not taken away: declare it with `--fix contract`.");
  const name = expected.split(" = ")[0]!;
  const member = declaration.members.find((each) => each.name === name);
  if (!member) return UNREADABLE;
  const { file, symbols } = definition;
  const written = symbols.find((symbol): symbol is CodeEnum => symbol.kind === "enum");
  if (!written) return addLiteral(file, definition, member);
  if (actual === undefined) return { missing: name };
  const found = written.members.find((each) => each.name === name);
  if (!found?.value || member.value === undefined) return UNREADABLE;
  return [replace(found.value, literalOf(file, member.value))];
}

function literalOf({ language }: CodeFile, value: string | number): string {
  return language === "python" ? pythonLiteral(value) : JSON.stringify(value);
}

/** `"a" | "b"` and `Literal["a", "b"]` grow at their end. */
function addLiteral(
  file: CodeFile,
  { symbols }: NonNullable<Comparison["definition"]>,
  member: EnumMember,
): Edits {
  const alias = symbols.find((symbol) => symbol.kind === "alias");
  if (alias?.kind !== "alias") return UNREADABLE;
  const { type } = alias;
  const literal = literalOf(file, member.value ?? member.name);
  if (type.kind === "name" && /(?:^|\.)Literal$/.test(type.name)) {
    const last = type.arguments.at(-1);
    return last ? [insert(last.end, `, ${literal}`)] : UNREADABLE;
  }
  if (type.kind === "union" || type.kind === "literal") {
    const last = type.kind === "union" ? type.members.at(-1)! : type;
    const isLiteral = last.kind === "literal";
    return isLiteral && file.language === "typescript" ? [insert(last.end, ` | ${literal}`)] : UNREADABLE;
  }
  return UNREADABLE;
}
