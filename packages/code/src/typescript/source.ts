import type { Span } from "../reading/signature.js";

/** The text that a tree's offsets refer to. */
export class Source {
  /** @param shift what is added to offsets of the tree: where the parsed text begins in its file */
  constructor(
    readonly text: string,
    readonly shift = 0,
  ) {}

  span(node: Span): Span {
    return { start: node.start + this.shift, end: node.end + this.shift };
  }

  slice(node: Span): string {
    return this.text.slice(node.start, node.end);
  }

  /** @returns the offset of the next character that is neither white space nor comment */
  skipTrivia(offset: number): number {
    const { text } = this;
    let at = offset;
    while (at < text.length) {
      const code = text.charCodeAt(at);
      if (code <= 32 || code === 0xa0 || code === 0xfeff || code === 0x2028 || code === 0x2029) at++;
      else if (code === 47 && text.charCodeAt(at + 1) === 47) {
        const end = text.indexOf("\n", at);
        at = end < 0 ? text.length : end;
      } else if (code === 47 && text.charCodeAt(at + 1) === 42) {
        const end = text.indexOf("*/", at + 2);
        at = end < 0 ? text.length : end + 2;
      } else return at;
    }
    return at;
  }

  /** White space at the start of the line that an offset is on. */
  indentAt(offset: number): string {
    // A line without end (minified code) has no indentation worth looking for.
    const from = Math.max(0, offset - 1_000);
    const newline = this.text.slice(from, offset).lastIndexOf("\n");
    if (newline < 0 && from > 0) return "";
    const start = from + newline + 1;
    let end = start;
    while (this.text[end] === " " || this.text[end] === "\t") end++;
    return this.text.slice(start, Math.min(end, offset));
  }
}
