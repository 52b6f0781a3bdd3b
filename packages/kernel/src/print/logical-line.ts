import { type Document, group, indent, LINE_WIDTH, printDocument } from "./document.js";

/**
 * Where a line may be broken before a token, besides the commas of its brackets:
 * `clause` a word such as `because` or a sign such as `==`, two columns further in;
 * `list` the first item of a list that stands under itself when it goes on, `item` a further one;
 * `union` the first type of a union that stands line by line, `bar` the sign before a further one.
 */
export type BreakRole = "clause" | "list" | "item" | "union" | "bar";

/** One token of a logical line: what stands on one line as long as it fits. */
export interface LineToken {
  readonly text: string;
  /** Whether a space separates it from the token before. */
  readonly space: boolean;
  readonly role?: BreakRole | undefined;
  /** What stands between the token before and this one. */
  readonly comments?: readonly LineComment[];
  /** A line break stands directly before it, behind a comment. */
  readonly onNewLine?: boolean;
}

export interface LineComment {
  /** With its marks. */
  readonly text: string;
  /** It goes on to the end of its line. */
  readonly toLineEnd: boolean;
  /** A line break stands between it and what is before it. */
  readonly onNewLine: boolean;
}

/**
 * Lays out one logical line. Where it is too long it is broken at its clauses, then at the commas of its
 * outermost brackets that hold more than one item, one item a line, and so on inwards. Comments keep their
 * places between the tokens; the breaks they need are made.
 *
 * @param tokens in order; comments before the first one are the caller's
 * @param start the column at which the line starts
 * @returns lines joined by `\n`, the first one without its indentation
 */
export function layOutLine(tokens: readonly LineToken[], start: number, width: number = LINE_WIDTH): string {
  return printDocument(new LineBuilder(tokens).build(), start, width);
}

const closers: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}" };

/** What a pair of brackets holds. */
interface Bracket {
  /** Index of the closing token. */
  close: number;
  items: number;
  /** A comment between its items needs a line break. */
  forced: boolean;
}

class LineBuilder {
  readonly #brackets = new Map<number, Bracket>();
  #at = 0;

  constructor(private readonly tokens: readonly LineToken[]) {
    this.#pairBrackets();
  }

  build(): Document {
    return group(this.#sequence(this.tokens.length, ""));
  }

  #pairBrackets(): void {
    const open: { index: number; items: number; forced: boolean; angle: number; commaAt: number }[] = [];
    this.tokens.forEach((token, index) => {
      const top = open.at(-1);
      if (top !== undefined && needsBreak(token)) top.forced = true;
      if (closers[token.text] !== undefined) {
        open.push({ index, items: 1, forced: false, angle: 0, commaAt: index });
      } else if (top !== undefined && closers[this.tokens[top.index]!.text] === token.text) {
        open.pop();
        const items = index === top.index + 1 ? 0 : top.items;
        this.#brackets.set(top.index, { close: index, items, forced: top.forced });
      } else if (top !== undefined) {
        if (token.text === "<") top.angle++;
        else if (token.text === ">") top.angle--;
        else if (token.text === "," && top.angle === 0) top.items++;
      }
    });
  }

