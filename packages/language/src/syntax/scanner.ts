import {
  closingTriple,
  countLineEnds,
  hintFor,
  isAsciiWordPart,
  isLineEnd,
  isSpace,
  isStrange,
  lastLineOffset,
  plainSigns,
  wordAt,
} from "./characters.js";
import { ID, NUMBER, STRING } from "./kinds.js";
import { badEscapes } from "./strings.js";
import { Token } from "./token.js";
import type { SyntaxProblem } from "./types.js";

/** What the scanner finds in a text. */
export interface ScanResult {
  /** Every word is an ID; comments are not among them. */
  readonly tokens: Token[];
  readonly comments: Comment[];
  readonly problems: SyntaxProblem[];
}

/** A comment of any kind, with its marks. */
export interface Comment {
  readonly offset: number;
  readonly text: string;
}

/** Signs, the longest first where one begins with the other. */
const signs = [
  ["...", "."],
  ["**", "*"],
  ["->", "-"],
  ["==", "="],
] as const;

const numberAt = /0[xX]_*[0-9a-fA-F][0-9a-fA-F_]*|[0-9][0-9_]*(?:\.[0-9][0-9_]*)?(?:[eE][+-]?[0-9]+)?/y;

/** Slips of other languages that stand for a sign of this one. */
const foreignSigns: readonly (readonly [string, string, string])[] = [
  ["=>", "->", "An arrow is written '->'"],
  ["!=", "==", "Examples compare with '=='"],
];

/**
 * Splits a text into tokens, in one pass and in time linear in its length. It never fails: what is no token
 * is reported and left out, an unclosed string ends with its line, an unclosed comment does too.
 */
export function scan(text: string): ScanResult {
  return new Scanner(text).run();
}

class Scanner {
  private readonly tokens: Token[] = [];
  private readonly comments: Comment[] = [];
  private readonly problems: SyntaxProblem[] = [];
  private position = 0;
  private line = 1;
  private lineStart = 0;
  private indent = 0;
  private first = true;
  private parens = 0;
  private doc: string[] | undefined;
  /** Set once a search for a closing mark has reached the end, so that no second search is made. */
  private noTripleQuote = false;
  private noCommentEnd = false;

  constructor(private readonly text: string) {
    if (text.charCodeAt(0) === 0xfeff) this.position = 1;
    this.lineStart = this.position;
  }

  run(): ScanResult {
    const { text } = this;
    while (this.position < text.length) {
      const code = text.charCodeAt(this.position);
      if (code === 32 || code === 9) this.position++;
      else if (code === 10 || code === 13) this.lineBreak(code);
      else this.scanOne(code);
    }
    return { tokens: this.tokens, comments: this.comments, problems: this.problems };
  }

  private scanOne(code: number) {
    const { text, position } = this;
    if (code === 47) {
      const next = text.charCodeAt(position + 1);
      if (next === 47) return this.lineComment();
      if (next === 42) return this.blockComment();
      return this.add("/", position + 1);
    }
    if ((code >= 97 && code <= 122) || (code >= 65 && code <= 90) || code === 95 || code === 36) {
      return this.word();
    }
    if (code >= 48 && code <= 57) return this.number();
    if (code === 34) return this.string();
    if (code === 96) return this.quotedName();
    if (code === 39) return this.singleQuoted();
    const char = text.charAt(position);
    for (const [sign, replacement, message] of foreignSigns) {
      if (char === sign[0] && text.startsWith(sign, position)) {
        this.problem(message, position, sign.length, replacement);
        return this.add(replacement, position + 2);
      }
    }
    for (const [long, short] of signs) {
      if (char === short) return this.add(text.startsWith(long, position) ? long : short, undefined);
    }
    if (plainSigns.includes(char)) return this.add(char, position + 1);
    if (code > 127) {
      if (isSpace(char)) {
        this.position++;
        return;
      }
      wordAt.lastIndex = position;
      if (wordAt.test(text)) return this.word();
    }
    this.unknown();
  }

  private lineBreak(code: number) {
    this.position += code === 13 && this.text.charCodeAt(this.position + 1) === 10 ? 2 : 1;
    this.line++;
    this.lineStart = this.position;
    this.first = true;
  }

