import type { Nodes, RootContent } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmTableFromMarkdown } from "mdast-util-gfm-table";
import { toString as plainText } from "mdast-util-to-string";
import { gfmTable } from "micromark-extension-gfm-table";

/** A heading, paragraph, item of a list, row of a table or block of code: what a reader takes in at once. */
export interface Block {
  kind: "heading" | "text" | "item" | "row" | "code";
  /** Of a heading its level, of an item how many lists it stands in. */
  depth: number;
  /** Without marks of emphasis, links and code; of code all of it. */
  text: string;
  /** What stands between back-ticks, in order. */
  codes: readonly string[];
  /** Of a block of code the language it names, in lower case. */
  language?: string;
  /** Starts at 1. */
  line: number;
}

/** The blocks of a Markdown text (CommonMark, with tables), in order. */
export function blocksOf(markdown: string): Block[] {
  const root = fromMarkdown(markdown, {
    extensions: [gfmTable()],
    mdastExtensions: [gfmTableFromMarkdown()],
  });
  const found: Block[] = [];
  const add = (kind: Block["kind"], depth: number, node: Nodes, more: Partial<Block> = {}) => {
    const text = more.text ?? plainText(node).trim();
    if (text !== "") found.push({ kind, depth, text, codes: codesIn(node), line: lineOf(node), ...more });
  };
  const visit = (node: RootContent, depth: number, inItem: boolean): void => {
    switch (node.type) {
      case "heading":
        add("heading", node.depth, node);
        return;
      case "paragraph":
        add(inItem ? "item" : "text", depth, node);
        return;
      case "code":
        add("code", depth, node, {
          text: node.value,
          ...(node.lang ? { language: node.lang.toLowerCase() } : {}),
        });
        return;
      case "html":
        if (!isComment(node.value)) add("text", depth, node, { text: node.value });
        return;
      case "list":
        for (const item of node.children) {
          item.children.forEach((child, at) => {
            visit(child, depth + 1, at === 0);
          });
        }
        return;
      case "blockquote":
        for (const child of node.children) visit(child, depth, false);
        return;
      case "table":
        // The first row says what stands below it.
        for (const row of node.children.slice(1)) {
          add("row", depth, row, { text: row.children.map((cell) => plainText(cell)).join(" | ") });
        }
        return;
      case "thematicBreak":
      case "definition":
        return;
      default:
        add("text", depth, node);
    }
  };
  for (const node of root.children) visit(node, 0, false);
  return found;
}

function isComment(html: string): boolean {
  return html.startsWith("<!--");
}

function lineOf(node: Nodes): number {
  return node.position?.start.line ?? 1;
}

function codesIn(node: Nodes): string[] {
  if (node.type === "inlineCode") return [node.value];
  return "children" in node ? node.children.flatMap((child) => codesIn(child)) : [];
}
