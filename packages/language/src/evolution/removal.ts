import type { AstNode } from "langium";
import { afterBreak, lineEnd, lineStart } from "../source/layout.js";
import { type Source, spanOf } from "../source/source.js";
import type { Edit } from "./edits.js";
import { signatureEnd } from "./insertion.js";
import { scanOf } from "./tokens.js";

/** The `///` comments of a node, in source order: they stand before it or between its annotations. */
export function docCommentsOf(source: Source, node: AstNode): { start: number; end: number; text: string }[] {
  const { start } = spanOf(node);
  const { tokens, comments } = scanOf(source);
  const before = tokens.findLast((token) => token.end <= start)?.end ?? 0;
  const annotation = (node as { annotations?: AstNode[] }).annotations?.at(-1);
  const limit = annotation ? headStart(source, node, spanOf(annotation).end) : start;
  return comments
    .filter(({ offset, text }) => offset >= before && offset < limit && isDoc(text))
    .map(({ offset, text }) => ({
      start: offset,
      end: offset + text.trimEnd().length,
      text: text.trimEnd(),
    }));
}

function isDoc(text: string): boolean {
  return text.startsWith("///") && !text.startsWith("////");
}

/** Where the words of a declaration begin after its annotations. */
function headStart(source: Source, node: AstNode, annotationsEnd: number): number {
  const { start } = spanOf(node);
  if (annotationsEnd <= start) return start;
  const gap = /^(?:\s|\/\/[^\r\n]*)*/.exec(source.text.slice(annotationsEnd))?.[0].length ?? 0;
  return annotationsEnd + gap;
}

/**
 * Takes an item out of its block with its docs and what stands after it on its line.
 *
 * @param siblings the items of the block, in source order
 */
export function removeFrom(source: Source, node: AstNode, siblings: readonly AstNode[]): Edit[] {
  const { text } = source;
  const { start, end } = spanOf(node);
  const docs = docCommentsOf(source, node).filter((doc) => doc.end <= start);
  const at = siblings.indexOf(node);
  const [before, next] = [siblings[at - 1], siblings[at + 1]];
  const tail = /^[ \t]*[,;]?[ \t]*(?:\/\/[^\r\n]*|\/\*(?:(?!\*\/)[^\r\n])*\*\/[ \t]*)?(?=[\r\n]|$)/.exec(
    text.slice(end),
  );
  const ownsLines = text.slice(lineStart(text, start), start).trim() === "" && tail !== null;
  if (!ownsLines)
    return [...docs.map((doc) => wholeLines(text, doc)), inlineRemoval(text, start, end, before, next)];
  const from = docs.find((doc) => isOnlyDocs(text, doc.start, start))?.start ?? start;
  const outer = docs.filter((doc) => doc.start < from);
  return [...outer.map((doc) => wholeLines(text, doc)), blockRemoval(text, from, end)];
}

/** @returns whether between two offsets stand docs and white space only */
function isOnlyDocs(text: string, start: number, end: number): boolean {
  return (
    /^(?:\s|\/\/\/[^\r\n]*)*$/.test(text.slice(start, end)) &&
    text.slice(lineStart(text, start), start).trim() === ""
  );
}

function wholeLines(text: string, { start, end }: { start: number; end: number }): Edit {
  return { start: lineStart(text, start), end: afterBreak(text, lineEnd(text, end)), text: "" };
}

/** Whole lines, with one of the blank lines around them where both sides have one. */
function blockRemoval(text: string, from: number, to: number): Edit {
  let start = lineStart(text, from);
  let end = afterBreak(text, lineEnd(text, to));
  const nextLine = text.slice(end, lineEnd(text, end));
  const isBlankNext = nextLine.trim() === "" && end < text.length;
  const closes = /^[ \t]*\}/.test(nextLine) || end >= text.length;
  const previousBreak = start > 0 ? lineStart(text, breakStart(text, start)) : 0;
  const previous = text.slice(previousBreak, start).trim();
  if (start > 0 && previous === "") {
    if (isBlankNext) end = afterBreak(text, lineEnd(text, end));
    else if (closes) start = previousBreak;
  } else if (isBlankNext && (previous.endsWith("{") || start === 0))
    end = afterBreak(text, lineEnd(text, end));
  return { start, end, text: "" };
}

function breakStart(text: string, lineStartAt: number): number {
  return text.slice(lineStartAt - 2, lineStartAt) === "\r\n" ? lineStartAt - 2 : lineStartAt - 1;
}

function inlineRemoval(
  text: string,
  start: number,
  end: number,
  before: AstNode | undefined,
  next: AstNode | undefined,
): Edit {
  const isNear = (from: number, to: number) => /^[ \t]*[,;]?[ \t]*$/.test(text.slice(from, to));
  if (before && isNear(spanOf(before).end, start)) return { start: spanOf(before).end, end, text: "" };
  if (next && isNear(end, spanOf(next).start)) return { start, end: spanOf(next).start, text: "" };
  const comma = /^[ \t]*[,;]/.exec(text.slice(end))?.[0].length ?? 0;
  return { start, end: end + comma, text: "" };
}

/** Takes a clause of a function out: its lines, or its stretch of the line with the space before it. */
export function removeClause(
  source: Source,
  owner: AstNode,
  clauses: readonly AstNode[],
  clause: AstNode,
): Edit[] {
  const { text } = source;
  const { start, end } = spanOf(clause);
  const isAlone =
    text.slice(lineStart(text, start), start).trim() === "" &&
    /^[ \t]*(?:\/\/[^\r\n]*)?(?=[\r\n]|$)/.test(text.slice(end));
  if (isAlone) return [wholeLines(text, { start, end })];
  const at = clauses.indexOf(clause);
  const before = at > 0 ? spanOf(clauses[at - 1]!).end : signatureEnd(source, owner, clauses);
  const gap = text.slice(before, start);
  return [{ start: gap.trim() === "" ? before : start, end, text: "" }];
}

/** Takes one name out of a list of names, with its comma. */
export function removeName(names: readonly AstNode[], at: number): Edit {
  const own = spanOf(names[at]!);
  if (at > 0) return { start: spanOf(names[at - 1]!).end, end: own.end, text: "" };
  const next = names[at + 1];
  return { start: own.start, end: next ? spanOf(next).start : own.end, text: "" };
}
