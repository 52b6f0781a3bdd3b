import type { Comment } from "../syntax/scanner.js";
import { endsValue, type Token } from "../syntax/token.js";

/** A comment with what the author put around it. */
export interface PlacedComment {
  /** With its marks, without the spaces that end a line. */
  readonly text: string;
  /** It goes on to the end of its line. */
  readonly toLineEnd: boolean;
  /** Documentation: it speaks of what comes after it, and never stays at the end of a line. */
  readonly documents: boolean;
  /** Line breaks between it and what is before it, a token or another comment. */
  readonly breaks: number;
  /** A separator, which has no place of its own in the layout, stands somewhere before it in the gap. */
  readonly separated: boolean;
}

/** What stands between two significant tokens, or at an end of the file. */
export interface Gap {
  readonly comments: readonly PlacedComment[];
  /** Line breaks between the last comment and the token after the gap; without comments, in all of it. */
  readonly breaks: number;
}

/**
 * The tokens that mean something: those the parser got, without inserted ones and without the bar before the
 * first type of a union. Separators never reach the parser.
 */
export function significant(tokens: readonly Token[]): Token[] {
  const kept: Token[] = [];
  for (const token of tokens) {
    if (token.virtual || (token.kind === "|" && !endsValue(kept.at(-1)))) continue;
    kept.push(token);
  }
  return kept;
}

/**
 * The gaps before each token and, as the last one, at the end of the text. Every comment is in exactly one.
 *
 * @param tokens the significant ones
 */
export function gapsOf(text: string, tokens: readonly Token[], comments: readonly Comment[]): Gap[] {
  const gaps: Gap[] = [];
  let next = 0;
  for (let index = 0; index <= tokens.length; index++) {
    const end = tokens[index]?.startOffset ?? text.length;
    let from = tokens[index - 1]?.end ?? 0;
    let separated = false;
    const placed: PlacedComment[] = [];
    for (; next < comments.length && comments[next]!.offset < end; next++) {
      const comment = comments[next]!;
      const between = text.slice(from, comment.offset);
      separated ||= /[,;|]/.test(between);
      const toLineEnd = comment.text.startsWith("//");
      placed.push({
        text: toLineEnd ? comment.text.trimEnd() : comment.text,
        toLineEnd,
        documents: /^\/\/\/(?!\/)/.test(comment.text),
        breaks: lineBreaks(between),
        separated,
      });
      from = comment.offset + comment.text.length;
    }
    gaps.push({ comments: placed, breaks: lineBreaks(text.slice(from, end)) });
  }
  return gaps;
}

function lineBreaks(text: string): number {
  return text.split("\n").length - 1;
}

/** The comments of a gap that becomes a line break. */
export interface SplitGap {
  /** They stay at the end of the line before. */
  readonly trailing: readonly PlacedComment[];
  /** They have lines of their own. */
  readonly own: readonly PlacedComment[];
  /** They stay on the line of the token after the gap. */
  readonly leading: readonly PlacedComment[];
}

/**
 * Tells which line each comment belongs to when its gap becomes a line break.
 *
 * @param last nothing but a closing brace or the end of the file comes after it
 */
export function splitGap({ comments, breaks }: Gap, last: boolean): SplitGap {
  const oneLine = breaks === 0 && comments.every((comment) => comment.breaks === 0);
  if (oneLine) {
    const separator = comments.findIndex((comment) => comment.separated);
    const cut = last ? comments.length : Math.max(0, separator);
    return { trailing: comments.slice(0, cut), own: [], leading: comments.slice(cut) };
  }
  let start = 0;
  while (start < comments.length && comments[start]!.breaks === 0 && !comments[start]!.documents) start++;
  let end = comments.length;
  if (breaks === 0 && !last) {
    do end--;
    while (comments[end]!.breaks === 0);
  }
  return {
    trailing: comments.slice(0, start),
    own: comments.slice(start, end),
    leading: comments.slice(end),
  };
}
