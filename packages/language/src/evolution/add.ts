import type { AstNode } from "langium";
import { lineBreakOf } from "../source/layout.js";
import { type Source, spanOf, spanOfProperty } from "../source/source.js";
import type * as ast from "../syntax/index.js";
import type { Action } from "./actions.js";
import { addEdits, type Edit, type FileEdits } from "./edits.js";
import { type Fragment, isContainer, parseFragment } from "./fragment.js";
import { insertClause, insertInto } from "./insertion.js";
import {
  addressIn,
  clauseKind,
  clauseList,
  clauseWord,
  described,
  isClause,
  isFunction,
  isFunctionClause,
  isModuleClause,
  itemsOf,
  normalText,
  noun,
  textOf,
} from "./items.js";
import type { Part } from "./parts.js";
import { docCommentsOf } from "./removal.js";
import { refuse, type State, type StepResult } from "./state.js";

/** `add`: new items inside the target; refused where one of them is there already. */
export function add(state: State, action: Action, label: string): StepResult {
  const part = state.parts.find(action.target);
  if (!part) return missing(state, action.target);
  if (!isContainer(part.node.$type)) {
    return refuse("mismatch", `Nothing can be added to ${described(part)}; \`update\` replaces it.`);
  }
  const parsed = parseFragment(part.node.$type, action.content, label);
  if ("findings" in parsed)
    return refuse("syntax", `The content cannot stand in ${described(part)}.`, parsed.findings);
  if (parsed.fragment.nodes.length === 0) {
    return refuse("syntax", "The content holds nothing to add: only white space or comments.");
  }
  return addFragment(state, part, parsed.fragment);
}

/** Puts the items of a fragment into a part. */
export function addFragment(state: State, part: Part, fragment: Fragment): StepResult {
  for (const node of fragment.nodes) {
    const there = existing(state, part, fragment, node);
    if (there !== undefined) return refuse("exists", `${there} \`update\` changes it.`);
  }
  const edits: FileEdits = new Map();
  addEdits(edits, part.source, new Placement(part, fragment).edits());
  return { edits };
}

