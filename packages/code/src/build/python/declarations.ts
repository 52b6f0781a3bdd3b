import type { Address, Alias, ClassLike, Constant, Enum, Field, Type } from "@contractc/kernel";
import { codeName } from "../../target/names.js";
import { pythonLiteral } from "../../target/python-types.js";
import { docText } from "../doc-text.js";
import { type CodeUnit, memberGroups } from "../kernel-index.js";
import { indentLines } from "../source-text.js";
import { declaredTypes } from "../type-parts.js";
import { docString, fieldComment } from "./docs.js";
import { type PythonFile, quoted } from "./file.js";
import { functionLines } from "./functions.js";
import {
  errorConstructorLines,
  hasDefault,
  isFrozenRecord,
  type MemberContext,
  memberLines,
} from "./members.js";

/**
 * The lines of one top-level definition.
 *
 * @param defined addresses of this module's declarations that stand above it, so that they may be evaluated
 */
export function unitLines(
  file: PythonFile,
  unit: CodeUnit,
  indent: string,
  defined: ReadonlySet<Address>,
): string[] {
  switch (unit.kind) {
    case "functions":
      return functionLines(file, unit.overloads, indent);
    case "enum":
      return enumLines(file, unit, indent);
    case "alias":
      return aliasLines(file, unit, defined);
    case "const":
      return constantLines(file, unit);
    default:
      return classLines(file, unit, indent);
  }
}

function enumLines(file: PythonFile, declaration: Enum, indent: string): string[] {
  const base = file.standard("enum", "Enum");
  const lines = docString(docText(declaration));
  if (lines.length > 0 && declaration.members.length > 0) lines.push("");
  for (const member of declaration.members) lines.push(...enumMemberLines(file, member));
  if (lines.length === 0) lines.push("pass");
  return [`class ${codeName(declaration, "python", "symbol")}(${base}):`, ...indentLines(lines, indent)];
}

/** One value of an enum; without a stated value Python counts. */
export function enumMemberLines(file: PythonFile, member: Enum["members"][number]): string[] {
  const doc = member.doc === undefined ? [] : fieldComment(docText({ ...member, address: "" }));
  const value =
    member.value === undefined ? `${file.standard("enum", "auto")}()` : pythonLiteral(member.value);
  return [...doc, `${codeName({ name: member.name }, "python", "enum-member")} = ${value}`];
}

function aliasLines(file: PythonFile, declaration: Alias, defined: ReadonlySet<Address>): string[] {
  const name = codeName(declaration, "python", "symbol");
  const marker = file.standard("typing", "TypeAlias");
  return file.withTypeParameters(declaration.typeParameters, () => {
    // An alias is evaluated when the module loads: what may not be there by then is left to checkers, in quotes.
    const isReady = (target: Address) =>
      defined.has(target) || (!file.isOwn(target) && file.isLoaded(target));
    const ready = isEvaluable(declaration.type) && declaredTypes(declaration.type).every(isReady);
    const text = ready ? file.runtimeType(declaration.type) : quoted(file.checkedType(declaration.type));
    return [...fieldComment(docText(declaration)), `${name}: ${marker} = ${text}`];
  });
}

/** Verbatim text may hold anything; a union of quoted aliases would fail, but those are never unquoted members. */
function isEvaluable(type: Type): boolean {
  if (type.kind === "verbatim" || type.kind === "unresolved") return false;
  // `X | Y` of declared names works for classes only: an alias may be a string.
  if (type.kind === "union" || type.kind === "optional") return declaredTypes(type).length === 0;
  if (type.kind === "apply") return type.arguments.every(isEvaluable);
  return true;
}

