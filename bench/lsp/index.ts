import { spawnSync } from "node:child_process";
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { contractWorkspace, writeWorkspace } from "../check/workspace.ts";
import { Client } from "./client.ts";
import { codeWorkspace } from "./code.ts";
import { codeEdits, completions, firstDiagnostics, keyStrokes, type Spread, spreadOf } from "./measure.ts";
import { parseTime } from "./parse.ts";

/** What `npm run bench -- lsp` is asked for. */
export interface Options {
  modules: number;
  /** Modules in one contract file. */
  perFile: number;
  /** The command whose server is measured; the one that was built last if not given. */
  server?: string;
  /** Lines that the code file which is edited has beside those of its module. */
  lines: number;
}

interface Figures {
  first: number;
  stroke: Spread;
  completion: Spread;
  slowestAnswer: number;
  memory: number;
  peak: number;
}

const here = (name: string): string => fileURLToPath(new URL(name, import.meta.url));
const COMMAND = here("../../packages/cli/bin/contractc.js");
const STOCK = [here("stock-server.ts"), "--stdio"];

/** Measures the language server beside Langium's own on the same files, and prints each figure with its target. */
export async function benchLsp({ modules, perFile, lines, server = COMMAND }: Options): Promise<void> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "contractc-bench-lsp-")));
  try {
    const shape = { modules, perFile, folders: true };
    const edited = Math.floor(modules / 2) + (Math.floor(modules / 2) % 2);
    const contract = `parts/part${Math.floor(edited / perFile)}.contract`;
    const code = `part${Math.floor(edited / perFile)}/m${edited}.ts`;
    const files = codeWorkspace(shape, { module: edited, lines });
    writeWorkspace(folder, contractWorkspace(shape));
    writeWorkspace(folder, files);
    console.log(
      `${modules} modules, ${[...files.keys()].filter((path) => path.endsWith(".ts")).length} code files; ` +
        `edited: ${contract} and ${code} (${files.get(code)!.split("\n").length} lines). Times in ms, memory in MiB.\n`,
    );
    const empty = emptyNode();
    console.error("Langium…");
    const stock = await figuresOf(folder, STOCK, contract, edited);
    console.error("contractc…");
    const { client, ...ours } = await kept(folder, [server, "lsp", "--stdio"], contract, edited);
    const drift = spreadOf(await codeEdits(client, code, edited));
    const parse = await parseTime(code, files.get(code)!);
    const small = `part${Math.floor((edited - 2) / perFile)}/m${edited - 2}.ts`;
    const driftOfSmall = spreadOf(await codeEdits(client, small, edited - 2));
    client.stop();

    console.log(row("", ["ours", "peer", "ratio", "target"]));
    const line = (name: string, own: number, peer: number, most: number) =>
      console.log(
        row(name, [own.toFixed(1), peer.toFixed(1), (own / peer).toFixed(2), `at most ${most.toFixed(2)}`]),
      );
    line("key stroke to diagnostics, p95, beside stock's", ours.stroke.p95, stock.stroke.p95, 1 / 3);
    line("  median", ours.stroke.median, stock.stroke.median, 1 / 3);
    line("completion while typing, p95, beside stock's", ours.completion.p95, stock.completion.p95, 1 / 2);
    line("  median", ours.completion.median, stock.completion.median, 1 / 2);
    line("code edit to drift, median, beside a parse of it", drift.median, parse, 2);
    line("  p95", drift.p95, parse, 2);
    line(
      `  of a file of ${files.get(small)!.split("\n").length} lines, median`,
      driftOfSmall.median,
      await parseTime(small, files.get(small)!),
      2,
    );
    line("first diagnostics after the start, beside an empty Node", ours.first, empty, 3);
    line("  beside stock's", ours.first, stock.first, 1);
    line("slowest answer while files are read, beside stock's", ours.slowestAnswer, stock.slowestAnswer, 1);
    line("memory, beside stock's", ours.memory, stock.memory, 0.6);
    line("  at most", ours.peak, stock.peak, 0.6);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function figuresOf(
  folder: string,
  server: readonly string[],
  contract: string,
  module: number,
): Promise<Figures> {
  const { client, ...figures } = await kept(folder, server, contract, module);
  client.stop();
  return figures;
}

/** The same, with the server still running. */
async function kept(
  folder: string,
  server: readonly string[],
  contract: string,
  module: number,
): Promise<Figures & { client: Client }> {
  const client = new Client(folder, server);
  const { first, slowestAnswer } = await firstDiagnostics(client, contract);
  await client.idle();
  const { now: memory, most: peak } = client.memory();
  const stroke = spreadOf(await keyStrokes(client, contract));
  await client.idle();
  const completion = spreadOf(await completions(client, contract, module));
  await client.idle();
  return { client, first, slowestAnswer, memory, peak, stroke, completion };
}

/** The time that Node needs to start and end, the median of several. */
function emptyNode(): number {
  const times = Array.from({ length: 7 }, () => {
    const from = performance.now();
    spawnSync(process.execPath, ["--eval", ""]);
    return performance.now() - from;
  });
  return spreadOf(times).median;
}

function row(name: string, cells: readonly string[]): string {
  return name.padEnd(58) + cells.map((cell) => cell.padStart(14)).join("");
}
