import type { Language } from "@contractc/kernel";

/** An identifier in code, outside of comments and texts. */
export interface Identifier {
  name: string;
  start: number;
  end: number;
  /** It follows a dot: a member of something. */
  isMember: boolean;
}

/** Comments and texts of Python; prefixes of texts are read as names before them and do no harm. */
const PYTHON =
  /#[^\r\n]*|"""(?:\\[\s\S]|[^\\])*?(?:"""|$)|'''(?:\\[\s\S]|[^\\])*?(?:'''|$)|"(?:\\[\s\S]|[^"\\\r\n])*"?|'(?:\\[\s\S]|[^'\\\r\n])*'?/y;
/** Of TypeScript, templates apart, in which there is code again. */
const TYPESCRIPT =
  /\/\/[^\r\n]*|\/\*[\s\S]*?(?:\*\/|$)|"(?:\\[\s\S]|[^"\\\r\n])*"?|'(?:\\[\s\S]|[^'\\\r\n])*'?/y;
const REGULAR = /\/(?![*/])(?:\\.|\[(?:\\.|[^\]\\\r\n])*\]|[^/\\[\r\n])+\/[a-z]*/y;
const NAME = /[\p{ID_Start}_$][\p{ID_Continue}$]*/uy;

/** Every identifier of a source text, in order. Broken text gives what can be told. */
export function identifiersIn(text: string, language: Language): Identifier[] {
  const found: Identifier[] = [];
  /** Depth of braces in each open `${…}` of a template. */
  const templates: number[] = [];
  const skipped = language === "python" ? PYTHON : TYPESCRIPT;
  let before = "";
  let at = 0;
  const template = (from: number): number => {
    for (let end = from; end < text.length; end++) {
      if (text[end] === "\\") end++;
      else if (text[end] === "`") return end + 1;
      else if (text[end] === "$" && text[end + 1] === "{") {
        templates.push(0);
        return end + 2;
      }
    }
    return text.length;
  };
  while (at < text.length) {
    const character = text[at]!;
    if (/\s/.test(character)) {
      at++;
      continue;
    }
    skipped.lastIndex = at;
    const skip = skipped.exec(text)?.[0];
    if (skip) {
      at += skip.length;
      if (!/^(?:#|\/[/*])/.test(skip)) before = "text";
      continue;
    }
    NAME.lastIndex = at;
    const name = NAME.exec(text)?.[0];
    if (name) {
      found.push({ name, start: at, end: at + name.length, isMember: before === "." });
      at += name.length;
      before = name;
      continue;
    }
    if (language === "typescript") {
      if (character === "`") {
        at = template(at + 1);
        before = "text";
        continue;
      }
      if (character === "/" && !endsValue(before)) {
        REGULAR.lastIndex = at;
        const regular = REGULAR.exec(text)?.[0];
        if (regular) {
          at += regular.length;
          before = "text";
          continue;
        }
      }
      const depth = templates.at(-1);
      if (depth !== undefined && character === "{") templates[templates.length - 1] = depth + 1;
      if (depth !== undefined && character === "}") {
        if (depth === 0) {
          templates.pop();
          at = template(at + 1);
          before = "text";
          continue;
        }
        templates[templates.length - 1] = depth - 1;
      }
    }
    // `?.` leads to a member, `...` does not.
    before = character === "." && before.endsWith(".") ? ".." : character;
    at++;
  }
  return found;
}

/** Words before which a slash begins a regular expression. */
const OPENERS = new Set([
  "return",
  "typeof",
  "case",
  "in",
  "of",
  "delete",
  "void",
  "throw",
  "new",
  "else",
  "do",
  "await",
  "yield",
]);

function endsValue(before: string): boolean {
  if (before === "text" || before === ")" || before === "]" || before === "}") return true;
  return /[\p{ID_Continue}$]$/u.test(before) && !OPENERS.has(before);
}
