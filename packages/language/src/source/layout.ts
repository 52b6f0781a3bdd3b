import type { Comment } from "../syntax/scanner.js";

/*
 * How a text is laid out: lines, indentation, line ends and comments. Whoever edits a contract asks here, so that an
 * edit looks as if the author had made it.
 */

/** The line end of a text: that of its first line. */
export function lineBreakOf(text: string): string {
  return /\r\n|\n|\r/.exec(text)?.[0] ?? "\n";
}

/** The offset at which the line of an offset starts. */
export function lineStart(text: string, offset: number): number {
  let at = offset;
  while (at > 0 && !isBreak(text, at - 1)) at--;
  // A byte order mark is no part of the line.
  return at === 0 && text.charCodeAt(0) === 0xfeff ? 1 : at;
}

/** The offset of the line end after an offset, before its line break. */
export function lineEnd(text: string, offset: number): number {
  let at = offset;
  while (at < text.length && !isBreak(text, at)) at++;
  return at;
}

/** The offset after the line break that stands at an offset; the offset itself where there is none. */
export function afterBreak(text: string, offset: number): number {
  if (text.startsWith("\r\n", offset)) return offset + 2;
  return offset < text.length && isBreak(text, offset) ? offset + 1 : offset;
}

function isBreak(text: string, offset: number): boolean {
  const code = text.charCodeAt(offset);
  return code === 10 || code === 13;
}

/** What stands before an offset on its line. */
export function lineBefore(text: string, offset: number): string {
  return text.slice(lineStart(text, offset), offset);
}

/** The white space at the start of the line of an offset. */
export function indentAt(text: string, offset: number): string {
  const start = lineStart(text, offset);
  return /^[ \t]*/.exec(text.slice(start, lineEnd(text, start)))?.[0] ?? "";
}

/** @returns whether nothing but white space stands before an offset on its line */
export function opensLine(text: string, offset: number): boolean {
  return lineBefore(text, offset).trim() === "";
}

/** One step of indentation of a text: that of its first indented line. */
export function indentStep(text: string): string {
  const found = /(?:^|[\r\n])([ \t]+)(?=[^\s*/])/.exec(text)?.[1];
  return found === undefined ? "  " : found.startsWith("\t") ? "\t" : found;
}

/** The end of a line, past a comment that begins on it and spans lines. */
export function lineEndPastComments(text: string, offset: number, comments: readonly Comment[]): number {
  let end = lineEnd(text, offset);
  for (const comment of comments) {
    const close = comment.offset + comment.text.length;
    if (comment.offset >= offset && comment.offset < end && close > end) end = lineEnd(text, close);
  }
  return end;
}

/**
 * Text that came from elsewhere at the indentation of its new place. Lines keep their distance from each other.
 *
 * @param text without surrounding white space on its first line
 * @param indent of every line but the first, which the caller places
 */
export function reindent(text: string, indent: string, lineBreak: string): string {
  const lines = text
    .trimEnd()
    .replace(/^(?:[ \t]*(?:\r\n|\n|\r))+/, "")
    .split(/\r\n|\n|\r/);
  const indents = lines.map((line) => /^[ \t]*/.exec(line)?.[0].length ?? 0);
  const filled = lines.flatMap((line, at) => (line.trim() === "" ? [] : [at]));
  const first = indents[0] ?? 0;
  const last = filled.at(-1) ?? 0;
  // A block whose first line was cut out of its indentation ends with a brace that still has it.
  const closing = last > 0 && first === 0 && /^\s*[}\])]/.test(lines[last]!) ? indents[last]! : 0;
  const common = closing > 0 ? closing : Math.min(...filled.map((at) => indents[at]!));
  return lines
    .map((line, at) => {
      if (line.trim() === "") return "";
      const body = line.slice(Math.min(common, indents[at]!));
      return at === 0 ? body.trimStart() : indent + body;
    })
    .join(lineBreak);
}
