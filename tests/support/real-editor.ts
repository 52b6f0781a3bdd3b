import { spawn, spawnSync } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect } from "vitest";
import { BIN, ROOT, workspace } from "./cli.js";
import { fencesOf } from "./markdown.js";

/** What a diagnostic of an editor is compared by. */
export interface Shown {
  code: string;
  line: number;
  message: string;
}

/** `line code`, for strict comparison. */
export const placed = ({ line, code }: Shown): string => `${line} ${code}`;

/** What an editor saw, in the order in which it does these things: the same in every editor. */
export interface Report {
  /** The contract, opened. */
  drift: Shown[];
  /** Once `collision` uses `world`. */
  cycle: Shown[];
  /** A line that was indented and spaced wrongly is as it was. */
  formatted: boolean;
  /** The contract after `Spawner` became `Generator`. */
  renamed: string;
}

/** What the contract of the example shows while its code differs. */
const DRIFT = ["48 complete/question", "95 drift/return-type"];

/** The same once `collision` uses `world`. */
const CYCLE = ["48 complete/question", "92 graph/unused-use", "95 drift/return-type", "134 graph/cycle"];

/** Holds that an editor saw what there is to see in the example with its difference. */
export function expectSeen(report: Report): void {
  // Clients keep no order.
  const inOrder = (shown: readonly Shown[]) => [...shown].sort((a, b) => a.line - b.line).map(placed);
  expect(inOrder(report.drift)).toEqual(DRIFT);
  expect(inOrder(report.cycle)).toEqual(CYCLE);
  const cycle = report.cycle.find(({ code }) => code === "graph/cycle")!;
  expect(cycle.message).toContain("core.collision -> core.world -> core.collision");
  expect(report.formatted).toBe(true);
  const contract = readFileSync(join(ROOT, "examples/plane-battle/plane-battle.contract"), "utf8");
  expect(report.renamed).toBe(contract.replaceAll("Spawner", "Generator"));
}

/** A copy of the Python example with contractc where npm would put it, and one difference between contract and code. */
export function exampleWithDrift(): string {
  const folder = workspace();
  cpSync(join(ROOT, "examples/plane-battle"), folder, {
    recursive: true,
    filter: (path) => !/__pycache__|contract-build|\.pytest_cache|\/\.contract$/.test(path),
  });
  const file = join(folder, "core/collision.py");
  const code = readFileSync(file, "utf8");
  const drifted = code.replace(/def collides\(([^)]*)\) -> bool:/, "def collides($1) -> int:");
  expect(drifted).not.toBe(code);
  writeFileSync(file, drifted);
  mkdirSync(join(folder, "node_modules/.bin"), { recursive: true });
  chmodSync(BIN, 0o755);
  symlinkSync(BIN, join(folder, "node_modules/.bin/contractc"));
  // The mark that editors look for; a repository without commits is one, too.
  expect(spawnSync("git", ["init", "--quiet"], { cwd: folder }).status).toBe(0);
  return folder;
}

/** The only block of `docs/editors.md` in a language that holds a text: what a user copies. */
export function documented(language: string, text: string): string {
  const blocks = fencesOf(readFileSync(join(ROOT, "docs/editors.md"), "utf8")).filter(
    (fence) => fence.language === language && fence.text.includes(text),
  );
  expect(blocks, `blocks of docs/editors.md with "${text}"`).toHaveLength(1);
  return blocks[0]!.text;
}

/**
 * Runs an editor without a terminal in a folder until it ends by itself.
 *
 * @returns what it wrote to the file that the environment variable REPORT names
 * @throws where the editor is not installed, ends with an error, or reports nothing in time
 */
export async function runEditor(folder: string, program: string, ...args: string[]): Promise<unknown> {
  const report = join(folder, "node_modules/report.json");
  const home = join(folder, "node_modules/home");
  mkdirSync(home, { recursive: true });
  const child = spawn(program, args, {
    cwd: folder,
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      PATH: `${dirname(process.execPath)}:${process.env.PATH ?? ""}`,
      HOME: home,
      XDG_CONFIG_HOME: join(home, "config"),
      XDG_STATE_HOME: join(home, "state"),
      XDG_CACHE_HOME: join(home, "cache"),
      LANG: "C.UTF-8",
      REPORT: report,
    },
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (data: Buffer) => (output += data));
  const timer = setTimeout(() => child.kill("SIGKILL"), 40_000);
  const status = await new Promise<number | string | null>((resolve, reject) => {
    child.on("error", (error: NodeJS.ErrnoException) => {
      const missing = `${program} is not installed; .ci/run says which Debian package has it`;
      reject(error.code === "ENOENT" ? new Error(missing) : error);
    });
    child.on("close", (code, signal) => resolve(code ?? signal));
  }).finally(() => clearTimeout(timer));
  expect(status, output).toBe(0);
  return JSON.parse(readFileSync(report, "utf8"));
}
