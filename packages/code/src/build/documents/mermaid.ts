import type { Address, Kernel, Module, Package } from "@contractc/kernel";

/**
 * Δ as a Mermaid flow chart: packages as nested groups, modules and externals as nodes, an edge style for each kind of
 * dependency, and the layers one above the other.
 *
 * @param kernel without errors
 * @returns the same text for the same kernel
 */
export function contractMermaid(kernel: Kernel): string {
  const ids = new Ids();
  const lines = ["flowchart TD"];
  const inPackage = new Map<Address, Module[]>();
  for (const module of kernel.modules) {
    const key = module.package ?? "";
    inPackage.set(key, [...(inPackage.get(key) ?? []), module]);
  }
  const packages = [...kernel.packages].sort((a, b) => (a.address < b.address ? -1 : 1));
  const nested = new Map<Address, Package[]>();
  const known = new Set(packages.map(({ address }) => address));
  for (const each of packages) {
    const parent = parentOf(each.address, known);
    nested.set(parent, [...(nested.get(parent) ?? []), each]);
  }
  const drawModules = (owner: Address, indent: string): void => {
    for (const module of inPackage.get(owner) ?? []) {
      lines.push(`${indent}${ids.of(module.address)}["${label(module.name)}"]`);
    }
  };
  const drawPackages = (owner: Address, indent: string): void => {
    for (const each of nested.get(owner) ?? []) {
      lines.push(`${indent}subgraph ${ids.of(each.address)}["${label(each.name)}"]`);
      drawModules(each.address, `${indent}  `);
      drawPackages(each.address, `${indent}  `);
      lines.push(`${indent}end`);
    }
  };
  drawModules("", "  ");
  drawPackages("", "  ");
  const usedExternals = new Set(kernel.graph.uses.filter((edge) => edge.external).map((edge) => edge.to));
  for (const external of kernel.externals) {
    if (!usedExternals.has(external.address)) continue;
    lines.push(`  ${ids.of(external.address)}(["${label(external.name)}"]):::external`);
  }
  lines.push(...edgeLines(kernel, ids));
  for (const chain of kernel.graph.layers) {
    // Invisible links keep the upper layer above the lower one.
    for (let at = 1; at < chain.length; at += 1)
      lines.push(`  ${ids.of(chain[at - 1]!)} ~~~ ${ids.of(chain[at]!)}`);
  }
  if (usedExternals.size > 0) lines.push("  classDef external stroke-dasharray: 4 3");
  return `${lines.join("\n")}\n`;
}

function edgeLines(kernel: Kernel, ids: Ids): string[] {
  const lines: string[] = [];
  for (const { from, to, kind } of kernel.graph.uses) {
    const arrow = kind === "use" ? "-->" : kind === "type" ? "-. type .->" : "-. lazy .->";
    lines.push(`  ${ids.of(from)} ${arrow} ${ids.of(to)}`);
  }
  const modules = new Set(kernel.modules.map((module) => module.address));
  const moduleOf = (address: Address): Address => {
    let owner = address;
    while (owner !== "" && !modules.has(owner)) {
      owner = owner.slice(0, Math.max(0, owner.lastIndexOf(".")));
    }
    return owner;
  };
  for (const { event, emitters, handlers } of kernel.graph.events) {
    const name = label(event.slice(event.lastIndexOf(".") + 1));
    for (const from of [...new Set(emitters.map(moduleOf))]) {
      for (const to of handlers) lines.push(`  ${ids.of(from)} ==>|"${name}"| ${ids.of(to)}`);
    }
  }
  for (const { name, hops } of kernel.graph.flows) {
    for (let at = 1; at < hops.length; at += 1) {
      const from = moduleOf(hops[at - 1]!);
      const to = moduleOf(hops[at]!);
      if (from !== to) lines.push(`  ${ids.of(from)} --o|"${label(name)}"| ${ids.of(to)}`);
    }
  }
  return lines;
}

function parentOf(address: Address, known: ReadonlySet<Address>): Address {
  let parent = address;
  do {
    parent = parent.slice(0, Math.max(0, parent.lastIndexOf(".")));
  } while (parent !== "" && !known.has(parent));
  return parent;
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
