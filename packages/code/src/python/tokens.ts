/** Python's blanks, brackets and strings, as far as expressions inside one statement need them. */

const OPENING = "([{";
const CLOSING = ")]}";

/** The first offset from `position` on that is no white space, comment or continued line end. */
export function skipBlank(text: string, position: number, end: number): number {
  let at = position;
  while (at < end) {
    const character = text[at];
    if (character === "#") {
      while (at < end && text[at] !== "\n") at++;
    } else if (character === "\\" && (text[at + 1] === "\n" || text[at + 1] === "\r")) {
      at += 2;
    } else if (
      character === " " ||
      character === "\n" ||
      character === "\t" ||
      character === "\r" ||
      character === "\f" ||
      character === "\uFEFF"
    ) {
      at++;
    } else {
      return at;
    }
  }
  return end;
}

/** The next of the characters in `stops` that stands in no bracket, string or comment; `end` where there is none. */
export function skipTo(text: string, position: number, end: number, stops: string, lambdas = 0): number {
  let depth = 0;
  let at = position;
  while (at < end) {
    const character = text[at] as string;
    if (depth === 0 && stops.includes(character)) return at;
    if (character === "#") {
      at = skipBlank(text, at, end);
      continue;
    }
    if (character === '"' || character === "'") {
      at = scanString(text, stringStart(text, at, position), end)?.end ?? at + 1;
      continue;
    }
    if (character === "l" && depth === 0 && lambdas < 50 && isLambda(text, at)) {
      // The commas between its parameters and the colon after them are its own.
      at = Math.min(skipTo(text, at + 6, end, ":", lambdas + 1) + 1, end);
      continue;
    }
    if (OPENING.includes(character)) depth++;
    else if (CLOSING.includes(character) && depth > 0) depth--;
    at++;
  }
  return end;
}

function isLambda(text: string, at: number): boolean {
  if (!text.startsWith("lambda", at)) return false;
  return !/[\p{XIDC}.]/u.test(text[at - 1] ?? " ") && !/\p{XIDC}/u.test(text[at + 6] ?? " ");
}

/** Back from a quote to the prefix letters that belong to it, but not before `limit`. */
function stringStart(text: string, quote: number, limit: number): number {
  let at = quote;
  while (at > limit && quote - at < 2 && /[rRbBfFtTuU]/.test(text[at - 1] as string)) at--;
  return at > limit && /[\p{XIDC}]/u.test(text[at - 1] as string) ? quote : at;
}

export interface StringToken {
  /** After the closing quotes. */
  end: number;
  closed: boolean;
  /** Of bytes, f-strings and t-strings there is none. */
  value?: string;
  /** Where the value starts in the text, if each character of it stands for itself. */
  verbatim?: number;
}

/** Reads the string whose prefix or quote stands at `position`. */
export function scanString(text: string, position: number, end: number, depth = 0): StringToken | undefined {
  let at = position;
  while (at < end && text[at] !== '"' && text[at] !== "'") at++;
  if (at >= end) return undefined;
  const prefix = text.slice(position, at).toLowerCase();
  const single = text[at] as string;
  const quotes = text.startsWith(single.repeat(3), at) ? single.repeat(3) : single;
  const formatted = prefix.includes("f") || prefix.includes("t");
  const inner = at + quotes.length;
  const close = closingQuotes(text, inner, end, quotes, formatted, depth);
  const closed = close < end && text.startsWith(quotes, close);
  const token: StringToken = { end: closed ? close + quotes.length : close, closed };
  if (!closed || formatted || prefix.includes("b")) return token;
  const raw = text.slice(inner, close);
  // Line ends of the file are `\n` to Python; an escaped `\r` is not one of them.
  const lines = raw.includes("\r") ? raw.replace(/\r\n?/g, "\n") : raw;
  const plain = prefix.includes("r") || !raw.includes("\\");
  token.value = plain ? lines : decodeEscapes(lines);
  if (plain && lines === raw) token.verbatim = inner;
  return token;
}

function closingQuotes(
  text: string,
  start: number,
  end: number,
  quotes: string,
  formatted: boolean,
  depth: number,
): number {
  let at = start;
  // Since PEP 701 a replacement field may hold the string's own quotes.
  let fields = 0;
  while (at < end) {
    const character = text[at] as string;
    if (character === "\\") {
      at += 2;
    } else if (fields === 0 && text.startsWith(quotes, at)) {
      return at;
    } else if (formatted && character === "{" && text[at + 1] === "{" && fields === 0) {
      at += 2;
    } else if (formatted && character === "{") {
      fields++;
      at++;
    } else if (fields > 0 && character === "}") {
      fields--;
      at++;
    } else if (fields > 0 && (character === '"' || character === "'") && depth < 20) {
      at = Math.max(scanString(text, stringStart(text, at, start), end, depth + 1)?.end ?? at, at + 1);
    } else if (character === "\n" && quotes.length === 1 && fields === 0) {
      return at;
    } else {
      at++;
    }
  }
  return end;
}

const SIMPLE_ESCAPES: Record<string, string> = {
  "\n": "",
  "\\": "\\",
  "'": "'",
  '"': '"',
  a: "\u0007",
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
  v: "\v",
};

/** Escapes of a string literal; unknown ones stay as written, as in Python. `\N{…}` names are not looked up. */
function decodeEscapes(raw: string): string {
  return raw.replace(
    /\\(?:([0-7]{1,3})|x([\da-fA-F]{2})|u([\da-fA-F]{4})|U([\da-fA-F]{8})|([\s\S]))/g,
    (whole, octal?: string, x?: string, u?: string, long?: string, other?: string) => {
      if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8));
      const hexadecimal = x ?? u ?? long;
      if (hexadecimal !== undefined) {
        const point = Number.parseInt(hexadecimal, 16);
        return point <= 0x10ffff ? String.fromCodePoint(point) : whole;
      }
      return SIMPLE_ESCAPES[other as string] ?? whole;
    },
  );
}
