import { type AstNode, AstUtils } from "langium";
import type { Token } from "./token.js";

/** The documentation in front of tokens, by their offsets, for every root. */
const docsOfRoots = new WeakMap<AstNode, ReadonlyMap<number, string>>();

/** Remembers the documentation of a tree. */
export function attachDocs(root: AstNode, tokens: readonly Token[]): void {
  const docs = new Map<number, string>();
  for (const token of tokens) {
    if (token.doc !== undefined) docs.set(token.startOffset, token.doc);
  }
  docsOfRoots.set(root, docs);
}

/**
 * The `///` comment of a declaration, member or parameter: its lines, without the marks and the one space
 * after them. It stands before the annotations and modifiers or between them.
 */
export function docOf(node: AstNode): string | undefined {
  const docs = docsOfRoots.get(AstUtils.getContainerOfType(node, isRoot) ?? node);
  const cst = node.$cstNode;
  if (docs === undefined || docs.size === 0 || cst === undefined) return undefined;
  const direct = docs.get(cst.offset);
  const annotations = (node as { annotations?: AstNode[] }).annotations ?? [];
  if (annotations.length === 0) return direct;
  const parts = direct === undefined ? [] : [direct];
  // A comment between an annotation and the declaration belongs to the declaration as well.
  const prefixEnd = annotations.at(-1)!.$cstNode?.end ?? 0;
  for (const annotation of annotations.slice(1)) {
    const doc = docs.get(annotation.$cstNode?.offset ?? -1);
    if (doc !== undefined) parts.push(doc);
  }
  const rest = (cst as { content?: { offset: number }[] }).content?.find(
    (child) => child.offset >= prefixEnd,
  );
  const last = rest === undefined ? undefined : docs.get(rest.offset);
  if (last !== undefined) parts.push(last);
  return parts.length === 0 ? undefined : parts.join("\n");
}

function isRoot(node: AstNode): node is AstNode {
  return node.$container === undefined;
}
