import type { Language } from "@contractc/kernel";
import type { Span } from "../../reading/signature.js";
import { type CodeEdit, insert, replace } from "./edits.js";

/** A name in code, outside of strings and comments, with what it is for as far as the words around it tell. */
export interface Identifier extends Span {
  name: string;
  /** `member`: behind a dot. `key`: of an object or a keyword argument. `shorthand`: key and value in one. */
  role: "name" | "member" | "key" | "shorthand";
  /** Of a member: the name before the dot, if it is one. */
  receiver?: string;
}

interface Bracket {
  character: string;
  /** Of braces: an object, a pattern or a type, not a block. */
  object: boolean;
}

const NAME = /[\p{ID_Start}_$][\p{ID_Continue}$\u200c\u200d]*/uy;
/** Behind these words an expression starts, so that `/` opens a regular expression and `{` an object. */
const BEFORE_EXPRESSION =
  /(?:^|[^\w$.])(?:return|typeof|case|in|of|delete|void|throw|yield|await|default|instanceof)$/;
const BEFORE_OBJECT =
  /(?:^|[^\w$.])(?:return|typeof|case|in|of|yield|await|default|const|let|var|import|export|throw)$/;

/** The names in a stretch of code. Strings and comments are passed over, what is computed inside of strings is not. */
export function identifiersIn(text: string, { start, end }: Span, language: Language): Identifier[] {
  const found: Identifier[] = [];
  const brackets: Bracket[] = [];
  /** The last character that is neither white space nor comment. */
  let last = -1;
  let at = start;
  const before = (position: number) => text.slice(start, position).trimEnd();
  while (at < end) {
    const character = text[at]!;
    if (/\s/.test(character)) {
      at += 1;
      continue;
    }
    const comment =
      language === "python" ? (character === "#" ? /[^\r\n]*/y : undefined) : commentAt(text, at);
    if (comment) {
      comment.lastIndex = at;
      at += comment.exec(text)?.[0].length ?? 1;
      continue;
    }
    if (character === '"' || character === "'" || character === "`") {
      at = passString(text, at, end, language, found);
      last = at - 1;
      continue;
    }
    if (character === "/" && language === "typescript" && opensPattern(text, last, start)) {
      at = passPattern(text, at, end);
      last = at - 1;
      continue;
    }
    NAME.lastIndex = at;
    const name = NAME.exec(text)?.[0];
    if (name !== undefined) {
      // A prefix of a string is no name.
      if (
        language === "python" &&
        /^["']/.test(text[at + name.length] ?? "") &&
        /^[rbuftRBUFT]{1,2}$/.test(name)
      ) {
        const isFormatted = /[ft]/i.test(name);
        at = passString(text, at + name.length, end, language, isFormatted ? found : undefined);
        last = at - 1;
        continue;
      }
      found.push(identifierAt(text, at, name, last, brackets.at(-1), language));
      at += name.length;
      last = at - 1;
      continue;
    }
    const digits = /\d[\w.]*/y;
    digits.lastIndex = at;
    const number = digits.exec(text)?.[0];
    if (number !== undefined) {
      at += number.length;
      last = at - 1;
      continue;
    }
    if ("([{".includes(character)) {
      const head = character === "{" ? before(at) : "";
      const object = /[(,=:[?&|<]$/.test(head) && !head.endsWith("=>") ? true : BEFORE_OBJECT.test(head);
      brackets.push({ character, object });
    } else if (")]}".includes(character)) brackets.pop();
    last = at;
    at += 1;
  }
  return found;
}

function commentAt(text: string, at: number): RegExp | undefined {
  if (text.startsWith("//", at)) return /[^\r\n]*/y;
  return text.startsWith("/*", at) ? /\/\*[\s\S]*?(?:\*\/|$)/y : undefined;
}

function identifierAt(
  text: string,
  at: number,
  name: string,
  last: number,
  bracket: Bracket | undefined,
  language: Language,
): Identifier {
  const span = { name, start: at, end: at + name.length };
  const previous = last < 0 ? "" : text[last]!;
  if (previous === "." && !text.slice(0, last + 1).endsWith("...")) {
    const receiver = /([\p{ID_Start}_$][\p{ID_Continue}$]*)\s*\??$/u.exec(
      text.slice(Math.max(0, last - 80), last),
    )?.[1];
    return { ...span, role: "member", ...(receiver === undefined ? {} : { receiver }) };
  }
  const rest = text.slice(at + name.length, at + name.length + 200);
  const next = /^\s*(\S?)(.?)/s.exec(rest)!;
  if (language === "python") {
    const isKeyword =
      bracket?.character === "(" && next[1] === "=" && next[2] !== "=" && /[(,]/.test(previous);
    return { ...span, role: isKeyword ? "key" : "name" };
  }
  if (!bracket?.object || bracket.character !== "{") return { ...span, role: "name" };
  const opens =
    previous === "{" || previous === "," || previous === ";" || /[\r\n]/.test(text.slice(last + 1, at));
  const isReadonly = /(?:^|\W)readonly$/.test(text.slice(Math.max(0, last - 9), last + 1));
  if (!opens && !isReadonly) return { ...span, role: "name" };
  if (/[:?(<]/.test(next[1]!)) return { ...span, role: "key" };
  if (/[,}]/.test(next[1]!) || (next[1] === "=" && next[2] !== "=")) return { ...span, role: "shorthand" };
  return { ...span, role: "name" };
}

/** Whether `/` opens a regular expression, by what stands before it. */
function opensPattern(text: string, last: number, start: number): boolean {
  if (last < start) return true;
  const character = text[last]!;
  if (/[\w$)\]}"'`]/.test(character))
    return BEFORE_EXPRESSION.test(text.slice(Math.max(start, last - 12), last + 1));
  return true;
}

function passPattern(text: string, at: number, end: number): number {
  let inClass = false;
  for (let stop = at + 1; stop < end; stop++) {
    const character = text[stop]!;
    if (character === "\\") stop += 1;
    else if (character === "[") inClass = true;
    else if (character === "]") inClass = false;
    else if (character === "\n") return stop;
    else if (character === "/" && !inClass) return stop + 1;
  }
  return end;
}

/** @param found takes the names that are computed in the string; absent where nothing is */
function passString(
  text: string,
  at: number,
  end: number,
  language: Language,
  found: Identifier[] | undefined,
): number {
  const quote = text[at]!;
  const triple = language === "python" && text.startsWith(quote.repeat(3), at) ? quote.repeat(3) : quote;
  const isTemplate = language === "typescript" ? quote === "`" : found !== undefined && isFormatted(text, at);
  let stop = at + triple.length;
  while (stop < end && !text.startsWith(triple, stop)) {
    if (text[stop] === "\\") stop += 2;
    else if (isTemplate && language === "python" && text.startsWith("{{", stop)) stop += 2;
    else if (isTemplate && (language === "python" ? text[stop] === "{" : text.startsWith("${", stop))) {
      const open = stop + (language === "python" ? 1 : 2);
      const close = closing(text, open, end);
      found?.push(...identifiersIn(text, { start: open, end: close }, language));
      stop = close + 1;
    } else stop += 1;
  }
  return Math.min(end, stop + triple.length);
}

function isFormatted(text: string, at: number): boolean {
  return /[ft][rRbB]?$|[rR][ftFT]$|[FT]$/.test(text.slice(Math.max(0, at - 2), at));
}

function closing(text: string, from: number, end: number): number {
  let depth = 0;
  for (let at = from; at < end; at++) {
    if (text[at] === "{") depth += 1;
    else if (text[at] === "}") {
      if (depth === 0) return at;
      depth -= 1;
    }
  }
  return end;
}

/**
 * The edits that give a variable another name wherever a stretch of code names it.
 *
 * @returns `undefined` where the new name means something there already, or the old one is passed by keyword
 */
export function renameIn(
  text: string,
  span: Span,
  language: Language,
  from: string,
  to: string,
): CodeEdit[] | undefined {
  const all = identifiersIn(text, span, language);
  if (all.some(({ name, role }) => name === to && (role === "name" || role === "shorthand")))
    return undefined;
  return all
    .filter(({ name, role }) => name === from && (role === "name" || role === "shorthand"))
    .map((each) => (each.role === "shorthand" ? insert(each.end, `: ${to}`) : replace(each, to)));
}

/** Whether a stretch of code names a variable. */
export function isNamedIn(text: string, span: Span, language: Language, wanted: string): boolean {
  return identifiersIn(text, span, language).some(
    ({ name, role }) => name === wanted && (role === "name" || role === "shorthand"),
  );
}
