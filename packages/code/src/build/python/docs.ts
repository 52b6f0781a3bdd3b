import { type DocText, isEmptyDoc } from "../doc-text.js";

/**
 * A doc string, as lines without indentation.
 *
 * @returns no line where there is nothing to say
 */
export function docString(doc: DocText): string[] {
  if (isEmptyDoc(doc)) return [];
  const lines = doc.text.map(escaped);
  const notes = doc.clauses.map(({ label, text }) => `${label}: ${escaped(oneLine(text))}`);
  if (doc.deprecated !== undefined) notes.push(`Deprecated: ${escaped(oneLine(doc.deprecated))}`);
  if (lines.length > 0 && notes.length > 0) lines.push("");
  lines.push(...notes);
  const only = lines.length === 1 ? lines[0]! : undefined;
  // A text that ends in a quote would run into the closing ones.
  if (only !== undefined) return [`"""${only}${only.endsWith('"') ? " " : ""}"""`];
  return [`"""${lines[0]}`, ...lines.slice(1), '"""'];
}

/** The doc of a field, as comment lines that documentation tools read. */
export function fieldComment(doc: DocText): string[] {
  const lines = [...doc.text];
  if (doc.deprecated !== undefined) lines.push(`Deprecated: ${oneLine(doc.deprecated)}`);
  return lines.map((line) => `#: ${line}`.trimEnd());
}

function oneLine(text: string): string {
  return text.trim().replaceAll(/\s*[\r\n]+\s*/g, " ");
}

function escaped(line: string): string {
  return line.replaceAll("\\", "\\\\").replaceAll('"""', '\\"\\"\\"');
}
