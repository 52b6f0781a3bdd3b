import type { Span } from "../reading/signature.js";
import type { DocComment } from "./comments.js";

/** `@tag {Type} rest` of a doc comment. */
export interface DocTag {
  /** Without `@`. */
  name: string;
  /** Between the braces; as long as in the file, with blanks for what leads the lines. */
  type?: { text: string; start: number };
  /** Behind the type, and where it starts. */
  rest: string;
  restStart: number;
}

/** A parameter or property as `@param` names it: `name`, `[name]`, `[name=1]`, `options.name`. */
export interface DocName extends Span {
  path: string[];
  optional: boolean;
}

/** @returns the block tags in the order of the text */
export function readTags(doc: DocComment): DocTag[] {
  if (!doc.value.includes("@")) return [];
  const base = doc.start + 2;
  // Offsets stay what they are: stars and line ends become blanks.
  const text = doc.value.replace(/(^|\r\n|[\r\n])[ \t]*\*/g, (lead, newline: string) =>
    newline === "" ? lead.replace("*", " ") : `${newline}${" ".repeat(lead.length - newline.length)}`,
  );
  const tags: DocTag[] = [];
  const heads = [...text.matchAll(/(?<=^[ \t]*)@([a-zA-Z]+)/gm)];
  for (const [index, head] of heads.entries()) {
    const end = heads[index + 1]?.index ?? text.length;
    let at = skipBlank(text, head.index + head[0].length, end);
    const tag: DocTag = { name: head[1]!, rest: "", restStart: base + at };
    if (text[at] === "{" && tag.name !== "import") {
      const close = closingBrace(text, at, end);
      if (close > 0) {
        tag.type = { text: text.slice(at + 1, close), start: base + at + 1 };
        at = skipBlank(text, close + 1, end);
      }
    }
    tag.rest = text.slice(at, end).trimEnd();
    tag.restStart = base + at;
    tags.push(tag);
  }
  return tags;
}

/** @returns the name that a tag's rest begins with */
export function readName(tag: DocTag): DocName | undefined {
  const match = /^(\[\s*)?([\p{ID_Start}$_][\p{ID_Continue}$.[\]]*)/u.exec(tag.rest);
  if (match === null) return undefined;
  const bracket = match[1];
  const name = bracket === undefined ? match[2]! : match[2]!.replace(/\]$/, "");
  const start = tag.restStart + (bracket?.length ?? 0);
  return {
    path: name.replaceAll("[]", "").split("."),
    optional: bracket !== undefined,
    start,
    end: start + name.length,
  };
}

function skipBlank(text: string, from: number, end: number): number {
  let at = from;
  while (at < end && /\s/.test(text[at]!)) at++;
  return at;
}

function closingBrace(text: string, open: number, end: number): number {
  let depth = 0;
  for (let at = open; at < end; at++) {
    const char = text[at];
    if (char === '"' || char === "'" || char === "`") {
      const quote = text.indexOf(char, at + 1);
      if (quote > 0 && quote < end) at = quote;
    } else if (char === "{") depth++;
    else if (char === "}" && --depth === 0) return at;
  }
  return -1;
}
