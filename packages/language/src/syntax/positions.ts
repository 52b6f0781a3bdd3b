import { type AstNode, type CstNode, GrammarUtils } from "langium";

/** A part of a text, in UTF-16 units. */
export interface TextRange {
  readonly offset: number;
  readonly length: number;
}

/** The part of the text that a node covers, annotations and modifiers included, documentation not. */
export function rangeOf(node: AstNode): TextRange {
  return toRange(node.$cstNode);
}

/** Where a node is named; the whole node if it has no name. */
export function nameRangeOf(node: AstNode): TextRange {
  return rangeOfProperty(node, "name") ?? rangeOf(node);
}

/**
 * Where the value of a property stands.
 *
 * @param index which of several values, from 0; the first if left out
 */
export function rangeOfProperty(node: AstNode, property: string, index?: number): TextRange | undefined {
  const found = GrammarUtils.findNodeForProperty(node.$cstNode, property, index);
  return found === undefined ? undefined : toRange(found);
}

function toRange(node: CstNode | undefined): TextRange {
  return node === undefined ? { offset: 0, length: 0 } : { offset: node.offset, length: node.length };
}
