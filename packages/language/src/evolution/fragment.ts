import type { Finding } from "@contractc/kernel";
import { finding, LineIndex } from "@contractc/kernel";
import type { AstNode } from "langium";
import { reportSyntax } from "../project/load.js";
import { Source, spanOf } from "../source/source.js";
import type * as ast from "../syntax/index.js";
import { parseContract } from "../syntax/index.js";

/** Contract text that is no file of its own: what an action brings, parsed as if it stood in its target. */
export interface Fragment {
  /** Of the wrapper text: offsets of nodes are offsets into it. */
  source: Source;
  /** The elements, members, clauses, entries or transitions of the content. */
  nodes: AstNode[];
  /** Where the content starts and ends in the wrapper's text. */
  start: number;
  end: number;
}

/** What is around the content, by the type of the node it goes into. */
const WRAPPERS: Readonly<Record<string, readonly [string, string]>> = {
  ContractFile: ["", ""],
  Package: ['package p "p" {', "}"],
  Module: ['module m "m.py" {', "}"],
  External: ['external e "e" {', "}"],
  ClassDeclaration: ['module m "m.py" { class c {', "} }"],
  InterfaceDeclaration: ['module m "m.py" { interface c {', "} }"],
  RecordDeclaration: ['module m "m.py" { record c {', "} }"],
  ErrorDeclaration: ['module m "m.py" { error c {', "} }"],
  EnumDeclaration: ['module m "m.py" { enum c {', "} }"],
  StatesDeclaration: ['module m "m.py" { states c {', "} }"],
  FunctionDeclaration: ['module m "m.py" { fn f()', "}"],
  Method: ['module m "m.py" { fn f()', "}"],
  Constructor: ['module m "m.py" { fn f()', "}"],
  Requirement: ['requirement r must "r" {', "}"],
  Quality: ['quality q performance "q" {', "}"],
  Role: ['role r "r" {', "}"],
  Target: ["target python {", "}"],
};

/** @returns whether something can be put into a node of this type */
export function isContainer(type: string): boolean {
  return Object.hasOwn(WRAPPERS, type);
}

/**
 * Parses content as it would stand in a node.
 *
 * @param type of the node around it: a key of `WRAPPERS`
 * @param label what findings name as the file: `action 1`
 * @returns the findings where the content is no whole piece of contract text
 */
export function parseFragment(
  type: string,
  content: string,
  label: string,
): { fragment: Fragment } | { findings: Finding[] } {
  const wrapper = WRAPPERS[type] ?? ["", ""];
  const prefix = `${wrapper[0]}\n`;
  const text = `${prefix}${content}\n${wrapper[1]}`;
  const parsed = parseContract(text, label);
  const source = new Source(parsed);
  const lines = new LineIndex(content);
  const findings: Finding[] = [];
  // The wrapper takes the first line. A fix would edit a file that is none.
  reportSyntax(source, (each) => {
    findings.push({ ...each, line: each.line - 1, endLine: each.endLine - 1, fixes: [] });
  });
  if (findings.length > 0) return { findings };
  const nodes = contentOf(parsed.root, wrapper[0]);
  const end = prefix.length + content.length;
  const isWhole = nodes?.every((node) => {
    const span = spanOf(node);
    return span.start >= prefix.length && span.end <= end;
  });
  if (!nodes || !isWhole) {
    const place = lines.place(label, 0, content.length);
    return {
      findings: [
        finding("syntax/error", place, {
          problem: "This is no complete piece of contract text: a bracket closes more than it opens.",
        }),
      ],
    };
  }
  return { fragment: { source, nodes, start: prefix.length, end } };
}

/** @returns `null` where the wrapper was closed by the content */
function contentOf(root: ast.ContractFile, wrapper: string): AstNode[] | null {
  if (wrapper === "") return root.elements;
  const [outer, ...others] = root.elements;
  if (!outer || others.length > 0) return null;
  switch (outer.$type) {
    case "Module":
      if (!wrapper.startsWith("module m") || wrapper.endsWith('"m.py" {')) return outer.elements;
      return outer.elements.length === 1 ? innerOf(outer.elements[0]!) : null;
    case "Package":
    case "External":
      return outer.elements;
    case "Requirement":
    case "Quality":
    case "Role":
    case "Target":
      return outer.entries;
    default:
      return null;
  }
}

function innerOf(node: ast.Element): AstNode[] | null {
  if ("members" in node) return node.members;
  if ("transitions" in node) return node.transitions;
  return "clauses" in node ? node.clauses : null;
}
