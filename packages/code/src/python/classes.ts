import type { Node } from "web-tree-sitter";
import type { CodeBody, CodeClass, CodeEnum, CodeMethod } from "../reading/signature.js";
import { readNestedImports } from "./body.js";
import { type ClassShape, readShape } from "./class-forms.js";
import { type Decorated, undecorate } from "./decorators.js";
import { docStringOf } from "./doc-string.js";
import { functionalFields, isDunder, readField } from "./fields.js";
import { isImport, readImport } from "./imports.js";
import { defaultOf } from "./literals.js";
import { MemberTable } from "./members.js";
import { field, type Source, spanOf, statementsOf } from "./source.js";
import { collectStatements, type Statement } from "./statements.js";

/** What a class and an enum have in common before the module decides on `exported` and `conditional`. */
export type ReadClass = Omit<CodeClass, "exported"> | Omit<CodeEnum, "exported">;

/** By name; of a name given twice the first counts. */
type EnumMembers = Map<string, CodeEnum["members"][number]>;

/**
 * Reads a class with its members. Classes nested in it are no members: a contract cannot declare them.
 *
 * @param forms shapes of the file's classes above; this one is added
 */
export function readClass(
  found: Decorated,
  source: Source,
  forms: Map<string, ClassShape>,
  mode: Statement["mode"],
): ReadClass | undefined {
  const { definition, whole, decorators } = found;
  const nameNode = field(definition, "name");
  if (!nameNode || nameNode.isMissing) return undefined;
  const name = source.textOf(nameNode);
  const shape = readShape(definition, decorators, source, forms);
  forms.set(name, shape);

  const block = field(definition, "body");
  const statements = block ? collectStatements(block, source) : [];
  const table = new MemberTable(source, shape);
  if (shape.functional) {
    for (const member of functionalFields(shape.functional, source, shape.form)) table.addField(member);
  }
  const enumeration: EnumMembers = new Map();
  for (const [i, statement] of statements.entries()) {
    readMember(statement, statements[i + 1], source, shape, table, enumeration, mode);
  }

  const common = {
    name,
    nameSpan: spanOf(nameNode),
    span: spanOf(whole),
    body: bodyOf(definition, block, source),
  };
  const doc = docStringOf(source.bodyOf(definition)[0], source.text);
  const documented = doc === undefined ? common : { ...common, doc };
  const members = table.finish();
  if (shape.enumeration) {
    const methods = members.filter((member): member is CodeMethod => member.kind !== "field");
    return { kind: "enum", form: "enum", members: [...enumeration.values()], methods, ...documented };
  }
  const read: ReadClass = {
    kind: "class",
    form: shape.form,
    typeParameters: shape.typeParameters,
    extends: shape.extends,
    implements: [],
    members,
    decorators,
    ...documented,
  };
  if (shape.abstract || (shape.form !== "interface" && members.some((member) => member.abstract)))
    read.abstract = true;
  if (shape.frozen || (shape.model && isFrozenModel(statements, source))) read.frozen = true;
  return read;
}

function readMember(
  statement: Statement,
  next: Statement | undefined,
  source: Source,
  shape: ClassShape,
  table: MemberTable,
  enumeration: EnumMembers,
  mode: Statement["mode"],
): void {
  const { node, type } = statement;
  if (isImport(type)) {
    source.imports.push(...readImport(node, source, mode === "load" ? statement.mode : mode));
    return;
  }
  const found = undecorate(node, source);
  if (found?.definition.type === "function_definition") {
    table.addDefinition(found, mode === "type" ? { ...statement, mode } : statement);
    return;
  }
  if (found) {
    readNestedImports(node, source);
    return;
  }
  if (type !== "expression_statement" || statement.transient) return;
  const first = node.firstNamedChild;
  for (
    let assignment = first;
    assignment?.type === "assignment";
    assignment = assignment.childForFieldName("right")
  ) {
    const left = field(assignment, "left");
    const right = field(assignment, "right");
    if (left?.type !== "identifier") {
      if (shape.enumeration && left && right) addEnumTuple(left, right, source, enumeration);
      continue;
    }
    const name = source.textOf(left);
    if (name === "__slots__" && right) table.addSlots(right);
    if (isDunder(name)) continue;
    const annotated = field(assignment, "type") !== undefined;
    if (shape.enumeration && right && !annotated) {
      if (!/^_.*_$/.test(name)) addEnumMember(left, right, assignment, source, enumeration);
      continue;
    }
    if (!annotated && right?.type === "identifier" && table.addAlias(left, source.textOf(right), assignment))
      continue;
    if (shape.model && name === "model_config") continue;
    const read = readField(assignment, source, shape);
    if (!read) continue;
    const doc = next && docStringOf(next.node, source.text);
    if (doc !== undefined) read.doc = doc;
    const property = right && !annotated ? propertyCall(right, source) : undefined;
    if (property) {
      read.origin = "property";
      delete read.default;
      if (!property.setter) read.readonly = true;
      const getter = property.getter === undefined ? undefined : table.get(property.getter);
      const result = getter?.kind === "method" ? getter.signatures[0]?.result : undefined;
      if (result) read.type = result;
    }
    table.addField(read);
  }
}