  /** Adds the token that ends before `end`, or a sign of its own length. */
  private add(kind: string, end: number = this.position + kind.length, endLine = this.line) {
    const { position } = this;
    const column = position - this.lineStart;
    if (this.first) this.indent = column;
    const startLine = this.line;
    // A token of several lines moves the line before it is added.
    const multi = endLine !== startLine;
    const image = this.text.slice(position, end);
    const lastLineStart = multi ? position + lastLineOffset(image) : this.lineStart;
    const token = new Token(
      kind,
      image,
      position,
      startLine,
      column + 1,
      endLine,
      end - lastLineStart,
      this.first,
      this.indent,
    );
    // A separator is no declaration: what stands before it speaks of what comes after it.
    if (this.doc !== undefined && kind !== "," && kind !== ";") {
      token.doc = this.doc.join("\n");
      this.doc = undefined;
    }
    if (kind === "(") this.parens++;
    else if (kind === ")" && this.parens > 0) this.parens--;
    this.first = false;
    if (multi) {
      this.line = endLine;
      this.lineStart = lastLineStart;
    }
    this.position = end;
    this.tokens.push(token);
  }

  private word() {
    const { text } = this;
    let end = this.position + 1;
    while (end < text.length && isAsciiWordPart(text.charCodeAt(end))) end++;
    if (text.charCodeAt(end) > 127 || text.charCodeAt(this.position) > 127) {
      wordAt.lastIndex = this.position;
      if (wordAt.test(text)) end = wordAt.lastIndex;
    }
    this.add(ID, end);
  }

  private number() {
    numberAt.lastIndex = this.position;
    numberAt.test(this.text);
    const end = numberAt.lastIndex;
    if (!Number.isFinite(Number(this.text.slice(this.position, end).replaceAll("_", "")))) {
      this.problem("This number is too large: numbers end at 1.8e308", this.position, end - this.position);
    }
    this.add(NUMBER, end);
  }

  private string() {
    const { text, position } = this;
    if (text.startsWith('"""', position)) return this.tripleString();
    let end = position + 1;
    while (end < text.length) {
      const code = text.charCodeAt(end);
      if (code === 34) {
        this.escapes(position, end + 1);
        return this.add(STRING, end + 1);
      }
      if (code === 10 || code === 13) break;
      end += code === 92 && !isLineEnd(text.charCodeAt(end + 1)) ? 2 : 1;
    }
    this.unclosedString(Math.min(end, text.length), '"');
  }

  /** The string ends with its line, but leaves an opening brace at the end of the line to the parser. */
  private unclosedString(lineEnd: number, quote: string) {
    const { text, position } = this;
    let end = lineEnd;
    const trimmed = text.slice(position, lineEnd).trimEnd();
    if (trimmed.endsWith("{")) end = position + trimmed.slice(0, -1).trimEnd().length;
    else end = position + trimmed.length;
    this.problems.push({
      message: `The string that starts here is not closed`,
      offset: position,
      length: Math.max(1, end - position),
      hint: `Close it with ${quote} on the same line; a text of several lines stands between """ and """.`,
      fix: { title: `Add ${quote}`, edits: [{ offset: end, length: 0, text: quote }] },
    });
    this.add(STRING, end);
  }

  private tripleString() {
    const { text, position } = this;
    const close = this.noTripleQuote ? -1 : closingTriple(text, position + 3);
    if (close < 0) {
      this.noTripleQuote = true;
      let end = position + 3;
      while (end < text.length && !isLineEnd(text.charCodeAt(end))) end++;
      this.problems.push({
        message: `The text that starts with """ is not closed`,
        offset: position,
        length: 3,
        hint: `Close it with """.`,
      });
      return this.add(STRING, end);
    }
    this.escapes(position, close + 3);
    this.add(STRING, close + 3, this.line + countLineEnds(text, position, close));
  }

  private escapes(start: number, end: number) {
    for (const bad of badEscapes(this.text.slice(start, end))) {
      this.problems.push({
        message: `'${bad.text}' is no escape`,
        offset: start + bad.offset,
        length: bad.text.length,
        hint: 'Strings have the escapes of JSON: \\" \\\\ \\/ \\b \\f \\n \\r \\t and \\u with four digits.',
        fix: {
          title: "Write a backslash as '\\\\'",
          edits: [{ offset: start + bad.offset, length: 0, text: "\\" }],
        },
      });
    }
  }

  private singleQuoted() {
    const { text, position } = this;
    let end = position + 1;
    while (end < text.length && !isLineEnd(text.charCodeAt(end)) && text.charCodeAt(end) !== 39) {
      end += text.charCodeAt(end) === 92 && !isLineEnd(text.charCodeAt(end + 1)) ? 2 : 1;
    }
    if (text.charCodeAt(end) !== 39) return this.unknown();
    const body = text.slice(position + 1, end).replaceAll("\\'", "'");
    this.problem(
      "Strings stand in double quotes",
      position,
      end + 1 - position,
      `"${body.replaceAll('"', '\\"')}"`,
    );
    this.add(STRING, end + 1);
  }

