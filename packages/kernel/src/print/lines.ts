import type { Allow, Common } from "../model/declarations.js";
import { layOutMarked, markedList } from "./break-marks.js";
import { printName } from "./names.js";

/** Contract text that grows line by line, in its canonical layout. */
export class Lines {
  readonly #lines: string[] = [];
  indent = "";

  /** @param text of one logical line, with marks where it may be broken; it becomes several where it is too long */
  line(text: string): void {
    this.#lines.push(text === "" ? "" : this.indent + layOutMarked(text, this.indent.length));
  }

  lines(texts: readonly string[]): void {
    for (const text of texts) this.line(text);
  }

  /** An empty line, but never two and never after an opening brace. */
  space(): void {
    const last = this.#lines.at(-1);
    if (last !== undefined && last !== "" && !last.endsWith("{")) this.#lines.push("");
  }

  paragraph(text: string): void {
    this.space();
    this.line(text);
  }

  doc(text: string | undefined): void {
    if (text === undefined) return;
    // Prose is not laid out: its brackets and commas mean nothing.
    for (const line of text.split("\n"))
      this.#lines.push(this.indent + (line === "" ? "///" : `/// ${line}`));
  }

  /** `uses a, b, c`, continued on further lines where it is long. */
  list(word: string, names: readonly string[]): void {
    this.line(`${word} ${markedList(names)}`);
  }

  indented(write: () => void): void {
    const before = this.indent;
    this.indent += "  ";
    write();
    this.indent = before;
  }

  /** `head { … }`, or `head {}` where nothing is in it. */
  block(head: string, isEmpty: boolean, write: () => void): void {
    if (isEmpty) {
      this.line(`${head} {}`);
      return;
    }
    this.line(`${head} {`);
    this.indented(write);
    this.line("}");
  }

  text(): string {
    return `${this.#lines.join("\n")}\n`;
  }
}

/** What stands above a declaration, a module or a package, besides its doc comment. */
export type Annotated = Partial<Pick<Common, "deprecated" | "stable" | "names" | "allows">>;

/** The annotations of a declaration, one a line: `@deprecated("use b")`, `@allow("graph/cycle", "why")`. */
export function printAnnotations({ deprecated, stable, names, allows = [] }: Annotated): string[] {
  return [
    ...(deprecated === undefined
      ? []
      : [deprecated === "" ? "@deprecated" : `@deprecated(${JSON.stringify(deprecated)})`]),
    ...(stable ? ["@stable"] : []),
    ...(names ? [printNamesAnnotation(names)] : []),
    ...allows.map(printAllow),
  ];
}

/** `@name(python: "x", typescript: "y")` */
export function printNamesAnnotation(names: NonNullable<Common["names"]>): string {
  const entries = Object.entries(names).sort(([a], [b]) => (a < b ? -1 : 1));
  return `@name(${entries.map(([language, name]) => `${printName(language)}: ${JSON.stringify(name)}`).join(", ")})`;
}

export function printAllow({ code, reason }: Allow): string {
  const why = reason === undefined ? "" : `, ${JSON.stringify(reason)}`;
  return `@allow(${JSON.stringify(code)}${why})`;
}
