import { expect, test } from "vitest";
import { measureTree, ownTrees } from "../bench/mutation/index.js";

const trees = ownTrees();

test("there is a corpus of each language", () => {
  expect(trees.map(({ name }) => name)).toEqual(["ledger-typescript", "tasks-python"]);
});

/** The same mutations in every run: `npm run bench -- mutation` makes more of them, in more trees. */
test.each(trees)(
  "of $name every mutation is found, and no harmless edit",
  async (tree) => {
    const { baseline, results } = await measureTree(tree, { seed: 1, perKind: 1 });
    expect(baseline).toEqual([]);
    expect(results.length).toBeGreaterThan(120);
    const wrong = results.flatMap(({ benign, kind, at, found, collateral }) => {
      if (found) return [];
      return [
        `${benign ? "false alarm" : "missed"}: ${kind} ${at} ${collateral.map(({ code }) => code).join(" ")}`,
      ];
    });
    expect(wrong).toEqual([]);
  },
  120_000,
);
