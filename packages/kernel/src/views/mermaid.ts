import type { Kernel } from "../model/kernel.js";
import type { Address } from "../model/types.js";
import { type GraphView, graphView, type ViewEdge, type ViewNode } from "./graph-view.js";

/**
 * Δ as a Mermaid flow chart: packages as nested groups, modules and externals as nodes, an edge style for each kind of
 * dependency, and the layers one above the other.
 *
 * @param kernel without errors
 * @returns the same text for the same kernel
 */
export function contractMermaid(kernel: Kernel): string {
  return mermaidOf(graphView(kernel));
}

/** The same of a graph that may show the code's imports, too: what only one side has is coloured and labelled. */
export function mermaidOf(view: GraphView): string {
  const ids = new Ids();
  const lines = ["flowchart TD"];
  const inside = new Map<Address, ViewNode[]>();
  for (const node of view.nodes) {
    if (node.kind === "external") continue;
    const key = node.parent ?? "";
    inside.set(key, [...(inside.get(key) ?? []), node]);
  }
  const draw = (owner: Address, indent: string): void => {
    const nodes = inside.get(owner) ?? [];
    for (const { kind, address, name } of nodes) {
      if (kind === "module") lines.push(`${indent}${ids.of(address)}["${label(name)}"]`);
    }
    for (const { kind, address, name } of nodes) {
      if (kind !== "package") continue;
      lines.push(`${indent}subgraph ${ids.of(address)}["${label(name)}"]`);
      draw(address, `${indent}  `);
      lines.push(`${indent}end`);
    }
  };
  draw("", "  ");
  const externals = view.nodes.filter(({ kind }) => kind === "external");
  for (const { address, name } of externals) {
    lines.push(`  ${ids.of(address)}(["${label(name)}"]):::external`);
  }
  for (const { from, to, ...edge } of view.edges) {
    lines.push(`  ${ids.of(from)} ${arrow(edge)} ${ids.of(to)}`);
  }
  for (const chain of view.layers) {
    // Invisible links keep the upper layer above the lower one.
    for (let at = 1; at < chain.length; at += 1)
      lines.push(`  ${ids.of(chain[at - 1]!)} ~~~ ${ids.of(chain[at]!)}`);
  }
  const style = (origin: ViewEdge["origin"], text: string) => {
    const at = view.edges.flatMap((edge, index) => (edge.origin === origin ? [index] : []));
    if (at.length > 0) lines.push(`  linkStyle ${at.join(",")} ${text}`);
  };
  style("code", "stroke:#c2410c,stroke-width:2px");
  style("contract", "stroke:#6b7280");
  if (externals.length > 0) lines.push("  classDef external stroke-dasharray: 4 3");
  return `${lines.join("\n")}\n`;
}

type ArrowOf = Pick<ViewEdge, "kind" | "name" | "origin">;

function arrow({ kind, name = "", origin }: ArrowOf): string {
  const side = origin === "code" ? "code only" : origin === "contract" ? "contract only" : "";
  switch (kind) {
    case "use":
      return side === "" ? "-->" : `-->|"${side}"|`;
    case "type":
    case "lazy":
    case "optional":
      return side === "" ? `-. ${kind} .->` : `-. "${kind}, ${side}" .->`;
    case "event":
      return `==>|"${label(name)}"|`;
    case "flow":
      return `--o|"${label(name)}"|`;
  }
}

/** Identifiers that Mermaid takes: its own words (`end`, `graph`, `style`) are names of modules, too. */
class Ids {
  readonly #byAddress = new Map<Address, string>();
  readonly #taken = new Set<string>();

  of(address: Address): string {
    const known = this.#byAddress.get(address);
    if (known !== undefined) return known;
    const base = `n_${address.replaceAll(/[^A-Za-z0-9]/g, "_")}`;
    let id = base;
    for (let count = 2; this.#taken.has(id); count += 1) id = `${base}_${count}`;
    this.#taken.add(id);
    this.#byAddress.set(address, id);
    return id;
  }
}

/** Text between the quotes of a label: Mermaid writes characters as `#code;`. */
function label(text: string): string {
  return text.replaceAll(/["#&<>;\\`]/g, (character) => `#${character.codePointAt(0)};`);
}
