import type { CodeBody, CodeMember, Span } from "../../reading/signature.js";
import {
  type Insertion,
  indentAt,
  indentLines,
  isLineEnd,
  lineStop,
  skipLineEnd,
  type TextStyle,
} from "../source-text.js";

/** Something to put into a body. */
export interface Block {
  /** Where it goes: behind a member that is there, at the start or at the end. */
  place: CodeMember | "start" | "end";
  /** Without outer indentation. */
  lines: string[];
  /** No blank line goes around it, however many lines it has. */
  tight?: boolean;
}

/** What the insertion of blocks needs to know of the language. */
export interface BodyRules {
  /** What may follow a member on its line and belongs to it. */
  rest: RegExp;
  /** What ends a member: skipped where something else follows on the line. */
  separator: RegExp;
}

export const PYTHON_RULES: BodyRules = { rest: /^[ \t]*;?[ \t]*(#.*)?$/, separator: /^[ \t]*;/ };
export const TYPESCRIPT_RULES: BodyRules = {
  rest: /^[ \t]*[;,]?[ \t]*(\/\/.*|\/\*(?:[^*]|\*(?!\/))*\*\/[ \t]*)?$/,
  separator: /^[ \t]*[;,]/,
};

/** Insertions that put blocks into a body that has members or braces. */
export class BodyWriter {
  readonly #outer: string;

  /**
   * @param head an offset on the first line of the declaration, whose indentation the closing brace has
   * @param start where the first member may stand: behind a doc string
   */
  constructor(
    readonly text: string,
    readonly body: CodeBody,
    readonly style: TextStyle,
    readonly rules: BodyRules,
    head: number,
    readonly start: number = body.start,
  ) {
    this.#outer = indentAt(text, head) || leadingIndent(text, head);
  }

  /** @param blocks in the contract's order */
  insertions(blocks: readonly Block[]): Insertion[] {
    const { text, body } = this;
    let end = body.end;
    while (end > body.start && /\s/.test(text[end - 1]!)) end -= 1;
    const places = new Map<Block["place"], Block[]>();
    for (const block of blocks) {
      const place = this.#isLast(block.place, end) ? "end" : block.place;
      const there = places.get(place);
      if (there) there.push(block);
      else places.set(place, [block]);
    }
    return [...places].map(([place, there]) => {
      if (place === "start") return this.#behind(this.start, there, this.start > body.start);
      if (place === "end") return this.#behind(end, there, false, end);
      return this.#behind(place.span.end, there, false);
    });
  }

  /** Whether nothing but separators stands between a member and the end of the body. */
  #isLast(place: Block["place"], end: number): boolean {
    return typeof place !== "string" && /^[;,\s]*$/.test(this.text.slice(place.span.end, end));
  }

  /**
   * Puts blocks on lines of their own behind an offset.
   *
   * @param apart a blank line goes before them in any case
   * @param at where to insert, if not behind what follows the offset on its line
   */
  #behind(offset: number, blocks: readonly Block[], apart: boolean, at?: number): Insertion {
    const { text, body, style, rules } = this;
    const stop = lineStop(text, offset);
    const ownLine = rules.rest.test(text.slice(offset, stop));
    const separator = ownLine ? "" : (rules.separator.exec(text.slice(offset, stop))?.[0] ?? "");
    const place = at ?? (ownLine ? stop : offset + separator.length);
    const first = place <= body.start;
    const joined = this.#join(blocks);
    const blankBefore = apart || (!first && isApart(blocks[0]!, text, place));
    const next = nextLine(text, place);
    const inBody = next.start < body.end && !/^[ \t]*[})\]]/.test(next.text);
    const blankBehind = inBody && next.text.trim() !== "" && isTall(blocks.at(-1)!);
    const lines = `${style.lineEnd}${blankBefore ? style.lineEnd : ""}${joined}`;
    const rest = text.slice(place, lineStop(text, place));
    if (rest.trim() === "" || ownLine)
      return { offset: place, text: lines + (blankBehind ? style.lineEnd : "") };
    // More of the body, or its closing brace, follows on the same line.
    const closes = place + (rest.length - rest.trimStart().length) >= body.end;
    const behind = rest.length - rest.trimStart().length;
    return {
      offset: place,
      text: `${lines}${style.lineEnd}${closes ? this.#outer : body.indent}`,
      remove: behind,
    };
  }

  #join(blocks: readonly Block[]): string {
    const lines: string[] = [];
    for (const [at, block] of blocks.entries()) {
      if (at > 0 && (isTall(block) || isTall(blocks[at - 1]!))) lines.push("");
      lines.push(...indentLines(block.lines.join("\n").split("\n"), this.body.indent));
    }
    return lines.join(this.style.lineEnd);
  }
}

function isTall({ lines, tight }: Block): boolean {
  return lines.length > 1 && !tight;
}

/** A block of several lines stands apart, and so does everything behind a body of several lines. */
function isApart(block: Block, text: string, place: number): boolean {
  if (block.tight) return false;
  if (block.lines.length > 1) return true;
  let start = place;
  while (start > 0 && !isLineEnd(text[start - 1]!)) start -= 1;
  return /^\s*\}/.test(text.slice(start, place));
}

function nextLine(text: string, offset: number): { start: number; text: string } {
  const start = skipLineEnd(text, lineStop(text, offset));
  return { start, text: text.slice(start, lineStop(text, start)) };
}

function leadingIndent(text: string, offset: number): string {
  let start = offset;
  while (start > 0 && !isLineEnd(text[start - 1]!)) start -= 1;
  return /^[ \t]*/.exec(text.slice(start))![0];
}

/** Members that are written in a body, in the order of the text: not those that a method assigns. */
export function membersWithin(members: readonly CodeMember[], body: Span): CodeMember[] {
  return members
    .filter((member) => member.span.start >= body.start && member.span.end <= body.end)
    .filter(
      (member) => member.kind !== "field" || (member.origin !== "self" && member.origin !== "parameter"),
    )
    .sort((a, b) => a.span.start - b.span.start);
}

/**
 * Where a missing member belongs: behind the one that the contract names before it, if the code has that; else fields
 * at the start, constructors behind the fields, methods at the end.
 *
 * @param present members that are written in the body
 * @param before code names of the members that the contract declares before it, the nearest last
 * @param isEmpty nothing stands in the body, so that start and end are one
 */
export function placeOf(
  kind: "field" | "constructor" | "method",
  present: readonly CodeMember[],
  before: readonly string[],
  isEmpty: boolean,
): Block["place"] {
  if (isEmpty) return "start";
  const isField = (member: CodeMember) => member.kind === "field";
  if (kind === "constructor") return present.filter(isField).at(-1) ?? "start";
  for (const name of [...before].reverse()) {
    const found = present.find(
      (member) =>
        isField(member) === (kind === "field") &&
        (member.kind === "constructor" ? "new" : member.name) === name,
    );
    if (found) return lastOf(present, found);
  }
  return kind === "field" ? "start" : "end";
}

/** Of a property with a setter, or of overloads, the last part. */
function lastOf(present: readonly CodeMember[], member: CodeMember): CodeMember {
  return present.filter((each) => each.name === member.name && each.kind === member.kind).at(-1) ?? member;
}
