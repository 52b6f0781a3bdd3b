import type { CodeBody } from "../../reading/signature.js";
import { lineStart, lineStop } from "../source-text.js";

/** `class A: pass`: the body stands on the line of its head. */
export function isBesideHead(text: string, body: CodeBody): boolean {
  return text.slice(lineStart(text, body.start), body.start).trim() !== "";
}

export function spacesBefore(text: string, offset: number): number {
  let at = offset;
  while (at > 0 && /[ \t]/.test(text[at - 1]!)) at -= 1;
  return at;
}

/** Statements that only say that a body holds nothing. */
export const PLACEHOLDERS = ["pass", "..."];

/** Whether a body holds a doc string or a placeholder and nothing else. */
export function isEmptyBody(text: string, { start, end }: CodeBody): boolean {
  const rest = text.slice(docStringEnd(text, start, end) ?? start, end).trim();
  return rest === "" || PLACEHOLDERS.includes(rest);
}

const STRING =
  /^[rRuU]?("""(?:[^\\]|\\[\s\S])*?"""|'''(?:[^\\]|\\[\s\S])*?'''|"(?:[^"\\\r\n]|\\[\s\S])*"|'(?:[^'\\\r\n]|\\[\s\S])*')/;

/** Where a doc string that opens a body ends. */
export function docStringEnd(text: string, start: number, end: number): number | undefined {
  const match = STRING.exec(text.slice(start, end));
  return match ? start + match[0].length : undefined;
}

/** Where the first statement of the file may stand: behind comments at its head and the doc string. */
export function headEnd(text: string): number {
  const comments = /^(?:[ \t]*#[^\r\n]*(?:\r\n|\r|\n)|[ \t]*(?:\r\n|\r|\n))*/.exec(text)![0].length;
  const doc = docStringEnd(text, comments, text.length);
  if (doc !== undefined) return lineStop(text, doc);
  const hash = /^(?:[ \t]*#[^\r\n]*(?:\r\n|\r|\n)?)+/.exec(text)?.[0].length ?? 0;
  if (hash === 0) return 0;
  let at = hash;
  while (at > 0 && /[\r\n]/.test(text[at - 1]!)) at -= 1;
  return at;
}

/** Where a trailing `if __name__ == "__main__":` starts: new definitions have to stand before what it runs. */
export function mainGuard(text: string): number | undefined {
  return [...text.matchAll(/^if[ \t]+__name__[ \t]*==[^\r\n]*:/gm)].at(-1)?.index;
}

export function trailingLineEnds(text: string): number {
  return /(?:\r\n|\r|\n)*$/.exec(text)![0].replaceAll("\r\n", "\n").length;
}

/** The start of the line of a definition, or of the comments that stand directly above it. */
export function aboveComments(text: string, offset: number): number {
  let start = lineStart(text, offset);
  while (start > 0) {
    const end = text.slice(0, start).replace(/(?:\r\n|\r|\n)$/, "").length;
    const above = lineStart(text, end);
    if (!text.slice(above, end).startsWith("#")) break;
    start = above;
  }
  return start;
}
