import type { CodeParameter, Span } from "../reading/signature.js";
import { defaultOf } from "./literals.js";
import type { Source } from "./source.js";
import { skipBlank, skipTo } from "./tokens.js";
import { parseType } from "./types.js";

const NAME = /^[\p{XIDS}_][\p{XIDC}]*/u;

/**
 * Reads a parameter list from its text: every kind of parameter is split by the same few characters.
 *
 * @param span inside of the parentheses
 */
export function parseParameters(source: Source, span: Span): CodeParameter[] {
  const { text } = source;
  const found: CodeParameter[] = [];
  let keywordOnly = false;
  let separated = false;
  for (let at = skipBlank(text, span.start, span.end); at < span.end; ) {
    const end = skipTo(text, at, span.end, ",");
    if (text[at] === "/") {
      separated = true;
      for (const before of found) before.kind = "positional-only";
    } else {
      const parameter = parseParameter(source, at, end, keywordOnly);
      if (parameter) found.push(parameter);
      // `*` or `*args`
      if (text[at] === "*" && text[at + 1] !== "*") keywordOnly = true;
    }
    at = skipBlank(text, end + 1, span.end);
  }
  if (!separated) markUnderscored(found);
  return found;
}

/** Before PEP 570 two leading underscores made a parameter positional-only. */
export function markUnderscored(parameters: CodeParameter[]): void {
  for (const parameter of parameters) {
    const hidden = parameter.name.startsWith("__") && !parameter.name.endsWith("__");
    if (parameter.kind !== "standard" || !hidden) return;
    parameter.kind = "positional-only";
  }
}

function parseParameter(
  source: Source,
  start: number,
  end: number,
  keywordOnly: boolean,
): CodeParameter | undefined {
  const { text } = source;
  const stars = text[start] !== "*" ? 0 : text[start + 1] === "*" ? 2 : 1;
  const from = skipBlank(text, start + stars, end);
  const colon = skipTo(text, from, end, ":=");
  const typed = text[colon] === ":" && colon < end;
  const equals = typed ? skipTo(text, colon + 1, end, "=") : colon;
  const last = trimmed(text, start, end);
  const head = text.slice(from, Math.min(colon, end));
  const written = NAME.exec(head)?.[0];
  // Python 2's `def f(a, (b, c))`.
  const pattern = written === undefined && head.startsWith("(") ? head.trimEnd() : undefined;
  const name = written ?? pattern;
  if (name === undefined) return undefined;
  const kind =
    stars === 1 ? "variadic" : stars === 2 ? "keyword-variadic" : keywordOnly ? "keyword-only" : "standard";
  const parameter: CodeParameter = {
    name,
    nameSpan: { start: from, end: from + name.length },
    kind,
    start,
    end: last,
  };
  if (typed) {
    const typeStart = skipBlank(text, colon + 1, equals);
    const typeEnd = trimmed(text, typeStart, equals);
    if (typeEnd > typeStart) parameter.type = parseType(text, { start: typeStart, end: typeEnd }, source);
  }
  if (equals < end) {
    parameter.optional = true;
    const valueStart = skipBlank(text, equals + 1, end);
    const value = defaultOf(text, { start: valueStart, end: trimmed(text, valueStart, end) });
    if (value) parameter.default = value;
  }
  if (pattern !== undefined) parameter.destructured = true;
  return parameter;
}

/** The end without the blanks, and without a comment that follows the last part. */
function trimmed(text: string, start: number, end: number): number {
  let last = start;
  for (let at = start; at < end; ) {
    const blank = skipBlank(text, at, end);
    if (blank >= end) break;
    last = Math.max(skipTo(text, blank, end, " \t\r\n\f#\\"), blank + 1);
    at = last;
  }
  return Math.min(last, end);
}
