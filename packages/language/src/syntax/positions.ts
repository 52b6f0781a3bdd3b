import { type AstNode, type CstNode, GrammarUtils } from "langium";
import { PROPERTIES } from "./generated/parser.js";
import type { SyntaxNode } from "./parser-base.js";
import type { Places } from "./places.js";

/*
 * Nodes of texts without problems carry offsets, and their file has a table of places; nodes of Langium's parser have
 * a concrete tree. Only this file knows of both.
 */

const placesOfRoots = new WeakMap<AstNode, Places>();
const propertyNumbers = new Map(PROPERTIES.map((name, number) => [name, number]));

/** Remembers where the properties of a tree's nodes stand. */
export function attachPlaces(root: AstNode, places: Places): void {
  places.trim();
  placesOfRoots.set(root, places);
}

/** The root of the tree a node stands in. */
export function rootOf(node: AstNode): AstNode {
  let at = node;
  while (at.$container !== undefined) at = at.$container;
  return at;
}

function hasOffsets(node: AstNode): node is AstNode & SyntaxNode {
  return "$from" in node;
}

/** A part of a text, in UTF-16 units. */
export interface TextRange {
  readonly offset: number;
  readonly length: number;
}

/** The part of the text that a node covers, annotations and modifiers included, documentation not. */
export function rangeOf(node: AstNode): TextRange {
  if (hasOffsets(node)) return { offset: node.$from, length: node.$to - node.$from };
  const cst = node.$cstNode;
  return cst === undefined ? { offset: 0, length: 0 } : { offset: cst.offset, length: cst.length };
}

/** Where the part of the text begins that a node covers: `rangeOf` without an object, for what is asked of many nodes. */
export function startOf(node: AstNode): number {
  return hasOffsets(node) ? node.$from : (node.$cstNode?.offset ?? 0);
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
  if (!hasOffsets(node)) {
    const found = partsOf(node, property)[index ?? 0];
    return found === undefined ? undefined : { offset: found.offset, length: found.length };
  }
  const number = propertyNumbers.get(property);
  if (number === undefined) return undefined;
  const place = placesOfRoots.get(rootOf(node))?.find(node.$places, number, index ?? 0);
  return place === undefined ? undefined : { offset: place.from, length: place.to - place.from };
}

/** What was asked of a node last: many modifiers are asked for one by one, and Langium looks at all of them each time. */
const asked = new WeakMap<AstNode, { property: string; parts: readonly CstNode[] }>();

function partsOf(node: AstNode, property: string): readonly CstNode[] {
  const before = asked.get(node);
  if (before?.property === property) return before.parts;
  const parts = GrammarUtils.findNodesForProperty(node.$cstNode, property);
  asked.set(node, { property, parts });
  return parts;
}
