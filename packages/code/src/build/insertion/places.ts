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
    const places = new Map<Block["place"], string[][]>();
    for (const { place, lines } of blocks) {
      const there = places.get(place);
      if (there) there.push(lines);
      else places.set(place, [lines]);
    }
    return [...places].map(([place, texts]) => {
      if (place === "start") return this.#behind(this.start, texts, this.start > this.body.start);
      if (place === "end") return this.#atEnd(texts);
      return this.#behind(place.span.end, texts, false);
    });
  }

  #atEnd(texts: readonly string[][]): Insertion {
    const { text, body } = this;
    let end = body.end;
    while (end > body.start && /\s/.test(text[end - 1]!)) end -= 1;
    return this.#behind(end, texts, false, end);
  }

  /**
   * Puts texts on lines of their own behind an offset.
   *
   * @param apart a blank line goes before them in any case
   * @param at where to insert, if not behind what follows the offset on its line
   */
  #behind(offset: number, texts: readonly string[][], apart: boolean, at?: number): Insertion {
    const { text, body, style, rules } = this;
    const stop = lineStop(text, offset);
    const ownLine = rules.rest.test(text.slice(offset, stop));
    const separator = ownLine ? "" : (rules.separator.exec(text.slice(offset, stop))?.[0] ?? "");
    const place = at ?? (ownLine ? stop : offset + separator.length);
    const first = place <= body.start;
    const joined = this.#join(texts);
    const blankBefore = apart || (!first && isApart(texts[0]!, text, place));
    const next = nextLine(text, place);
    const inBody = next.start < body.end && !/^[ \t]*[})\]]/.test(next.text);
    const blankBehind =
      inBody && next.text.trim() !== "" && (texts.at(-1)!.length > 1 || /[{(:]$/.test(texts.at(-1)!.at(-1)!));
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

  #join(texts: readonly string[][]): string {
    const lines: string[] = [];
    for (const [at, block] of texts.entries()) {
      if (at > 0 && (block.length > 1 || texts[at - 1]!.length > 1)) lines.push("");
      lines.push(...indentLines(block.join("\n").split("\n"), this.body.indent));
    }
    return lines.join(this.style.lineEnd);
  }
}

/** A block of several lines stands apart, and so does everything behind a body of several lines. */
function isApart(lines: readonly string[], text: string, place: number): boolean {
  if (lines.length > 1) return true;
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
 */
export function placeOf(
  kind: "field" | "constructor" | "method",
  present: readonly CodeMember[],
  before: readonly string[],
): Block["place"] {
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
