import { type DocText, isEmptyDoc } from "../doc-text.js";

/**
 * A documentation comment, as lines without indentation.
 *
 * @param tags lines of their own behind the text, as `@module`
 * @returns no line where there is nothing to say
 */
export function jsDoc(doc: DocText, tags: readonly string[] = []): string[] {
  if (isEmptyDoc(doc) && tags.length === 0) return [];
  const lines = [...doc.text];
  const notes: string[] = [];
  for (const { label, text } of doc.clauses) {
    notes.push(label === "Raises" ? `@throws {${text}}` : `${label}: ${oneLine(text)}`);
  }
  // Block tags end the text: plain sentences go before them.
  notes.sort((a, b) => Number(a.startsWith("@")) - Number(b.startsWith("@")));
  if (doc.deprecated !== undefined) notes.push(`@deprecated ${oneLine(doc.deprecated)}`.trimEnd());
  notes.push(...tags);
  if (lines.length > 0 && notes.length > 0) lines.push("");
  lines.push(...notes);
  const safe = lines.map((line) => line.replaceAll("*/", "*\\/"));
  if (safe.length === 1) return [`/** ${safe[0]} */`];
  return ["/**", ...safe.map((line) => ` * ${line}`.trimEnd()), " */"];
}

function oneLine(text: string): string {
  return text.trim().replaceAll(/\s*[\r\n]+\s*/g, " ");
}