/** `x = property(get_x, set_x)` */
function propertyCall(right: Node, source: Source): { getter?: string; setter: boolean } | undefined {
  if (right.type !== "call") return undefined;
  const call = /^property\s*\(\s*(?:fget\s*=\s*)?([\w]+)?\s*(,\s*(?!None\b|doc\b|fdel\b)[\w])?/.exec(
    source.textOf(right),
  );
  if (!call) return undefined;
  return call[1] === undefined ? { setter: false } : { getter: call[1], setter: call[2] !== undefined };
}

function addEnumMember(
  left: Node,
  right: Node,
  assignment: Node,
  source: Source,
  enumeration: EnumMembers,
): void {
  const text = source.textOf(right);
  // Neither functions nor `nonmember(…)` are members.
  if (right.type === "lambda" || /^(?:\w+\.)?nonmember\s*\(/.test(text)) return;
  const name = source.textOf(left);
  if (enumeration.has(name)) return;
  const value = defaultOf(source.text, spanOf(right));
  const member = { name, nameSpan: spanOf(left), ...spanOf(assignment) };
  enumeration.set(name, value ? { ...member, value } : member);
}

/** `RED, GREEN = 1, 2` */
function addEnumTuple(left: Node, right: Node, source: Source, enumeration: EnumMembers): void {
  const names = left.namedChildren.filter((child) => child.type === "identifier");
  const values = right.type === "expression_list" || right.type === "tuple" ? statementsOf(right) : [];
  for (const [i, name] of names.entries()) {
    const member = { name: source.textOf(name), nameSpan: spanOf(name), ...spanOf(name) };
    const value =
      values.length === names.length ? defaultOf(source.text, spanOf(values[i] as Node)) : undefined;
    enumeration.set(member.name, value ? { ...member, value } : member);
  }
}

/** pydantic: `model_config = ConfigDict(frozen=True)`, or a nested `class Config`. */
function isFrozenModel(statements: readonly Statement[], source: Source): boolean {
  return statements.some(({ node, type }) => {
    if (type !== "expression_statement" && type !== "class_definition") return false;
    const text = source.textOf(node);
    if (type === "class_definition") {
      return (
        /^class\s+Config\b/.test(text) && /\b(?:frozen\s*=\s*True|allow_mutation\s*=\s*False)\b/.test(text)
      );
    }
    return /^model_config\b/.test(text) && /\bfrozen["']?\s*[=:]\s*True\b/.test(text);
  });
}

function bodyOf(definition: Node, block: Node | undefined, source: Source): CodeBody {
  const { text } = source;
  const lineStart = (offset: number) => text.lastIndexOf("\n", offset - 1) + 1;
  const indentAt = (offset: number) => /^[ \t\f]*/.exec(text.slice(lineStart(offset), offset))?.[0] ?? "";
  const start = block?.startIndex ?? definition.endIndex;
  const end = block?.endIndex ?? definition.endIndex;
  // `class A: pass` stands on one line, and a member would be indented one step more than the class.
  const oneLine = lineStart(start) <= definition.startIndex;
  const own = indentAt(definition.startIndex);
  return { start, end, indent: oneLine ? `${own}    ` : indentAt(start) };
}
