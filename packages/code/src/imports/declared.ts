import {
  type Address,
  allowsMode,
  type Edge,
  type EdgeKind,
  type ImportMode,
  type Kernel,
  type Module,
} from "@contractc/kernel";
import type { ModuleImport } from "./graph.js";

/** Δ's `uses` by their ends. */
export class DeclaredUses {
  readonly #edges = new Map<Address, Map<Address, Edge[]>>();

  constructor(kernel: Kernel) {
    for (const edge of kernel.graph.uses) {
      let to = this.#edges.get(edge.from);
      if (!to) {
        to = new Map();
        this.#edges.set(edge.from, to);
      }
      const edges = to.get(edge.to);
      if (edges) edges.push(edge);
      else to.set(edge.to, [edge]);
    }
  }

  between(from: Address, to: Address): readonly Edge[] {
    return this.#edges.get(from)?.get(to) ?? [];
  }

  kinds(from: Address, to: Address): EdgeKind[] {
    return this.between(from, to).map(({ kind }) => kind);
  }

  allows(from: Address, to: Address, mode: ImportMode): boolean {
    return this.kinds(from, to).some((kind) => allowsMode(kind, mode));
  }

  /**
   * The modules that an import depends on: its target or, where only the modules that define the names are declared,
   * those.
   */
  targets({ from, to, definers, passedOn }: ModuleImport): readonly Module[] {
    if (this.between(from.address, to.address).length > 0 || !passedOn) return [to];
    const others = definers.filter((definer) => definer !== from);
    const declared = others.every((definer) => this.between(from.address, definer.address).length > 0);
    return declared ? others : [to];
  }
}

/** The clause of a contract that a mode of importing needs, with what it names. */
export function clauseFor(mode: ImportMode, name: string): string {
  return mode === "load" ? `uses ${name}` : `uses ${mode === "type" ? "type" : "lazy"} ${name}`;
}

export function clauseOf(kind: EdgeKind, name: string): string {
  return kind === "use" ? `uses ${name}` : `uses ${kind} ${name}`;
}
