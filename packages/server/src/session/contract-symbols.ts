import { LineIndex } from "@contractc/kernel";
import type { NameSite } from "@contractc/language";
import type { Contract } from "./contract.js";

/** A name in a contract's text, and what it is the name of. */
export interface ContractSymbol extends NameSite {
  /** The name of the thing itself, not one that stands for it. */
  declares: boolean;
}

/** Keys of the position table that name what is declared there; the others name it where it is used. */
const DECLARING = /^(?:[^ ]*|(?:role|decision|flow|target) [^ ]+)$/;

/** Every name of a contract, by file and place. */
export function symbolsByFile(contract: Contract): Map<string, ContractSymbol[]> {
  const { compilation, kernel, names } = contract;
  const lines = new Map(compilation.files.map(({ file, text }) => [file, new LineIndex(text)]));
  const found = new Map<string, ContractSymbol[]>();
  const add = (symbol: ContractSymbol) => {
    const list = found.get(symbol.file);
    if (list) list.push(symbol);
    else found.set(symbol.file, [symbol]);
  };
  for (const site of names) add({ ...site, declares: false });
  for (const [key, position] of Object.entries(kernel.positions)) {
    const file = resolve(contract, position.file);
    const index = lines.get(file);
    if (!index || !DECLARING.test(key)) continue;
    const start = index.offset(position.line, position.column);
    const end = index.offset(position.endLine, position.endColumn);
    if (end <= start) continue;
    // A constructor has no name of its own: its position is all of it.
    const word = /\.new(?:#\d+)?$/.test(key) ? /\bnew\b/.exec(index.text.slice(start, end)) : null;
    if (word) add({ key, file, start: start + word.index, end: start + word.index + 3, declares: true });
    else add({ key, file, start, end, declares: true });
  }
  for (const list of found.values()) list.sort((a, b) => a.start - b.start || a.end - b.end);
  return found;
}

/** A file of the position table; one that is imported from above has `..` in its path. */
function resolve(contract: Contract, relative: string): string {
  const parts = contract.absolute(relative).split("/");
  const kept: string[] = [];
  for (const part of parts) {
    if (part === "..") kept.pop();
    else if (part !== ".") kept.push(part);
  }
  return kept.join("/");
}
