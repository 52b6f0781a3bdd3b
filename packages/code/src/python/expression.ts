import type { Span } from "../reading/signature.js";
import { scanString, skipBlank, skipTo } from "./tokens.js";

/**
 * The part of Python's expressions that declarations are made of: annotations, defaults, aliases, decorator
 * arguments, `__all__`. Everything else is `other`, with its place.
 *
 * Annotations may be quoted and then have to be parsed anyway; one small parser for both keeps offsets exact and
 * does not depend on how a grammar splits types from expressions. Nesting deeper than {@link MAXIMUM_DEPTH} is
 * `other`, so that no input overflows the stack. Cost is linear in the text.
 */
export type Expression = Span &
  /** Possibly dotted. */
  (
    | { kind: "name"; name: string }
    | { kind: "subscript"; value: Expression; items: Expression[] }
    | { kind: "call"; callee: Expression; arguments: Argument[]; argumentSpan: Span }
    /** `A | B | C`, flattened. */
    | { kind: "union"; members: Expression[] }
    /** `verbatim`: where the text between the quotes starts, if it is the value character by character. */
    | { kind: "string"; value: string; verbatim?: number }
    | { kind: "number"; text: string }
    | { kind: "constant"; value: boolean | null }
    | { kind: "ellipsis" }
    | { kind: "list"; items: Expression[] }
    | { kind: "tuple"; items: Expression[] }
    | { kind: "map"; entries: { key: Expression; value: Expression }[] }
    /** `*x` */
    | { kind: "star"; value: Expression }
    | { kind: "other" }
  );

export interface Argument {
  /** Of a keyword argument. */
  name?: string;
  value: Expression;
}

const MAXIMUM_DEPTH = 150;

