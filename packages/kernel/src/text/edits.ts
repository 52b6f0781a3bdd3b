import type { TextEdit } from "../finding.js";
import { LineIndex } from "./line-index.js";

/** One replacement of a text: UTF-16 offsets, the end exclusive. */
export interface OffsetEdit {
  start: number;
  end: number;
  text: string;
}

/** Edits of one file by offsets into its text. */
export function offsetEdits(text: string, edits: readonly TextEdit[]): OffsetEdit[] {
  const lines = new LineIndex(text);
  const offset = (line: number, column: number) =>
    Math.min(lines.offsetOfLine(line) + column - 1, text.length);
  return edits.map((edit) => ({
    start: offset(edit.line, edit.column),
    end: offset(edit.endLine, edit.endColumn),
    text: edit.text,
  }));
}

/**
 * Whether two edits get in each other's way: they share text, or insert at one place. Edits that only touch do not.
 */
export function overlaps(a: OffsetEdit, b: OffsetEdit): boolean {
  if (a.start === b.start) return true;
  return a.start < b.end && b.start < a.end;
}

/** @param edits without overlaps, in any order */
export function applyEdits(text: string, edits: readonly OffsetEdit[]): string {
  const parts: string[] = [];
  let at = 0;
  for (const { start, end, text: replacement } of [...edits].sort(
    (a, b) => a.start - b.start || a.end - b.end,
  )) {
    parts.push(text.slice(at, start), replacement);
    at = end;
  }
  return parts.join("") + text.slice(at);
}
