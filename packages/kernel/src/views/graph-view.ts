import type { ImportMode } from "../diagnostics/import.js";
import { type Breach, breachesOf, placeOf } from "../graph/architecture.js";
import { type Adjacency, shortestCycle, stronglyConnectedComponents } from "../graph/components.js";
import { allowsMode } from "../graph/import-modes.js";
import { moduleOf } from "../hashing.js";
import type { Language } from "../model/declarations.js";
import type { Edge, EdgeKind, Kernel } from "../model/kernel.js";
import type { Address } from "../model/types.js";
import { declaredName } from "../print/names.js";
import { parentOf } from "../print/whole-contract.js";

/** Δ as a graph to look at: what every picture of it is drawn from, and what `graph --format json` prints. */
export interface GraphView {
  format: "contractc-graph/1";
  contract: { name: string; version: string; hash: string };
  /** Packages by address, then modules by address, then the externals that something uses. */
  nodes: ViewNode[];
  /** `uses` by their ends, then events, then flows, then what only the code has. */
  edges: ViewEdge[];
  /** Each list from the top layer down; addresses of packages or modules. */
  layers: Address[][];
  /** Circles of load-time dependencies, one for each strongly connected component. */
  cycles: ViewCycle[];
  /** Present where the code was looked at. */
  code?: {
    /** Modules whose imports are not all known: a file does not parse, or an import leads nowhere. */
    incomplete: Address[];
  };
}

export type ViewNode =
  | { kind: "package"; address: Address; name: string; path: string; parent?: Address; layer?: ViewLayer }
  | {
      kind: "module";
      address: Address;
      name: string;
      path: string;
      parent?: Address;
      language?: Language;
      owner?: string;
      /** The first line of its doc comment. */
      summary?: string;
      layer?: ViewLayer;
    }
  | {
      kind: "external";
      address: Address;
      name: string;
      /** What to install. */
      requirement?: string;
      summary?: string;
      /** Only the code knows it. */
      undeclared?: true;
    };

/** The place of a part in a list of layers; both count from 1. */
export interface ViewLayer {
  list: number;
  place: number;
  of: number;
}

/** `optional`: an import that may fail, which needs no clause. */
export type ViewEdgeKind = EdgeKind | "optional" | "event" | "flow";
/** Who has an edge: the contract alone, the code alone, or both. */
export type EdgeOrigin = "contract" | "code" | "both";

export interface ViewEdge {
  from: Address;
  to: Address;
  kind: ViewEdgeKind;
  /** Of an event or a flow. */
  name?: string;
  /** It takes part in a circle of load-time dependencies. */
  cycle?: true;
  /** Rules of the contract that it breaks, in words. */
  breaks?: string[];
  /** Where the code was looked at; events, flows and uses of the standard library cannot be seen in it. */
  origin?: EdgeOrigin;
  /** The imports of the code, the strongest kind of them first. */
  imports?: ViewImport[];
}

export interface ViewImport {
  mode: ImportMode;
  /** Relative to the contract's folder. */
  file: string;
  line: number;
}

export interface ViewCycle {
  /** Whose circle it is. */
  in: "contract" | "code";
  modules: Address[];
  /** A shortest circle through some of them; the first is repeated at the end. */
  path: Address[];
  /** The contract accepts a `uses` of the path with `@allow`. */
  accepted?: true;
}

/** The imports of the code between modules, or of a module from a package. */
export interface CodeGraph {
  edges: CodeEdge[];
  incomplete: Address[];
}

export interface CodeEdge {
  from: Address;
  /** A module, an external, or with `undeclared` the name of a package that the contract does not know. */
  to: Address;
  external?: true;
  undeclared?: true;
  /** At least one, the strongest first. */
  imports: [ViewImport, ...ViewImport[]];
}

/**
 * Makes the graph that pictures are drawn from.
 *
 * @param kernel its names need not all be resolved: edges that lead nowhere are not in it
 * @param code the imports of the code, to be shown beside what the contract says
 */
