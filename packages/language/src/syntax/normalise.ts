import type { AstNode, CompositeCstNode } from "langium";
import { valueWords } from "./kinds.js";
import type { SyntaxNode } from "./parser-base.js";
import { rangeOf } from "./positions.js";
import type { SyntaxProblem } from "./types.js";

type Mutable = { [key: string]: unknown; $type: string };

/** Rules that stand for others: a node of this type is all that is left of a broken one. */
const abstractTypes: ReadonlySet<string> = new Set([
  "Type",
  "Expression",
  "Step",
  "FunctionClause",
  "PostfixType",
  "PrimaryType",
  "PrimaryExpression",
]);

const named: ReadonlySet<string> = new Set([
  "Annotation",
  "Header",
  "Entry",
  "Target",
  "Requirement",
  "Quality",
  "Decision",
  "Role",
  "External",
  "Package",
  "Module",
  "Flow",
  "ClassDeclaration",
  "InterfaceDeclaration",
  "RecordDeclaration",
  "ErrorDeclaration",
  "EnumDeclaration",
  "EnumMember",
  "TypeAlias",
  "FunctionDeclaration",
  "ConstDeclaration",
  "EventDeclaration",
  "StatesDeclaration",
  "Transition",
  "Field",
  "Method",
  "Constructor",
  "TypeParameter",
  "Parameter",
  "LetStep",
  "NameExpression",
  "MemberExpression",
]);

/**
 * Settles what the grammar leaves open, in place: `(A)` is no function type, `true`, `false` and `null` are
 * no names, nodes that hold nothing are left out, and names that are missing are empty.
 */
export function normalise(root: AstNode, problems: SyntaxProblem[]): void {
  visit(root as unknown as Mutable, problems);
}

/** As `normalise`, for the nodes of a text without problems that may need it. */
export function settleAll(nodes: readonly SyntaxNode[], text: string, problems: SyntaxProblem[]): void {
  for (const node of nodes) {
    // A name in back-ticks is a name, whatever it says.
    if (node.$type !== "NameExpression" || text.charCodeAt(node.$from) !== 96) settle(node, problems);
  }
}

function visit(node: Mutable, problems: SyntaxProblem[]) {
  for (const key of Object.keys(node)) {
    if (key.startsWith("$")) continue;
    const value = node[key];
    if (Array.isArray(value)) visitList(node, key, value, problems);
    else if (isNode(value)) {
      if (abstractTypes.has(value.$type)) delete node[key];
      else visit(value, problems);
    }
  }
  settle(node, problems);
}

function visitList(node: Mutable, key: string, list: unknown[], problems: SyntaxProblem[]) {
  let broken = false;
  for (const item of list) {
    if (!isNode(item)) continue;
    if (abstractTypes.has(item.$type)) broken = true;
    else visit(item, problems);
  }
  if (!broken) return;
  const kept = list.filter((item) => !isNode(item) || !abstractTypes.has(item.$type));
  kept.forEach((item, index) => {
    if (isNode(item)) item.$containerIndex = index;
  });
  node[key] = kept;
}

function settle(node: Mutable, problems: SyntaxProblem[]) {
  switch (node.$type) {
    case "Element":
    case "Member":
      node.$type = "Incomplete";
      node.annotations ??= [];
      node.modifiers ??= [];
      return;
    case "FunctionType":
      return settleFunctionType(node, problems);
    case "NamedType":
      return settleNamedType(node);
    case "NameExpression":
      return settleName(node);
    case "Constructor":
      // `constructor` and `__init__` have been reported.
      node.name = "new";
      return;
    case "Parameter":
      if (node.rest === "*") node.rest = "...";
      node.name ??= "";
      return;
    default:
      if (node.name === undefined && named.has(node.$type)) node.name = "";
  }
}

function settleFunctionType(node: Mutable, problems: SyntaxProblem[]) {
  if (node.result !== undefined || hasLeaf(node, "->")) return;
  const parameters = node.parameters as Mutable[];
  const only = parameters[0];
  if (parameters.length !== 1 || only === undefined || only.name !== undefined || only.rest === true) {
    problems.push({
      message: "A function type needs '->' and the type of its result",
      ...rangeOf(node as unknown as AstNode),
      hint: "Write '(A, B) -> C' for a function and '[A, B]' for a tuple.",
    });
    return;
  }
  node.$type = "ParenthesizedType";
  delete node.parameters;
  if (isNode(only.type)) {
    node.type = only.type;
    only.type.$container = node;
  }
}

function settleNamedType(node: Mutable) {
  const parts = node.parts as string[];
  const word = parts[0];
  const lone = parts.length === 1 && (node.arguments as unknown[]).length === 0;
  if (!lone || word === undefined || !/^(true|false|True|False)$/.test(word)) return;
  node.$type = "LiteralType";
  node.word = word;
  delete node.parts;
  delete node.arguments;
}

function settleName(node: Mutable) {
  const name = node.name as string | undefined;
  if (name === undefined) node.name = "";
  else if (valueWords.has(name) && !textOf(node).startsWith("`")) {
    node.$type = /^(true|false)$/i.test(name) ? "BooleanLiteral" : "NullLiteral";
    node.text = name;
    delete node.name;
  }
}

/** Whether a keyword is a direct part of a node that lacks what follows it; never in a text without problems. */
export function hasLeaf(node: object, text: string): boolean {
  const cst = (node as { $cstNode?: CompositeCstNode }).$cstNode;
  return cst?.content.some((child) => !("content" in child) && child.text === text) ?? false;
}

function textOf(node: Mutable): string {
  return (node.$cstNode as { text: string } | undefined)?.text ?? "";
}

function isNode(value: unknown): value is Mutable {
  return typeof value === "object" && value !== null && "$type" in value;
}