  /**
   * The tokens up to an index.
   *
   * @param natural what stands before a token that follows a comma at this level; "" for a plain space
   */
  #sequence(end: number, natural: Document): Document[] {
    const out: Document[] = [];
    /** Where documents go: further in after the first clause. */
    let into = out;
    let angle = 0;
    while (this.#at < end) {
      const token = this.tokens[this.#at]!;
      const before = this.tokens[this.#at - 1];
      if (token.role === "clause" && into === out) {
        into = [];
        out.push({ kind: "indent", by: 2, body: into });
      }
      if (token.role === "list") {
        into.push(...this.#list(end));
        continue;
      }
      if (token.role === "union") {
        into.push(this.#union(end));
        continue;
      }
      const afterComma = before?.text === "," && angle === 0 && natural !== "";
      if (this.#at > 0) into.push(...gap(token, afterComma ? natural : breakOf(token), before!));
      if (token.text === "<") angle++;
      else if (token.text === ">") angle--;
      into.push(...this.#one());
    }
    return out;
  }

  /** The current token, with all up to its partner if it is a bracket. */
  #one(): Document[] {
    const bracket = this.#brackets.get(this.#at);
    const token = this.tokens[this.#at++]!;
    if (bracket === undefined) return [token.text];
    return [this.#bracket(token, bracket)];
  }

  #bracket(token: LineToken, { close, items, forced }: Bracket): Document {
    const last = this.tokens[close]!;
    const padding = token.text === "{" && items > 0 ? " " : "";
    const breaks = items > 1 || forced;
    const edge: Document = breaks ? { kind: "line", flat: padding } : padding;
    const first = this.tokens[this.#at]!;
    const inside: Document[] = [];
    if (this.#at < close) {
      inside.push(...gap(first, edge, token));
      inside.push(...this.#one());
      inside.push(...this.#sequence(close, breaks ? { kind: "line", flat: " " } : ""));
    }
    this.#at = close + 1;
    if (items === 0) return group([token.text, ...gap(last, "", token), last.text]);
    const { own, end } = closingGap(last, edge, breaks, this.tokens[close - 1]!);
    return group([token.text, indent(breaks ? 2 : 0, [...inside, ...own]), ...end, last.text]);
  }

  /** A list whose further lines stand under its first item. */
  #list(end: number): Document[] {
    const first = this.tokens[this.#at]!;
    const lead = gap(first, breakOf(first), this.tokens[this.#at - 1]!);
    const body: Document[] = this.#one();
    while (this.#at < end) {
      const token = this.tokens[this.#at]!;
      // Not a part of the list: `verifies A, B {`.
      if (token.role !== undefined && token.role !== "item") break;
      body.push(...gap(token, breakOf(token), this.tokens[this.#at - 1]!));
      body.push(...this.#one());
    }
    return [...lead, indent("align", body)];
  }

  /** `A | B`, or one type a line with a bar before each. */
  #union(end: number): Document {
    const first = this.tokens[this.#at]!;
    const body = gap(first, { kind: "line", flat: first.space ? " " : "" }, this.tokens[this.#at - 1]!);
    body.push({ kind: "broken", text: "| " }, ...this.#one());
    while (this.#at < end && this.tokens[this.#at]!.text !== "=") {
      const token = this.tokens[this.#at]!;
      body.push(...gap(token, breakOf(token), this.tokens[this.#at - 1]!));
      body.push(...this.#one());
    }
    return group([indent(2, body)]);
  }
}

function breakOf(token: LineToken): Document {
  switch (token.role) {
    case "clause":
    case "bar":
      return { kind: "line", flat: token.space ? " " : "" };
    case "item":
      return { kind: "fill" };
    default:
      return token.space ? " " : "";
  }
}

function needsBreak(token: LineToken): boolean {
  return token.onNewLine === true || (token.comments?.some(breaksLine) ?? false);
}

function breaksLine(comment: LineComment): boolean {
  return comment.toLineEnd || comment.onNewLine;
}

const hard: Document = { kind: "hard" };

/**
 * What stands between two tokens: comments on the line of the first one, comments on lines of their own,
 * comments on the line of the second one, and the break or space between them.
 */
function gap(token: LineToken, natural: Document, before: LineToken): Document[] {
  const comments = token.comments ?? [];
  if (comments.length === 0) return natural === "" ? [] : [natural];
  const free = typeof natural === "string";
  if (!needsBreak(token)) {
    // A comment stands apart from what it comments on, also where nothing else would stand apart.
    const opened = "([{<".includes(before.text);
    const closes = !token.space && ")]>,".includes(token.text);
    const lead = free && natural === "" && !opened ? " " : natural;
    const texts = comments.map(({ text }) => text).join(" ");
    return [lead, texts, closes ? "" : " "];
  }
  const out: Document[] = [];
  const rest = trailing(comments, out);
  const body: Document[] = [hard];
  rest.forEach((comment, index) => {
    const next = rest[index + 1] ?? token;
    body.push(comment.text, next.onNewLine || comment.toLineEnd ? hard : " ");
  });
  // Where nothing would be broken, the line goes on further in.
  out.push(free ? indent(2, body) : { kind: "indent", by: 0, body });
  return out;
}

/** What stands before a closing bracket: inside, in front of its break, and the break. */
function closingGap(
  token: LineToken,
  natural: Document,
  breaks: boolean,
  before: LineToken,
): { own: Document[]; end: Document[] } {
  const comments = token.comments ?? [];
  if (comments.length === 0 || !breaks) {
    return { own: [], end: gap(token, natural, before) };
  }
  const own: Document[] = [];
  for (const comment of trailing(comments, own)) own.push(comment.onNewLine ? hard : " ", comment.text);
  return { own, end: [needsBreak(token) ? hard : natural] };
}

/**
 * Writes the comments that stand on the line of the token before.
 *
 * @returns the others
 */
function trailing(comments: readonly LineComment[], out: Document[]): readonly LineComment[] {
  let count = 0;
  while (count < comments.length && !comments[count]!.onNewLine) {
    const { text, toLineEnd } = comments[count]!;
    out.push(toLineEnd ? { kind: "suffix", text: ` ${text}` } : ` ${text}`);
    count++;
  }
  return comments.slice(count);
}
