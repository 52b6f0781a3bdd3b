import { LINE_WIDTH } from "./document.js";
import { type BreakRole, type LineToken, layOutLine } from "./logical-line.js";

/*
 * Printers write one line of text. Where it may be broken besides the commas of its brackets, they put a mark: a
 * control character, which contract text never holds, since strings escape them and names have none.
 */

const MARKS: Readonly<Record<BreakRole, string>> = {
  clause: "\u0001",
  list: "\u0002",
  item: "\u0003",
  union: "\u0004",
  bar: "\u0005",
};
const ROLES: ReadonlyMap<string, BreakRole> = new Map(
  Object.entries(MARKS).map(([role, mark]) => [mark, role as BreakRole]),
);
const ANY = Object.values(MARKS).join("");
const ANY_MARK = new RegExp(`[${ANY}]`, "g");

/** How printers are told to put marks into their text. */
export interface MarkOptions {
  /** The text is for `layOutMarked`. */
  breaks?: boolean;
}

/** The mark of a break, for the text before which it may stand; nothing unless marks are asked for. */
export function breakMark(role: BreakRole, { breaks }: MarkOptions): string {
  return breaks ? MARKS[role] : "";
}

/** `a, b, c` with the marks of a list that is filled line by line; `sign` stands between the items. */
export function markedList(items: readonly string[], sign: "," | ">" | "->" = ","): string {
  const [first, ...rest] = items;
  if (first === undefined) return "";
  const more = rest.map((item) =>
    sign === "," ? `, ${MARKS.item}${item}` : ` ${MARKS.item}${sign} ${item}`,
  );
  return MARKS.list + first + more.join("");
}

/** Words that open a clause of a function where they start a line. */
const clauseWord = /^(?:raises|emits|requires|ensures|example)(?![\p{ID_Continue}$])/u;

/** The names in a clause of a function, with the marks of a list where they are asked for. */
export function printClauseNames(names: readonly string[], options: MarkOptions): string {
  const list = printList(names, options);
  return list.replaceAll(MARKS.item, (mark, at: number) => (clauseWord.test(list.slice(at + 1)) ? "" : mark));
}

/** `a, b, c`, with the marks of a list where they are asked for. */
export function printList(items: readonly string[], { breaks }: MarkOptions): string {
  return breaks ? markedList(items) : items.join(", ");
}

/**
 * Lays out a marked line as the formatter does.
 *
 * @param start the column at which it starts
 * @returns lines joined by `\n`, the first one without its indentation
 */
export function layOutMarked(text: string, start: number): string {
  const plain = text.replace(ANY_MARK, "");
  return start + plain.length <= LINE_WIDTH ? plain : layOutLine(tokensOf(text), start);
}

/** A string, a name between back-ticks, a sign that counts, a mark, white space, or a run of anything else. */
const tokenAt = new RegExp(
  [/"(?:\\.|[^"\\])*"/, /`[^`]*`/, /->/, /[()[\]{}<>,-]/, /\s+/]
    .map(({ source }) => source)
    .concat(`[${ANY}]`, `[^"\`()[\\]{}<>,\\s${ANY}-]+`)
    .join("|"),
  "y",
);

/** The tokens of a line of valid text, as far as the layout tells them apart. */
function tokensOf(text: string): LineToken[] {
  const tokens: LineToken[] = [];
  let space = false;
  let role: BreakRole | undefined;
  tokenAt.lastIndex = 0;
  for (let found = tokenAt.exec(text); found !== null; found = tokenAt.exec(text)) {
    const [part] = found;
    if (ROLES.has(part)) role = ROLES.get(part);
    else if (/^\s/.test(part)) space = true;
    else {
      tokens.push({ text: part, space, role });
      space = false;
      role = undefined;
    }
  }
  return tokens;
}
