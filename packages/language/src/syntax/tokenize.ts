import { FAILS, ID, keywords, NUMBER, START, STRING } from "./kinds.js";
import { promote } from "./promote.js";
import { scan } from "./scanner.js";
import { balance } from "./structure.js";

/** What a part of the text is. `doc` is a `///` comment. */
export type SourceKind = "keyword" | "name" | "string" | "number" | "sign" | "comment" | "doc";

/** A token or comment as it stands in the text. */
export interface SourceToken {
  readonly kind: SourceKind;
  readonly text: string;
  readonly offset: number;
}

/**
 * All tokens and comments of a text in their order, commas included; what is between them is white space or
 * has been reported by `parseContract` as no part of the language. Words are told apart by their role:
 * `type` is a keyword in `type A = int` and a name in `type: int`. It never throws.
 */
export function tokenize(text: string): SourceToken[] {
  const { tokens, comments } = scan(text);
  // Promotion changes the kinds of the tokens in place; those that it inserts are not in the text.
  promote(balance(tokens, []).tokens, []);
  const found: SourceToken[] = [];
  let next = 0;
  for (const token of tokens) {
    for (; next < comments.length && comments[next]!.offset < token.startOffset; next++) {
      found.push(fromComment(comments[next]!));
    }
    if (!token.virtual)
      found.push({ kind: kindOf(token.kind), text: token.image, offset: token.startOffset });
  }
  for (; next < comments.length; next++) found.push(fromComment(comments[next]!));
  return found;
}

function fromComment(comment: { readonly text: string; readonly offset: number }): SourceToken {
  const doc = comment.text.startsWith("///") && !comment.text.startsWith("////");
  return { kind: doc ? "doc" : "comment", text: comment.text, offset: comment.offset };
}

function kindOf(kind: string): SourceKind {
  switch (kind) {
    case ID:
    case START:
      return "name";
    case STRING:
      return "string";
    case NUMBER:
      return "number";
    case FAILS:
      return "keyword";
    default:
      return keywords.has(kind) ? "keyword" : "sign";
  }
}