export function graphView(kernel: Kernel, code?: CodeGraph): GraphView {
  const edges = [...usesOf(kernel, code), ...eventsOf(kernel), ...flowsOf(kernel)];
  if (code) edges.push(...onlyInCode(kernel, code));
  const cycles = [...cyclesOf(kernel, edges, "contract"), ...(code ? cyclesOf(kernel, edges, "code") : [])];
  for (const edge of edges) {
    const broken = edge.kind === "event" || edge.kind === "flow" ? [] : breaches(kernel, edge);
    if (broken.length > 0) edge.breaks = broken;
  }
  return {
    format: "contractc-graph/1",
    contract: { name: kernel.name, version: kernel.version, hash: kernel.hash },
    nodes: nodesOf(kernel, edges),
    edges,
    layers: kernel.graph.layers,
    cycles,
    ...(code ? { code: { incomplete: code.incomplete } } : {}),
  };
}

/** Address of the node of a package that no external declares: no other address has quotes. */
export function undeclaredAddress(name: string): Address {
  return JSON.stringify(name);
}

function nodesOf(kernel: Kernel, edges: readonly ViewEdge[]): ViewNode[] {
  const known = new Set(kernel.packages.map(({ address }) => address));
  const parent = (address: Address) => (address === "" ? {} : { parent: address });
  const packages = kernel.packages.map(
    ({ address, name, path }): ViewNode => ({
      kind: "package",
      address,
      name,
      path,
      ...parent(parentOf(address, known)),
      ...layerOf(kernel, address),
    }),
  );
  const modules = kernel.modules.map((module): ViewNode => {
    const { address, name, path, folder, language, owner, doc } = module;
    return {
      kind: "module",
      address,
      name,
      path: folder ? `${path}/` : path,
      ...parent(module.package ?? ""),
      ...(language ? { language } : {}),
      ...(owner === undefined ? {} : { owner }),
      ...summaryOf(doc),
      ...layerOf(kernel, address),
    };
  });
  const used = new Set(edges.map(({ to }) => to));
  const externals = kernel.externals
    .filter(({ address }) => used.has(address))
    .map(
      ({ address, name, requirement, doc }): ViewNode => ({
        kind: "external",
        address,
        name,
        requirement,
        ...summaryOf(doc),
      }),
    );
  const undeclared = [...used]
    .filter((address) => address.startsWith('"'))
    .sort()
    .map(
      (address): ViewNode => ({
        kind: "external",
        address,
        name: JSON.parse(address) as string,
        undeclared: true,
      }),
    );
  return [
    ...packages.sort((a, b) => (a.address < b.address ? -1 : 1)),
    ...modules,
    ...externals,
    ...undeclared,
  ];
}

function summaryOf(doc: string | undefined): { summary?: string } {
  const summary = doc?.split("\n", 1)[0];
  return summary ? { summary } : {};
}

/** The first list that names the part itself. */
function layerOf(kernel: Kernel, address: Address): { layer?: ViewLayer } {
  for (const [list, parts] of kernel.graph.layers.entries()) {
    const place = parts.indexOf(address);
    if (place >= 0) return { layer: { list: list + 1, place: place + 1, of: parts.length } };
  }
  return {};
}

const key = (from: Address, to: Address) => `${from} ${to}`;

function usesOf(kernel: Kernel, code: CodeGraph | undefined): ViewEdge[] {
  const imports = new Map(code?.edges.map((edge) => [key(edge.from, edge.to), edge.imports]));
  // Imports of the standard library are no dependencies of the code; its externals only name types.
  const standard = new Set(
    kernel.externals.filter(({ requirement }) => requirement === "std").map(({ address }) => address),
  );
  return kernel.graph.uses.map(({ from, to, kind }): ViewEdge => {
    if (!code || standard.has(to)) return { from, to, kind };
    const found = imports.get(key(from, to));
    return found
      ? { from, to, kind, origin: "both", imports: found }
      : { from, to, kind, origin: "contract" };
  });
}

function eventsOf(kernel: Kernel): ViewEdge[] {
  const modules = new Set(kernel.modules.map(({ address }) => address));
  return kernel.graph.events.flatMap(({ event, emitters, handlers }) => {
    const sources = new Set(emitters.flatMap((emitter) => moduleOf(emitter, modules) ?? []));
    return [...sources].flatMap((from) =>
      handlers.map((to): ViewEdge => ({ from, to, kind: "event", name: declaredName(event) })),
    );
  });
}

