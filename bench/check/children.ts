import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** What a process used: processor time in milliseconds, peak memory in MiB, and what it printed. */
export interface Usage {
  processor: number;
  memory: number;
  output: string;
}

const USAGE = fileURLToPath(new URL("usage.cjs", import.meta.url));

/**
 * Runs Node in a process of its own and measures the whole of it.
 *
 * @param codes exit codes that are no failure
 */
export function run(args: readonly string[], cwd = ".", codes: readonly number[] = [0]): Usage {
  const folder = mkdtempSync(join(tmpdir(), "contractc-usage-"));
  const file = join(folder, "usage.json");
  const result = spawnSync(process.execPath, ["--require", USAGE, ...args], {
    cwd,
    encoding: "utf8",
    env: { ...process.env, BENCH_USAGE: file },
  });
  if (!codes.includes(result.status ?? -1))
    throw new Error(`${args.join(" ")} failed:\n${result.stdout}${result.stderr}`);
  const usage = JSON.parse(readFileSync(file, "utf8")) as Omit<Usage, "output">;
  rmSync(folder, { recursive: true });
  return { ...usage, output: result.stdout };
}

/** The median of several runs, each figure by itself. */
export function median<T>(runs: readonly T[], figure: (run: T) => number): number {
  const sorted = runs.map(figure).sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
