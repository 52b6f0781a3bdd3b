import { DIAGNOSTICS, isCode } from "@contractc/kernel";
import { tokenize } from "@contractc/language";
import { type Hover, MarkupKind } from "vscode-languageserver";
import type { Session } from "../session/session.js";
import { ANNOTATIONS, KEYWORD_DOCS, TYPE_DOCS } from "./language-words.js";

/** What a word of the language means: a keyword, a built-in type, an annotation, the code of a diagnostic. */
export function wordHover(session: Session, path: string, offset: number): Hover | null {
  const text = session.textOf(path);
  if (!text) return null;
  const tokens = tokenize(text.value);
  const at = tokens.findIndex((token) => token.offset <= offset && offset < token.offset + token.text.length);
  const token = tokens[at];
  if (!token) return null;
  const doc = docOf(token.kind, token.text, tokens[at - 1]?.text);
  if (doc === undefined) return null;
  return {
    contents: { kind: MarkupKind.Markdown, value: doc },
    range: session.rangeOf(path, token.offset, token.offset + token.text.length),
  };
}

function docOf(kind: string, text: string, before: string | undefined): string | undefined {
  if (kind === "keyword") {
    const doc = Object.hasOwn(KEYWORD_DOCS, text) ? KEYWORD_DOCS[text] : undefined;
    return doc && `**${text}** — ${doc}`;
  }
  if (kind === "string") {
    const code = text.replaceAll('"', "");
    return isCode(code)
      ? `**${code}** — ${DIAGNOSTICS[code].title}\n\n${DIAGNOSTICS[code].explanation}`
      : undefined;
  }
  if (kind !== "name") return undefined;
  if (before === "@") {
    const annotation = Object.hasOwn(ANNOTATIONS, text) ? ANNOTATIONS[text] : undefined;
    return annotation && `**@${text}** — ${annotation.doc}`;
  }
  const type = Object.hasOwn(TYPE_DOCS, text) ? TYPE_DOCS[text] : undefined;
  return type && `**${text}** — ${type}`;
}
