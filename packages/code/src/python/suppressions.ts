import type { Node } from "web-tree-sitter";
import type { CodeSuppression } from "../reading/signature.js";
import type { Source } from "./source.js";

const PATTERN = /\bcontract-ignore[ \t]+([\w/-]+)[ \t]*:?[ \t]*([^\n\r]*)/g;

/** `# contract-ignore CODE: why` comments. One without a reason has an empty one. */
export function readSuppressions(root: Node, source: Source): CodeSuppression[] {
  const { text } = source;
  const found: CodeSuppression[] = [];
  let line = 1;
  let counted = 0;
  for (const match of text.matchAll(PATTERN)) {
    const comment = root.descendantForIndex(match.index, match.index + 1);
    if (comment?.type !== "comment") continue;
    for (; counted < comment.startIndex; counted++) if (text[counted] === "\n") line++;
    const lineStart = text.lastIndexOf("\n", comment.startIndex - 1) + 1;
    const alone = text.slice(lineStart, comment.startIndex).replace("\uFEFF", "").trim() === "";
    found.push({
      code: match[1] as string,
      reason: (match[2] as string).trim(),
      line: alone ? line + linesToCode(text, comment.endIndex) : line,
      start: comment.startIndex,
      end: comment.endIndex,
    });
  }
  return found;
}

/** How many lines after a comment the next line of code is; blank lines and comments are none. */
function linesToCode(text: string, from: number): number {
  let lines = 0;
  for (let at = text.indexOf("\n", from); at >= 0; at = text.indexOf("\n", at + 1)) {
    lines++;
    const next = /[^ \t\r\f]/.exec(text.slice(at + 1, at + 1_000))?.[0];
    if (next !== undefined && next !== "\n" && next !== "#") return lines;
  }
  return lines === 0 ? 0 : 1;
}
