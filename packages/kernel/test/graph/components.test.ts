import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Adjacency, shortestCycle, stronglyConnectedComponents } from "../../src/index.js";

const graph = (edges: Record<string, string[]>): Adjacency => new Map(Object.entries(edges));

describe("strongly connected components", () => {
  it("finds none in an acyclic graph", () => {
    expect(stronglyConnectedComponents(graph({ a: ["b", "c"], b: ["d"], c: ["d"] }))).toEqual([]);
  });

  it("gives each component once, sorted, without the nodes that only lead there", () => {
    const edges = graph({ entry: ["d"], d: ["c"], c: ["d", "b"], b: ["a"], a: ["b"], z: ["a"] });
    expect(stronglyConnectedComponents(edges)).toEqual([
      ["a", "b"],
      ["c", "d"],
    ]);
  });

  it("counts a node with an edge to itself", () => {
    expect(stronglyConnectedComponents(graph({ a: ["a", "b"], b: [] }))).toEqual([["a"]]);
  });

  it("does not exhaust the stack on a cycle of 100,000 nodes", () => {
    const size = 100_000;
    const edges = new Map<string, string[]>();
    for (let i = 0; i < size; i += 1) edges.set(`n${i}`, [`n${(i + 1) % size}`]);
    const [component, ...others] = stronglyConnectedComponents(edges);
    expect(others).toEqual([]);
    expect(component).toHaveLength(size);
  });

  it("agrees with mutual reachability on random graphs", () => {
    fc.assert(
      fc.property(randomGraph, (edges) => {
        const reach = new Map([...edges.keys()].map((node) => [node, reachable(edges, node)]));
        const expected = new Map<string, string[]>();
        for (const node of [...edges.keys()].sort()) {
          if (!reach.get(node)!.has(node)) continue;
          const members = [...reach.get(node)!].filter((other) => reach.get(other)!.has(node)).sort();
          expected.set(members[0]!, members);
        }
        expect(stronglyConnectedComponents(edges)).toEqual([...expected.values()]);
      }),
    );
  });
});

describe("the shortest cycle", () => {
  it("prefers the short cycle of a component to the long one", () => {
    const edges = graph({ a: ["b"], b: ["c"], c: ["d"], d: ["a", "c"] });
    expect(shortestCycle(edges, ["a", "b", "c", "d"])).toEqual(["c", "d"]);
  });

  it("starts at the smallest node and takes the first of equals", () => {
    const edges = graph({ c: ["a"], a: ["z", "b"], b: ["c"], z: ["c"] });
    expect(shortestCycle(edges, ["z", "c", "b", "a"])).toEqual(["a", "b", "c"]);
  });

  it("ignores edges that leave the component", () => {
    expect(shortestCycle(graph({ a: ["b", "x"], x: ["a"], b: ["c"], c: ["a"] }), ["a", "b", "c"])).toEqual([
      "a",
      "b",
      "c",
    ]);
  });

  it("is one node for an edge to itself and empty without a cycle", () => {
    expect(shortestCycle(graph({ a: ["b"], b: ["b", "a"] }), ["a", "b"])).toEqual(["b"]);
    expect(shortestCycle(graph({ a: ["b"] }), ["a", "b"])).toEqual([]);
  });

  it("is a cycle as short as any on random graphs, whatever the order of the edges", () => {
    fc.assert(
      fc.property(randomGraph, (edges) => {
        const reversed = new Map(
          [...edges].reverse().map(([node, targets]) => [node, [...targets].reverse()]),
        );
        for (const component of stronglyConnectedComponents(edges)) {
          const cycle = shortestCycle(edges, component);
          const girth = Math.min(...component.map((node) => distance(edges, node, node)));
          expect(cycle).toHaveLength(girth);
          cycle.forEach((node, at) => {
            expect(edges.get(node)).toContain(cycle[(at + 1) % cycle.length]);
          });
          expect(cycle[0]).toBe([...cycle].sort()[0]);
          expect(shortestCycle(reversed, [...component].reverse())).toEqual(cycle);
        }
      }),
    );
  });
});

const randomGraph = fc
  .array(fc.tuple(fc.integer({ min: 0, max: 7 }), fc.integer({ min: 0, max: 7 })), { maxLength: 20 })
  .map((pairs) => {
    const edges = new Map<string, string[]>();
    for (let i = 0; i < 8; i += 1) edges.set(`n${i}`, []);
    for (const [from, to] of pairs) edges.get(`n${from}`)!.push(`n${to}`);
    return edges;
  });

function reachable(edges: ReadonlyMap<string, string[]>, start: string): Set<string> {
  const seen = new Set<string>();
  const queue = [...edges.get(start)!];
  for (let node = queue.pop(); node !== undefined; node = queue.pop()) {
    if (seen.has(node)) continue;
    seen.add(node);
    queue.push(...edges.get(node)!);
  }
  return seen;
}

function distance(edges: ReadonlyMap<string, string[]>, start: string, end: string): number {
  let level = new Set(edges.get(start)!);
  for (let steps = 1; steps <= edges.size; steps += 1) {
    if (level.has(end)) return steps;
    level = new Set([...level].flatMap((node) => edges.get(node)!));
  }
  return Number.POSITIVE_INFINITY;
}
