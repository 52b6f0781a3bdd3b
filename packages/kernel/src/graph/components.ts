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
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const onStack = new Set<string>();
  const stack: string[] = [];
  const components: string[][] = [];
  let next = 0;

  interface Frame {
    node: string;
    targets: Iterator<string>;
    selfLoop: boolean;
  }
  const enter = (node: string): Frame => {
    index.set(node, next);
    low.set(node, next);
    next += 1;
    stack.push(node);
    onStack.add(node);
    return { node, targets: (graph.get(node) ?? [])[Symbol.iterator](), selfLoop: false };
  };

  for (const root of graph.keys()) {
    if (index.has(root)) continue;
    const frames: Frame[] = [enter(root)];
    for (let frame = frames.at(-1); frame; frame = frames.at(-1)) {
      const { node } = frame;
      const step = frame.targets.next();
      if (!step.done) {
        const target = step.value;
        if (target === node) frame.selfLoop = true;
        else if (!index.has(target)) frames.push(enter(target));
        else if (onStack.has(target)) low.set(node, Math.min(low.get(node)!, index.get(target)!));
        continue;
      }
      frames.pop();
      const parent = frames.at(-1);
      if (parent) low.set(parent.node, Math.min(low.get(parent.node)!, low.get(node)!));
      if (low.get(node) !== index.get(node)) continue;
      const component = stack.splice(stack.lastIndexOf(node));
      for (const member of component) onStack.delete(member);
      if (component.length > 1 || frame.selfLoop) components.push(component.sort());
    }
  }
  return components.sort((a, b) => (a[0]! < b[0]! ? -1 : 1));
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
