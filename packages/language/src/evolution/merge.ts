import type { AstNode } from "langium";
import { indentAt, lineBreakOf, opensLine } from "../source/layout.js";
import { type Source, spanOf } from "../source/source.js";
import type { Edit } from "./edits.js";
import type { Fragment } from "./fragment.js";
import { insertClause, insertInto, signatureEnd } from "./insertion.js";
import { clauseKind, isClause, isFunction, itemsOf, normalText, textOf } from "./items.js";
import { docCommentsOf, removeClause, removeFrom } from "./removal.js";
import { tokenEdits } from "./token-edits.js";
import { bracesOf, type Leaf, leavesOf } from "./tokens.js";

/** What an update could not do without rewriting more than was asked for. */
export class MergeFault extends Error {}

/**
 * The edits that give a declaration the signature of another text. Docs, annotations and clauses stay unless the new
 * text has any of them; of a class with a body the members become those of the new text, each one merged the same way.
 */
export function mergeDeclaration(source: Source, old: AstNode, fragment: Fragment, node: AstNode): Edit[] {
  const edits = [
    ...mergeDocs(source, old, fragment.source, node),
    ...mergeHead(source, old, fragment.source, node),
  ];
  if (isFunction(old) && isFunction(node)) {
    return [...edits, ...mergeClauses(source, old, fragment.source, node.clauses)];
  }
  if (MERGED_BLOCKS.has(old.$type) && bracesOf(fragment.source, node)) {
    return [...edits, ...mergeItems(source, old, fragment, node)];
  }
  if (ENTRY_BLOCKS.has(old.$type)) edits.push(...mergeClauses(source, old, fragment.source, itemsOf(node)));
  return edits;
}

const MERGED_BLOCKS: ReadonlySet<string> = new Set([
  "ClassDeclaration",
  "InterfaceDeclaration",
  "RecordDeclaration",
  "ErrorDeclaration",
  "EnumDeclaration",
]);
const ENTRY_BLOCKS: ReadonlySet<string> = new Set(["Requirement", "Quality", "Role", "Target"]);
const HEADED_BLOCKS: ReadonlySet<string> = new Set([
  ...MERGED_BLOCKS,
  ...ENTRY_BLOCKS,
  "Package",
  "Module",
  "External",
]);

/** Replaces the docs where the new text has any. */
function mergeDocs(source: Source, old: AstNode, newSource: Source, node: AstNode): Edit[] {
  const docs = docCommentsOf(newSource, node).map(({ text }) => text);
  const there = docCommentsOf(source, old);
  if (docs.length === 0 || there.map(({ text }) => text).join("\n") === docs.join("\n")) return [];
  const [first] = there;
  if (!first) return insertDocs(source, old, docs);
  const indent = lineBreakOf(source.text) + indentAt(source.text, first.start);
  const gap = source.text.slice(first.start, there.at(-1)!.end);
  if (there.length === 1 || /^(?:\s|\/\/\/[^\r\n]*)*$/.test(gap)) {
    return [{ start: first.start, end: there.at(-1)!.end, text: docs.join(indent) }];
  }
  // Other comments stand between them: those stay.
  return there.map(({ start, end }, at) => ({ start, end, text: at === 0 ? docs.join(indent) : "//" }));
}

/** Puts docs before a node that has none, or after those that it has. */
export function insertDocs(source: Source, node: AstNode, docs: readonly string[]): Edit[] {
  const { text } = source;
  const { start } = spanOf(node);
  const lineBreak = lineBreakOf(text);
  const indent = indentAt(text, start);
  const lines = docs.map((doc) => doc + lineBreak + indent).join("");
  const lead = opensLine(text, start) ? "" : lineBreak + indent;
  return [{ start, end: start, text: lead + lines }];
}

function mergeHead(source: Source, old: AstNode, newSource: Source, node: AstNode): Edit[] {
  const withAnnotations = annotationsOf(node).length > 0;
  const before = headLeaves(source, old, withAnnotations);
  const after = headLeaves(newSource, node, withAnnotations);
  const indent = indentAt(source.text, spanOf(old).start);
  return tokenEdits(
    before,
    newSource.text,
    after,
    relayout(newSource, node, indent, lineBreakOf(source.text)),
  );
}

/** Moves lines of a new text from the indentation of the node they belong to, to another. */
function relayout(
  newSource: Source,
  node: AstNode,
  indent: string,
  lineBreak: string,
): (text: string) => string {
  const own = indentAt(newSource.text, spanOf(node).start);
  return (text) =>
    text
      .split(/\r\n|\n|\r/)
      .map((line, at) =>
        at === 0 ? line : indent + (line.startsWith(own) ? line.slice(own.length) : line.trimStart()),
      )
      .join(lineBreak);
}

/** The tokens of a declaration before its block or its clauses. */
function headLeaves(source: Source, node: AstNode, withAnnotations: boolean): Leaf[] {
  let end = spanOf(node).end;
  if (isFunction(node)) end = signatureEnd(source, node, node.clauses);
  else if (HEADED_BLOCKS.has(node.$type)) end = bracesOf(source, node)?.open ?? end;
  const annotations = withAnnotations ? [] : annotationsOf(node).map(spanOf);
  return leavesOf(source, node).filter(
    (leaf) =>
      leaf.end <= end &&
      !annotations.some(({ start, end: last }) => leaf.offset >= start && leaf.end <= last),
  );
}

