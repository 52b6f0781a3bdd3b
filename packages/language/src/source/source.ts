import { LineIndex, type Place } from "@contractc/kernel";
import type { AstNode } from "langium";
import { type ParsedFile, rangeOf, rangeOfProperty, type TextRange } from "../syntax/index.js";

/** A stretch of a text: UTF-16 offsets, the end exclusive. */
export interface Span {
  start: number;
  end: number;
}

/** A parsed file with what is needed to say where its nodes stand. */
export class Source {
  #lines: LineIndex | undefined;

  /** @param parsed its `file` is the absolute path */
  constructor(readonly parsed: ParsedFile) {}

  get path(): string {
    return this.parsed.file;
  }

  get text(): string {
    return this.parsed.text;
  }

  /** Made at the first use: a file without findings that is not lowered never needs it. */
  get lines(): LineIndex {
    this.#lines ??= new LineIndex(this.parsed.text);
    return this.#lines;
  }

  placeAt(span: Span): Place {
    return this.lines.place(this.path, span.start, span.end);
  }

  place(node: AstNode): Place {
    return this.placeAt(spanOf(node));
  }

  /** The place of a property's text; of the node where the property is missing. */
  placeOf(node: AstNode, property: string, index?: number): Place {
    return this.placeAt(spanOfProperty(node, property, index));
  }

  /** From the first part of a dotted name to the last one, or to the last of `count`. */
  placeOfParts(node: AstNode & { parts: string[] }, count = node.parts.length): Place {
    return this.placeAt(spanOfParts(node, count));
  }

  /** Start and end of the whole file. */
  get start(): Place {
    return this.placeAt({ start: 0, end: 0 });
  }
}

export function spanOf(node: AstNode): Span {
  return toSpan(rangeOf(node));
}

export function spanOfProperty(node: AstNode, property: string, index?: number): Span {
  return toSpan(rangeOfProperty(node, property, index) ?? rangeOf(node));
}

function toSpan({ offset, length }: TextRange): Span {
  return { start: offset, end: offset + length };
}

export function spanOfParts(node: AstNode & { parts: string[] }, count = node.parts.length): Span {
  const first = spanOfProperty(node, "parts", 0);
  return count < 2 ? first : { start: first.start, end: spanOfProperty(node, "parts", count - 1).end };
}
