import type { Address } from "../model/types.js";
import type { GraphView, ViewEdge, ViewNode } from "./graph-view.js";

/** Colours of a picture on white paper; pages and SVG files restyle them by class. */
const COLOUR = {
  ink: "#1f2937",
  faint: "#6b7280",
  package: "#f3f4f6",
  border: "#9ca3af",
  module: "#ffffff",
  external: "#f9fafb",
  event: "#7c3aed",
  flow: "#0f766e",
  wrong: "#dc2626",
  code: "#c2410c",
} as const;

const FONT = "Helvetica,Arial,sans-serif";

/**
 * A graph in the language of Graphviz: packages as clusters, a style for each kind of edge, circles and broken rules in
 * red, what only the code has in orange.
 *
 * Nodes, clusters and edges carry identifiers (`n0`, `p0`, `e0`: their place among the nodes and edges of the view) and
 * classes, which Graphviz passes on to SVG.
 */
export function dotOf(view: GraphView): string {
  const lines = [
    `digraph ${quoted(view.contract.name)} {`,
    `  graph [rankdir=TB, compound=true, newrank=true, nodesep=0.35, ranksep=0.6, pad=0.3, bgcolor=transparent, fontname=${quoted(FONT)}, fontsize=13, fontcolor=${quoted(COLOUR.ink)}];`,
    `  node [shape=box, style="rounded,filled", fillcolor=${quoted(COLOUR.module)}, color=${quoted(COLOUR.border)}, fontname=${quoted(FONT)}, fontsize=13, fontcolor=${quoted(COLOUR.ink)}, margin="0.14,0.08"];`,
    `  edge [color=${quoted(COLOUR.faint)}, fontname=${quoted(FONT)}, fontsize=11, fontcolor=${quoted(COLOUR.faint)}, arrowsize=0.7];`,
  ];
  const inside = new Map<Address, { node: ViewNode; id: string }[]>();
  view.nodes.forEach((node, at) => {
    const owner = node.kind === "external" ? "" : (node.parent ?? "");
    const entry = { node, id: `${node.kind === "package" ? "p" : "n"}${at}` };
    inside.set(owner, [...(inside.get(owner) ?? []), entry]);
  });
  const draw = (owner: Address, indent: string): void => {
    const entries = inside.get(owner) ?? [];
    for (const { node, id } of entries) {
      if (node.kind !== "package")
        lines.push(`${indent}${quoted(node.address)} ${nodeAttributes(node, id)};`);
    }
    for (const { node, id } of entries) {
      if (node.kind !== "package") continue;
      lines.push(
        `${indent}subgraph ${quoted(`cluster_${node.address}`)} {`,
        `${indent}  graph ${clusterAttributes(node, id)};`,
      );
      draw(node.address, `${indent}  `);
      lines.push(`${indent}}`);
    }
  };
  draw("", "  ");
  view.edges.forEach((edge, at) => {
    lines.push(`  ${quoted(edge.from)} -> ${quoted(edge.to)} ${edgeAttributes(edge, `e${at}`)};`);
  });
  lines.push(...layerLines(view), "}");
  return `${lines.join("\n")}\n`;
}

function clusterAttributes(node: ViewNode & { kind: "package" }, id: string): string {
  const layer = node.layer ? ` · layer ${node.layer.place} of ${node.layer.of}` : "";
  return attributes({
    id,
    class: node.parent === undefined ? "package" : "package inner",
    label: `${node.name}${layer}`,
    tooltip: `${node.address} (${node.path})`,
    style: "rounded,filled",
    labeljust: "l",
    fillcolor: COLOUR.package,
    color: COLOUR.border,
    margin: "14",
  });
}

function nodeAttributes(node: Exclude<ViewNode, { kind: "package" }>, id: string): string {
  const common = { id, tooltip: node.summary ?? node.address };
  if (node.kind === "external") {
    const below = node.undeclared ? "not in the contract" : node.requirement;
    return attributes({
      ...common,
      class: node.undeclared ? "external undeclared" : "external",
      label: below === undefined || below === node.name ? node.name : `${node.name}\n${below}`,
      style: "rounded,filled,dashed",
      fillcolor: COLOUR.external,
      ...(node.undeclared ? { color: COLOUR.code, fontcolor: COLOUR.code } : { fontcolor: COLOUR.faint }),
      fontsize: "11",
    });
  }
  const layer = node.layer ? `\nlayer ${node.layer.place} of ${node.layer.of}` : "";
  return attributes({ ...common, class: "module", label: `${node.name}${layer}` });
}

function edgeAttributes(edge: ViewEdge, id: string): string {
  const { kind, name, cycle, breaks, origin } = edge;
  const isWrong = cycle || breaks !== undefined;
  const colour = isWrong
    ? COLOUR.wrong
    : origin === "code"
      ? COLOUR.code
      : kind === "event" || kind === "flow"
        ? COLOUR[kind]
        : undefined;
  const classes = [kind, origin && `in-${origin}`, cycle && "cycle", breaks && "breach"].filter(Boolean);
  const side = origin === "code" ? "code only" : origin === "contract" ? "contract only" : undefined;
  const words = [name ?? (kind === "use" ? undefined : kind), side].filter((word) => word !== undefined);
  const isData = kind === "event" || kind === "flow";
  return attributes({
    id,
    class: classes.join(" "),
    tooltip: [`${edge.from} -> ${edge.to}`, words.join(", "), ...(breaks ?? [])].filter(Boolean).join("\n"),
    ...(words.length > 0 ? { label: words.join("\n") } : {}),
    ...(colour ? { color: colour, fontcolor: colour } : {}),
    ...(kind === "type" || origin === "contract" ? { style: "dashed" } : {}),
    ...(kind === "lazy" || kind === "optional" ? { style: "dotted" } : {}),
    ...(kind === "type" || kind === "flow" ? { arrowhead: kind === "type" ? "empty" : "odot" } : {}),
    ...(isWrong || origin === "code" || kind === "event" ? { penwidth: "1.6" } : {}),
    // Events and data go up as well as down: the layout is that of the dependencies.
    ...(isData ? { constraint: "false" } : {}),
  });
}

/** Invisible edges keep the upper layer above the lower one: between the first module of each. */
function layerLines({ layers, nodes }: GraphView): string[] {
  const first = (part: Address) =>
    nodes.find(
      ({ kind, address }) => kind === "module" && (address === part || address.startsWith(`${part}.`)),
    );
  return layers.flatMap((chain) =>
    chain.flatMap((part, at) => {
      const upper = at === 0 ? undefined : first(chain[at - 1]!);
      const lower = first(part);
      return upper && lower
        ? [`  ${quoted(upper.address)} -> ${quoted(lower.address)} [style=invis, weight=0];`]
        : [];
    }),
  );
}

function attributes(all: Record<string, string>): string {
  return `[${Object.entries(all)
    .map(([name, value]) => `${name}=${quoted(value)}`)
    .join(", ")}]`;
}

/** A string of DOT: a back-slash starts an escape in labels, and `\n` breaks the line. */
function quoted(text: string): string {
  return `"${text.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n")}"`;
}
