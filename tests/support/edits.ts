import { existsSync, readFileSync } from "node:fs";
import type { TextDocumentEdit, TextEdit, WorkspaceEdit } from "vscode-languageserver/node";
import type { Editor } from "./lsp.js";

/** The text of every file that an edit changes, as it is afterwards, by path relative to the editor's folder. */
export function applied(editor: Editor, edit: WorkspaceEdit | null | undefined): Record<string, string> {
  const result: Record<string, string> = {};
  const apply = (uri: string, edits: readonly TextEdit[]) => {
    const path = editor.path(uri);
    const text =
      result[path] ??
      (existsSync(`${editor.folder}/${path}`) || editor.isOpen(path) ? editor.text(path) : "");
    result[path] = withEdits(text, edits);
  };
  for (const [uri, edits] of Object.entries(edit?.changes ?? {})) apply(uri, edits);
  for (const change of edit?.documentChanges ?? []) {
    if (!("textDocument" in change)) continue;
    const { textDocument, edits } = change as TextDocumentEdit;
    apply(textDocument.uri, edits as TextEdit[]);
  }
  return result;
}

export function withEdits(text: string, edits: readonly TextEdit[]): string {
  const starts = [0];
  for (const { index, 0: end } of text.matchAll(/\r\n|\n|\r/g)) starts.push(index + end.length);
  const offset = ({ line, character }: { line: number; character: number }) =>
    Math.min((starts[line] ?? text.length) + character, text.length);
  return [...edits]
    .map(({ range, newText }, at) => ({ start: offset(range.start), end: offset(range.end), newText, at }))
    .sort((a, b) => b.start - a.start || b.at - a.at)
    .reduce((now, { start, end, newText }) => now.slice(0, start) + newText + now.slice(end), text);
}

/** The lines that differ between two texts of as many lines, `-` and `+`. */
export function changedLines(before: string, after: string): string[] {
  const [old, now] = [before.split("\n"), after.split("\n")];
  return old.flatMap((line, at) => (line === now[at] ? [] : [`-${line.trim()}`, `+${now[at]?.trim()}`]));
}

export function onDisk(editor: Editor, path: string): string {
  return readFileSync(`${editor.folder}/${path}`, "utf8");
}