const IDENTIFIER = /[\p{XIDS}_][\p{XIDC}]*/uy;
const NUMBER = /0[xXoObB][\da-fA-F_]+|(?:\d[\d_]*\.?[\d_]*|\.\d[\d_]*)(?:[eE][+-]?\d[\d_]*)?[jJ]?/y;
const STRING_START = /(?:[rR][bBfFtT]?|[bBfFtT][rR]?|[uU])?["']/y;
/** Words that begin or continue an expression of a kind that is not told apart here. */
const OPERATORS = new Set([
  "not",
  "lambda",
  "await",
  "yield",
  "if",
  "else",
  "and",
  "or",
  "in",
  "is",
  "for",
  "async",
]);

/**
 * @param text a whole file, or text of its own
 * @param start where the expression starts
 * @param end where it must have ended
 */
export function parseExpression(text: string, start: number, end: number): Expression {
  return new ExpressionParser(text, end).whole(start);
}

/** What stands between a bracket at `open` and its partner, as arguments of a call or subscript. */
export function parseArguments(
  text: string,
  open: number,
  end: number,
): { arguments: Argument[]; end: number } {
  const parser = new ExpressionParser(text, end);
  parser.position = open;
  return { arguments: parser.callArguments(0), end: parser.position };
}

class ExpressionParser {
  position = 0;

  constructor(
    private readonly text: string,
    private readonly end: number,
  ) {}

  /** The expression that fills the range; several separated by commas are a tuple. */
  whole(start: number): Expression {
    this.position = start;
    const items: Expression[] = [];
    let commas = false;
    this.blank();
    while (this.position < this.end) {
      items.push(this.item(0));
      this.blank();
      if (this.peek() !== ",") break;
      commas = true;
      this.position++;
      this.blank();
    }
    const first = items[0];
    const span = { start: first?.start ?? start, end: items.at(-1)?.end ?? start };
    if (this.position < this.end) return { kind: "other", start, end: trimEnd(this.text, start, this.end) };
    if (commas) return { kind: "tuple", items, ...span };
    return first ?? { kind: "other", ...span };
  }

  callArguments(depth: number): Argument[] {
    const close = this.peek() === "[" ? "]" : ")";
    this.position++;
    const found: Argument[] = [];
    this.separated(close, () => {
      const name = this.keyword();
      const value = this.element(depth + 1);
      found.push(name === undefined ? { value } : { name, value });
    });
    return found;
  }

  /** `name` of `name=value`, passed over; nothing where the argument is positional. */
  private keyword(): string | undefined {
    const name = this.match(IDENTIFIER);
    if (name === undefined) return undefined;
    const after = skipBlank(this.text, this.position + name.length, this.end);
    if (this.text[after] !== "=" || this.text[after + 1] === "=") return undefined;
    this.position = after + 1;
    this.blank();
    return name;
  }

  /** An item of a list or subscript, in which a colon makes a slice. */
  private element(depth: number): Expression {
    const start = this.position;
    const item = this.item(depth);
    const colon = skipBlank(this.text, this.position, this.end);
    if (this.text[colon] !== ":" || colon >= this.end) return item;
    this.position = skipTo(this.text, colon, this.end, ",)]}");
    return { kind: "other", start, end: trimEnd(this.text, start, this.position) };
  }

  /** One expression up to a comma, closing bracket or colon; `other` where it is more than this parser knows. */
  private item(depth: number): Expression {
    const start = this.position;
    if (depth > MAXIMUM_DEPTH) return this.rest(start);
    if (this.peek() === "*") {
      const stars = this.text[this.position + 1] === "*" ? 2 : 1;
      this.position += stars;
      this.blank();
      const value = this.item(depth + 1);
      return stars === 1
        ? { kind: "star", value, start, end: value.end }
        : { kind: "other", start, end: value.end };
    }
    const first = this.operand(depth);
    if (!first) return this.rest(start);
    const members = [first];
    let after = skipBlank(this.text, this.position, this.end);
    while (this.text[after] === "|" && this.text[after + 1] !== "=" && after < this.end) {
      this.position = after + 1;
      this.blank();
      const next = this.operand(depth);
      if (!next) return this.rest(start);
      members.push(next);
      after = skipBlank(this.text, this.position, this.end);
    }
    if (after < this.end && !",)]}:".includes(this.text[after] as string)) return this.rest(start);
    if (members.length === 1) return first;
    const flat = members.flatMap((member) => (member.kind === "union" ? member.members : [member]));
    return { kind: "union", members: flat, start, end: this.position };
  }

  /** Everything up to the end of the item, unread. */
  private rest(start: number): Expression {
    this.position = Math.max(skipTo(this.text, this.position, this.end, ",)]}:"), start);
    return { kind: "other", start, end: trimEnd(this.text, start, this.position) };
  }

  private operand(depth: number): Expression | undefined {
    let value = this.atom(depth);
    // Dotted names are joined, calls and subscripts wrapped; a loop, because `a[0][0]…` may be long.
    for (let links = 0; value; links++) {
      const at = skipBlank(this.text, this.position, this.end);
      const next = at < this.end ? this.text[at] : undefined;
      if (next === "." && value.kind === "name") {
        const after = skipBlank(this.text, at + 1, this.end);
        IDENTIFIER.lastIndex = after;
        const name = IDENTIFIER.exec(this.text)?.[0];
        if (name === undefined) return undefined;
        this.position = after + name.length;
        const parts: string[] = [value.name, name];
        this.moreNames(parts);
        value = { kind: "name", name: parts.join("."), start: value.start, end: this.position };
      } else if (next === "[" && isReference(value) && links < MAXIMUM_DEPTH) {
        this.position = at;
        const items = this.callArguments(depth).map((argument) => argument.value);
        value = { kind: "subscript", value, items, start: value.start, end: this.position };
      } else if (next === "(" && isReference(value) && links < MAXIMUM_DEPTH) {
        this.position = at;
        const found = this.callArguments(depth);
        const argumentSpan = { start: at, end: this.position };
        value = {
          kind: "call",
          callee: value,
          arguments: found,
          argumentSpan,
          start: value.start,
          end: this.position,
        };
      } else if (next === "." || next === "[" || next === "(") {
        return undefined;
      } else {
        break;
      }
    }
    return value;
  }

  /** Collects `.b.c` after the first dot at once: joining one by one would cost the square of the length. */
  private moreNames(parts: string[]): void {
    for (;;) {
      const dot = skipBlank(this.text, this.position, this.end);
      if (this.text[dot] !== "." || dot >= this.end) return;
      const after = skipBlank(this.text, dot + 1, this.end);
      IDENTIFIER.lastIndex = after;
      const name = IDENTIFIER.exec(this.text)?.[0];
      if (name === undefined) return;
      parts.push(name);
      this.position = after + name.length;
    }
  }

  private atom(depth: number): Expression | undefined {
    const start = this.position;
    const character = this.peek();
    if (character === undefined) return undefined;
    if (character === "(" || character === "[" || character === "{") return this.bracketed(character, depth);
    if (character === "." && this.text.startsWith("...", start)) {
      this.position += 3;
      return { kind: "ellipsis", start, end: this.position };
    }
    if (character === "-" || character === "+") {
      this.position++;
      this.blank();
      const number = this.match(NUMBER);
      if (number === undefined) return undefined;
      this.position += number.length;
      const sign = character === "-" ? "-" : "";
      return { kind: "number", text: sign + number.replaceAll("_", ""), start, end: this.position };
    }
    if (this.match(STRING_START) !== undefined) return this.strings(start);
    const number = this.match(NUMBER);
    if (number !== undefined) {
      this.position += number.length;
      return { kind: "number", text: number.replaceAll("_", ""), start, end: this.position };
    }
    const name = this.match(IDENTIFIER);
    if (name === undefined || OPERATORS.has(name)) return undefined;
    this.position += name.length;
    if (name === "True" || name === "False") {
      return { kind: "constant", value: name === "True", start, end: this.position };
    }
    if (name === "None") return { kind: "constant", value: null, start, end: this.position };
    return { kind: "name", name, start, end: this.position };
  }

  /** One string or several side by side. f-strings and bytes have no string value: `other`. */
  private strings(start: number): Expression | undefined {
    let value = "";
    let known = true;
    let count = 0;
    let verbatim: number | undefined;
    let end = start;
    for (;;) {
      const found = scanString(this.text, this.position, this.end);
      if (!found?.closed) return undefined;
      count++;
      end = this.position = found.end;
      if (found.value === undefined) known = false;
      else value += found.value;
      verbatim = count === 1 ? found.verbatim : undefined;
      const next = skipBlank(this.text, this.position, this.end);
      STRING_START.lastIndex = next;
      if (next >= this.end || !STRING_START.test(this.text)) break;
      this.position = next;
    }
    if (!known) return { kind: "other", start, end };
    return verbatim === undefined
      ? { kind: "string", value, start, end }
      : { kind: "string", value, verbatim, start, end };
  }

  private bracketed(open: string, depth: number): Expression | undefined {
    const start = this.position++;
    if (open === "{") return this.map(start, depth);
    const items: Expression[] = [];
    const close = open === "(" ? ")" : "]";
    const commas = this.separated(close, () => items.push(this.element(depth + 1)));
    const span = { start, end: this.position };
    if (open === "[") return { kind: "list", items, ...span };
    const only = items[0];
    return only && !commas ? only : { kind: "tuple", items, ...span };
  }

  private map(start: number, depth: number): Expression {
    const entries: { key: Expression; value: Expression }[] = [];
    let plain = true;
    this.separated("}", () => {
      const key = this.item(depth + 1);
      this.blank();
      if (this.peek() !== ":") {
        plain = false;
        return;
      }
      this.position++;
      this.blank();
      entries.push({ key, value: this.item(depth + 1) });
    });
    const span = { start, end: this.position };
    return plain ? { kind: "map", entries, ...span } : { kind: "other", ...span };
  }

  /** Reads items up to and with the closing bracket; says whether there was a comma. */
  private separated(close: string, item: () => void): boolean {
    let commas = false;
    for (;;) {
      this.blank();
      if (this.position >= this.end) return commas;
      const before = this.position;
      if (this.peek() === close) {
        this.position++;
        return commas;
      }
      item();
      // A slice or other text that an item does not reach over.
      this.position = skipTo(this.text, this.position, this.end, ",)]}");
      const next = this.peek();
      if (next === ",") {
        commas = true;
        this.position++;
      } else if (next !== close) {
        // A bracket that does not fit: the text is broken, and the rest no longer ours.
        if (this.position === before || next !== undefined) return commas;
      }
    }
  }

  private peek(): string | undefined {
    return this.position < this.end ? this.text[this.position] : undefined;
  }

  private blank(): void {
    this.position = skipBlank(this.text, this.position, this.end);
  }

  private match(pattern: RegExp): string | undefined {
    if (this.position >= this.end) return undefined;
    pattern.lastIndex = this.position;
    const found = pattern.exec(this.text)?.[0];
    // Behind a quoted annotation's `B` stands the quote, and together they look like bytes.
    return found !== undefined && this.position + found.length <= this.end ? found : undefined;
  }
}

function isReference(value: Expression): boolean {
  return value.kind === "name" || value.kind === "subscript" || value.kind === "call";
}

function trimEnd(text: string, start: number, end: number): number {
  let at = end;
  while (at > start && /\s/.test(text[at - 1] as string)) at--;
  return at;
}
