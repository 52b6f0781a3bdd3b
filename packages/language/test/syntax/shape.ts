import type { AstNode } from "langium";
import { type ParsedFile, rangeOf, rangeOfProperty } from "../../src/syntax/index.js";

/** One declaration or member of a file: where it stands, and which it is. */
export interface Shape {
  readonly path: string;
  readonly offset: number;
  /** Where the name stands: unlike `offset`, no annotation or modifier in front of it moves it. */
  readonly named: number;
  readonly end: number;
}

const containers = ["elements", "members", "entries", "transitions"] as const;

/** All declarations and members of a file in the order of the text, with the names of what contains them. */
export function shapesOf(parsed: ParsedFile): Shape[] {
  const shapes: Shape[] = [];
  collect(parsed.root, "", shapes);
  return shapes;
}

function collect(node: AstNode, prefix: string, shapes: Shape[]): void {
  for (const key of containers) {
    const children = (node as unknown as Record<string, unknown>)[key];
    if (!Array.isArray(children)) continue;
    for (const child of children as AstNode[]) {
      const { offset, length } = rangeOf(child);
      const path = `${prefix}/${child.$type}:${(child as { name?: string }).name ?? ""}`;
      shapes.push({ path, offset, named: namedAt(child), end: offset + length });
      collect(child, path, shapes);
    }
  }
}

const naming = ["name", "modules", "role", "requirements", "events", "names", "source", "text", "path"];

function namedAt(node: AstNode): number {
  for (const property of naming) {
    const range = rangeOfProperty(node, property);
    if (range !== undefined) return range.offset;
  }
  return rangeOf(node).offset;
}
