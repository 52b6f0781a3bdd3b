import type { AstNode } from "langium";
import type { Source } from "./source.js";
import { spanOf } from "./source.js";

/**
 * The `///` comment of a node: the nearest block of such lines above it, with blank lines and plain comments
 * allowed between the two.
 *
 * @returns Markdown without the slashes and one space after them; `undefined` where there is none
 */
export function docOf(source: Source, node: AstNode): string | undefined {
  const { text } = source;
  let at = lineStart(text, spanOf(node).start);
  if (text.slice(at, spanOf(node).start).trim() !== "") return undefined;
  const lines: string[] = [];
  while (at > 0) {
    const end = at - 1;
    at = lineStart(text, end);
    const line = text.slice(at, end).trim();
    if (line.startsWith("///")) lines.push(line.slice(line.startsWith("/// ") ? 4 : 3));
    else if (lines.length > 0 || (line !== "" && !line.startsWith("//"))) break;
  }
  return lines.length === 0 ? undefined : lines.reverse().join("\n");
}

function lineStart(text: string, offset: number): number {
  return offset <= 0 ? 0 : text.lastIndexOf("\n", offset - 1) + 1;
}
