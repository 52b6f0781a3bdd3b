import { type AstNode, GrammarUtils } from "langium";
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

/** A place in a text; both numbers start at 1, columns count UTF-16 units. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** The part of the text that a node covers, annotations and modifiers included, documentation not. */
export function rangeOf(node: AstNode): TextRange {
  if (hasOffsets(node)) return { offset: node.$from, length: node.$to - node.$from };
  const cst = node.$cstNode;
  return cst === undefined ? { offset: 0, length: 0 } : { offset: cst.offset, length: cst.length };
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
    const found = GrammarUtils.findNodeForProperty(node.$cstNode, property, index);
    return found === undefined ? undefined : { offset: found.offset, length: found.length };
  }
  const number = propertyNumbers.get(property);
  if (number === undefined) return undefined;
  const place = placesOfRoots.get(rootOf(node))?.find(node.$places, number, index ?? 0);
  return place === undefined ? undefined : { offset: place.from, length: place.to - place.from };
}

/** Translates between offsets and lines with columns; lines end with `\n`, `\r\n` or `\r`. */
export class LineIndex {
  private readonly starts: number[] = [0];

  constructor(private readonly text: string) {
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code === 10 || (code === 13 && text.charCodeAt(at + 1) !== 10)) this.starts.push(at + 1);
    }
  }

  /** How many lines there are; a text has at least one. */
  get lineCount(): number {
    return this.starts.length;
  }

  /** The line and column of an offset; offsets outside the text are moved to its ends. */
  position(offset: number): Position {
    const wanted = Math.min(Math.max(0, offset), this.text.length);
    let low = 0;
    let high = this.starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.starts[middle]! <= wanted) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: wanted - this.starts[low]! + 1 };
  }

  /** The offset of a line and column; columns past the end of the line give its end. */
  offset(line: number, column: number): number {
    const index = Math.min(Math.max(1, line), this.starts.length) - 1;
    const start = this.starts[index]!;
    let end = this.starts[index + 1] ?? this.text.length;
    while (end > start && (this.text.charCodeAt(end - 1) === 10 || this.text.charCodeAt(end - 1) === 13))
      end--;
    return Math.min(end, start + Math.max(0, column - 1));
  }
}
