import type { Node } from "web-tree-sitter";
import type { CodeProblem } from "../reading/signature.js";

/** More would say nothing new of a file that is no Python at all. */
const MAXIMUM_PROBLEMS = 100;

/** Where the text does not parse: the outermost broken places, in order. */
export function readProblems(root: Node, text: string): CodeProblem[] {
  const found: CodeProblem[] = [];
  const stack = root.hasError ? [root] : [];
  for (let node = stack.pop(); node && found.length < MAXIMUM_PROBLEMS; node = stack.pop()) {
    if (node.isMissing) {
      found.push({ message: missing(node), start: node.startIndex, end: node.endIndex });
    } else if (node.isError) {
      found.push(unexpected(node, text));
    } else if (node.hasError) {
      stack.push(...node.children.reverse());
    }
  }
  return found;
}

function missing(node: Node): string {
  return node.type === "identifier" ? "Expected a name." : `Expected \`${node.type}\`.`;
}

function unexpected(node: Node, text: string): CodeProblem {
  const { startIndex: start, endIndex: end } = node;
  const line = text
    .slice(start, Math.min(end, start + 200))
    .trim()
    .split(/\r?\n/)[0] as string;
  const shown = line.length > 40 ? `${line.slice(0, 40)}…` : line;
  return {
    message: shown ? `Cannot be read as Python: \`${shown}\`.` : "Cannot be read as Python.",
    start,
    end,
  };
}