function annotationsOf(node: AstNode): AstNode[] {
  return (node as { annotations?: AstNode[] }).annotations ?? [];
}

/** Of each kind of clause that the new text has, its clauses take the place of those that are there. */
export function mergeClauses(
  source: Source,
  owner: AstNode,
  newSource: Source,
  clauses: readonly AstNode[],
): Edit[] {
  const edits: Edit[] = [];
  const items = itemsOf(owner);
  for (const kind of new Set(clauses.map(clauseKind))) {
    const before = items.filter((item) => isClause(item) && clauseKind(item) === kind);
    const after = clauses.filter((clause) => clauseKind(clause) === kind);
    const shared = Math.min(before.length, after.length);
    for (let at = 0; at < shared; at++) {
      const [old, node] = [before[at]!, after[at]!];
      const layout = relayout(
        newSource,
        node,
        indentAt(source.text, spanOf(old).start),
        lineBreakOf(source.text),
      );
      edits.push(...tokenEdits(leavesOf(source, old), newSource.text, leavesOf(newSource, node), layout));
    }
    for (const clause of before.slice(shared)) {
      edits.push(
        ...(isFunction(owner)
          ? removeClause(source, owner, items, clause)
          : removeFrom(source, clause, items)),
      );
    }
    const added = after.slice(shared).map((clause) => textOf(newSource, clause));
    if (added.length === 0) continue;
    const last = before.at(-1) ?? (isFunction(owner) ? items.at(-1) : items.findLast(isClause)) ?? null;
    const content = added.join("\n");
    edits.push(
      ...(isFunction(owner)
        ? insertClause(source, owner, items, content, last)
        : insertInto({ source, node: owner, items }, content, { after: last, blank: false })),
    );
  }
  return edits;
}

/** Members of a class or values of an enum: matched by name, in the order of the new text. */
function mergeItems(source: Source, old: AstNode, fragment: Fragment, node: AstNode): Edit[] {
  const before = itemsOf(old);
  const after = itemsOf(node);
  const keys = keysOf(source, before);
  const partner = new Map(
    keysOf(fragment.source, after).map((key, at) => [after[at]!, before[keys.indexOf(key)]]),
  );
  const order = after.flatMap((item) => {
    const match = partner.get(item);
    return match ? [before.indexOf(match)] : [];
  });
  if (order.some((at, index) => index > 0 && at < order[index - 1]!)) {
    throw new MergeFault(
      "An update keeps the members that stay in their order: take out those that are to move and add them again.",
    );
  }
  const edits: Edit[] = [];
  const used = new Set(partner.values());
  const block = { source, node: old, items: before };
  let anchor: AstNode | null = null;
  let pending: AstNode[] = [];
  const flush = (until: AstNode | undefined): void => {
    // A member that goes and one that comes at the same place are one replacement.
    const gap = before.slice(
      anchor ? before.indexOf(anchor) + 1 : 0,
      until ? before.indexOf(until) : undefined,
    );
    const leaving = gap.filter((item) => !used.has(item));
    const replaced = Math.min(leaving.length, pending.length);
    for (let at = 0; at < replaced; at++)
      edits.push(...replaceItem(source, leaving[at]!, fragment.source, pending[at]!));
    for (const item of leaving.slice(replaced)) edits.push(...removeFrom(source, item, before));
    const rest = pending.slice(replaced).map((item) => writtenWithDocs(fragment.source, item));
    if (rest.length > 0) {
      const last: AstNode | null = leaving[replaced - 1] ?? anchor;
      edits.push(...insertInto(block, rest.join("\n"), { after: last, blank: false }));
    }
    pending = [];
  };
  for (const item of after) {
    const match = partner.get(item);
    if (!match) {
      pending.push(item);
      continue;
    }
    flush(match);
    edits.push(...mergeDeclaration(source, match, fragment, item));
    anchor = match;
  }
  flush(undefined);
  return edits;
}

function replaceItem(source: Source, old: AstNode, newSource: Source, node: AstNode): Edit[] {
  const docs = docCommentsOf(newSource, node).map(({ text }) => text);
  const indent = indentAt(source.text, spanOf(old).start);
  const lineBreak = lineBreakOf(source.text);
  const there = docCommentsOf(source, old);
  const body = relayout(newSource, node, indent, lineBreak)(textOf(newSource, node));
  const { start, end } = spanOf(old);
  const [first] = there;
  const from = first ? first.start : start;
  return [{ start: from, end, text: docs.map((doc) => doc + lineBreak + indent).join("") + body }];
}

function writtenWithDocs(source: Source, node: AstNode): string {
  const [doc] = docCommentsOf(source, node);
  const { start, end } = spanOf(node);
  const from = doc ? doc.start : start;
  return (opensLine(source.text, from) ? indentAt(source.text, from) : "") + source.text.slice(from, end);
}

/** A key for each item: its name, and the ordinal of an overload. */
function keysOf(source: Source, items: readonly AstNode[]): string[] {
  const seen = new Map<string, number>();
  return items.map((item) => {
    const name = (item as { name?: string }).name ?? normalText(source, item);
    const key = `${name} ${item.$type === "Field" ? "field" : "other"}`;
    const count = (seen.get(key) ?? 0) + 1;
    seen.set(key, count);
    return `${key} ${count}`;
  });
}
