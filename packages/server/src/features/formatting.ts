import {
  type TextEdit as ContractEdit,
  editsBetween,
  LineIndex,
  linesOf,
  offsetEdits,
} from "@contractc/kernel";
import { formatContract } from "@contractc/language";
import type { TextEdit } from "vscode-languageserver";
import type { Session } from "../session/session.js";

/**
 * The edits that give a contract its one layout; none for a text that does not parse.
 *
 * @param within first and last line, from 1: only edits that touch them
 */
export function formatting(
  session: Session,
  path: string,
  within?: { first: number; last: number },
): TextEdit[] {
  const text = session.textOf(path)?.value;
  if (text === undefined) return [];
  const formatted = formatContract(text, path);
  if ("problems" in formatted) return [];
  return editsBetween(path, text, formatted.text)
    .flatMap((edit) => byLine(text, edit))
    .filter(({ line, endLine }) => !within || (line <= within.last && endLine >= within.first))
    .map((edit) => ({ range: session.range(edit), newText: edit.text }));
}

/** An edit of several lines that stay as many, line by line: what does not change stays out of it. */
function byLine(text: string, edit: ContractEdit): ContractEdit[] {
  const [span] = offsetEdits(text, [edit]);
  if (!span) return [edit];
  const old = linesOf(text.slice(span.start, span.end));
  const now = linesOf(edit.text);
  if (old.length !== now.length || old.length < 2) return [edit];
  const lines = new LineIndex(text);
  let at = span.start;
  return old.flatMap((line, index) => {
    const written = now[index]!;
    const end = /[\r\n]*$/.exec(line)![0];
    const kept = written.endsWith(end) ? end.length : 0;
    const place = lines.place(edit.file, at, at + line.length - kept);
    at += line.length;
    return line === written ? [] : [{ ...place, text: written.slice(0, written.length - kept) }];
  });
}
