import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import {
  createProtocolConnection,
  type Diagnostic,
  type ProtocolConnection,
  type PublishDiagnosticsParams,
  StreamMessageReader,
  StreamMessageWriter,
} from "vscode-languageserver/node";

/** An editor at a server of its own, which takes the time of everything. */
export class Client {
  readonly started = performance.now();
  readonly folder: string;
  readonly child: ChildProcess;
  readonly connection: ProtocolConnection;
  readonly #texts = new Map<string, { text: string; version: number }>();
  readonly #waiting = new Set<(params: PublishDiagnosticsParams) => void>();
  /** When something was last heard of the server. */
  #heard = performance.now();

  /** @param args what Node runs */
  constructor(folder: string, args: readonly string[]) {
    this.folder = folder;
    this.child = spawn(process.execPath, args, { cwd: folder, stdio: ["pipe", "pipe", "inherit"] });
    this.connection = createProtocolConnection(
      new StreamMessageReader(this.child.stdout!),
      new StreamMessageWriter(this.child.stdin!),
    );
    this.connection.onNotification("textDocument/publishDiagnostics", (params: PublishDiagnosticsParams) => {
      this.#heard = performance.now();
      for (const wake of [...this.#waiting]) wake(params);
    });
    for (const method of ["client/registerCapability", "window/workDoneProgress/create"]) {
      this.connection.onRequest(method, () => null);
    }
    this.connection.onRequest("workspace/configuration", ({ items }: { items: unknown[] }) =>
      items.map(() => null),
    );
    this.connection.listen();
  }

  async start(): Promise<void> {
    const uri = pathToFileURL(this.folder).href;
    await this.connection.sendRequest("initialize", {
      processId: process.pid,
      rootUri: uri,
      workspaceFolders: [{ uri, name: "bench" }],
      capabilities: {
        workspace: { didChangeWatchedFiles: { dynamicRegistration: true }, configuration: true },
        textDocument: { publishDiagnostics: { versionSupport: true, relatedInformation: true } },
      },
    });
    await this.connection.sendNotification("initialized", {});
  }

  uri(path: string): string {
    return pathToFileURL(join(this.folder, path)).href;
  }

  text(path: string): string {
    return this.#texts.get(path)?.text ?? readFileSync(join(this.folder, path), "utf8");
  }

  async open(path: string, text = this.text(path)): Promise<void> {
    this.#texts.set(path, { text, version: 1 });
    const languageId = path.endsWith(".ts") ? "typescript" : "contract";
    await this.connection.sendNotification("textDocument/didOpen", {
      textDocument: { uri: this.uri(path), languageId, version: 1, text },
    });
  }

  /** Replaces a stretch of an open document. */
  async edit(path: string, start: number, end: number, text: string): Promise<void> {
    const document = this.#texts.get(path)!;
    const range = { start: positionIn(document.text, start), end: positionIn(document.text, end) };
    document.text = document.text.slice(0, start) + text + document.text.slice(end);
    document.version++;
    await this.connection.sendNotification("textDocument/didChange", {
      textDocument: { uri: this.uri(path), version: document.version },
      contentChanges: [{ range, text }],
    });
  }

  /** The next diagnostics of a file that are as wanted, and after how many milliseconds they came. */
  published(
    path: string,
    isWanted: (found: readonly Diagnostic[]) => boolean = () => true,
    milliseconds = 60_000,
  ): Promise<number> {
    const uri = this.uri(path);
    const from = performance.now();
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting.delete(wake);
        reject(new Error(`nothing is heard of ${path}`));
      }, milliseconds);
      const wake = (params: PublishDiagnosticsParams) => {
        if (params.uri !== uri || !isWanted(params.diagnostics)) return;
        clearTimeout(timer);
        this.#waiting.delete(wake);
        resolve(performance.now() - from);
      };
      this.#waiting.add(wake);
    });
  }

  /** How long the answer to a request takes. */
  async ask(
    method: string,
    path: string,
    offset: number,
  ): Promise<{ milliseconds: number; answer: unknown }> {
    const from = performance.now();
    const answer = await this.connection.sendRequest(method, {
      textDocument: { uri: this.uri(path) },
      position: positionIn(this.text(path), offset),
    });
    return { milliseconds: performance.now() - from, answer };
  }

  /** Waits until the server has been idle for a while: it says nothing, and uses next to no time of the processor. */
  async idle(quiet = 1500): Promise<void> {
    for (;;) {
      const before = processorOf(this.child.pid);
      await pause(quiet);
      const used = processorOf(this.child.pid) - before;
      if (performance.now() - this.#heard > quiet && used < 30) return;
    }
  }

  /** Resident memory now and at most, in MiB. */
  memory(): { now: number; most: number } {
    const status = readFileSync(`/proc/${this.child.pid}/status`, "utf8");
    const figure = (name: string) =>
      Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, "m").exec(status)?.[1]) / 1024;
    return { now: figure("VmRSS"), most: figure("VmHWM") };
  }

  stop(): void {
    this.connection.dispose();
    this.child.kill("SIGKILL");
  }
}

/** Processor time that a process has used, in milliseconds; a tick is a hundredth of a second. */
function processorOf(pid: number | undefined): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
    .replace(/^.*\) /, "")
    .split(" ");
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

function positionIn(text: string, offset: number): { line: number; character: number } {
  const start = text.lastIndexOf("\n", offset - 1) + 1;
  let line = 0;
  for (let at = text.indexOf("\n"); at >= 0 && at < start; at = text.indexOf("\n", at + 1)) line++;
  return { line, character: offset - start };
}
