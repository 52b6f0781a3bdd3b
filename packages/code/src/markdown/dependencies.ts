import type { Block } from "./blocks.js";
import type { Dependency } from "./document.js";
import { type FileNames, sourceFilesIn } from "./files.js";

/** What a line says of dependencies: some, or only what one file is for, or nothing that is understood. */
export type DependencyLine =
  | { kind: "edges"; edges: Dependency[]; unknown: string[] }
  | { kind: "about"; file: string }
  | { kind: "nothing"; unknown: string[] };

const FORWARD = /(?:--+|==+|-\.+-?)>|->|=>|→|⟶|➜/u;
const BACKWARD = /<(?:--+|-)|←/u;
/** The file named first is the one that is needed. */
const PASSIVE =
  /\b(?:is|are|being)\s+(?:\w+\s+)?(?:used|imported|called|required|needed|consumed|coordinated)\s+by\b/i;
const NEGATED = /\b(?:no|not|never|without|independent)\b/i;

/** The dependencies of one sentence, list item or row: arrows where there are any, otherwise the first file needs the others. */
export function dependenciesOf(block: Block, names: FileNames): DependencyLine {
  const { text, line } = block;
  if (FORWARD.test(text) || BACKWARD.test(text)) return arrows(text, line, names);
  const mentioned = sourceFilesIn(text);
  const unknown: string[] = [];
  const files: string[] = [];
  for (const { name } of mentioned) {
    const path = names.find(name);
    if (path === undefined) unknown.push(name);
    else if (!files.includes(path)) files.push(path);
  }
  const [first, ...others] = files;
  if (first === undefined) return { kind: "nothing", unknown };
  if (others.length === 0)
    return unknown.length === 0 ? { kind: "about", file: first } : { kind: "nothing", unknown };
  if (NEGATED.test(text)) return { kind: "nothing", unknown };
  const edges = PASSIVE.test(text)
    ? others.map((from) => ({ from, to: first, line }))
    : others.map((to) => ({ from: first, to, line }));
  return { kind: "edges", edges, unknown };
}

/** `a -> b, c -> d`: each side may be a list. */
function arrows(text: string, line: number, names: FileNames): DependencyLine {
  const edges: Dependency[] = [];
  const unknown: string[] = [];
  const parts = text.split(/((?:--+|==+|-\.+-?)>|->|=>|→|⟶|➜|<--+|<-|←)/u);
  const sides = parts.filter((_, at) => at % 2 === 0).map((side) => filesOfSide(side, names, unknown));
  for (let at = 0; at + 1 < sides.length; at++) {
    const back = BACKWARD.test(parts[at * 2 + 1]!);
    for (const left of sides[at]!) {
      for (const right of sides[at + 1]!) {
        const [from, to] = back ? [right, left] : [left, right];
        if (from !== to) edges.push({ from, to, line });
      }
    }
  }
  return edges.length > 0 ? { kind: "edges", edges, unknown } : { kind: "nothing", unknown };
}

function filesOfSide(side: string, names: FileNames, unknown: string[]): string[] {
  const files = sourceFilesIn(side);
  // Without extensions every word may be the name of a module: `game -> economy, grid`.
  const written =
    files.length > 0
      ? files.map(({ name }) => name)
      : side
          .replace(/\([^)]*\)/g, " ")
          .split(/[,&+]|\band\b/)
          .map((word) => word.trim().replace(/[.:;]+$/, ""));
  return written.flatMap((name) => {
    if (name === "") return [];
    const path = names.find(name);
    if (path === undefined) unknown.push(name);
    return path === undefined ? [] : [path];
  });
}

/**
 * The dependencies of a Mermaid flow chart: `A[game.py] --> B["economy.py"] & C`, with labels on edges and chains.
 *
 * @returns nothing for other kinds of diagrams
 */
export function dependenciesOfMermaid(block: Block, names: FileNames): DependencyLine {
  const lines = block.text.split("\n");
  if (!/^\s*(?:graph|flowchart)\b/m.test(block.text)) return { kind: "nothing", unknown: [] };
  const labels = new Map<string, string>();
  const NODE = /(\w(?:[\w.\-/]*\w)?)(?:\[+|\(+|\{+)\s*"?([^"\])}]+?)"?\s*(?:\]+|\)+|\}+)/g;
  const edges: Dependency[] = [];
  const unknown: string[] = [];
  const plain = lines.map((raw) => {
    const line = raw.replace(/%%.*$/, "").replace(/;\s*$/, "");
    if (/^\s*(?:graph|flowchart|subgraph|end|style|class|classDef|click|direction|linkStyle)\b/.test(line))
      return "";
    return line
      .replace(/\|[^|]*\|/g, " ")
      .replace(/--\s+[^->|]+?\s+-->/g, "-->")
      .replace(NODE, (_, id: string, label: string) => {
        labels.set(id, label);
        return id;
      });
  });
  const known = (id: string) =>
    names.find(labels.get(id)?.trim() ?? id) ?? fileInLabel(labels.get(id), names);
  plain.forEach((line, at) => {
    const sides = line.split(/(?:<?[-=.]{2,}[->xo]?>?|-->)/).map((side) =>
      side
        .split("&")
        .map((id) => id.trim())
        .filter(Boolean),
    );
    for (let side = 0; side + 1 < sides.length; side++) {
      for (const left of sides[side]!) {
        for (const right of sides[side + 1]!) {
          const from = known(left);
          const to = known(right);
          if (from === undefined) unknown.push(labels.get(left) ?? left);
          if (to === undefined) unknown.push(labels.get(right) ?? right);
          // The fence stands on the block's first line.
          if (from !== undefined && to !== undefined && from !== to)
            edges.push({ from, to, line: block.line + 1 + at });
        }
      }
    }
  });
  return edges.length > 0
    ? { kind: "edges", edges, unknown: [...new Set(unknown)] }
    : { kind: "nothing", unknown: [...new Set(unknown)] };
}

function fileInLabel(label: string | undefined, names: FileNames): string | undefined {
  const files = sourceFilesIn(label ?? "");
  return files.length === 1 ? names.find(files[0]!.name) : undefined;
}
