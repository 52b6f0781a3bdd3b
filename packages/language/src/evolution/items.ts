import { type Address, positionKey, printName } from "@contractc/kernel";
import type { AstNode } from "langium";
import { type Source, spanOf } from "../source/source.js";
import type * as ast from "../syntax/index.js";
import type { Part } from "./parts.js";
import { leavesOf } from "./tokens.js";

/** The items of a node's block: elements, members, entries, transitions; of a function its clauses. */
export function itemsOf(node: AstNode): AstNode[] {
  switch (node.$type) {
    case "ContractFile":
    case "Package":
    case "Module":
    case "External":
      return (node as ast.Package).elements;
    case "ClassDeclaration":
    case "InterfaceDeclaration":
    case "RecordDeclaration":
    case "ErrorDeclaration":
      return (node as ast.ClassDeclaration).members;
    case "EnumDeclaration":
      return (node as ast.EnumDeclaration).members;
    case "StatesDeclaration":
      return (node as ast.StatesDeclaration).transitions;
    case "FunctionDeclaration":
    case "Method":
    case "Constructor":
      return (node as ast.Method).clauses;
    case "Requirement":
    case "Quality":
    case "Role":
    case "Target":
      return (node as ast.Role).entries;
    default:
      return [];
  }
}

export function isFunction(node: AstNode): node is ast.FunctionDeclaration | ast.Method | ast.Constructor {
  return node.$type === "FunctionDeclaration" || node.$type === "Method" || node.$type === "Constructor";
}

export function isModuleClause(node: AstNode): node is ast.ModuleClause {
  return ["OwnerClause", "SatisfiesClause", "UsesClause", "HandlesClause"].includes(node.$type);
}

export function isFunctionClause(node: AstNode): node is ast.FunctionClause {
  return ["RaisesClause", "EmitsClause", "RequiresClause", "EnsuresClause", "ExampleClause"].includes(
    node.$type,
  );
}

/** Clauses and entries, which have no docs of their own. */
export function isClause(node: AstNode): boolean {
  return isModuleClause(node) || isFunctionClause(node) || node.$type === "Entry";
}

/** What several clauses of one owner have in common where an update of one replaces them all. */
export function clauseKind(node: AstNode): string {
  if (node.$type === "UsesClause") return `UsesClause ${(node as ast.UsesClause).kind ?? ""}`;
  return node.$type === "Entry" ? `Entry ${(node as ast.Entry).name}` : node.$type;
}

/** The word a clause begins with, for messages. */
export function clauseWord(node: AstNode): string {
  if (node.$type === "Entry") return (node as ast.Entry).name;
  const word = node.$type.replace("Clause", "").toLowerCase();
  const kind = node.$type === "UsesClause" ? (node as ast.UsesClause).kind : undefined;
  return kind === undefined ? word : `${word} ${kind}`;
}

/** The list of names, or of strings, that a clause holds; `null` for one that holds a text or an example. */
export function clauseList(
  node: AstNode,
): { property: string; names: string[]; nodes: AstNode[] | null } | null {
  const dotted = (property: string, refs: ast.NameRef[]) => ({
    property,
    names: refs.map(({ parts }) => parts.join(".")),
    nodes: refs,
  });
  switch (node.$type) {
    case "SatisfiesClause":
      return dotted("requirements", (node as ast.SatisfiesClause).requirements);
    case "UsesClause":
      return dotted("modules", (node as ast.UsesClause).modules);
    case "HandlesClause":
      return dotted("events", (node as ast.HandlesClause).events);
    case "RaisesClause":
      return dotted("errors", (node as ast.RaisesClause).errors);
    case "EmitsClause":
      return dotted("events", (node as ast.EmitsClause).events);
    case "Entry": {
      const { name, values } = node as ast.Entry;
      return ["read", "write", "run", "roots"].includes(name)
        ? { property: "values", names: values, nodes: null }
        : null;
    }
    default:
      return null;
  }
}

/** The tokens of a node as one text, so that layout and comments make no difference. */
export function normalText(source: Source, node: AstNode): string {
  return leavesOf(source, node)
    .map(({ text }) => text)
    .join(" ");
}

/** What something is called in messages: `the function core.hits`. */
export function described({ address, node }: Pick<Part, "address" | "node">): string {
  return address === "" ? "the root file" : `${noun(node)} \`${address}\``;
}

const NOUNS: Readonly<Record<string, string>> = {
  ClassDeclaration: "class",
  InterfaceDeclaration: "interface",
  RecordDeclaration: "record",
  ErrorDeclaration: "error",
  EnumDeclaration: "enum",
  EnumMember: "value",
  TypeAlias: "type",
  FunctionDeclaration: "function",
  ConstDeclaration: "constant",
  EventDeclaration: "event",
  StatesDeclaration: "state space",
};

export function noun(node: AstNode): string {
  return NOUNS[node.$type] ?? node.$type.toLowerCase();
}

/**
 * The address that a new item of a container gets.
 *
 * @returns `undefined` for clauses, entries, rules and texts, which have none
 */
export function addressIn(container: Address, node: AstNode): string | undefined {
  const name = (node as { name?: unknown }).name;
  if (typeof name !== "string" || name === "") return undefined;
  switch (node.$type) {
    case "Header":
    case "Entry":
    case "Transition":
      return undefined;
    case "Role":
      return positionKey.role(name);
    case "Decision":
      return positionKey.decision(name);
    case "Flow":
      return positionKey.flow(name);
    case "Target":
      return positionKey.target(name);
    case "Requirement":
    case "Quality":
      return name;
    default:
      return container === "" ? name : `${container}.${name}`;
  }
}

/** A bare name as the action wrote it, in the form the place demands. */
export function printedName(node: AstNode, name: string): string {
  const isMethod = node.$type === "Method" && name === "new";
  const isUsesWord = node.$type === "Module" && (name === "type" || name === "lazy");
  return isMethod || isUsesWord ? `\`${name}\`` : printName(name);
}

/** The text of a node as written. */
export function textOf(source: Source, node: AstNode): string {
  const { start, end } = spanOf(node);
  return source.text.slice(start, end);
}
