/** The nodes that each node's edges lead to. Nodes that only stand as a target need no entry of their own. */
export type Adjacency = ReadonlyMap<string, Iterable<string>>;

/**
 * The strongly connected components that hold a cycle: two or more nodes, or one with an edge to itself.
 *
 * Tarjan, "Depth-first search and linear graph algorithms", SIAM J. Comput. 1 (1972), with an explicit stack so
 * that a chain of a hundred thousand nodes does not exhaust the call stack (graphlib's `tarjan` recurses).
 * Linear in nodes and edges, but for the sorting of the result.
 *
 * @returns each component sorted by code unit, the components by their first node
 */
export function stronglyConnectedComponents(graph: Adjacency): string[][] {
  const visits = new Map<string, Visit>();
  const stack: Visit[] = [];
  const components: string[][] = [];
  const enter = (node: string): Visit => {
    const index = visits.size;
    const targets = (graph.get(node) ?? [])[Symbol.iterator]();
    const visit: Visit = { node, targets, index, low: index, onStack: true, selfLoop: false };
    visits.set(node, visit);
    stack.push(visit);
    return visit;
  };

  for (const root of graph.keys()) {
    if (visits.has(root)) continue;
    const path = [enter(root)];
    for (let visit = path.at(-1); visit; visit = path.at(-1)) {
      const step = visit.targets.next();
      if (!step.done) {
        const target = visits.get(step.value);
        if (!target) path.push(enter(step.value));
        else if (target === visit) visit.selfLoop = true;
        else if (target.onStack) visit.low = Math.min(visit.low, target.index);
        continue;
      }
      path.pop();
      const parent = path.at(-1);
      if (parent) parent.low = Math.min(parent.low, visit.low);
      if (visit.low !== visit.index) continue;
      const component = stack.splice(stack.lastIndexOf(visit));
      for (const member of component) member.onStack = false;
      if (component.length > 1 || visit.selfLoop) components.push(component.map(({ node }) => node).sort());
    }
  }
  return components.sort((a, b) => (a[0]! < b[0]! ? -1 : 1));
}

/** A node that has been reached. */
interface Visit {
  node: string;
  /** Those not yet followed. */
  targets: Iterator<string>;
  index: number;
  /** The smallest index that is known to be reachable. */
  low: number;
  onStack: boolean;
  selfLoop: boolean;
}

/**
 * A shortest cycle within one strongly connected component: breadth-first search from each node, no deeper than
 * the best cycle found so far.
 *
 * @param graph edges that leave the component are ignored
 * @param component the nodes of one component, as `stronglyConnectedComponents` gives them
 * @returns the nodes in order, the smallest one first: `["a", "b"]` for `a -> b -> a`. Of several shortest cycles
 * the first by code unit, whatever the order of nodes and edges; empty where there is no cycle.
 */
export function shortestCycle(graph: Adjacency, component: Iterable<string>): string[] {
  const nodes = [...component].sort();
  const rank = new Map(nodes.map((node, position) => [node, position]));
  const targets = nodes.map((node) =>
    [...new Set(graph.get(node) ?? [])]
      .map((target) => rank.get(target))
      .filter((target) => target !== undefined)
      .sort((a, b) => a - b),
  );
  let best: number[] = [];
  for (let start = 0; start < nodes.length && best.length !== 1; start += 1) {
    const limit = best.length === 0 ? nodes.length : best.length - 1;
    const found = cycleThrough(targets, start, limit);
    if (found) best = found;
  }
  return best.map((node) => nodes[node]!);
}

/**
 * Breadth-first search for a shortest cycle of at most `limit` nodes whose smallest node is `start`.
 *
 * Nodes before `start` need no second look: every cycle through them was found from there. The queue holds nodes
 * of one depth in the order of their paths, so the first edge back to the start closes the first cycle of all.
 */
function cycleThrough(targets: readonly number[][], start: number, limit: number): number[] | undefined {
  const parent = new Map<number, number>([[start, -1]]);
  let level = [start];
  for (let depth = 1; depth <= limit && level.length > 0; depth += 1) {
    const nextLevel: number[] = [];
    for (const node of level) {
      for (const target of targets[node]!) {
        if (target === start) return pathTo(parent, node);
        if (target < start || parent.has(target)) continue;
        parent.set(target, node);
        nextLevel.push(target);
      }
    }
    level = nextLevel;
  }
  return undefined;
}

function pathTo(parent: ReadonlyMap<number, number>, end: number): number[] {
  const path: number[] = [];
  for (let node = end; node >= 0; node = parent.get(node)!) path.push(node);
  return path.reverse();
}
