import { type Address, type ImportMode, stronglyConnectedComponents } from "@contractc/kernel";
import type { Extraction } from "./extraction.js";
import type { PlannedModule } from "./plan.js";

export interface ExtractedUses {
  kind: "use" | "type" | "lazy";
  /** Addresses of modules and names of externals, sorted. */
  targets: Address[];
  allowCycle?: string;
}

type Kind = ExtractedUses["kind"];

const REASON = "the code had this cycle when the contract was extracted";

/**
 * What each module uses: what its code imports, and the types that its signatures name.
 *
 * Cycles that the code has today are accepted where they close, so that the contract starts out clean and shows them.
 *
 * @param named the types that each module's declarations name
 */
export function usesOf(
  extraction: Extraction,
  named: ReadonlyMap<PlannedModule, ReadonlySet<Address>>,
): Map<PlannedModule, ExtractedUses[]> {
  const edges = edgesOf(extraction);
  for (const module of extraction.modules) {
    for (const address of named.get(module)!) {
      const home = address.slice(0, address.lastIndexOf("."));
      if (!edges.get(module)!.has(home)) addEdge(edges.get(module)!, module, home, "type");
    }
  }
  const closing = closingEdges(extraction.modules, edges);
  return new Map(
    extraction.modules.map((module) => [module, clauses(edges.get(module)!, closing.get(module.address))]),
  );
}

function clauses(
  edges: ReadonlyMap<Address, Kind>,
  closing: ReadonlySet<Address> = new Set(),
): ExtractedUses[] {
  const of = (kind: Kind, closes: boolean) =>
    [...edges]
      .filter(([target, own]) => own === kind && closing.has(target) === closes)
      .map(([target]) => target)
      .sort();
  const found: ExtractedUses[] = [];
  for (const kind of ["use", "type", "lazy"] as const) {
    const targets = of(kind, false);
    if (targets.length > 0) found.push({ kind, targets });
  }
  const accepted = of("use", true);
  if (accepted.length > 0) found.push({ kind: "use", targets: accepted, allowCycle: REASON });
  return found;
}

/**
 * Edges whose removal leaves no load-time cycle: within each strongly connected component those that lead back to
 * a module that a depth-first walk is still in.
 */
function closingEdges(
  modules: readonly PlannedModule[],
  edges: ReadonlyMap<PlannedModule, ReadonlyMap<Address, Kind>>,
): Map<Address, Set<Address>> {
  const graph = new Map<Address, Address[]>();
  for (const module of modules) {
    const targets = [...edges.get(module)!].filter(([, kind]) => kind === "use").map(([target]) => target);
    graph.set(module.address, targets.sort());
  }
  const closing = new Map<Address, Set<Address>>();
  for (const component of stronglyConnectedComponents(graph)) {
    if (component.length < 2) continue;
    const members = new Set(component);
    const state = new Map<Address, "open" | "closed">();
    for (const start of [...component].sort()) {
      if (state.has(start)) continue;
      const stack = [{ at: start, next: 0 }];
      state.set(start, "open");
      while (stack.length > 0) {
        const top = stack.at(-1)!;
        const target = graph.get(top.at)![top.next++];
        if (target === undefined) {
          state.set(top.at, "closed");
          stack.pop();
        } else if (members.has(target)) {
          if (state.get(target) === "open")
            closing.set(top.at, (closing.get(top.at) ?? new Set()).add(target));
          else if (!state.has(target)) {
            state.set(target, "open");
            stack.push({ at: target, next: 0 });
          }
        }
      }
    }
  }
  return closing;
}

/** A stronger kind takes the place of a weaker one. */
const RANK: Record<Kind, number> = { type: 0, lazy: 1, use: 2 };

function addEdge(edges: Map<Address, Kind>, from: PlannedModule, target: Address, kind: Kind): void {
  const before = edges.get(target);
  if (target !== from.address && (before === undefined || RANK[kind] > RANK[before])) edges.set(target, kind);
}

/** What the code imports, as the comparison of imports will see it. */
function edgesOf(extraction: Extraction): Map<PlannedModule, Map<Address, Kind>> {
  const planned = new Map(extraction.modules.map((module) => [module.address, module]));
  const edges = new Map<PlannedModule, Map<Address, Kind>>();
  for (const module of extraction.modules) edges.set(module, new Map());
  for (const { from, to, mode } of extraction.imports.modules) {
    const module = planned.get(from.address)!;
    addEdge(edges.get(module)!, module, to.address, kindOf(mode));
  }
  for (const { from, package: name, file, mode } of extraction.imports.packages) {
    if (mode === "optional") continue;
    const module = planned.get(from.address)!;
    const external = extraction.externals.use(name, false, file.language);
    addEdge(edges.get(module)!, module, external, kindOf(mode));
  }
  return edges;
}

function kindOf(mode: ImportMode): Kind {
  return mode === "type" || mode === "lazy" ? mode : "use";
}