export function missing(state: State, target: string): ReturnType<typeof refuse> {
  const near = state.parts.nearest(target);
  return refuse(
    "missing",
    `There is nothing at \`${target}\`${near === undefined ? "." : `; did you mean \`${near}\`?`}`,
  );
}

/** What says that an item is there already; `undefined` where it is new. */
function existing(state: State, part: Part, fragment: Fragment, node: AstNode): string | undefined {
  const where = part.address === "" ? "the contract" : described(part);
  if (node.$type === "Header") return "The contract has its header already.";
  const address = addressIn(part.address, node);
  if (address !== undefined) {
    const there = state.parts.find(address);
    return there && `There is ${described(there)} already.`;
  }
  if (node.$type === "OwnerClause") {
    const owner = itemsOf(part.node).find(({ $type }) => $type === "OwnerClause");
    return owner && `${where} has an owner already.`;
  }
  const items = itemsOf(part.node);
  const list = clauseList(node);
  if (list) {
    const names = items
      .filter((item) => clauseKind(item) === clauseKind(node))
      .flatMap((item) => clauseList(item)?.names ?? []);
    const twice = list.names.find((name) => names.includes(name));
    return twice === undefined ? undefined : `${where} has \`${clauseWord(node)} ${twice}\` already.`;
  }
  if (node.$type === "Entry" && part.node.$type === "Target") {
    const { name } = node as ast.Entry;
    const entry = items.find((item) => (item as ast.Entry).name === name);
    return entry && `${where} has \`${name}\` already.`;
  }
  const text = normalText(fragment.source, node);
  const same = items.find((item) => item.$type === node.$type && normalText(part.source, item) === text);
  return same && `${where} has this ${isClause(node) ? `\`${clauseWord(node)}\`` : noun(node)} already.`;
}

/** Where the items of a fragment go in their target, and how they are laid out there. */
class Placement {
  readonly #source: Source;
  readonly #node: AstNode;
  readonly #items: AstNode[];

  constructor(
    part: Part,
    readonly fragment: Fragment,
  ) {
    this.#source = part.source;
    this.#node = part.node;
    this.#items = itemsOf(part.node);
  }

  edits(): Edit[] {
    const { nodes } = this.fragment;
    if (isFunction(this.#node))
      return this.#clauses(nodes, (text, after) => this.#functionClause(text, after));
    const clauses = nodes.filter(isClause);
    const others = nodes.filter((node) => !isClause(node));
    if (this.#items.length === 0 && clauses.length > 0 && others.length > 0) {
      const texts = [clauses, others].map((group) => group.map((node) => this.#written(node)).join("\n"));
      return insertInto(this.#block(), texts.join("\n\n"), { blank: false });
    }
    return [
      ...this.#clauses(clauses, (text, after) =>
        insertInto(this.#block(), text, { blank: false, ...(after === undefined ? {} : { after }) }),
      ),
      ...this.#declarations(others),
    ];
  }

  #block() {
    return { source: this.#source, node: this.#node, items: this.#items };
  }

  /** Names are added to the list that is there; everything else gets a line of its own, after what is like it. */
  #clauses(
    clauses: readonly AstNode[],
    insert: (text: string, after: AstNode | null | undefined) => Edit[],
  ): Edit[] {
    const edits: Edit[] = [];
    const lines = new Map<AstNode | null | undefined, string[]>();
    for (const clause of clauses) {
      const merged = this.#merged(clause);
      if (merged) edits.push(merged);
      else {
        const after = this.#clauseBefore(clause);
        lines.set(after, [...(lines.get(after) ?? []), this.#written(clause)]);
      }
    }
    for (const [after, texts] of lines) edits.push(...insert(texts.join("\n"), after));
    return edits;
  }

  #merged(clause: AstNode): Edit | undefined {
    const list = clauseList(clause);
    const isPlain = (node: AstNode) => ((node as { annotations?: unknown[] }).annotations ?? []).length === 0;
    if (!list || !isPlain(clause)) return undefined;
    const into = this.#items.findLast((item) => clauseKind(item) === clauseKind(clause) && isPlain(item));
    if (!into) return undefined;
    const { source } = this.fragment;
    const last = (clauseList(into)?.names.length ?? 1) - 1;
    const { end } = spanOfProperty(into, list.property, last);
    const from = spanOfProperty(clause, list.property, 0).start;
    const to = spanOfProperty(clause, list.property, list.names.length - 1).end;
    return { start: end, end, text: `, ${source.text.slice(from, to)}` };
  }

  /** The item after which a clause on a line of its own stands; `null` for the start, `undefined` for the end. */
  #clauseBefore(clause: AstNode): AstNode | null | undefined {
    if (isModuleClause(clause)) return this.#items.findLast(isModuleClause) ?? null;
    if (isFunctionClause(clause)) {
      if (clause.$type === "ExampleClause") return this.#items.at(-1) ?? null;
      return this.#items.findLast(({ $type }) => $type !== "ExampleClause") ?? null;
    }
    return this.#items.findLast((item) => clauseKind(item) === clauseKind(clause)) ?? undefined;
  }

  #functionClause(text: string, after: AstNode | null | undefined): Edit[] {
    return insertClause(this.#source, this.#node, this.#items, text, after ?? null);
  }

  #declarations(nodes: readonly AstNode[]): Edit[] {
    const groups = new Map<AstNode | undefined, AstNode[]>();
    for (const node of nodes) {
      const after = this.#declarationBefore(node);
      groups.set(after, [...(groups.get(after) ?? []), node]);
    }
    return [...groups].flatMap(([after, group]) => {
      const isWhole = groups.size === 1 && group.length === this.fragment.nodes.length;
      const { source, start, end } = this.fragment;
      const blank = this.#hasBlank(after, group[0]!);
      const content = isWhole
        ? source.text.slice(start, end).trim()
        : group.map((node) => this.#written(node)).join(blank ? "\n\n" : "\n");
      return insertInto(this.#block(), content, { blank, ...(after ? { after } : {}) });
    });
  }

  /** At the top of a file things of a kind stand together. */
  #declarationBefore(node: AstNode): AstNode | undefined {
    if (this.#node.$type !== "ContractFile") return undefined;
    const like = (item: AstNode) =>
      item.$type === node.$type ||
      ["Package", "Module"].includes(item.$type) === ["Package", "Module"].includes(node.$type);
    const same = this.#items.findLast(({ $type }) => $type === node.$type);
    if (same) return same;
    if (node.$type === "Import") return this.#items.find(({ $type }) => $type === "Header");
    return ["Package", "Module"].includes(node.$type) ? this.#items.findLast(like) : undefined;
  }

  /** Whether a blank line parts what is there from what comes after it: as the two before it are parted. */
  #hasBlank(after: AstNode | undefined, node: AstNode): boolean {
    const last = after ?? this.#items.at(-1);
    if (!last) return false;
    if (isModuleClause(last)) return true;
    const before = this.#items[this.#items.indexOf(last) - 1];
    const isAlike = (one: AstNode | undefined) => one !== undefined && one.$type === last.$type;
    if (isAlike(before) && last.$type === node.$type) {
      const between = this.#source.text.slice(spanOf(before!).end, spanOf(last).start);
      return between
        .split(/\r\n|\n|\r/)
        .slice(1, -1)
        .some((line) => line.trim() === "");
    }
    return ["ContractFile", "Package", "Module"].includes(this.#node.$type);
  }

  /** An item as the content has it, with its docs. */
  #written(node: AstNode): string {
    const { source } = this.fragment;
    const [doc] = docCommentsOf(source, node);
    const { start, end } = spanOf(node);
    const text = doc ? source.text.slice(doc.start, end) : textOf(source, node);
    // Its first line was cut out of its indentation.
    const from = doc ? doc.start : start;
    const line =
      source.text
        .slice(0, from)
        .split(/\r\n|\n|\r/)
        .at(-1) ?? "";
    return (/^\s*$/.test(line) ? line : "") + text.split(/\r\n|\n|\r/).join(lineBreakOf(source.text));
  }
}