function constantLines(file: PythonFile, declaration: Constant): string[] {
  const name = codeName(declaration, "python", "symbol");
  const annotation = `${file.standard("typing", "Final")}[${file.annotation(declaration.type)}]`;
  const doc = fieldComment(docText(declaration));
  if (declaration.value === undefined) {
    return [
      ...doc,
      "# Not implemented: its value. Until then, importing it fails.",
      `${name}: ${annotation}`,
    ];
  }
  const value = file.expressions().print(declaration.value, declaration.type, new Map());
  return [...doc, `${name}: ${annotation} = ${value}`];
}

function classLines(file: PythonFile, declaration: ClassLike, indent: string): string[] {
  return file.withTypeParameters(declaration.typeParameters, () => {
    const form =
      declaration.kind === "record" ? "dataclass" : declaration.kind === "interface" ? "protocol" : "class";
    const inherited = file.index
      .ancestors(declaration)
      .flatMap((base) => base.members)
      .filter((member): member is Field => member.kind === "field" && !member.static);
    const context: MemberContext = {
      file,
      owner: declaration,
      form,
      unit: indent,
      depth: indent.length,
      defaulted: inherited.some(hasDefault),
      frozen: form === "dataclass" && isFrozenRecord(file.index, declaration),
    };
    const lines: string[] = [];
    for (const group of memberGroups(declaration)) {
      const first = group[0]!;
      const text = memberLines(context, group);
      const isBlock = /^\s/.test(text.at(-1) ?? "");
      if (lines.length > 0 && (isBlock || /^\s/.test(lines.at(-1)!))) lines.push("");
      lines.push(...text);
      if (first.kind === "field" && hasDefault(first)) context.defaulted = true;
    }
    if (
      declaration.kind === "error" &&
      !declaration.members.some((member) => member.kind === "constructor")
    ) {
      const own = declaration.members.filter(
        (member): member is Field => member.kind === "field" && !member.static,
      );
      const derived = errorConstructorLines(file, own, inheritedErrorFields(file, declaration), indent);
      if (derived.length > 0) lines.push("", ...derived);
    }
    const doc = docString(docText(declaration));
    if (doc.length > 0 && lines.length > 0) doc.push("");
    const body = [...doc, ...lines];
    if (body.length === 0) body.push("pass");
    const bases = baseTexts(file, declaration);
    const name = codeName(declaration, "python", "symbol");
    const head = `class ${name}${bases.length > 0 ? `(${bases.join(", ")})` : ""}:`;
    const decorators = form === "dataclass" ? [dataclassDecorator(context)] : [];
    return [...decorators, head, ...indentLines(body, indent)];
  });
}

/** Fields that the base error's constructor takes; none where the base has a constructor of its own making. */
function inheritedErrorFields(file: PythonFile, declaration: ClassLike): Field[] {
  const own = new Set(declaration.members.map((member) => member.name));
  return file.index.fields(declaration).filter((field) => !own.has(field.name));
}

function dataclassDecorator({ file, frozen }: MemberContext): string {
  return `@${file.standard("dataclasses", "dataclass")}${frozen ? "(frozen=True)" : ""}`;
}

function baseTexts(file: PythonFile, declaration: ClassLike): string[] {
  const texts: string[] = [];
  const add = (text: string): void => {
    if (!texts.includes(text)) texts.push(text);
  };
  for (const type of declaration.extends ?? []) add(file.runtimeType(type));
  for (const type of declaration.implements ?? []) {
    // An interface that is only known to checkers cannot be a base; the class fits it by its members.
    if (type.kind !== "reference" || file.isLoaded(type.target)) add(file.runtimeType(type));
  }
  if (declaration.kind === "error" && texts.length === 0) add("Exception");
  const variables = (declaration.typeParameters ?? []).map(({ name }) => file.typeVariable(name)).join(", ");
  if (declaration.kind === "interface") {
    add(`${file.standard("typing", "Protocol")}${variables === "" ? "" : `[${variables}]`}`);
  } else {
    if (declaration.abstract) add(file.standard("abc", "ABC"));
    if (variables !== "") add(`${file.standard("typing", "Generic")}[${variables}]`);
  }
  return texts;
}
