import type { LineIndex } from "@contractc/kernel";
import type { Comment } from "oxc-parser";
import type { CodeSuppression, Span } from "../reading/signature.js";

/** A doc comment as it stands in the text. */
export interface DocComment extends Span {
  /** Between its opening and closing marks. */
  value: string;
}

/** The comments of one file, found by place. */
export class Comments {
  /** @param comments in the order of the text */
  constructor(
    readonly text: string,
    readonly comments: readonly Comment[],
  ) {}

  /** @returns the last doc comment in front of an offset with nothing but white space and comments between */
  docBefore(start: number): DocComment | undefined {
    for (const comment of this.docsBefore(start)) return comment;
    return undefined;
  }

  /** Every doc comment in front of an offset with nothing in between, the nearest first. */
  *docsBefore(start: number): Generator<DocComment> {
    let cursor = start;
    for (let at = this.#firstFrom(start) - 1; at >= 0; at--) {
      const comment = this.comments[at]!;
      if (comment.end > cursor || !isBlank(this.text, comment.end, cursor)) return;
      if (isDoc(comment)) yield comment;
      cursor = comment.start;
    }
  }

  /** @returns the description of the doc comment in front of an offset */
  describe(start: number): string | undefined {
    const doc = this.docBefore(start);
    return doc === undefined ? undefined : description(doc.value);
  }

  /**
   * The file's own doc comment: the first of the file, unless it belongs to the first declaration.
   *
   * @param first where the first statement starts, and whether it is a declaration that may be documented
   */
  fileDoc(first: { start: number; documentable: boolean } | undefined): string | undefined {
    for (const comment of this.comments) {
      if (first !== undefined && comment.start >= first.start) return undefined;
      if (!isDoc(comment) || LEGAL.test(comment.value)) continue;
      const own =
        first?.documentable !== true ||
        FILE_TAG.test(comment.value) ||
        this.docBefore(first.start)?.start !== comment.start;
      return own ? description(comment.value) || overview(comment.value) : undefined;
    }
    return undefined;
  }

  /** @returns the comments that lie wholly inside */
  *inside(start: number, end: number): Generator<Comment> {
    for (let at = this.#firstFrom(start); at < this.comments.length; at++) {
      const comment = this.comments[at]!;
      if (comment.end > end) return;
      yield comment;
    }
  }

  /** @returns every `contract-ignore CODE: why` */
  suppressions(lines: LineIndex): CodeSuppression[] {
    const found: CodeSuppression[] = [];
    for (const [index, comment] of this.comments.entries()) {
      if (!comment.value.includes("contract-ignore")) continue;
      for (const match of comment.value.matchAll(SUPPRESSION)) {
        const start = comment.start + 2 + match.index;
        found.push({
          start,
          end: start + match[0].trimEnd().length,
          code: match[1]!,
          reason: (match[2] ?? "").replace(/\*+$/, "").trim(),
          line: this.#lineSpokenOf(index, lines),
        });
      }
    }
    return found;
  }

  /** The comment's own line; of one that stands alone the next line with code. */
  #lineSpokenOf(index: number, lines: LineIndex): number {
    const comment = this.comments[index]!;
    const own = lines.position(comment.start).line;
    if (!isBlank(this.text, lines.offsetOfLine(own), comment.start)) return own;
    let cursor = comment.end;
    for (let at = index + 1; at <= this.comments.length; at++) {
      const next = this.comments[at];
      const code = firstNonBlank(this.text, cursor, next?.start ?? this.text.length);
      if (code !== undefined) return lines.position(code).line;
      if (next !== undefined) cursor = next.end;
    }
    return own;
  }

  /** Index of the first comment that starts at an offset or behind it. */
  #firstFrom(start: number): number {
    let low = 0;
    let high = this.comments.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.comments[middle]!.start < start) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

const SUPPRESSION = /contract-ignore[ \t]+([\w-]+\/[\w-]+)(?:[ \t]*:[ \t]*([^\r\n]*))?/g;
const FILE_TAG = /^[\s*]*@(?:file|fileoverview|overview|module|packageDocumentation)\b/m;
const LEGAL = /@license\b|@preserve\b|\bcopyright\b/i;

/** `/** … *\/`, but not `/***\/` and rulers of stars. */
export function isDoc(comment: Comment): boolean {
  const { value } = comment;
  return comment.type === "Block" && value.length > 1 && value[0] === "*" && value[1] !== "*";
}

/**
 * @param value a doc comment between its marks
 * @returns the Markdown before the first block tag, without the stars that lead the lines
 */
export function description(value: string): string {
  const lines = value
    .slice(1)
    .split(/\r\n|\r|\n/)
    .map((line, index) => (index === 0 ? line.trim() : line.replace(/^\s*\*? ?/, "").trimEnd()));
  const tag = lines.findIndex((line) => /^\s*@[a-zA-Z]/.test(line));
  return (tag < 0 ? lines : lines.slice(0, tag)).join("\n").trim();
}

/** The text of `@file` or `@fileoverview`, for a comment that has no other. */
function overview(value: string): string | undefined {
  const tag = /^[ \t*]*@(?:file|fileoverview|overview|packageDocumentation)\b/m.exec(value);
  if (tag === null) return undefined;
  return description(`*${value.slice(tag.index + tag[0].length)}`) || undefined;
}

function isBlank(text: string, start: number, end: number): boolean {
  return firstNonBlank(text, start, end) === undefined;
}

function firstNonBlank(text: string, start: number, end: number): number | undefined {
  for (let at = start; at < end; at++) {
    const code = text.charCodeAt(at);
    if (code > 32 && code !== 0xa0 && code !== 0xfeff && code !== 0x2028 && code !== 0x2029) return at;
  }
  return undefined;
}
