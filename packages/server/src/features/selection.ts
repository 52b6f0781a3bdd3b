import type { SelectionRange } from "vscode-languageserver";
import type { Session } from "../session/session.js";
import { wordAt } from "../text/words.js";
import { childrenOf, type Stretch, stretchOf, type TreeNode, treeOf } from "./tree.js";

/** The stretches of a contract around an offset, from the word to the whole file. */
export function selectionRange(session: Session, path: string, offset: number): SelectionRange | undefined {
  const text = session.textOf(path);
  if (!text) return undefined;
  const around: Stretch[] = [{ start: 0, end: text.value.length }];
  const root = treeOf(session, path);
  let node: TreeNode | undefined;
  for (let level: TreeNode[] = root?.elements ?? []; level.length > 0; ) {
    node = level.find((each) => contains(stretchOf(each), offset));
    if (!node) break;
    around.push(stretchOf(node));
    level = childrenOf(node);
  }
  const word = wordAt(text.value, offset);
  if (word) around.push(word);
  let range: SelectionRange | undefined;
  let outer: Stretch | undefined;
  for (const stretch of around) {
    const isSame = outer !== undefined && outer.start === stretch.start && outer.end === stretch.end;
    if (isSame || (outer && !(outer.start <= stretch.start && stretch.end <= outer.end))) continue;
    range = { range: session.rangeOf(path, stretch.start, stretch.end), ...(range ? { parent: range } : {}) };
    outer = stretch;
  }
  return range;
}

function contains({ start, end }: Stretch, offset: number): boolean {
  return start <= offset && offset <= end && end > start;
}
