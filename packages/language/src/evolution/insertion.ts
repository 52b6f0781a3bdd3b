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
import type { Edit } from "./edits.js";
import { type Braces, bracesOf, leavesOf, scanOf } from "./tokens.js";

/** A block of items between braces, or the top of a file. */
export interface Block {
  source: Source;
  node: AstNode;
  /** Elements, members, entries or transitions that are there, in source order. */
  items: readonly AstNode[];
}

export interface InsertOptions {
  /** The item after which the new text stands; `null` for the start; the end where it is left out. */
  after?: AstNode | null;
  /** A blank line before it, and after it where it opens the block. */
  blank: boolean;
}

/**
 * Puts new items into a block, laid out as the ones that are there: on lines of their own at the block's indentation
 * or, where the block is one line and the new text is too, after a comma.
 *
 * @param content without surrounding white space
 */
export function insertInto(block: Block, content: string, options: InsertOptions): Edit[] {
  const { source, node, items } = block;
  const { text } = source;
  const lineBreak = lineBreakOf(text);
  const after = options.after === undefined ? (items.at(-1) ?? null) : options.after;
  const braces = bracesOf(source, node);
  if (node.$type === "ContractFile") return insertAtTop(source, content, after, options.blank);
  const base = indentAt(text, spanOf(node).start);
  const indent = indentOfItems(block, base);
  const body = reindent(content, indent, lineBreak);
  if (!braces) {
    const { end } = spanOf(node);
    return [{ start: end, end, text: ` {${lineBreak}${indent}${body}${lineBreak}${base}}` }];
  }
  const closing = tailOf(text, braces, items, base, lineBreak);
  if (after === null) {
    const [next] = items;
    if (!next) {
      const inner = text.slice(braces.open + 1, braces.close);
      const at = braces.open + 1 + inner.trimEnd().length;
      // Only comments are there: the new text stands after them.
      return [{ start: at, end: at, text: `${lineBreak}${indent}${body}` }, ...closing(at)];
    }
    const start = spanOf(next).start;
    if (!opensLine(text, start)) {
      if (isOneLine(body) && mayBeOneLine(node)) return [{ start, end: start, text: `${body}, ` }];
      const at = braces.open + 1;
      const gap = /^\s*/.exec(text.slice(at))?.[0].length ?? 0;
      return [
        { start: at, end: at + gap, text: `${lineBreak}${indent}${body}${lineBreak}${indent}` },
        ...closing(spanOf(items.at(-1)!).end),
      ];
    }
    const at = lineEndPastComments(text, braces.open, scanOf(source).comments);
    const gap = options.blank && !startsBlank(text, at) ? lineBreak : "";
    return [{ start: at, end: at, text: `${lineBreak}${indent}${body}${gap}` }];
  }
  const { end } = spanOf(after);
  const following = items[items.indexOf(after) + 1];
  const limit = following ? spanOf(following).start : braces.close;
  const separator = /^[ \t]*[,;]/.exec(text.slice(end, limit))?.[0].length ?? 0;
  const isOnLine = !/[\r\n]/.test(text.slice(end, limit));
  if (isOnLine && following) {
    const joined = isOneLine(body) ? `, ${body}` : `${lineBreak}${indent}${body}${lineBreak}${indent}`;
    return [{ start: end, end, text: joined }];
  }
  if (isOnLine) {
    const inLine =
      isOneLine(body) &&
      mayBeOneLine(node) &&
      !options.blank &&
      !/[\r\n]/.test(text.slice(braces.open, braces.close));
    if (inLine) return [{ start: end, end, text: `, ${body}` }];
    const at = end + separator;
    return [{ start: at, end: at, text: `${lineBreak}${indent}${body}` }, ...closing(at)];
  }
  const at = lineEndPastComments(text, end, scanOf(source).comments);
  const gap = options.blank ? lineBreak : "";
  return [{ start: at, end: at, text: `${lineBreak}${gap}${indent}${body}` }];
}

function insertAtTop(source: Source, content: string, after: AstNode | null, blank: boolean): Edit[] {
  const { text } = source;
  const lineBreak = lineBreakOf(text);
  const body = reindent(content, "", lineBreak);
  if (after === null) {
    const start = text.charCodeAt(0) === 0xfeff ? 1 : 0;
    return [{ start, end: start, text: `${body}${lineBreak}` }];
  }
  const at = lineEndPastComments(text, spanOf(after).end, scanOf(source).comments);
  const gap = blank ? lineBreak : "";
  const end = at === text.length ? lineBreak : "";
  return [{ start: at, end: at, text: `${lineBreak}${gap}${body}${end}` }];
}

/** Moves a closing brace that stands on the line of what is before it to a line of its own. */
function tailOf(
  text: string,
  { close }: Braces,
  items: readonly AstNode[],
  base: string,
  lineBreak: string,
): (from: number) => Edit[] {
  const last = items.at(-1);
  return (from) => {
    const start = Math.max(from, last ? spanOf(last).end : from);
    const rest = text.slice(start, close);
    const gap = /[ \t]*$/.exec(rest)?.[0].length ?? 0;
    const stands = rest.slice(0, rest.length - gap);
    if (/[\r\n]$/.test(stands)) return [];
    return [{ start: close - gap, end: close, text: lineBreak + base }];
  };
}

/** The indentation of a block's items: that of the first one that begins a line. */
function indentOfItems({ source, items }: Block, base: string): string {
  const { text } = source;
  const first = items.find((item) => opensLine(text, spanOf(item).start));
  return first ? indentAt(text, spanOf(first).start) : base + indentStep(text);
}

/** Puts a clause after a function's signature or after one of its clauses. */
export function insertClause(
  source: Source,
  owner: AstNode,
  clauses: readonly AstNode[],
  content: string,
  after: AstNode | null,
): Edit[] {
  const { text } = source;
  const lineBreak = lineBreakOf(text);
  const { start: ownerStart } = spanOf(owner);
  const opening = clauses.find((clause) => opensLine(text, spanOf(clause).start));
  const indent = opening
    ? indentAt(text, spanOf(opening).start)
    : indentAt(text, ownerStart) + indentStep(text);
  const at = after ? spanOf(after).end : signatureEnd(source, owner, clauses);
  const body = reindent(content, indent, lineBreak);
  if (!opensLine(text, ownerStart) && isOneLine(body) && !opening)
    return [{ start: at, end: at, text: ` ${body}` }];
  // A separator or comment after it on the line stays there.
  const rest = /^[ \t]*[,;]?[ \t]*(?:\/\/[^\r\n]*)?(?=[\r\n]|$)/.exec(text.slice(at))?.[0].length ?? 0;
  return [{ start: at + rest, end: at + rest, text: `${lineBreak}${indent}${body}` }];
}

/** Where the signature of a function ends: after its result, before its clauses. */
export function signatureEnd(source: Source, owner: AstNode, clauses: readonly AstNode[]): number {
  const [first] = clauses;
  if (!first) return spanOf(owner).end;
  const { start } = spanOf(first);
  const before = leavesOf(source, owner).filter((leaf) => leaf.end <= start);
  return before.at(-1)?.end ?? start;
}

/** Members are written side by side, the declarations of a module are not. */
function mayBeOneLine(node: AstNode): boolean {
  return !["Package", "Module", "External"].includes(node.$type);
}

function isOneLine(text: string): boolean {
  return !/[\r\n]/.test(text) && !text.includes("//");
}

function startsBlank(text: string, lineEndAt: number): boolean {
  return /^(?:\r\n|\n|\r(?!\n))[ \t]*(?:[\r\n]|\})/.test(text.slice(lineEndAt, lineEndAt + 400));
}
