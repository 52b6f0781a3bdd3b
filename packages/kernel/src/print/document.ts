/*
 * Text that knows where it may be broken, and the printer that decides where it is.
 *
 * The algorithm is Philip Wadler's "A prettier printer" (2003) in the form that Prettier gave it: groups are
 * printed flat where what follows up to the next possible line break fits, and broken otherwise.
 */

/** Longest line of a contract, in UTF-16 units, as far as there is a place to break it. */
export const LINE_WIDTH = 110;

export type Document =
  /** Text as it is; groups around a text of several lines are broken. */
  | string
  /** A line break, or `flat` where its group is printed on one line. */
  | { kind: "line"; flat: string }
  /** A line break wherever what follows, up to the next one, does not fit; a space otherwise. */
  | { kind: "fill" }
  /** A line break in any case; groups around it are broken. */
  | { kind: "hard" }
  /** A comment up to the end of the line: it has no width. A hard break must follow. */
  | { kind: "suffix"; text: string }
  /** Text that is there only where its group is broken. */
  | { kind: "broken"; text: string }
  /** Breaks in the body move by so many columns, or to the column at which the body starts. */
  | { kind: "indent"; by: number | "align"; body: readonly Document[] }
  | { kind: "group"; body: readonly Document[]; broken: boolean };

/** Breaks all its lines or none of them. */
export function group(body: readonly Document[]): Document {
  return { kind: "group", body, broken: body.some(isForced) };
}

export function indent(by: number | "align", body: readonly Document[]): Document {
  return { kind: "indent", by, body };
}

function isForced(document: Document): boolean {
  // What spans lines leaves no room for others beside it.
  if (typeof document === "string") return document.includes("\n");
  switch (document.kind) {
    case "hard":
      return true;
    case "indent":
      return document.body.some(isForced);
    case "group":
      return document.broken;
    default:
      return false;
  }
}

interface Command {
  readonly document: Document;
  readonly flat: boolean;
  readonly indent: number;
}

/**
 * Prints a document.
 *
 * @param start the column at which it starts; its further lines start there, too
 * @returns its lines joined by `\n`; the first one without the columns before `start`
 */
export function printDocument(document: Document, start: number, width: number = LINE_WIDTH): string {
  const lines: string[] = [];
  let line = "";
  let column = start;
  const stack: Command[] = [{ document, flat: false, indent: start }];
  const breakLine = (at: number) => {
    lines.push(line.trimEnd());
    line = " ".repeat(at);
    column = at;
  };
  for (let command = stack.pop(); command !== undefined; command = stack.pop()) {
    const { document: item, flat, indent: base } = command;
    if (typeof item === "string") {
      line += item;
      const lineStart = item.lastIndexOf("\n") + 1;
      column = lineStart > 0 ? item.length - lineStart : column + item.length;
      continue;
    }
    switch (item.kind) {
      case "line":
        if (flat) stack.push({ document: item.flat, flat, indent: base });
        else breakLine(base);
        break;
      case "fill":
        if (fits([" "], stack, width - column)) stack.push({ document: " ", flat, indent: base });
        else breakLine(base);
        break;
      case "hard":
        breakLine(base);
        break;
      case "suffix":
        line += item.text;
        break;
      case "broken":
        if (!flat) stack.push({ document: item.text, flat, indent: base });
        break;
      case "indent":
        push(stack, item.body, flat, item.by === "align" ? column : base + item.by);
        break;
      case "group":
        push(stack, item.body, !item.broken && (flat || fits(item.body, stack, width - column)), base);
        break;
    }
  }
  lines.push(line);
  return lines.join("\n");
}

function push(stack: Command[], body: readonly Document[], flat: boolean, base: number): void {
  for (let at = body.length - 1; at >= 0; at--) stack.push({ document: body[at]!, flat, indent: base });
}

/**
 * Whether a body printed flat, and what follows it up to the next possible break, fits into `room` columns.
 * It looks at no more than that many characters.
 */
function fits(body: readonly Document[], rest: readonly Command[], room: number): boolean {
  let left = room;
  let next = rest.length;
  const stack: Command[] = [];
  push(stack, body, true, 0);
  while (left >= 0) {
    const command = stack.pop() ?? rest[--next];
    if (command === undefined) return true;
    const { document: item, flat } = command;
    if (typeof item === "string") {
      const lineEnd = item.indexOf("\n");
      left -= lineEnd < 0 ? item.length : lineEnd;
      if (lineEnd >= 0) return left >= 0;
      continue;
    }
    switch (item.kind) {
      case "line":
        if (!flat) return true;
        left -= item.flat.length;
        break;
      case "fill":
        if (!flat || next < rest.length) return true;
        left--;
        break;
      case "hard":
        return true;
      case "broken":
        if (!flat) left -= item.text.length;
        break;
      case "indent":
        push(stack, item.body, flat, 0);
        break;
      case "group":
        push(stack, item.body, flat && !item.broken, 0);
        break;
      case "suffix":
        break;
    }
  }
  return false;
}
