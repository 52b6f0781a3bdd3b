import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { RankSet } from "../../src/schedule/rank-set.js";

describe("a set of ranks", () => {
  it("is read in ascending order, whatever was put in and taken out", () => {
    const change = fc.tuple(fc.nat(40_000), fc.boolean());
    fc.assert(
      fc.property(fc.array(change), fc.nat(40_000), (changes, from) => {
        const set = new RankSet(40_001);
        const expected = new Set<number>();
        for (const [rank, isIn] of changes) {
          set.set(rank, isIn);
          if (isIn) expected.add(rank);
          else expected.delete(rank);
        }
        const sorted = [...expected].sort((a, b) => a - b);
        expect([...set]).toEqual(sorted);
        expect(set.size).toBe(sorted.length);
        expect(set.next(from)).toBe(sorted.find((rank) => rank >= from) ?? -1);
      }),
    );
  });

  it("holds the last number of each word, and none beyond", () => {
    const set = new RankSet(64);
    for (const rank of [31, 32, 63]) set.set(rank, true);
    expect([...set]).toEqual([31, 32, 63]);
    expect([set.next(64), set.has(64), new RankSet(0).next(0)]).toEqual([-1, false, -1]);
  });
});
