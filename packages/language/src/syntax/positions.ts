import { type AstNode, type CstNode, GrammarUtils } from "langium";

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
