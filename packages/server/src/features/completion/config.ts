import { DIAGNOSTICS, isCode, isFixedError, SETTINGS } from "@contractc/kernel";
import { type CompletionItem, CompletionItemKind } from "vscode-languageserver";
import type { Session } from "../../session/session.js";

/** What may be written at an offset of `contract.config.json`: its keys, the codes, their severities. */
export function configCompletions(session: Session, path: string, offset: number): CompletionItem[] {
  const text = session.textOf(path)?.value;
  if (text === undefined) return [];
  const { keys, value, start, quoted } = jsonPlace(text, offset);
  const end = offset + (/^[^"\s,}\]]*"?/.exec(text.slice(offset))?.[0].length ?? 0);
  const range = session.rangeOf(path, start, quoted ? end : offset);
  const item = (label: string, detail: string, kind: CompletionItemKind): CompletionItem => {
    const newText = JSON.stringify(label);
    return { label, detail, kind, filterText: newText, textEdit: { range, newText } };
  };
  const [first, key] = keys;
  if (first === undefined && !value) {
    return SETTINGS.map((each) => item(each.key, each.description, CompletionItemKind.Property));
  }
  const setting = SETTINGS.find((each) => each.key === first);
  if (!setting) return [];
  if (keys.length === 1 && !value) {
    return setting.keys.map((each) => item(each, titleOf(each), CompletionItemKind.Property));
  }
  if (keys.length !== 2 || key === undefined || !value) return [];
  // Which codes stay errors is not for a schema to say.
  const values = isCode(key) && isFixedError(key) ? ["error"] : setting.values;
  return values.map((level) => item(level, "", CompletionItemKind.EnumMember));
}

function titleOf(key: string): string {
  return isCode(key) ? DIAGNOSTICS[key].title : "";
}

interface JsonPlace {
  /** The keys that lead to the object around, or to the value. */
  keys: string[];
  /** A value is written, not a key. */
  value: boolean;
  /** Where what is being written starts, its quote included. */
  start: number;
  quoted: boolean;
}

/** Where an offset stands in JSON that may be half-written. */
function jsonPlace(text: string, offset: number): JsonPlace {
  /** The key of each open object, and whether it is an array. */
  const stack: { key: string | undefined; isArray: boolean }[] = [];
  let key: string | undefined;
  let value = false;
  let at = 0;
  while (at < offset) {
    const character = text[at]!;
    if (character === '"') {
      const string = /"(?:[^"\\\r\n]|\\.)*"?/y;
      string.lastIndex = at;
      const found = string.exec(text)![0];
      if (
        at + found.length >= offset &&
        !(found.endsWith('"') && at + found.length === offset && found.length > 1)
      ) {
        return { keys: keysOf(stack, value ? key : undefined), value, start: at, quoted: true };
      }
      if (!value) key = found.replaceAll('"', "");
      at += found.length;
      continue;
    }
    if (character === "{" || character === "[") {
      stack.push({ key, isArray: character === "[" });
      key = undefined;
      value = character === "[";
    } else if (character === "}" || character === "]") {
      stack.pop();
      value = false;
      key = undefined;
    } else if (character === ":") value = true;
    else if (character === ",") {
      value = stack.at(-1)?.isArray === true;
      key = undefined;
    }
    at++;
  }
  const word = /[\w/-]*$/.exec(text.slice(0, offset))![0];
  return { keys: keysOf(stack, value ? key : undefined), value, start: offset - word.length, quoted: false };
}

function keysOf(stack: readonly { key: string | undefined }[], key: string | undefined): string[] {
  return [...stack.slice(1).map((each) => each.key ?? ""), ...(key === undefined ? [] : [key])];
}
