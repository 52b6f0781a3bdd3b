import type { Graph, Kernel } from "@contractc/kernel";

/** A kernel of the given parts; everything else is empty. */
export function kernelOf(parts: Partial<Omit<Kernel, "graph">> & { graph?: Partial<Graph> }): Kernel {
  return {
    format: "contractc-kernel/1",
    name: "Test",
    version: "1.0.0",
    hash: "",
    targets: [],
    modules: [],
    packages: [],
    externals: [],
    signatures: {},
    projection: { requirements: [], qualities: [], decisions: [], risks: [], questions: [], roles: [] },
    positions: {},
    ...parts,
    graph: { uses: [], events: [], flows: [], layers: [], forbidden: [], independent: [], ...parts.graph },
  };
}
