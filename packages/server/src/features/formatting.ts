import { editsBetween } from "@contractc/kernel";
import { formatContract } from "@contractc/language";
import type { TextEdit } from "vscode-languageserver";
import type { Session } from "../session/session.js";

/**
 * The edits that give a contract its one layout; none for a text that does not parse.
 *
 * @param within first and last line, from 1: only edits that touch them
 */
export function formatting(session: Session, path: string, within?: { first: number; last: number }): TextEdit[] {
  const text = session.textOf(path)?.value;
  if (text === undefined) return [];
  const formatted = formatContract(text, path);
  if ("problems" in formatted) return [];
  return editsBetween(path, text, formatted.text)
    .filter(({ line, endLine }) => !within || (line <= within.last && endLine >= within.first))
    .map((edit) => ({ range: session.range(edit), newText: edit.text }));
}
