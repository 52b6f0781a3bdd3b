import type { LineIndex } from "@contractc/kernel";
import type { Position } from "vscode-languageserver";

/** The unit in which a client counts the characters of a line. */
export type Encoding = "utf-8" | "utf-16" | "utf-32";

const KNOWN: readonly Encoding[] = ["utf-8", "utf-16", "utf-32"];

/**
 * The encoding that a session uses: the first of the client's that is known.
 *
 * @param offered in the client's order of preference; a client that offers none speaks UTF-16
 */
export function chooseEncoding(offered: readonly string[] = []): Encoding {
  return offered.find((each): each is Encoding => (KNOWN as readonly string[]).includes(each)) ?? "utf-16";
}

/** How many units of an encoding a stretch of text takes. */
export function unitsOf(text: string, encoding: Encoding): number {
  switch (encoding) {
    case "utf-16":
      return text.length;
    case "utf-8":
      return new TextEncoder().encode(text).length;
    case "utf-32":
      return [...text].length;
  }
}

/** The UTF-16 offset in a line that lies a number of units in; inside of a character, that character's start. */
function offsetInLine(line: string, units: number, encoding: Encoding): number {
  if (encoding === "utf-16") return Math.min(units, line.length);
  let offset = 0;
  let counted = 0;
  for (const character of line) {
    counted += encoding === "utf-32" ? 1 : unitsOf(character, encoding);
    if (counted > units) break;
    offset += character.length;
  }
  return offset;
}

/** The position of a UTF-16 offset, lines and characters from 0. */
export function positionAt(lines: LineIndex, offset: number, encoding: Encoding): Position {
  const { line, column } = lines.position(offset);
  if (encoding === "utf-16") return { line: line - 1, character: column - 1 };
  const start = lines.offsetOfLine(line);
  return { line: line - 1, character: unitsOf(lines.text.slice(start, start + column - 1), encoding) };
}

/** The UTF-16 offset of a position; what lies outside of the text is moved to the nearest place in it. */
export function offsetAt(lines: LineIndex, { line, character }: Position, encoding: Encoding): number {
  if (line < 0) return 0;
  if (line >= lines.lineCount) return lines.text.length;
  const start = lines.offsetOfLine(line + 1);
  const end = lines.offset(line + 1, Number.POSITIVE_INFINITY);
  return start + offsetInLine(lines.text.slice(start, end), Math.max(0, character), encoding);
}
