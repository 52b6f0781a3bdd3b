import type { AstNode } from "langium";
import { type Source, spanOf } from "../source/source.js";
import { type ScanResult, scan } from "../syntax/scanner.js";

/** A token of a text. */
export interface Leaf {
  offset: number;
  end: number;
  text: string;
}

const scans = new WeakMap<Source, ScanResult & { leaves: Leaf[] }>();

/** The tokens and comments of a file, found once. */
export function scanOf(source: Source): ScanResult & { leaves: Leaf[] } {
  let found = scans.get(source);
  if (!found) {
    const result = scan(source.text);
    const leaves = result.tokens.map(({ startOffset, end, image }) => ({
      offset: startOffset,
      end,
      text: image,
    }));
    found = { ...result, leaves };
    scans.set(source, found);
  }
  return found;
}

/** The tokens of a node. */
export function leavesOf(source: Source, node: AstNode): Leaf[] {
  const { start, end } = spanOf(node);
  const { leaves } = scanOf(source);
  let low = 0;
  let high = leaves.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (leaves[middle]!.offset < start) low = middle + 1;
    else high = middle;
  }
  let last = low;
  while (last < leaves.length && leaves[last]!.end <= end) last++;
  return leaves.slice(low, last);
}

export interface Braces {
  open: number;
  close: number;
}

/** The braces of a node's own block: the first one outside of parentheses opens it, and it ends the node. */
export function bracesOf(source: Source, node: AstNode): Braces | null {
  const leaves = leavesOf(source, node);
  const last = leaves.at(-1);
  if (last?.text !== "}") return null;
  let depth = 0;
  for (const { text, offset } of leaves) {
    if (text === "(" || text === "[") depth++;
    else if (text === ")" || text === "]") depth--;
    else if (text === "{" && depth === 0) return { open: offset, close: last.offset };
  }
  return null;
}
