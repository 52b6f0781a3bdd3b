/** The habits of an existing file that inserted text has to share. */
export interface TextStyle {
  lineEnd: "\n" | "\r\n" | "\r";
  /** One level of indentation. */
  unit: string;
}

/**
 * Finds a file's line ends and indentation.
 *
 * @param text the file
 * @param fallback the unit where no line is indented
 */
export function styleOf(text: string, fallback: string): TextStyle {
  return { lineEnd: lineEndOf(text), unit: unitOf(text) ?? fallback };
}

/** The most frequent line end; LF where there is none or as many of another kind. */
function lineEndOf(text: string): TextStyle["lineEnd"] {
  let lf = 0;
  let crlf = 0;
  let cr = 0;
  for (const [end] of text.matchAll(/\r\n|\r|\n/g)) {
    if (end === "\r\n") crlf += 1;
    else if (end === "\n") lf += 1;
    else cr += 1;
  }
  if (crlf > lf && crlf >= cr) return "\r\n";
  return cr > lf ? "\r" : "\n";
}

/** The smallest difference between an indented line and the line above it. Continuation lines are rare enough. */
function unitOf(text: string): string | undefined {
  const counts = new Map<string, number>();
  let before = "";
  for (const line of text.split(/\r\n|\r|\n/)) {
    const match = /^([ \t]*)(\S?)/.exec(line)!;
    const [, indent = "", first = ""] = match;
    if (first === "" || first === "*") continue;
    if (indent.length > before.length && indent.startsWith(before)) {
      const step = indent.slice(before.length);
      if (step === "\t" || /^ {2,8}$/.test(step)) counts.set(step, (counts.get(step) ?? 0) + 1);
    }
    before = indent;
  }
  let best: string | undefined;
  for (const [step, count] of counts) {
    if (best === undefined || count > counts.get(best)!) best = step;
  }
  return best;
}

/** The white space at the start of the line that holds an offset. */
export function indentAt(text: string, offset: number): string {
  const start = lineStart(text, offset);
  return /^[ \t]*/.exec(text.slice(start, offset))![0];
}

export function lineStart(text: string, offset: number): number {
  let start = offset;
  while (start > 0 && !isLineEnd(text[start - 1]!)) start -= 1;
  return start;
}

/** The offset of the line's end, before its line break. */
export function lineStop(text: string, offset: number): number {
  let end = offset;
  while (end < text.length && !isLineEnd(text[end]!)) end += 1;
  return end;
}

/** The offset behind the line break that stands at `offset`; `offset` where none does. */
export function skipLineEnd(text: string, offset: number): number {
  if (text[offset] === "\r") return text[offset + 1] === "\n" ? offset + 2 : offset + 1;
  return text[offset] === "\n" ? offset + 1 : offset;
}

export function isLineEnd(character: string): boolean {
  return character === "\n" || character === "\r";
}

/** An insertion; several at one offset stand in the order given. `remove` characters after the offset are dropped. */
export interface Insertion {
  offset: number;
  text: string;
  remove?: number;
}

/** Applies insertions to a text; everything else stays as it is. */
export function insertAll(text: string, insertions: readonly Insertion[]): string {
  const ordered = insertions
    .map((insertion, order) => ({ ...insertion, order }))
    .sort((a, b) => a.offset - b.offset || a.order - b.order);
  const parts: string[] = [];
  let at = 0;
  for (const { offset, text: inserted, remove = 0 } of ordered) {
    parts.push(text.slice(at, offset), inserted);
    at = Math.max(at, offset + remove);
  }
  parts.push(text.slice(at));
  return parts.join("");
}

/** Puts an indentation before each line that is not empty. */
export function indentLines(lines: readonly string[], indent: string): string[] {
  return lines.map((line) => (line === "" ? "" : indent + line));
}
