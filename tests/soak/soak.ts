import { spawn } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { nodeFileSystem } from "@contractc/kernel";
import {
  createProtocolConnection,
  type ProtocolConnection,
  StreamMessageReader,
  StreamMessageWriter,
  type WorkspaceDiagnosticReport,
} from "vscode-languageserver/node";
import { type Edit, editOf, type Random, randomNumbers } from "./edits.js";
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
  /** Told of every comparison. */
  report?(edit: number): void;
}

export interface SoakResult {
  comparisons: number;
  /** Comparisons in which no contract had an error: what was said of the code was compared, too. */
  sound: number;
  /** What differed first in each comparison that did not come out equal. */
  differences: string[];
  /** Edits of each kind. */
  counts: Record<"edit" | "open" | "close" | "save" | "repair", number>;
  /** Mean memory of the server in each quarter of the edits, in MiB; none where the system does not tell. */
  memory: number[];
}

const SOURCE = /\.(?:contract|py|ts)$/;
/** What the comparison with code finds: of a contract with errors the server still has that of the last without. */
const OF_CODE = /^\[\d+,\d+,\d+,\d+,"(?:drift|import|policy)\//;

/** Works on several contracts over stdio as a restless editor would, and compares what the server says. */
export async function soak(options: SoakOptions): Promise<SoakResult> {
  const { command, examples, folder, edits, seed, every } = options;
  writeWorkspaces(examples, folder);
  const child = spawn(process.execPath, [command, "lsp", "--stdio"], {
    cwd: folder,
    stdio: ["pipe", "pipe", "inherit"],
  });
  const connection = createProtocolConnection(
    new StreamMessageReader(child.stdout),
    new StreamMessageWriter(child.stdin),
  );
  const client = new Client(connection, folder, randomNumbers(seed));
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
      const { difference, isSound } = await client.compare();
      result.comparisons++;
      if (isSound) result.sound++;
      if (difference !== undefined) result.differences.push(`after ${at} edits: ${difference}`);
      const memory = memoryOf(child.pid);
      if (memory !== undefined) quarters[Math.min(3, Math.floor((4 * (at - 1)) / edits))]!.push(memory);
      options.report?.(at);
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

/** The editor: what it has open, and what it does next. */
class Client {
  readonly counts: SoakResult["counts"] = { edit: 0, open: 0, close: 0, save: 0, repair: 0 };
  /** The text of each open document, by path from the folder. */
  readonly #open = new Map<string, { text: string; version: number }>();
  /** What each file was at first. */
  readonly #original = new Map<string, string>();
  readonly #paths: string[];

  constructor(
    readonly connection: ProtocolConnection,
    readonly folder: string,
    readonly random: Random,
  ) {
    this.#paths = readdirSync(folder, { recursive: true, encoding: "utf8" })
      .map((path) => path.replaceAll("\\", "/"))
      .filter((path) => SOURCE.test(path) && !path.includes("tests/"))
      .sort();
    for (const path of this.#paths) this.#original.set(path, readFileSync(join(folder, path), "utf8"));
  }

  async start(): Promise<void> {
    this.connection.onRequest("workspace/diagnostic/refresh", () => null);
    this.connection.listen();
    const uri = pathToFileURL(this.folder).href;
    await this.connection.sendRequest("initialize", {
      processId: process.pid,
      rootUri: uri,
      workspaceFolders: [{ uri, name: "soak" }],
      capabilities: {
        textDocument: { diagnostic: {} },
        workspace: { diagnostics: { refreshSupport: true } },
      },
    });
    await this.connection.sendNotification("initialized", {});
    // Every contract is found once one of its files is open, whether or not the folder was read through.
    for (const path of this.#paths) if (path.endsWith(".contract")) await this.#openDocument(path);
  }

  /** Does one of the things that people do. */
  async step(): Promise<void> {
    const path = this.#paths[this.random(this.#paths.length)]!;
    const document = this.#open.get(path);
    if (!document) return this.#openDocument(path);
    const choice = this.random(20);
    if (choice === 0) return this.#close(path);
    if (choice === 1) return this.#save(path, document.text);
    if (choice < 8) return this.#repair(path);
    this.counts.edit++;
    return this.#change(path, editOf(path, document.text, this.random));
  }

  async #openDocument(path: string): Promise<void> {
    this.counts.open++;
    const text = readFileSync(join(this.folder, path), "utf8");
    this.#open.set(path, { text, version: 1 });
    const languageId = path.endsWith(".py") ? "python" : path.endsWith(".ts") ? "typescript" : "contract";
    await this.connection.sendNotification("textDocument/didOpen", {
      textDocument: { uri: this.#uri(path), languageId, version: 1, text },
    });
  }

  async #close(path: string): Promise<void> {
    this.counts.close++;
    this.#open.delete(path);
    await this.connection.sendNotification("textDocument/didClose", {
      textDocument: { uri: this.#uri(path) },
    });
  }

  async #save(path: string, text: string): Promise<void> {
    this.counts.save++;
    writeFileSync(join(this.folder, path), text);
    await this.connection.sendNotification("textDocument/didSave", {
      textDocument: { uri: this.#uri(path) },
    });
  }

  async repairContracts(): Promise<void> {
    for (const path of this.#paths) {
      if (!path.endsWith(".contract")) continue;
      if (!this.#open.has(path)) await this.#openDocument(path);
      await this.#repair(path);
    }
  }

  /** As it was at first, by one edit of all of it. */
  async #repair(path: string): Promise<void> {
    this.counts.repair++;
    const { text } = this.#open.get(path)!;
    await this.#change(path, { start: 0, end: text.length, text: this.#original.get(path)! });
  }

  async #change(path: string, { start, end, text }: Edit): Promise<void> {
    const document = this.#open.get(path)!;
    const range = { start: positionIn(document.text, start), end: positionIn(document.text, end) };
    document.text = document.text.slice(0, start) + text + document.text.slice(end);
    document.version++;
    await this.connection.sendNotification("textDocument/didChange", {
      textDocument: { uri: this.#uri(path), version: document.version },
      contentChanges: [{ range, text }],
    });
  }

  /** Compares what the server says of every file with what a fresh check says. */
  async compare(): Promise<{ difference?: string; isSound: boolean }> {
    const { items } = await this.connection.sendRequest<WorkspaceDiagnosticReport>("workspace/diagnostic", {
      previousResultIds: [],
    });
    const server = new Map<string, string[]>();
    for (const item of items) {
      if (item.kind === "full") server.set(new URL(item.uri).pathname, toldOf(item.items));
    }
    const open = new Map([...this.#open].map(([path, { text }]) => [`${this.folder}/${path}`, text]));
    const { told, broken } = await freshCheck(nodeFileSystem(), this.folder, open);
    const isBroken = (path: string) => [...broken].some((folder) => path.startsWith(`${folder}/`));
    for (const path of [...new Set([...server.keys(), ...told.keys()])].sort()) {
      const compared = (lines: readonly string[] = []) =>
        isBroken(path) ? lines.filter((line) => !OF_CODE.test(line)) : lines;
      const said = compared(server.get(path));
      const wanted = compared(told.get(path));
      const surplus = said.filter((line) => !wanted.includes(line));
      const missing = wanted.filter((line) => !said.includes(line));
      if (surplus.length === 0 && missing.length === 0 && said.length === wanted.length) continue;
      const name = path.slice(this.folder.length + 1);
      return {
        difference: `${name}: the server alone says ${surplus.join(" ")}; a fresh check ${missing.join(" ")}`,
        isSound: broken.size === 0,
      };
    }
    return { isSound: broken.size === 0 };
  }

  #uri(path: string): string {
    return pathToFileURL(join(this.folder, path)).href;
  }
}

function positionIn(text: string, offset: number): { line: number; character: number } {
  const lines = text.slice(0, offset).split(/\r\n|\n|\r/);
  return { line: lines.length - 1, character: lines.at(-1)!.length };
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
