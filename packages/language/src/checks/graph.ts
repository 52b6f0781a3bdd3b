import {
  type Address,
  type Edge,
  type Finding,
  finding,
  positionKey,
  type RelatedPlace,
  shortestCycle,
  stronglyConnectedComponents,
} from "@contractc/kernel";
import { joinPath } from "../project/paths.js";
import { FRAME } from "../resolver/tables.js";
import type { CheckContext } from "./context.js";

/** The edges of Δ against each other and against the rules. */
export function checkGraph(context: CheckContext): void {
  checkCycles(context);
  const edges = context.kernel.graph.uses.filter((edge) => !edge.external);
  checkLayers(context, edges);
  checkForbidden(context, edges);
  checkIndependent(context, edges);
}

/** One finding for each strongly connected component of the load-time edges. */
function checkCycles({ kernel, tables, report, acceptance }: CheckContext): void {
  const loading = kernel.graph.uses.filter((edge) => !edge.external && edge.kind === "use");
  const accepted = loading.filter((edge) => acceptance.couldAccept(edge, "graph/cycle"));
  if (accepted.length > 0) noteAcceptedCycles(acceptance, loading, accepted);
  const counted = loading.filter((edge) => !acceptance.couldAccept(edge, "graph/cycle"));
  const graph = new Map<Address, Address[]>();
  for (const { from, to } of counted) append(graph, from, to);
  let edges: Map<string, Edge> | undefined;
  for (const component of stronglyConnectedComponents(graph)) {
    edges ??= new Map(counted.map((edge) => [`${edge.from} ${edge.to}`, edge]));
    const cycle = shortestCycle(graph, component);
    const round = [...cycle, cycle[0]!];
    const path = cycle.flatMap((from, at) => edges?.get(`${from} ${round[at + 1]}`) ?? []);
    const closing = path.at(-1);
    if (!closing) continue;
    const { node, source } = tables.originOf(closing, closing.from);
    const related = path.map((edge): RelatedPlace => {
      const origin = tables.originOf(edge, edge.from);
      return { ...origin.source.place(origin.node), message: `\`${edge.from}\` uses \`${edge.to}\`` };
    });
    report(
      finding(
        "graph/cycle",
        source.place(node),
        { cycle: round, size: component.length },
        {
          symbol: closing.from,
          related,
          key: component.join(" "),
        },
      ),
    );
  }
}

/** Of the edges on which a cycle is accepted, those that close one have accepted something. */
function noteAcceptedCycles(
  acceptance: CheckContext["acceptance"],
  loading: readonly Edge[],
  accepted: readonly Edge[],
): void {
  const graph = new Map<Address, Address[]>();
  for (const { from, to } of loading) append(graph, from, to);
  const componentOf = new Map<Address, number>();
  stronglyConnectedComponents(graph).forEach((component, at) => {
    for (const module of component) componentOf.set(module, at);
  });
  for (const edge of accepted) {
    const component = componentOf.get(edge.from);
    if (component !== undefined && component === componentOf.get(edge.to)) {
      acceptance.acceptsEdge(edge, "graph/cycle");
    }
  }
}

/** @returns the part an address lies in: itself, or the nearest package around it that is among the parts */
function partOf(address: Address, parts: ReadonlySet<Address>): Address | undefined {
  for (let at = address; ; ) {
    if (parts.has(at)) return at;
    const dot = at.lastIndexOf(".");
    if (dot < 0) return undefined;
    at = at.slice(0, dot);
  }
}

function checkLayers(context: CheckContext, edges: readonly Edge[]): void {
  context.kernel.graph.layers.forEach((layers, at) => {
    const rank = new Map(layers.map((layer, position) => [layer, position]));
    const parts = new Set(layers);
    for (const edge of edges) {
      const lower = partOf(edge.from, parts);
      const upper = partOf(edge.to, parts);
      if (lower === undefined || upper === undefined || rank.get(lower)! <= rank.get(upper)!) continue;
      reportEdge(
        context,
        edge,
        positionKey.ordinal("layers", at + 1),
        "the layers",
        "graph/layer",
        (place, options) =>
          finding("graph/layer", place, { from: edge.from, to: edge.to, lower, upper, layers }, options),
      );
    }
  });
}

function checkForbidden(context: CheckContext, edges: readonly Edge[]): void {
  context.kernel.graph.forbidden.forEach(({ from, to, reason }, at) => {
    const source = new Set([from]);
    const target = new Set([to]);
    for (const edge of edges) {
      if (partOf(edge.from, source) === undefined || partOf(edge.to, target) === undefined) continue;
      const parameters = { from: edge.from, to: edge.to, ...(reason === undefined ? {} : { reason }) };
      reportEdge(
        context,
        edge,
        positionKey.ordinal("forbid", at + 1),
        "forbidden here",
        "graph/forbidden",
        (place, options) => finding("graph/forbidden", place, parameters, options),
      );
    }
  });
}

function checkIndependent(context: CheckContext, edges: readonly Edge[]): void {
  context.kernel.graph.independent.forEach((independent, at) => {
    const parts = new Set(independent);
    for (const edge of edges) {
      const from = partOf(edge.from, parts);
      const to = partOf(edge.to, parts);
      if (from === undefined || to === undefined || from === to) continue;
      const parameters = { from: edge.from, to: edge.to, parts: [from, to] };
      reportEdge(
        context,
        edge,
        positionKey.ordinal("independent", at + 1),
        "declared here",
        "graph/independent",
        (place, options) => finding("graph/independent", place, parameters, options),
      );
    }
  });
}

type FindingMaker = (
  place: Parameters<typeof finding>[1],
  options: { symbol: Address; related: RelatedPlace[] },
) => Finding;

/** Reports an edge that breaks a rule, unless that is accepted, with the rule as related place. */
function reportEdge(
  { tables, report, acceptance }: CheckContext,
  edge: Edge,
  rule: string,
  message: string,
  code: string,
  make: FindingMaker,
): void {
  if (acceptance.acceptsEdge(edge, code)) return;
  const { node, source } = tables.originOf(edge, edge.from);
  const position = tables.positionIn(FRAME, rule);
  const related = position ? [{ ...position, file: joinPath(tables.folder, position.file), message }] : [];
  report(make(source.place(node), { symbol: edge.from, related }));
}

function append(graph: Map<Address, Address[]>, from: Address, to: Address): void {
  const targets = graph.get(from);
  if (targets) targets.push(to);
  else graph.set(from, [to]);
}