function flowsOf(kernel: Kernel): ViewEdge[] {
  const modules = new Set(kernel.modules.map(({ address }) => address));
  return kernel.graph.flows.flatMap(({ name, hops }) => {
    const path = hops.map((hop) => moduleOf(hop, modules));
    return path.flatMap((to, at): ViewEdge[] => {
      const from = at === 0 ? null : path[at - 1]!;
      return from === null || to === null || from === to ? [] : [{ from, to, kind: "flow", name }];
    });
  });
}

/** What the code imports without a clause, or in a way that the clause does not allow. */
function onlyInCode(kernel: Kernel, code: CodeGraph): ViewEdge[] {
  const declared = new Map<string, EdgeKind[]>();
  for (const { from, to, kind } of kernel.graph.uses) {
    declared.set(key(from, to), [...(declared.get(key(from, to)) ?? []), kind]);
  }
  return code.edges
    .filter(({ from, to, imports }) => {
      const kinds = declared.get(key(from, to)) ?? [];
      return kinds.length === 0 || !kinds.some((kind) => allowsMode(kind, imports[0].mode));
    })
    .map(({ from, to, undeclared, imports }) => ({
      from,
      to: undeclared ? undeclaredAddress(to) : to,
      kind: kindOf(imports[0].mode),
      origin: "code",
      imports,
    }));
}

/** The kind of the edge that an import asks for. */
function kindOf(mode: ImportMode): ViewEdgeKind {
  return mode === "load" ? "use" : mode;
}

function breaches(kernel: Kernel, { from, to }: ViewEdge): string[] {
  return breachesOf(kernel.graph, from, to).map(inWords);
}

function inWords(breach: Breach): string {
  switch (breach.kind) {
    case "layers":
      return `${breach.lower} lies below ${breach.upper}: layers ${breach.layers.join(" > ")}`;
    case "forbidden":
      return `forbid ${breach.from} -> ${breach.to}${breach.reason === undefined ? "" : `: ${breach.reason}`}`;
    case "independent":
      return `independent ${breach.parts.join(", ")}`;
  }
}

/** Finds the circles of one of the two graphs and marks the edges that take part in them. */
function cyclesOf(kernel: Kernel, edges: readonly ViewEdge[], side: "contract" | "code"): ViewCycle[] {
  const isLoad = (edge: ViewEdge): boolean =>
    side === "contract"
      ? edge.kind === "use" && edge.origin !== "code"
      : edge.origin !== "contract" && edge.imports?.[0]?.mode === "load";
  const load = edges.filter(isLoad);
  const targets = new Map<Address, Set<Address>>();
  for (const { from, to } of load) targets.set(from, (targets.get(from) ?? new Set()).add(to));
  const graph: Adjacency = targets;
  const components = stronglyConnectedComponents(graph);
  const componentOf = new Map(components.flatMap((modules, at) => modules.map((module) => [module, at])));
  for (const edge of load) {
    const at = componentOf.get(edge.from);
    if (at !== undefined && at === componentOf.get(edge.to)) edge.cycle = true;
  }
  const accepted = new Set(kernel.graph.uses.filter(isCycleAccepted).map(({ from, to }) => key(from, to)));
  return components.map((modules) => {
    const round = shortestCycle(graph, modules);
    const path = [...round, round[0]!];
    const isAccepted = round.some((from, at) => accepted.has(key(from, path[at + 1]!)));
    return { in: side, modules, path, ...(isAccepted ? { accepted: true } : {}) };
  });
}

function isCycleAccepted({ kind, allows = [] }: Edge): boolean {
  return (
    kind === "use" && allows.some(({ code, reason = "" }) => code === "graph/cycle" && reason.trim() !== "")
  );
}

/** The layer that a node lies in, itself or with the package around it. */
export function layerAround(view: GraphView, address: Address): ViewLayer | undefined {
  for (const [list, parts] of view.layers.entries()) {
    const place = placeOf(parts, address);
    if (place !== undefined) return { list: list + 1, place: place + 1, of: parts.length };
  }
  return undefined;
}
