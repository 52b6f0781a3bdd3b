import type { AstNode } from "langium";
import { rangeOf, rootOf, startOf } from "./positions.js";
import type { Token } from "./token.js";

interface Docs {
  text: string;
  /** The documentation in front of tokens, by their offsets. */
  byOffset: ReadonlyMap<number, string>;
}

const docsOfRoots = new WeakMap<AstNode, Docs>();

/** White space or one comment. */
const trivia = /\s+|\/\/[^\r\n]*|\/\*[\s\S]*?\*\//y;

/** Remembers the documentation of a tree. */
export function attachDocs(root: AstNode, text: string, tokens: readonly Token[]): void {
  const docs = new Map<number, string>();
  for (const token of tokens) {
    if (token.doc !== undefined) docs.set(token.startOffset, token.doc);
  }
  docsOfRoots.set(root, { text, byOffset: docs });
}

/**
 * The `///` comment of a declaration, member or parameter: its lines, without the marks and the one space
 * after them. It stands before the annotations and modifiers or between them.
 *
 * @param root the root of its tree: whoever asks about many nodes of one tree knows it
 */
export function docOf(node: AstNode, root = rootOf(node)): string | undefined {
  const docs = docsOfRoots.get(root);
  if (docs === undefined || docs.byOffset.size === 0) return undefined;
  const direct = docs.byOffset.get(startOf(node));
  const annotations = (node as { annotations?: AstNode[] }).annotations ?? [];
  if (annotations.length === 0) return direct;
  const parts = direct === undefined ? [] : [direct];
  // A comment between an annotation and the declaration belongs to the declaration as well.
  for (const annotation of annotations.slice(1)) {
    const doc = docs.byOffset.get(rangeOf(annotation).offset);
    if (doc !== undefined) parts.push(doc);
  }
  const last = rangeOf(annotations.at(-1)!);
  const doc = docAfter(docs, last.offset + last.length);
  if (doc !== undefined) parts.push(doc);
  return parts.length === 0 ? undefined : parts.join("\n");
}

/** The documentation in front of the first token after an offset. */
function docAfter({ text, byOffset }: Docs, offset: number): string | undefined {
  let at = offset;
  for (;;) {
    trivia.lastIndex = at;
    const found = trivia.exec(text);
    if (found === null) return byOffset.get(at);
    at += found[0].length;
  }
}
