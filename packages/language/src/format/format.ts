import { type LineComment, type LineToken, layOutLine } from "@contractc/kernel";
import { type ParsedTokens, parseTokens } from "../syntax/parse.js";
import type { Token } from "../syntax/token.js";
import type { SyntaxProblem } from "../syntax/types.js";
import { type Gap, gapsOf, type PlacedComment, significant, splitGap } from "./gaps.js";
import { spaced } from "./spacing.js";
import { type LineStart, type Structure, structureOf } from "./structure.js";

/** The text in its canonical layout, or why there is none. */
export type FormatResult = { readonly text: string } | { readonly problems: readonly SyntaxProblem[] };

/**
 * Gives a contract file its one canonical layout. The text is written anew from its tokens, in their order, and
 * each gap between two tokens is written with all of its comments: the tree decides only about spaces and line
 * breaks. So nothing can be lost, and no comment can move to another declaration.
 *
 * @param text with or without a byte order mark, which is kept, as are line ends of the kind that prevails
 * @param file the name by which problems are told
 * @returns the problems of a text that does not parse, which is to be left alone
 */
export function formatContract(text: string, file: string): FormatResult {
  const mark = text.startsWith("\uFEFF") ? "\uFEFF" : "";
  const lineEnd = prevailingLineEnd(text);
  const normal = text.slice(mark.length).replaceAll(/\r\n?/g, "\n");
  const read = parseTokens(normal, file);
  if (read.parsed.problems.length > 0) {
    const unchanged = normal === text;
    return {
      problems: unchanged ? read.parsed.problems : parseTokens(text, file).parsed.problems,
    };
  }
  const formatted = new Formatter(read).run();
  verify(read, formatted, file);
  return { text: mark + (lineEnd === "\n" ? formatted : formatted.replaceAll("\n", lineEnd)) };
}

function prevailingLineEnd(text: string): string {
  const counts = { "\n": 0, "\r\n": 0, "\r": 0 };
  for (const [end] of text.matchAll(/\r\n|\r|\n/g)) counts[end as keyof typeof counts]++;
  if (counts["\r\n"] > counts["\n"] && counts["\r\n"] >= counts["\r"]) return "\r\n";
  return counts["\r"] > counts["\n"] ? "\r" : "\n";
}

const INDENT = 2;

/** An open block. */
interface Block {
  /** Depth of the line that opened it. */
  readonly depth: number;
}

class Formatter {
  readonly #tokens: readonly Token[];
  readonly #gaps: readonly Gap[];
  readonly #structure: Structure;
  /** Indexes of the braces that close blocks. */
  readonly #blockEnds = new Set<number>();
  readonly #lines: string[] = [];

