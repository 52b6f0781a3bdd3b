import { LineIndex } from "@contractc/kernel";
import type { Position, TextDocumentContentChangeEvent } from "vscode-languageserver";
import { type Encoding, offsetAt, positionAt, unitsOf } from "./encoding.js";

/** A text with its lines, as a client counts them. */
export class Text {
  #lines: LineIndex | undefined;

  /** @param value without a byte order mark */
  constructor(
    readonly value: string,
    readonly encoding: Encoding,
    /** The client's text starts with a byte order mark, which shifts the characters of its first line. */
    readonly bom = false,
  ) {}

  get lines(): LineIndex {
    this.#lines ??= new LineIndex(this.value);
    return this.#lines;
  }

  positionAt(offset: number): Position {
    const position = positionAt(this.lines, offset, this.encoding);
    return this.bom && position.line === 0
      ? { line: 0, character: position.character + unitsOf("\uFEFF", this.encoding) }
      : position;
  }

  offsetAt(position: Position): number {
    const shift = this.bom && position.line === 0 ? unitsOf("\uFEFF", this.encoding) : 0;
    return offsetAt(
      this.lines,
      { line: position.line, character: position.character - shift },
      this.encoding,
    );
  }
}

/** A document that a client has open. */
export interface LiveDocument {
  /** As the client writes it. */
  uri: string;
  path: string;
  languageId: string;
  version: number;
  text: Text;
}

/** A text as a client sends it. */
export function textOf(written: string, encoding: Encoding): Text {
  const bom = written.startsWith("\uFEFF");
  return new Text(bom ? written.slice(1) : written, encoding, bom);
}

/** The text after the changes of one notification, each on the result of the one before. */
export function changedText(text: Text, changes: readonly TextDocumentContentChangeEvent[]): Text {
  let current = text;
  for (const change of changes) {
    if (!("range" in change)) {
      current = textOf(change.text, text.encoding);
      continue;
    }
    const start = current.offsetAt(change.range.start);
    const end = Math.max(start, current.offsetAt(change.range.end));
    const value = current.value.slice(0, start) + change.text + current.value.slice(end);
    current = new Text(value, text.encoding, current.bom);
  }
  return current;
}
