import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { soak } from "./soak.js";

const { values } = parseArgs({
  options: {
    edits: { type: "string", default: "10000" },
    seed: { type: "string", default: "1" },
    every: { type: "string", default: "25" },
    command: { type: "string", default: "packages/cli/bin/contractc.js" },
  },
});
const number = (name: "edits" | "seed" | "every"): number => {
  const value = Number(values[name]);
  if (!Number.isSafeInteger(value) || value < 1) throw new Error(`--${name} takes a whole number above 0`);
  return value;
};

const folder = mkdtempSync(join(tmpdir(), "contractc-soak-"));
const edits = number("edits");
const seed = number("seed");
console.log(`${edits} edits with seed ${seed}`);
try {
  const started = performance.now();
  const result = await soak({
    command: resolve(values.command),
    examples: resolve("examples"),
    folder,
    edits,
    seed,
    every: number("every"),
  });
  const { comparisons, sound, differences, counts, memory } = result;
  const kinds = Object.entries(counts).map(([kind, count]) => `${count} ${kind}`);
  console.log(`${kinds.join(", ")} in ${((performance.now() - started) / 1000).toFixed(0)} s`);
  console.log(
    `${comparisons} comparisons with a fresh check, ${sound} of them without an error in any contract`,
  );
  console.log(`memory of the server by quarters: ${memory.join(", ")} MiB`);
  for (const difference of differences.slice(0, 20)) console.log(difference);
  console.log(`${differences.length} comparisons differ`);
  if (differences.length > 0) process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
