import type { Span } from "../../reading/signature.js";

/** One replacement of a file's text: UTF-16 offsets, the end exclusive. */
export interface CodeEdit extends Span {
  text: string;
}

export function replace({ start, end }: Span, text: string): CodeEdit {
  return { start, end, text };
}

export function insert(at: number, text: string): CodeEdit {
  return { start: at, end: at, text };
}

/** An item of a list in brackets. */
export interface ListItem extends Span {}

const CLOSERS: Record<string, string> = { "(": ")", "[": "]", "{": "}", "<": ">" };

/**
 * The items of a list by its commas: without the white space and the comments around them.
 *
 * @param span inside of the brackets
 * @param angles `<` and `>` are brackets: in types of TypeScript
 */
export function listItems(text: string, span: Span, language: "python" | "typescript"): ListItem[] {
  const items: ListItem[] = [];
  let first = -1;
  let last = -1;
  const close = () => {
    if (first >= 0) items.push({ start: first, end: last });
    first = -1;
  };
  for (let at = span.start; at < span.end; ) {
    const end = skipOne(text, at, span.end, language);
    const piece = text.slice(at, end);
    if (piece === ",") close();
    else if (!/^\s*$/.test(piece) && !isComment(piece, language)) {
      if (first < 0) first = at;
      last = end;
    }
    at = end;
  }
  close();
  return items;
}

function isComment(piece: string, language: "python" | "typescript"): boolean {
  return language === "python" ? piece.startsWith("#") : piece.startsWith("//") || piece.startsWith("/*");
}

/** The end of the token, bracketed stretch, string or comment that starts at an offset. */
function skipOne(text: string, at: number, end: number, language: "python" | "typescript"): number {
  const character = text[at]!;
  if (language === "python" ? character === "#" : text.startsWith("//", at)) {
    let stop = at;
    while (stop < end && text[stop] !== "\n" && text[stop] !== "\r") stop += 1;
    return stop;
  }
  if (language === "typescript" && text.startsWith("/*", at)) {
    const stop = text.indexOf("*/", at + 2);
    return stop < 0 ? end : Math.min(end, stop + 2);
  }
  if (character === '"' || character === "'" || character === "`") return skipString(text, at, end, language);
  const closer = CLOSERS[character];
  const isBracket =
    closer !== undefined && (character !== "<" || (language === "typescript" && isOpenAngle(text, at)));
  if (!isBracket) return at + 1;
  let inner = at + 1;
  while (inner < end && text[inner] !== closer) {
    // `=>` closes nothing.
    if (text[inner] === "=" && text[inner + 1] === ">") inner += 2;
    else inner = skipOne(text, inner, end, language);
  }
  return Math.min(end, inner + 1);
}

/** Whether `<` opens type arguments: it does where a name stands right before it. */
function isOpenAngle(text: string, at: number): boolean {
  return /[\w$]/.test(text[at - 1] ?? "");
}

export function skipString(text: string, at: number, end: number, language: "python" | "typescript"): number {
  const quote = text[at]!;
  const triple = language === "python" && text.startsWith(quote.repeat(3), at) ? quote.repeat(3) : quote;
  let stop = at + triple.length;
  while (stop < end && !text.startsWith(triple, stop)) stop += text[stop] === "\\" ? 2 : 1;
  return Math.min(end, stop + triple.length);
}

/** An item of the list as it is to be: one that is there, perhaps with another text, or a new one. */
export type WantedItem = { item: number; text: string } | { text: string };

/**
 * The edits that make a list another: items that stay keep their places, with the comments and line breaks around them.
 *
 * @param span inside of the brackets
 * @param items that are there
 * @param wanted in order; an item that is not among them goes
 */
export function listEdits(
  text: string,
  span: Span,
  items: readonly ListItem[],
  wanted: readonly WantedItem[],
): CodeEdit[] {
  const textOf = (item: ListItem) => text.slice(item.start, item.end);
  const kept = wanted.filter((each) => "item" in each);
  // The same items in another order: each takes the place of another.
  if (kept.length === items.length && wanted.length === items.length) {
    return wanted.flatMap((each, at) => {
      const place = items[at]!;
      return each.text === textOf(place) ? [] : [replace(place, each.text)];
    });
  }
  const stay = increasing(wanted.map((each) => ("item" in each ? each.item : -1)));
  const edits: CodeEdit[] = [];
  let before = -1;
  let added: string[] = [];
  const flush = (next: number) => {
    const leaving = items.slice(before + 1, next);
    edits.push(...segmentEdits(text, span, items, { before, next, leaving, added }));
    added = [];
  };
  for (const [at, each] of wanted.entries()) {
    if (!("item" in each) || !stay.has(at)) {
      added.push(each.text);
      continue;
    }
    flush(each.item);
    const place = items[each.item]!;
    if (each.text !== textOf(place)) edits.push(replace(place, each.text));
    before = each.item;
  }
  flush(items.length);
  return edits;
}

interface Segment {
  /** The items around it that stay: their indexes, -1 and the length of the list at the ends. */
  before: number;
  next: number;
  leaving: readonly ListItem[];
  added: readonly string[];
}

function segmentEdits(
  text: string,
  span: Span,
  items: readonly ListItem[],
  { before, next, leaving, added }: Segment,
): CodeEdit[] {
  const [first, last] = [leaving[0], leaving.at(-1)];
  const glue = glueOf(text, span, items);
  if (first && last && added.length > 0)
    return [replace({ start: first.start, end: last.end }, added.join(glue))];
  const [above, below] = [items[before], items[next]];
  if (first && last) {
    if (below) return [replace({ start: first.start, end: below.start }, "")];
    if (above) return [replace({ start: above.end, end: last.end }, "")];
    // Nothing is left: a trailing comma goes, too.
    const comma = /^\s*,/.exec(text.slice(last.end, span.end))?.[0].length ?? 0;
    return [replace({ start: first.start, end: last.end + comma }, "")];
  }
  if (added.length === 0) return [];
  if (above) return [insert(above.end, added.map((each) => glue + each).join(""))];
  if (below) return [insert(below.start, added.map((each) => each + glue).join(""))];
  return [insert(span.start, added.join(", "))];
}

/** What stands between two items: a comma and, where each has a line of its own, that. */
function glueOf(text: string, span: Span, items: readonly ListItem[]): string {
  const [first] = items;
  if (!first) return ", ";
  const head = /(?:\r\n|\r|\n)[ \t]*$/.exec(text.slice(span.start, first.start));
  return head ? `,${head[0]}` : ", ";
}

/** The indexes of a longest increasing run of items, among those that are there. */
function increasing(items: readonly number[]): Set<number> {
  const lengths: number[] = [];
  const previous: number[] = [];
  let best = -1;
  for (const [at, item] of items.entries()) {
    lengths.push(0);
    previous.push(-1);
    if (item < 0) continue;
    lengths[at] = 1;
    for (let other = 0; other < at; other++) {
      if (items[other]! >= 0 && items[other]! < item && lengths[other]! + 1 > lengths[at]!) {
        lengths[at] = lengths[other]! + 1;
        previous[at] = other;
      }
    }
    if (best < 0 || lengths[at]! > lengths[best]!) best = at;
  }
  const run = new Set<number>();
  for (let at = best; at >= 0; at = previous[at]!) run.add(at);
  return run;
}
