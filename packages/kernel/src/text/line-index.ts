import type { Place } from "../finding.js";

/** Turns offsets into lines and columns: one pass over the text, then a binary search each. */
export class LineIndex {
  readonly #starts: number[] = [0];

  /** @param text as read; CR LF, LF and lone CR each end a line */
  constructor(readonly text: string) {
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code === 10 || (code === 13 && text.charCodeAt(at + 1) !== 10)) this.#starts.push(at + 1);
    }
  }

  get lineCount(): number {
    return this.#starts.length;
  }

  /** @returns line and column of a UTF-16 offset, both from 1; offsets outside of the text are moved to its ends */
  position(offset: number): { line: number; column: number } {
    const wanted = Math.min(Math.max(0, offset), this.text.length);
    let low = 0;
    let high = this.#starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.#starts[middle]! <= wanted) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: wanted - this.#starts[low]! + 1 };
  }

  /** @returns the UTF-16 offset of a line and column, both from 1; columns past the end of the line give its end */
  offset(line: number, column: number): number {
    const index = Math.min(Math.max(1, line), this.#starts.length) - 1;
    const start = this.#starts[index]!;
    let end = this.#starts[index + 1] ?? this.text.length;
    while (end > start && (this.text.charCodeAt(end - 1) === 10 || this.text.charCodeAt(end - 1) === 13))
      end--;
    return Math.min(end, start + Math.max(0, column - 1));
  }

  /** @returns the UTF-16 offset at which a line (from 1) starts */
  offsetOfLine(line: number): number {
    return this.#starts[Math.min(line, this.#starts.length) - 1] ?? 0;
  }

  place(file: string, start: number, end: number): Place {
    const from = this.position(start);
    const to = this.position(end);
    return { file, line: from.line, column: from.column, endLine: to.line, endColumn: to.column };
  }
}
