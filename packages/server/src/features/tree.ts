import { type ContractFile, rangeOf, rangeOfProperty } from "@contractc/language";
import type { Session } from "../session/session.js";

/** A node of a contract's tree; what it holds depends on its type. */
export type TreeNode = ContractFile["elements"][number] | { $type: string };

/** The tree of a contract file, as it is part of its first contract. */
export function treeOf(session: Session, path: string): ContractFile | undefined {
  for (const contract of session.contractsOf(path)) {
    const file = contract.compilation.files.find((each) => each.file === path);
    if (file) return file.root;
  }
  return undefined;
}

/** The nodes directly below a node, in the order of the text. */
export function childrenOf(node: object): TreeNode[] {
  const found: TreeNode[] = [];
  for (const [key, value] of Object.entries(node)) {
    if (key.startsWith("$")) continue;
    for (const each of Array.isArray(value) ? value : [value]) if (isNode(each)) found.push(each);
  }
  return found;
}

/** A node and all below it. */
export function* nodesOf(node: TreeNode | ContractFile): Generator<TreeNode, void> {
  if (node.$type !== "ContractFile") yield node as TreeNode;
  for (const child of childrenOf(node)) yield* nodesOf(child);
}

function isNode(value: unknown): value is TreeNode {
  return typeof value === "object" && value !== null && "$type" in value;
}

/** A stretch of a text: UTF-16 offsets, the end exclusive. */
export interface Stretch {
  start: number;
  end: number;
}

type Ranged = Parameters<typeof rangeOf>[0];

export function stretchOf(node: TreeNode): Stretch {
  const { offset, length } = rangeOf(node as Ranged);
  return { start: offset, end: offset + length };
}

/** Where a property's value stands; nothing where it is missing. */
export function stretchOfProperty(node: TreeNode, property: string, index?: number): Stretch | undefined {
  const found = rangeOfProperty(node as Ranged, property, index);
  return found && { start: found.offset, end: found.offset + found.length };
}
