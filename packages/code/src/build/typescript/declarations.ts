import type { Alias, ClassLike, Constant, Enum } from "@contractc/kernel";
import { codeName, exportedName } from "../../target/names.js";
import { memberName, typeScriptLiteral } from "../../target/typescript-types.js";
import { docText } from "../doc-text.js";
import { type CodeUnit, memberGroups } from "../kernel-index.js";
import { indentLines } from "../source-text.js";
import { jsDoc } from "./docs.js";
import type { TypeScriptFile } from "./file.js";
import { isValue, typeScriptForm } from "./forms.js";
import { callableLines, typeParameterText, unfinished } from "./functions.js";
import { fieldConstructorLines, type MemberContext, memberLines } from "./members.js";

/** The lines of one top-level definition. */
export function unitLines(file: TypeScriptFile, unit: CodeUnit, indent: string): string[] {
  const name = codeName(unit.kind === "functions" ? unit.overloads[0] : unit, "typescript", "symbol");
  const dot = name.lastIndexOf(".");
  if (dot < 0) return exportedLines(file, unit, name, indent);
  const lines = plainUnitLines(file, renamed(unit, name.slice(dot + 1)), indent);
  return [`export namespace ${name.slice(0, dot)} {`, ...indentLines(lines, indent), "}"];
}

/** A word that nothing can be defined by is given behind the definition. */
function exportedLines(file: TypeScriptFile, unit: CodeUnit, name: string, indent: string): string[] {
  const first = unit.kind === "functions" ? unit.overloads[0] : unit;
  const exported = exportedName(first, "typescript");
  if (exported === name || first.exportDefault) return plainUnitLines(file, unit, indent);
  const word = isValue(file.index, first) ? "export" : "export type";
  return [...plainUnitLines(file, kept(unit), indent), "", `${word} { ${name} as ${exported} };`];
}

function kept(unit: CodeUnit): CodeUnit {
  if (unit.kind !== "functions") return { ...unit, internal: true };
  const [first, ...others] = unit.overloads.map((each) => ({ ...each, internal: true as const }));
  return first ? { ...unit, overloads: [first, ...others] } : unit;
}

function renamed(unit: CodeUnit, typescript: string): CodeUnit {
  if (unit.kind !== "functions") return { ...unit, names: { ...unit.names, typescript } };
  const [first, ...others] = unit.overloads.map((each) => ({
    ...each,
    names: { ...each.names, typescript },
  }));
  return first ? { ...unit, overloads: [first, ...others] } : unit;
}

function plainUnitLines(file: TypeScriptFile, unit: CodeUnit, indent: string): string[] {
  switch (unit.kind) {
    case "functions": {
      const [first] = unit.overloads;
      const name = codeName(first, "typescript", "symbol");
      const exported = exportWords(first);
      return callableLines(
        file,
        unit.overloads,
        {
          head: `${exported}${first.async ? "async " : ""}function ${name}`,
          signatureHead: `${exported}function ${name}`,
          body: [unfinished(file, first.address)],
          result: true,
          depth: 0,
        },
        indent,
      );
    }
    case "enum":
      return enumLines(file, unit, indent);
    case "alias":
      return aliasLines(file, unit);
    case "const":
      return constantLines(file, unit);
    default:
      return classLines(file, unit, indent);
  }
}

function exportWords(declaration: { internal?: true; exportDefault?: true }): string {
  if (declaration.exportDefault) return "export default ";
  return declaration.internal ? "" : "export ";
}

/** What cannot be exported as default where it is defined is exported so behind it. */
function separately(
  declaration: { internal?: true; exportDefault?: true },
  name: string,
  lines: string[],
): string[] {
  return declaration.exportDefault ? [...lines, "", `export default ${name};`] : lines;
}

function plainExport(declaration: { internal?: true; exportDefault?: true }): string {
  return declaration.internal || declaration.exportDefault ? "" : "export ";
}

function enumLines(file: TypeScriptFile, declaration: Enum, indent: string): string[] {
  const name = codeName(declaration, "typescript", "symbol");
  const constant = file.style.erasableOnly;
  const members = declaration.members.flatMap((member) => enumMemberLines(declaration, member, constant));
  const doc = jsDoc(docText(declaration));
  const head = plainExport(declaration);
  if (!constant) {
    return separately(declaration, name, [
      ...doc,
      `${head}enum ${name} {`,
      ...indentLines(members, indent),
      "}",
    ]);
  }
  return separately(declaration, name, [
    ...doc,
    `${head}const ${name} = {`,
    ...indentLines(members, indent),
    "} as const;",
    `${head}type ${name} = (typeof ${name})[keyof typeof ${name}];`,
  ]);
}

/**
 * One value of an enum. Without a stated value TypeScript counts, and where others are texts the name is the value.
 *
 * @param constant the enum is a constant object
 */
