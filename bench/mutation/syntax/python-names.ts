import type { Node } from "web-tree-sitter";
import type { NameUse, Outline, Span, StringLiteral, TypeNode } from "./outline.ts";

const DECLARING = new Set([
  "parameters",
  "lambda_parameters",
  "typed_parameter",
  "default_parameter",
  "typed_default_parameter",
  "list_splat_pattern",
  "dictionary_splat_pattern",
  "function_definition",
  "class_definition",
  "aliased_import",
  "import_statement",
  "import_from_statement",
  "dotted_name",
  "global_statement",
  "nonlocal_statement",
  "pattern_list",
  "tuple_pattern",
  "as_pattern_target",
  "named_expression",
  "type_alias_statement",
  "case_pattern",
  "keyword_pattern",
  "class_pattern",
]);

/** Every identifier that is no attribute and no keyword of a call. */
export function usesOf(node: Node, found: NameUse[], inType = false): void {
  if (node.type === "identifier") {
    const parent = node.parent;
    if (!parent) return;
    if (parent.type === "attribute" && parent.childForFieldName("attribute")?.equals(node)) return;
    if (parent.type === "keyword_argument" && parent.childForFieldName("name")?.equals(node)) return;
    found.push({
      start: node.startIndex,
      end: node.endIndex,
      name: node.text,
      declares: declares(node, parent),
      type: inType,
    });
    return;
  }
  for (const child of node.children) {
    if (child) usesOf(child, found, inType || node.type === "type");
  }
}

function declares(node: Node, parent: Node): boolean {
  if (parent.type === "assignment" || parent.type === "augmented_assignment") {
    return parent.childForFieldName("left")?.equals(node) ?? false;
  }
  if (parent.type === "for_statement" || parent.type === "for_in_clause") {
    return parent.childForFieldName("left")?.equals(node) ?? false;
  }
  if (parent.type === "typed_parameter") return !parent.childForFieldName("type")?.equals(node);
  if (parent.type === "default_parameter" || parent.type === "typed_default_parameter") {
    return parent.childForFieldName("name")?.equals(node) ?? false;
  }
  return DECLARING.has(parent.type);
}

export function stringsOf(root: Node): StringLiteral[] {
  return root.descendantsOfType("string").flatMap((node) => {
    if (!node) return [];
    const special =
      !/^["'][^"'\\]*["']$/.test(node.text) ||
      node.text.startsWith('"""') ||
      node.parent?.type === "concatenated_string" ||
      insideString(node);
    return [{ start: node.startIndex, end: node.endIndex, special }];
  });
}

function insideString(node: Node): boolean {
  for (let at = node.parent; at; at = at.parent) {
    if (at.type === "string" || at.type === "interpolation") return true;
  }
  return false;
}

/** The annotations, outermost first. */
export function typesOf(root: Node): TypeNode[] {
  return root.descendantsOfType("type").flatMap((node) => (node && !isInType(node) ? [typeOf(node)] : []));
}

function isInType(node: Node): boolean {
  for (let at = node.parent; at; at = at.parent) if (at.type === "type") return true;
  return false;
}

function typeOf(outer: Node): TypeNode {
  let node = outer;
  while (node.type === "type" && node.namedChildCount === 1) node = node.firstNamedChild!;
  const place = { start: outer.startIndex, end: outer.endIndex };
  const types = (nodes: readonly (Node | null)[]) =>
    nodes.filter((each): each is Node => each !== null).map((each) => typeOf(each));
  if (node.type === "generic_type") {
    const list = node.namedChildren.find((each) => each?.type === "type_parameter");
    return { ...place, name: node.firstNamedChild?.text ?? "", arguments: types(list?.namedChildren ?? []) };
  }
  if (node.type === "subscript") {
    const parts = node.childrenForFieldName("subscript");
    return { ...place, name: node.childForFieldName("value")?.text ?? "", arguments: types(parts) };
  }
  if (node.type === "union_type" || (node.type === "binary_operator" && node.child(1)?.text === "|")) {
    const parts = node.namedChildren.filter((each): each is Node => each !== null);
    return { ...place, name: "|", arguments: types(parts) };
  }
  return { ...place, name: node.text, arguments: [] };
}

/** Variables of functions that are assigned by name and belong to no other scope. */
export function localsOf(root: Node): Outline["locals"] {
  const found: Outline["locals"] = [];
  for (const node of root.descendantsOfType("function_definition")) {
    const body = node?.childForFieldName("body");
    if (!node || !body) continue;
    if (
      body
        .descendantsOfType([
          "function_definition",
          "class_definition",
          "lambda",
          "global_statement",
          "nonlocal_statement",
          "list_comprehension",
          "set_comprehension",
          "dictionary_comprehension",
          "generator_expression",
          "string",
        ])
        .some((each) => each !== null && !isPlainString(each))
    )
      continue;
    const uses: NameUse[] = [];
    usesOf(body, uses);
    const parameters = new Set(
      node
        .childForFieldName("parameters")!
        .descendantsOfType("identifier")
        .map((each) => each?.text),
    );
    const assigned = new Set<string>();
    for (const each of body.descendantsOfType("assignment")) {
      const left = each?.childForFieldName("left");
      if (left?.type === "identifier" && !parameters.has(left.text)) assigned.add(left.text);
    }
    for (const name of assigned) {
      const spans: Span[] = uses.filter((use) => use.name === name);
      found.push({ name, uses: spans.map(({ start, end }) => ({ start, end })) });
    }
  }
  return found;
}

function isPlainString(node: Node): boolean {
  return node.type === "string" && !node.descendantsOfType("interpolation").length;
}