  constructor(read: ParsedTokens) {
    this.#tokens = significant(read.tokens);
    this.#gaps = gapsOf(read.parsed.text, this.#tokens, read.comments);
    this.#structure = structureOf(read.parsed.root, this.#tokens, read.tokens);
    const open: number[] = [];
    this.#tokens.forEach((token, index) => {
      if (token.kind === "{") open.push(index);
      else if (token.kind === "}" && !this.#structure.maps.has(open.pop()!)) this.#blockEnds.add(index);
    });
  }

  run(): string {
    const blocks: Block[] = [];
    const count = this.#tokens.length;
    for (let from = 0; from < count; ) {
      let to = from + 1;
      while (to < count && this.#startOf(to) === undefined) to++;
      const closes = this.#blockEnds.has(from);
      const inner = (blocks.at(-1)?.depth ?? -1) + 1;
      if (closes) blocks.pop();
      const depth = closes ? inner - 1 : inner + (this.#startOf(from)?.deeper ?? 0);
      const lead = this.#lineBreak(from, closes ? inner : depth);
      this.#line(from, to, depth, lead);
      if (this.#opensBlock(to - 1)) blocks.push({ depth });
      from = to;
    }
    this.#lineBreak(count, 0);
    return this.#lines.length === 0 ? "" : `${this.#lines.join("\n")}\n`;
  }

  #opensBlock(index: number): boolean {
    return this.#tokens[index]!.kind === "{" && !this.#structure.maps.has(index);
  }

  /** How the line starts that the token opens; undefined where it goes on with the line before. */
  #startOf(index: number): LineStart | undefined {
    const start = this.#structure.lineStarts.get(index);
    if (start !== undefined || index === 0) return start;
    if (!this.#blockEnds.has(index)) return undefined;
    const empty = this.#opensBlock(index - 1) && this.#gaps[index]!.comments.length === 0;
    return empty ? undefined : { deeper: 0, blank: "none" };
  }

  /**
   * Writes what stands between the line before and the one that starts at a token.
   *
   * @param depth of comments on lines of their own
   * @returns what stands before the token on its line
   */
  #lineBreak(index: number, depth: number): string {
    const gap = this.#gaps[index]!;
    const last = index === this.#tokens.length || this.#blockEnds.has(index);
    const opened = index > 0 && this.#opensBlock(index - 1);
    const { trailing, own, leading } = splitGap(gap, last);
    const start = this.#startOf(index);
    if (start?.separator !== undefined) this.#lines.push(this.#lines.pop()! + start.separator);
    if (trailing.length > 0) {
      if (this.#lines.length === 0) this.#lines.push("");
      const line = this.#lines.pop()!;
      this.#lines.push([line, ...trailing.map(({ text }) => text)].filter(Boolean).join(" "));
    }
    // Each line of its own, and the line of the token, with whether a blank one comes before it.
    const blanks = [...own, leading[0] ?? gap].map(({ breaks }) => breaks > 1);
    const kept = start?.blank ?? "kept";
    if (index === this.#tokens.length || this.#blockEnds.has(index)) blanks[own.length] = false;
    if (own.at(-1)?.documents) blanks[own.length] = false;
    if (kept === "none" && !last) blanks.fill(false);
    if (opened || this.#lines.length === 0) blanks[0] = false;
    else if (kept === "one" && !blanks.includes(true)) blanks[0] = true;
    own.forEach((comment, at) => {
      if (blanks[at]) this.#lines.push("");
      this.#lines.push(indented(depth, aligned(comment, depth)));
    });
    if (blanks[own.length]) this.#lines.push("");
    return leading.map(({ text }) => `${text} `).join("");
  }

  #line(from: number, to: number, depth: number, lead: string): void {
    const tokens: LineToken[] = [];
    for (let index = from; index < to; index++) tokens.push(this.#lineToken(index, index === from));
    this.#lines.push(indented(depth, lead + layOutLine(tokens, depth * INDENT)));
  }

  #lineToken(index: number, opens: boolean): LineToken {
    const token = this.#tokens[index]!;
    if (opens) return { text: token.image, space: false };
    const { roles } = this.#structure;
    const operator = { before: roles.get(index - 1) === "item", token: roles.get(index) === "item" };
    const gap = this.#gaps[index]!;
    return {
      text: token.image,
      space: spaced(this.#tokens[index - 1]!, token, operator),
      role: roles.get(index),
      ...(gap.comments.length === 0
        ? {}
        : { comments: gap.comments.map(lineComment), onNewLine: gap.breaks > 0 }),
    };
  }
}

function lineComment({ text, toLineEnd, documents, breaks }: PlacedComment): LineComment {
  return { text, toLineEnd, onNewLine: documents || breaks > 0 };
}

function indented(depth: number, text: string): string {
  return " ".repeat(depth * INDENT) + text;
}

/** A comment of several lines that all start with a star moves as a whole; any other keeps its text. */
function aligned({ text }: PlacedComment, depth: number): string {
  const [first, ...rest] = text.split("\n");
  if (rest.length === 0 || !rest.every((line) => line.trimStart().startsWith("*"))) return text;
  return [first!.trimEnd(), ...rest.map((line) => indented(depth, ` ${line.trim()}`))].join("\n");
}

/**
 * Holds the written text against what was read: the same tokens in the same roles, and between them the same
 * comments. A difference is a bug, and then nothing must be written.
 */
function verify(read: ParsedTokens, formatted: string, file: string): void {
  const again = parseTokens(formatted, file);
  const before = traceOf(read);
  const after = traceOf(again);
  const at = before.findIndex((entry, index) => entry !== after[index]);
  if (at < 0 && before.length === after.length && again.parsed.problems.length === 0) return;
  throw new Error(`Formatting ${file} would change ${before[at] ?? "its end"} to ${after[at] ?? "nothing"}`);
}

/** The tokens and comments of a text, without its layout, and where its steps begin. */
function traceOf({ parsed, tokens, comments }: ParsedTokens): string[] {
  const trace = tokens.flatMap((token, index) =>
    token.virtual ? `${token.kind} ${tokens[index + 1]?.image}` : [],
  );
  const kept = significant(tokens);
  gapsOf(parsed.text, kept, comments).forEach((gap, index) => {
    for (const comment of gap.comments) trace.push(comment.text.replaceAll(/\s+/g, " "));
    const token = kept[index];
    if (token !== undefined) trace.push(`${token.kind} ${token.image}`);
  });
  return trace;
}
