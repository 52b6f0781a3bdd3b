import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { nodeFileSystem } from "@contractc/kernel";
import {
  createProtocolConnection,
  StreamMessageReader,
  StreamMessageWriter,
  type WorkspaceDiagnosticReport,
} from "vscode-languageserver/node";
import { type Counts, SoakClient } from "./client.js";
import { randomNumbers } from "./edits.js";
import { freshCheck, toldOf } from "./fresh.js";
import { writeWorkspaces } from "./workspaces.js";

export interface SoakOptions {
  /** The built command. */
  command: string;
  /** The folder of the examples. */
  examples: string;
  /** An empty folder to work in. */
  folder: string;
  edits: number;
  seed: number;
  /** The server is compared with a fresh check after every so many edits, and at the end. */
  every: number;
  /** Options of Node for the server: `--expose-gc`, say. */
  nodeOptions?: readonly string[];
  /** Told of every comparison. */
  report?(edit: number, server: { pid: number | undefined }): Promise<void> | void;
}

export interface SoakResult {
  comparisons: number;
  /** Comparisons in which no contract had an error: what was said of the code was compared, too. */
  sound: number;
  /** What differed first in each comparison that did not come out equal. */
  differences: string[];
  /** Edits of each kind. */
  counts: Counts;
  /** Mean memory of the server in each quarter of the edits, in MiB; none where the system does not tell. */
  memory: number[];
}

/** What the comparison with code finds: of a contract with errors the server still has that of the last without. */
const OF_CODE = /^\[\d+,\d+,\d+,\d+,"(?:drift|import|policy)\//;

/** Works on several contracts over stdio as a restless editor would, and compares what the server says. */
export async function soak(options: SoakOptions): Promise<SoakResult> {
  const { command, examples, folder, edits, seed, every } = options;
  writeWorkspaces(examples, folder);
  const child = spawn(process.execPath, [...(options.nodeOptions ?? []), command, "lsp", "--stdio"], {
    cwd: folder,
    stdio: ["pipe", "pipe", "inherit"],
  });
  const connection = createProtocolConnection(
    new StreamMessageReader(child.stdout),
    new StreamMessageWriter(child.stdin),
  );
  const client = new SoakClient(connection, folder, randomNumbers(seed));
  const result: SoakResult = {
    comparisons: 0,
    sound: 0,
    differences: [],
    counts: client.counts,
    memory: [],
  };
  const quarters: number[][] = [[], [], [], []];
  try {
    await client.start();
    for (let at = 1; at <= edits; at++) {
      await client.step();
      if (at % every !== 0 && at !== edits) continue;
      // What is said of the code counts where the contracts have no errors.
      if (result.comparisons % 2 === 1) await client.repairContracts();
      const { difference, isSound } = await compare(client);
      result.comparisons++;
      if (isSound) result.sound++;
      if (difference !== undefined) result.differences.push(`after ${at} edits: ${difference}`);
      const memory = memoryOf(child.pid);
      if (memory !== undefined) quarters[Math.min(3, Math.floor((4 * (at - 1)) / edits))]!.push(memory);
      await options.report?.(at, { pid: child.pid });
    }
    await connection.sendRequest("shutdown");
    await connection.sendNotification("exit");
  } finally {
    connection.dispose();
    child.kill();
  }
  result.memory = quarters.flatMap((all) =>
    all.length === 0 ? [] : Math.round(all.reduce((sum, each) => sum + each, 0) / all.length),
  );
  return result;
}

/** Compares what the server says of every file with what a fresh check says. */
async function compare(client: SoakClient): Promise<{ difference?: string; isSound: boolean }> {
  const { connection, folder } = client;
  const { items } = await connection.sendRequest<WorkspaceDiagnosticReport>("workspace/diagnostic", {
    previousResultIds: [],
  });
  const server = new Map<string, string[]>();
  for (const item of items) {
    if (item.kind === "full") server.set(new URL(item.uri).pathname, toldOf(item.items));
  }
  const { told, broken } = await freshCheck(nodeFileSystem(), folder, client.openTexts());
  const isBroken = (path: string) => [...broken].some((each) => path.startsWith(`${each}/`));
  for (const path of [...new Set([...server.keys(), ...told.keys()])].sort()) {
    const compared = (lines: readonly string[] = []) =>
      isBroken(path) ? lines.filter((line) => !OF_CODE.test(line)) : lines;
    const said = compared(server.get(path));
    const wanted = compared(told.get(path));
    const surplus = said.filter((line) => !wanted.includes(line));
    const missing = wanted.filter((line) => !said.includes(line));
    if (surplus.length === 0 && missing.length === 0 && said.length === wanted.length) continue;
    const name = path.slice(folder.length + 1);
    return {
      difference: `${name}: the server alone says ${surplus.join(" ")}; a fresh check ${missing.join(" ")}`,
      isSound: broken.size === 0,
    };
  }
  return { isSound: broken.size === 0 };
}

/** Resident memory of a process in MiB. */
function memoryOf(pid: number | undefined): number | undefined {
  try {
    const found = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
    return found === undefined ? undefined : Number(found) / 1024;
  } catch {
    return undefined;
  }
}