export function enumMemberLines(
  declaration: Enum,
  member: Enum["members"][number],
  constant: boolean,
): string[] {
  const doc = member.doc === undefined ? [] : jsDoc(docText({ ...member, address: "" }));
  const counts = declaration.members.every((each) => typeof each.value !== "string");
  const value = member.value ?? (counts && !constant ? undefined : member.name);
  const name = memberName(member.name);
  if (value === undefined) return [...doc, `${name},`];
  return [...doc, `${name}${constant ? ":" : " ="} ${typeScriptLiteral(value)},`];
}

function aliasLines(file: TypeScriptFile, declaration: Alias): string[] {
  const name = codeName(declaration, "typescript", "symbol");
  const parameters = typeParameterText(file, declaration.typeParameters);
  const line = `${plainExport(declaration)}type ${name}${parameters} = ${file.type(declaration.type)};`;
  return separately(declaration, name, [...jsDoc(docText(declaration)), line]);
}

function constantLines(file: TypeScriptFile, declaration: Constant): string[] {
  const name = codeName(declaration, "typescript", "symbol");
  const head = `${plainExport(declaration)}const ${name}: ${file.type(declaration.type)} = `;
  const value =
    declaration.value === undefined
      ? `(() => { ${unfinished(file, declaration.address)} })()`
      : file.expressions().print(declaration.value, declaration.type, new Map());
  return separately(declaration, name, [...jsDoc(docText(declaration)), `${head}${value};`]);
}

function classLines(file: TypeScriptFile, declaration: ClassLike, indent: string): string[] {
  const form = typeScriptForm(file.index, declaration);
  const derives = fieldsMakeConstructor(declaration, form);
  const context: MemberContext = {
    file,
    owner: declaration,
    form,
    unit: indent,
    depth: indent.length,
    assigned: derives,
  };
  const blocks = memberGroups(declaration).map((group) => memberLines(context, group));
  const derived = derives ? fieldConstructorLines(file, declaration, indent, indent.length) : [];
  if (derived.length > 0) {
    const lastField = memberGroups(declaration).findLastIndex((group) => group[0]?.kind === "field");
    blocks.splice(lastField + 1, 0, derived);
  }
  const lines = joinMembers(blocks);
  const name = codeName(declaration, "typescript", "symbol");
  const abstract = form === "class" && declaration.abstract ? "abstract " : "";
  const head = `${exportWords(declaration)}${abstract}${form} ${name}${typeParameterText(file, declaration.typeParameters)}${heritage(file, declaration, form)} {`;
  return [
    ...jsDoc(docText(declaration)),
    ...(lines.length === 0 ? [`${head}}`] : [head, ...indentLines(lines, indent), "}"]),
  ];
}

/** Whether the constructor of a class follows from its fields. */
export function fieldsMakeConstructor(declaration: ClassLike, form: "class" | "interface"): boolean {
  const declared = declaration.members.some((member) => member.kind === "constructor");
  return form === "class" && !declared && (declaration.kind === "record" || declaration.kind === "error");
}

function heritage(file: TypeScriptFile, declaration: ClassLike, form: "class" | "interface"): string {
  const bases = (declaration.extends ?? []).map((type) => ({ type, declared: file.index.classOf(type) }));
  const implemented = [...(declaration.implements ?? [])];
  const extended: string[] = [];
  for (const { type, declared } of bases) {
    const asInterface = declared !== undefined && typeScriptForm(file.index, declared) === "interface";
    // A class cannot extend an interface, and only one class.
    if (form === "class" && (asInterface || extended.length > 0)) implemented.push(type);
    else extended.push(form === "class" ? baseText(file, type) : file.type(type));
  }
  if (form === "interface") extended.push(...implemented.splice(0).map((type) => file.type(type)));
  if (form === "class" && declaration.kind === "error" && extended.length === 0)
    extended.push(file.ambient("Error"));
  const words = extended.length > 0 ? ` extends ${extended.join(", ")}` : "";
  return implemented.length > 0
    ? `${words} implements ${implemented.map((type) => file.type(type)).join(", ")}`
    : words;
}

/** A base class is needed at run time. */
function baseText(file: TypeScriptFile, type: NonNullable<ClassLike["extends"]>[number]): string {
  if (type.kind === "reference") file.value(type.target);
  return file.type(type);
}

/** Fields stand together; a blank line goes around everything that has a body or documentation. */
function joinMembers(blocks: readonly string[][]): string[] {
  const lines: string[] = [];
  let before: readonly string[] = [];
  for (const block of blocks) {
    if (block.length === 0) continue;
    if (before.length > 0 && (before.length > 1 || block.length > 1)) lines.push("");
    lines.push(...block);
    before = block;
  }
  return lines;
}
