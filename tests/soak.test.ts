import { join } from "node:path";
import { expect, test } from "vitest";
import { soak } from "./soak/soak.js";
import { BIN, ROOT, workspace } from "./support/cli.js";

test("after hundreds of edits the server says what a fresh check says", async () => {
  const folder = workspace({});
  const result = await soak({
    command: BIN,
    examples: join(ROOT, "examples"),
    folder,
    edits: 300,
    seed: 1,
    every: 30,
  });
  expect(result.differences).toEqual([]);
  expect(result.comparisons).toBe(10);
  const { edit, open, close, save, repair, settings, written, created, deleted } = result.counts;
  expect(edit).toBeGreaterThan(100);
  expect(repair).toBeGreaterThan(30);
  for (const count of [open, close, save, settings, written, created, deleted]) {
    expect(count).toBeGreaterThan(2);
  }
}, 120_000);
