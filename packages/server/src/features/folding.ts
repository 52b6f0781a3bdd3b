import { tokenize } from "@contractc/language";
import { type FoldingRange, FoldingRangeKind } from "vscode-languageserver";
import type { Session } from "../session/session.js";
import type { Text } from "../text/live-document.js";

/** What can be folded in a contract: blocks, comments, imports, texts over several lines. */
export function foldingRanges(session: Session, path: string): FoldingRange[] {
  const text = session.textOf(path);
  if (!text) return [];
  const tokens = tokenize(text.value);
  const found: FoldingRange[] = [];
  const lineOf = (offset: number) => text.lines.position(offset).line - 1;
  const add = (start: number, end: number, kind?: FoldingRangeKind) => {
    if (end > start) found.push({ startLine: start, endLine: end, ...(kind ? { kind } : {}) });
  };
  const open: number[] = [];
  let comments: { start: number; end: number } | undefined;
  let imports: { start: number; end: number } | undefined;
  for (const token of tokens) {
    const first = lineOf(token.offset);
    const last = lineOf(token.offset + token.text.length);
    if (token.kind === "comment" || token.kind === "doc") {
      if (token.text.startsWith("/*")) add(first, last, FoldingRangeKind.Comment);
      else if (comments && first === comments.end + 1 && opensLine(text, token.offset)) comments.end = first;
      else {
        if (comments) add(comments.start, comments.end, FoldingRangeKind.Comment);
        comments = opensLine(text, token.offset) ? { start: first, end: first } : undefined;
      }
      continue;
    }
    if (comments) add(comments.start, comments.end, FoldingRangeKind.Comment);
    comments = undefined;
    if (token.kind === "keyword" && token.text === "import") {
      imports = { start: imports?.start ?? first, end: first };
    } else if (imports && token.kind === "keyword" && opensLine(text, token.offset)) {
      add(imports.start, imports.end, FoldingRangeKind.Imports);
      imports = undefined;
    }
    if (token.kind === "string") add(first, last);
    if (token.kind !== "sign") continue;
    if (/^[{([]$/.test(token.text)) open.push(first);
    else if (/^[})\]]$/.test(token.text)) {
      const start = open.pop();
      // The line of the closing bracket stays to be seen.
      if (start !== undefined) add(start, first - 1);
    }
  }
  if (comments) add(comments.start, comments.end, FoldingRangeKind.Comment);
  if (imports) add(imports.start, imports.end, FoldingRangeKind.Imports);
  return found.sort((a, b) => a.startLine - b.startLine || a.endLine - b.endLine);
}

function opensLine(text: Text, offset: number): boolean {
  const { line } = text.lines.position(offset);
  return text.value.slice(text.lines.offsetOfLine(line), offset).trim() === "";
}
