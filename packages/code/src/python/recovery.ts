import type { CodeProblem, Span } from "../reading/signature.js";
import { scanString } from "./tokens.js";

/** Statements that start with these words can stand in no bracket. */
const STATEMENT =
  /[ \t]*(?:(?:async[ \t]+)?def|class|return|import|raise|try|while|with|pass|break|continue|del|global|nonlocal|assert|except|finally|elif|@[\p{XIDS}_][\w.]*)\b/uy;
const IMPORT = /[ \t]*from[ \t]+[\w.]+[ \t]+import\b/y;
const PARTNERS: Record<string, string> = { "(": ")", "[": "]", "{": "}" };

interface Open {
  bracket: string;
  at: number;
}

/**
 * Closes brackets that are never closed, and blanks out those that were never opened, so that a half-typed statement
 * does not take the rest of the file with it. A bracket counts as never closed where a line inside it starts like a
 * statement that no bracket can hold. Offsets stay as they are.
 *
 * @param text a file that does not parse
 * @returns the text to parse instead, and what was wrong, in order
 */
export function balanceBrackets(text: string): { text: string; problems: CodeProblem[] } {
  const edits: { at: number; end: number; put: string }[] = [];
  const problems: CodeProblem[] = [];
  let stack: Open[] = [];
  const close = (end: number) => {
    const outermost = stack[0];
    if (!outermost) return;
    const { bracket, at } = outermost;
    problems.push({ message: `\`${bracket}\` is never closed.`, start: at, end: at + 1 });
    edits.push(closing(text, bracket, at, end));
    stack = [];
  };
  for (const { at, character } of layout(text)) {
    if (character === "#") continue;
    if (character === "\n") {
      if (stack.length > 0 && startsStatement(text, at + 1)) close(at + 1);
    } else if (PARTNERS[character]) {
      stack.push({ bracket: character, at });
    } else if (stack.length > 0 && PARTNERS[stack.at(-1)?.bracket as string] === character) {
      stack.pop();
    } else {
      problems.push({ message: `\`${character}\` closes no bracket.`, start: at, end: at + 1 });
      const value = text
        .slice(Math.max(0, at - 20), at)
        .trimEnd()
        .endsWith("=");
      edits.push({ at, end: at + 1, put: value ? "0" : " " });
    }
  }
  close(text.length);
  if (edits.length === 0) return { text, problems };
  const parts: string[] = [];
  let done = 0;
  for (const { at, end, put } of edits.sort((a, b) => a.at - b.at)) {
    // Inside of what another edit has blanked out already.
    if (at < done) continue;
    parts.push(text.slice(done, at), put, text.slice(at + put.length, end).replace(/[^\r\n]/g, " "));
    done = end;
  }
  return { text: parts.join("") + text.slice(done), problems: problems.sort((a, b) => a.start - b.start) };
}

/** The brackets, line ends and comments of a text, outside of strings. */
function* layout(text: string): Generator<{ at: number; end: number; character: string }> {
  const token = /["'#()[\]{}\n]/g;
  for (let match = token.exec(text); match; match = token.exec(text)) {
    const at = match.index;
    const character = match[0];
    if (character === '"' || character === "'") {
      const found = scanString(text, prefixStart(text, at), text.length);
      // An unclosed string of three quotes takes the rest: what is in it cannot be told.
      if (found && !found.closed && found.end >= text.length) return;
      token.lastIndex = Math.max(found?.end ?? at + 1, at + 1);
    } else if (character === "#") {
      const lineEnd = text.indexOf("\n", at);
      token.lastIndex = lineEnd < 0 ? text.length : lineEnd;
      yield { at, end: token.lastIndex, character };
    } else {
      yield { at, end: at + 1, character };
    }
  }
}

/**
 * Joins the lines inside brackets, where line ends mean nothing; comments there are blanked out. The grammar at hand
 * trips over lines that are indented less than the statement they belong to.
 */
export function joinBracketLines(text: string): string {
  const parts: string[] = [];
  let done = 0;
  let depth = 0;
  for (const { at, end, character } of layout(text)) {
    if (PARTNERS[character]) depth++;
    else if (character !== "#" && character !== "\n") depth = Math.max(0, depth - 1);
    else if (depth > 0) {
      parts.push(text.slice(done, at), " ".repeat(end - at));
      done = end;
    }
  }
  return parts.join("") + text.slice(done);
}

function startsStatement(text: string, at: number): boolean {
  STATEMENT.lastIndex = at;
  IMPORT.lastIndex = at;
  return STATEMENT.test(text) || IMPORT.test(text);
}

/** The bracket with its partner right behind it; where the line has no room for that, something that can stand alone. */
function closing(
  text: string,
  bracket: string,
  at: number,
  end: number,
): { at: number; end: number; put: string } {
  const lineStart = text.lastIndexOf("\n", at) + 1;
  const own = /[ \t]*/.exec(text.slice(lineStart, at))?.[0].length ?? 0;
  const next = /^[ \t]*/.exec(text.slice(end, end + 200))?.[0].length ?? 0;
  // The members of a class go on behind its unclosed head.
  const head = /^[ \t]*class\b/.test(text.slice(lineStart, at)) && next > own && end < text.length;
  const put = `${bracket}${PARTNERS[bracket]}${head ? ":" : ""}`;
  const room = (text.indexOf("\n", at) + 1 || text.length + 1) - 1 - at;
  return { at, end, put: put.length <= room ? put : head ? ":" : "0" };
}

/**
 * Blanks out the first lines of broken places that reach over several: such a place has swallowed what follows.
 *
 * @returns the same text where there are none
 */
export function withoutBrokenLines(text: string, broken: readonly Span[]): string {
  const parts: string[] = [];
  let done = 0;
  for (const { start, end } of broken) {
    const lineEnd = text.indexOf("\n", start);
    if (lineEnd < 0 || lineEnd >= end || start < done) continue;
    const lineStart = text.lastIndexOf("\n", start - 1) + 1;
    const before = text.slice(lineStart, start).trim();
    const first = lineStart + (/^\s*/.exec(text.slice(lineStart, lineEnd))?.[0].length ?? 0);
    const from = before === "" || before.endsWith(":") ? start : Math.max(first, done);
    const put = lineEnd - from >= 4 ? "pass" : "";
    parts.push(text.slice(done, from), put, text.slice(from + put.length, lineEnd).replace(/[^\r]/g, " "));
    done = lineEnd;
  }
  return parts.join("") + text.slice(done);
}

function prefixStart(text: string, quote: number): number {
  const prefix = /[rRbBfFtTuU]{1,2}$/.exec(text.slice(Math.max(0, quote - 2), quote))?.[0] ?? "";
  const start = quote - prefix.length;
  return /[\p{XIDC}]/u.test(text[start - 1] ?? " ") ? quote : start;
}
