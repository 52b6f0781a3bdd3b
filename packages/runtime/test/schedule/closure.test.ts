import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Closure } from "../../src/schedule/closure.js";

const graph = fc.integer({ min: 1, max: 9 }).chain((size) =>
  fc.array(fc.tuple(fc.nat(size - 1), fc.nat(size - 1)), { maxLength: 20 }).map((edges) => {
    const needs = new Map<string, string[]>();
    for (let at = 0; at < size; at += 1) needs.set(`${at}`, []);
    for (const [from, to] of edges) needs.get(`${from}`)!.push(`${to}`);
    return needs;
  }),
);

describe("closed nodes", () => {
  it("are those all of whose successors are done, circles and all", () => {
    const change = fc.tuple(fc.nat(8), fc.boolean());
    fc.assert(
      fc.property(graph, fc.array(change, { maxLength: 30 }), (needs, changes) => {
        const closure = new Closure(needs);
        const done = new Set<string>();
        const closed = () =>
          new Set([...needs.keys()].filter((node) => reach(needs, node).every((at) => done.has(at))));
        for (const [at, isDone] of changes) {
          const node = `${at}`;
          if (!needs.has(node)) continue;
          const before = closed();
          if (isDone) done.add(node);
          else done.delete(node);
          const told = closure.set(node, isDone);
          const after = closed();
          const differing = [...needs.keys()].filter((each) => before.has(each) !== after.has(each));
          expect([...told].sort()).toEqual(differing.sort());
          for (const each of needs.keys()) expect(closure.isClosed(each)).toBe(after.has(each));
        }
      }),
    );
  });

  it("takes what is no node of its own for done", () => {
    const closure = new Closure(new Map([["a", ["elsewhere"]]]));
    expect(closure.set("a", true)).toEqual(["a"]);
    expect(closure.isClosed("a")).toBe(true);
    expect(closure.set("elsewhere", true)).toEqual([]);
  });
});

function reach(needs: ReadonlyMap<string, string[]>, start: string): string[] {
  const seen = new Set([start]);
  for (const node of seen) for (const need of needs.get(node) ?? []) seen.add(need);
  return [...seen];
}
