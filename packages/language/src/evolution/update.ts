import type { AstNode } from "langium";
import { scan } from "../syntax/scanner.js";
import type { Action } from "./actions.js";
import { missing } from "./add.js";
import { addEdits, type Edit, type FileEdits } from "./edits.js";
import { type Fragment, isContainer, parseFragment } from "./fragment.js";
import { described, isClause, isFunction, isModuleClause, itemsOf, noun } from "./items.js";
import { MergeFault, mergeClauses, mergeDeclaration } from "./merge.js";
import type { Part } from "./parts.js";
import { refuse, type State, type StepResult } from "./state.js";

/** `update`: another signature, or other clauses, for what is there. */
export function update(state: State, action: Action, label: string): StepResult {
  const part = state.parts.find(action.target);
  if (!part) return missing(state, action.target);
  const clauses = clausesOnly(part.node, action.content);
  const around = clauses || part.address === "" ? part.node.$type : (part.node.$container?.$type ?? "");
  if (!isContainer(around) || part.node.$type === "Parameter") {
    return refuse("mismatch", `${described(part)} is updated with the declaration it stands in.`);
  }
  const parsed = parseFragment(
    around,
    clauses ? action.content : withBlock(part.node, action.content),
    label,
  );
  if ("findings" in parsed)
    return refuse("syntax", "The content is no contract text that can stand there.", parsed.findings);
  const { fragment } = parsed;
  try {
    const edits = clauses ? clauseEdits(part, fragment) : declarationEdits(part, fragment);
    if ("refusal" in edits) return edits;
    if (edits.list.length === 0) return refuse("unchanged", `${described(part)} is so already.`);
    const all: FileEdits = new Map();
    addEdits(all, part.source, edits.list);
    return { edits: all };
  } catch (error) {
    if (error instanceof MergeFault) return refuse("mismatch", error.message);
    throw error;
  }
}

/** A heading of a package or module may be given without the braces that the language wants. */
function withBlock(node: AstNode, content: string): string {
  const needsBlock = node.$type === "Package" || node.$type === "Module";
  return needsBlock && !content.includes("{") ? `${content.trimEnd()} {}` : content;
}

const CLAUSE_WORDS: Readonly<Record<string, readonly string[]>> = {
  Module: ["owner", "satisfies", "uses", "handles"],
  FunctionDeclaration: ["raises", "emits", "requires", "ensures", "example"],
  Method: ["raises", "emits", "requires", "ensures", "example"],
  Constructor: ["raises", "emits", "requires", "ensures", "example"],
  Requirement: ["accept"],
  Quality: ["accept"],
  Role: ["read", "write", "run"],
  Target: ["roots", "tsconfig", "check", "test", "smoke"],
};

/** Whether the content starts with a clause of the target instead of a whole declaration. */
function clausesOnly(node: AstNode, content: string): boolean {
  const { tokens } = scan(content);
  let at = 0;
  // Annotations come first.
  while (tokens[at]?.image === "@") {
    at += 2;
    if (tokens[at]?.image !== "(") continue;
    for (let depth = 0; at < tokens.length; at++) {
      if (tokens[at]!.image === "(") depth++;
      else if (tokens[at]!.image === ")" && --depth === 0) break;
    }
    at++;
  }
  const next = tokens[at + 1]?.image;
  const isNamed = next === "(" || next === ":" || next === "<" || next === "?";
  return !isNamed && (CLAUSE_WORDS[node.$type] ?? []).includes(tokens[at]?.image ?? "");
}

type Edits = { list: Edit[] } | ReturnType<typeof refuse>;

function clauseEdits(part: Part, fragment: Fragment): Edits {
  const other = fragment.nodes.find((node) => !isClause(node));
  if (other) {
    return refuse(
      "mismatch",
      `Beside clauses the content has a ${noun(other)}: that needs an action of its own.`,
    );
  }
  return { list: mergeClauses(part.source, part.node, fragment.source, fragment.nodes) };
}

function declarationEdits(part: Part, fragment: Fragment): Edits {
  const { node, source } = part;
  const [first, ...more] = fragment.nodes;
  if (!first || more.length > 0) {
    return refuse("mismatch", `The content must be one declaration: the ${noun(node)} as it is to be.`);
  }
  if (part.address === "") {
    const header = itemsOf(node).find(({ $type }) => $type === "Header");
    if (first.$type !== "Header" || !header) {
      return refuse("mismatch", "Of the root file its header is updated; everything else has an address.");
    }
    return { list: mergeDeclaration(source, header, fragment, first) };
  }
  if (!isSameSort(node, first)) {
    return refuse(
      "mismatch",
      `${described(part)} cannot become a ${noun(first)}: remove it and add the other.`,
    );
  }
  const name = (node as { name?: string }).name;
  const given = (first as { name?: string }).name;
  if (name !== given) {
    return refuse(
      "mismatch",
      `The content declares \`${given}\`; \`rename\` gives ${described(part)} another name.`,
    );
  }
  if (["Package", "Module", "External"].includes(node.$type)) {
    const inner = itemsOf(first).find((item) => !(node.$type === "Module" && isModuleClause(item)));
    if (inner) {
      return refuse(
        "mismatch",
        `An update of ${described(part)} has its heading${node.$type === "Module" ? " and clauses" : ""} alone: what is in it has addresses of its own.`,
      );
    }
    const list = mergeDeclaration(source, node, fragment, first);
    return { list: [...list, ...mergeClauses(source, node, fragment.source, itemsOf(first))] };
  }
  return { list: mergeDeclaration(source, node, fragment, first) };
}

/** A class may become a record, a field of a class a method; a function stays one. */
function isSameSort(old: AstNode, node: AstNode): boolean {
  if (old.$type === node.$type) return true;
  const classes = ["ClassDeclaration", "InterfaceDeclaration", "RecordDeclaration", "ErrorDeclaration"];
  if (classes.includes(old.$type) && classes.includes(node.$type)) return true;
  return (
    !isFunction(old) &&
    !isFunction(node) &&
    ["ConstDeclaration", "TypeAlias"].includes(old.$type) &&
    ["ConstDeclaration", "TypeAlias"].includes(node.$type)
  );
}
