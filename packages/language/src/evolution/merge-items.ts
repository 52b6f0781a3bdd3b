import type { AstNode } from "langium";
import {
  indentAt,
  indentStep,
  lineBreakOf,
  lineEndPastComments,
  opensLine,
  reindent,
} from "../source/layout.js";
import { type Source, spanOf } from "../source/source.js";
import { applyEdits, type Edit, isApplicable } from "./edits.js";
import type { Fragment } from "./fragment.js";
import { insertInto } from "./insertion.js";
import { itemsOf, normalText } from "./items.js";
import { docCommentsOf, removeFrom } from "./removal.js";
import { bracesOf, scanOf } from "./tokens.js";

/** The members of a class, or the values of an enum, that are to become those of another text. */
export interface ItemMerge {
  source: Source;
  old: AstNode;
  fragment: Fragment;
  node: AstNode;
  /** The edits that give one member the signature of another. */
  merge: (item: AstNode, other: AstNode) => Edit[];
}

/**
 * Members are matched by name; those that stay keep their docs, clauses and the comments around them. A block on one
 * line is written again, and so is one whose members change their order.
 */
export function mergeItems(all: ItemMerge): Edit[] {
  const { source, old } = all;
  const before = itemsOf(old);
  const partner = partners(all);
  const order = itemsOf(all.node).flatMap((item) => {
    const match = partner.get(item);
    return match ? [before.indexOf(match)] : [];
  });
  const braces = bracesOf(source, old);
  const isOneLine = braces !== null && !/[\r\n]/.test(source.text.slice(braces.open, braces.close));
  if (order.every((at, index) => index === 0 || at > order[index - 1]!)) {
    const edits = editsInPlace(all, partner);
    if (edits.length === 0 || (!isOneLine && isApplicable(edits))) return edits;
  }
  return rewritten(all, partner);
}

/** For each member of the new text the one of its name that is there. */
function partners({ source, old, fragment, node }: ItemMerge): Map<AstNode, AstNode> {
  const before = itemsOf(old);
  const after = itemsOf(node);
  const keys = keysOf(source, before);
  const found = new Map<AstNode, AstNode>();
  for (const [at, key] of keysOf(fragment.source, after).entries()) {
    const match = before[keys.indexOf(key)];
    if (match) found.set(after[at]!, match);
  }
  return found;
}

function editsInPlace(
  { source, old, fragment, node, merge }: ItemMerge,
  partner: ReadonlyMap<AstNode, AstNode>,
): Edit[] {
  const before = itemsOf(old);
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
      edits.push(replacement(source, leaving[at]!, fragment.source, pending[at]!));
    for (const item of leaving.slice(replaced)) edits.push(...removeFrom(source, item, before));
    const rest = pending.slice(replaced).map((item) => writtenWithDocs(fragment.source, item));
    if (rest.length > 0) {
      const last: AstNode | null = leaving[replaced - 1] ?? anchor;
      edits.push(...insertInto(block, rest.join("\n"), { after: last, blank: false }));
    }
    pending = [];
  };
  for (const item of itemsOf(node)) {
    const match = partner.get(item);
    if (!match) {
      pending.push(item);
      continue;
    }
    flush(match);
    edits.push(...merge(match, item));
    anchor = match;
  }
  flush(undefined);
  return edits;
}

function replacement(source: Source, old: AstNode, newSource: Source, node: AstNode): Edit {
  const [first] = docCommentsOf(source, old);
  const { start, end } = spanOf(old);
  const text = reindent(
    writtenWithDocs(newSource, node),
    indentAt(source.text, start),
    lineBreakOf(source.text),
  );
  return { start: first ? first.start : start, end, text };
}

/** The block written again: members that stay as they are written now, with their comments. */
function rewritten(
  { source, old, fragment, node, merge }: ItemMerge,
  partner: ReadonlyMap<AstNode, AstNode>,
): Edit[] {
  const { text } = source;
  const braces = bracesOf(source, old);
  if (!braces) return [];
  const before = itemsOf(old);
  const lineBreak = lineBreakOf(text);
  const base = indentAt(text, spanOf(old).start);
  const first = before.find((item) => opensLine(text, spanOf(item).start));
  const indent = first ? indentAt(text, spanOf(first).start) : base + indentStep(text);
  const pieces = itemsOf(node).map((item) => {
    const match = partner.get(item);
    if (!match) return reindent(writtenWithDocs(fragment.source, item), indent, lineBreak);
    const { start, end } = stretchOf(source, before, match);
    const edits = merge(match, item).map((edit) => ({
      ...edit,
      start: edit.start - start,
      end: edit.end - start,
    }));
    return applyEdits(text.slice(start, end), edits).trim();
  });
  const isOneLine =
    !/[\r\n]/.test(text.slice(braces.open, braces.close)) &&
    pieces.every((piece) => !/[\r\n]|\/\//.test(piece));
  const body = isOneLine
    ? pieces.length === 0
      ? ""
      : ` ${pieces.join(", ")} `
    : pieces.map((piece) => lineBreak + indent + piece).join("") + lineBreak + base;
  return [{ start: braces.open + 1, end: braces.close, text: body }];
}

/** A member with the comments before it and on its line, where it has its lines for itself. */
function stretchOf(source: Source, items: readonly AstNode[], item: AstNode): { start: number; end: number } {
  const { text } = source;
  const own = spanOf(item);
  const at = items.indexOf(item);
  const { comments } = scanOf(source);
  const next = items[at + 1];
  const lineEnd = lineEndPastComments(text, own.end, comments);
  const rest = text.slice(own.end, lineEnd);
  const isLast = /^[ \t]*(?:\/\/[^\r\n]*)?$/.test(rest) && (!next || spanOf(next).start >= lineEnd);
  const end = isLast ? lineEnd : own.end;
  if (!opensLine(text, own.start)) return { start: own.start, end };
  const previous = items[at - 1];
  const from = previous ? lineEndPastComments(text, spanOf(previous).end, comments) : -1;
  const above = comments.filter(
    (comment) => comment.offset >= from && comment.offset < own.start && opensLine(text, comment.offset),
  );
  const block = commentsStart(
    text,
    own.start,
    above.map(({ offset }) => offset),
  );
  return { start: block, end };
}

/** Where the comments begin that stand right above a member, without a blank line between. */
function commentsStart(text: string, start: number, comments: readonly number[]): number {
  let at = start;
  for (const offset of [...comments].reverse()) {
    if (/(?:\r\n|\n|\r(?!\n))[ \t]*[\r\n]/.test(text.slice(offset, at))) break;
    at = offset;
  }
  return at;
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
