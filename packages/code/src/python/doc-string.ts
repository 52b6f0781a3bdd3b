import type { Node } from "web-tree-sitter";
import { parseExpression } from "./expression.js";
import { statementsOf } from "./source.js";
import { scanString } from "./tokens.js";

/**
 * The doc string that a statement is, if it is one.
 *
 * @param statement the first statement of a body, or the one after an attribute
 */
export function docStringOf(statement: Node | undefined, text: string): string | undefined {
  if (statement?.type !== "expression_statement") return undefined;
  const [value, more] = statementsOf(statement);
  if (!value || more || (value.type !== "string" && value.type !== "concatenated_string")) return undefined;
  const { startIndex, endIndex } = value;
  const plain = value.type === "string" ? scanString(text, startIndex, endIndex)?.value : undefined;
  if (plain !== undefined) return cleanDoc(plain);
  const parsed = parseExpression(text, startIndex, endIndex);
  return parsed.kind === "string" ? cleanDoc(parsed.value) : undefined;
}

/**
 * Removes the indentation of a doc string as Python's `inspect.cleandoc` does: the first line loses its leading
 * blanks, the others what they have in common; blank lines at both ends go. Trailing blanks of lines go as well.
 */
export function cleanDoc(doc: string): string {
  const lines = expandTabs(doc).split("\n");
  let margin = Number.POSITIVE_INFINITY;
  for (const line of lines.slice(1)) {
    const content = line.trimStart();
    if (content) margin = Math.min(margin, line.length - content.length);
  }
  const cleaned = lines.map((line, i) =>
    (i === 0 ? line.trimStart() : margin === Number.POSITIVE_INFINITY ? line : line.slice(margin)).trimEnd(),
  );
  let first = 0;
  let last = cleaned.length;
  while (first < last && !cleaned[first]) first++;
  while (last > first && !cleaned[last - 1]) last--;
  return cleaned.slice(first, last).join("\n");
}

/** Tabs to the next multiple of eight, as `str.expandtabs` does. */
function expandTabs(text: string): string {
  if (!text.includes("\t")) return text;
  return text
    .split("\n")
    .map((line) => {
      let column = 0;
      return line.replace(/\t|[^\t]+/g, (part) => {
        const wide = part === "\t" ? " ".repeat(8 - (column % 8)) : part;
        column += wide.length;
        return wide;
      });
    })
    .join("\n");
}