  private quotedName() {
    const { text, position } = this;
    let end = position + 1;
    while (end < text.length && !isLineEnd(text.charCodeAt(end)) && text.charCodeAt(end) !== 96) end++;
    if (text.charCodeAt(end) === 96 && end > position + 1) return this.add(ID, end + 1);
    if (text.charCodeAt(end) === 96) {
      this.problem("A name between back-ticks cannot be empty", position, 2);
      return this.add(ID, end + 1);
    }
    this.problem("The name that starts here is not closed; close it with a back-tick", position, 1);
    // Only the mark is left out: what follows it is most probably the name.
    this.position++;
  }

  private lineComment() {
    const { text, position } = this;
    let end = position + 2;
    while (end < text.length && !isLineEnd(text.charCodeAt(end))) end++;
    const comment = text.slice(position, end);
    this.comments.push({ offset: position, text: comment });
    // Four slashes are a ruler or commented-out documentation.
    if (comment.startsWith("///") && !comment.startsWith("////")) {
      const body = comment.slice(3);
      this.doc ??= [];
      this.doc.push((body.startsWith(" ") ? body.slice(1) : body).trimEnd());
    }
    this.position = end;
  }

  private blockComment() {
    const { text, position } = this;
    // `f(a, /*, b)`: nobody starts a comment with a comma or a closing parenthesis inside a parameter list.
    const mark = this.parens > 0 ? /\/\*[,)](?![^\r\n]*\*\/)/y : undefined;
    if (mark !== undefined) {
      mark.lastIndex = position;
      if (mark.test(text)) return this.markerPair();
    }
    const close = this.noCommentEnd ? -1 : text.indexOf("*/", position + 2);
    let end = close + 2;
    if (close < 0) {
      this.noCommentEnd = true;
      end = position + 2;
      while (end < text.length && !isLineEnd(text.charCodeAt(end))) end++;
      this.problems.push({
        message: "The comment that starts here is not closed",
        offset: position,
        length: 2,
        hint: "Close it with '*/'; a comment of one line may start with '//'.",
        fix: { title: "Add '*/'", edits: [{ offset: end, length: 0, text: " */" }] },
      });
    }
    const comment = text.slice(position, end);
    this.comments.push({ offset: position, text: comment });
    const lines = countLineEnds(text, position, end);
    if (lines > 0) {
      this.line += lines;
      this.lineStart = position + lastLineOffset(comment);
      this.first = true;
    }
    this.position = end;
  }

  /** The signs `/` and `*` written without a comma between them. */
  private markerPair() {
    const { position } = this;
    this.problems.push({
      message: "'/*' begins a comment here",
      offset: position,
      length: 2,
      hint: "Write '/, *' for positional-only parameters followed by keyword-only ones.",
      fix: { title: "Write '/, *'", edits: [{ offset: position, length: 2, text: "/, *" }] },
    });
    this.add("/", position + 1);
    this.tokens.push(this.tokens.at(-1)!.virtualBefore(","));
    this.add("*", position + 2);
  }

  /** A comment of Python or a shell. */
  private hashComment() {
    const { position } = this;
    this.problems.push({
      message: "Comments start with '//'",
      offset: position,
      length: 1,
      hint: "Documentation starts with '///'.",
      fix: { title: "Write '//'", edits: [{ offset: position, length: 1, text: "//" }] },
    });
    while (this.position < this.text.length && !isLineEnd(this.text.charCodeAt(this.position)))
      this.position++;
  }

  private unknown() {
    const { text, position } = this;
    if (text.charAt(position) === "#" && (this.first || /\s/.test(text.charAt(position + 1)))) {
      return this.hashComment();
    }
    let end = position;
    // One report for a run of strange characters; a pair of surrogates is one character.
    while (end < text.length && isStrange(text, end)) end += text.codePointAt(end)! > 0xffff ? 2 : 1;
    if (end === position) end++;
    const image = text.slice(position, end);
    const shown = Array.from(image).slice(0, 20).join("");
    const hint = hintFor(image);
    this.problems.push({
      message: `Unexpected ${end - position > 1 ? "characters" : "character"} '${shown}'`,
      offset: position,
      length: end - position,
      ...(hint === undefined ? {} : { hint }),
    });
    this.position = end;
  }

  private problem(message: string, offset: number, length: number, replacement?: string) {
    this.problems.push({
      message,
      offset,
      length,
      ...(replacement === undefined
        ? {}
        : { fix: { title: `Write '${replacement}'`, edits: [{ offset, length, text: replacement }] } }),
    });
  }
}
