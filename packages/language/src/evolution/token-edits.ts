import type { Edit } from "./edits.js";
import type { Leaf } from "./tokens.js";

/** A table of more cells than this is not filled: long texts are compared by their ends alone. */
const MOST_CELLS = 4_000_000;

/**
 * The smallest edits that turn one stretch of text into another, token by token: what both have keeps its layout and
 * the comments around it (longest common subsequence, Wagner and Fischer 1974).
 *
 * @param newText the text that `after` are the tokens of
 * @param layout puts text of several lines at the indentation of its new place
 */
export function tokenEdits(
  before: readonly Leaf[],
  newText: string,
  after: readonly Leaf[],
  layout: (text: string) => string,
): Edit[] {
  const kept = commonTokens(before, after);
  const edits: Edit[] = [];
  let from = 0;
  let to = 0;
  for (const [oldAt, newAt] of [...kept, [before.length, after.length] as const]) {
    const edit = hunk(before, newText, after, { from, until: oldAt, to, toUntil: newAt }, layout);
    if (edit) edits.push(edit);
    from = oldAt + 1;
    to = newAt + 1;
  }
  return edits;
}

interface Hunk {
  from: number;
  until: number;
  to: number;
  toUntil: number;
}

function hunk(
  before: readonly Leaf[],
  newText: string,
  after: readonly Leaf[],
  { from, until, to, toUntil }: Hunk,
  layout: (text: string) => string,
): Edit | undefined {
  const deletes = until > from;
  const inserts = toUntil > to;
  if (!deletes && !inserts) return undefined;
  if (deletes && inserts) {
    const text = layout(newText.slice(after[to]!.offset, after[toUntil - 1]!.end));
    return { start: before[from]!.offset, end: before[until - 1]!.end, text };
  }
  if (inserts) {
    const previous = before[from - 1];
    const next = before[until];
    if (previous) {
      const wanted = gapBefore(after, toUntil);
      // The space that is there goes before what is new, where that has one before it and none behind.
      if (next && isNarrow(before, from) && gapBefore(before, from) !== wanted && wanted !== undefined) {
        if (gapBefore(before, from) === gapBefore(after, to)) {
          const text = layout(newText.slice(after[to]!.offset, after[toUntil]!.offset));
          return { start: next.offset, end: next.offset, text };
        }
      }
      const text = layout(newText.slice(after[to - 1]!.end, after[toUntil - 1]!.end));
      return { start: previous.end, end: previous.end, text };
    }
    const at = next?.offset ?? 0;
    const text = layout(newText.slice(after[to]!.offset, after[toUntil]?.offset ?? after[toUntil - 1]!.end));
    return { start: at, end: at, text };
  }
  const previous = before[from - 1];
  const next = before[until];
  // Of the spaces before and behind what goes, the one stays that the new text has there.
  if (previous && next && isNarrow(before, until) && gapBefore(before, until) !== gapBefore(after, to)) {
    if (gapBefore(before, from) === gapBefore(after, to))
      return { start: before[from]!.offset, end: next.offset, text: "" };
  }
  if (previous) return { start: previous.end, end: before[until - 1]!.end, text: "" };
  return { start: before[from]!.offset, end: before[until]?.offset ?? before[until - 1]!.end, text: "" };
}

/** How much stands between a token and the one before it; `undefined` at an end. */
function gapBefore(tokens: readonly Leaf[], at: number): number | undefined {
  const [previous, next] = [tokens[at - 1], tokens[at]];
  return previous && next ? next.offset - previous.end : undefined;
}

/** At most one character: no comment stands there. */
function isNarrow(tokens: readonly Leaf[], at: number): boolean {
  return (gapBefore(tokens, at) ?? 2) <= 1;
}

/** Pairs of positions of a longest common subsequence, in order. */
function commonTokens(before: readonly Leaf[], after: readonly Leaf[]): (readonly [number, number])[] {
  let start = 0;
  while (start < before.length && start < after.length && before[start]!.text === after[start]!.text) start++;
  let end = 0;
  while (
    end < before.length - start &&
    end < after.length - start &&
    before.at(-1 - end)!.text === after.at(-1 - end)!.text
  ) {
    end++;
  }
  const pairs: (readonly [number, number])[] = [];
  for (let at = 0; at < start; at++) pairs.push([at, at]);
  const rows = before.length - start - end;
  const columns = after.length - start - end;
  if (rows * columns <= MOST_CELLS) {
    pairs.push(...middle(before, after, start, rows, columns));
  }
  for (let at = end; at > 0; at--) pairs.push([before.length - at, after.length - at]);
  return pairs;
}

function middle(
  before: readonly Leaf[],
  after: readonly Leaf[],
  offset: number,
  rows: number,
  columns: number,
): [number, number][] {
  const width = columns + 1;
  const lengths = new Uint32Array((rows + 1) * width);
  const isSame = (row: number, column: number) => before[offset + row]!.text === after[offset + column]!.text;
  for (let row = rows - 1; row >= 0; row--) {
    for (let column = columns - 1; column >= 0; column--) {
      lengths[row * width + column] = isSame(row, column)
        ? lengths[(row + 1) * width + column + 1]! + 1
        : Math.max(lengths[(row + 1) * width + column]!, lengths[row * width + column + 1]!);
    }
  }
  const pairs: [number, number][] = [];
  for (let row = 0, column = 0; row < rows && column < columns; ) {
    if (isSame(row, column)) pairs.push([offset + row++, offset + column++]);
    else if (lengths[(row + 1) * width + column]! >= lengths[row * width + column + 1]!) row++;
    else column++;
  }
  return pairs;
}
