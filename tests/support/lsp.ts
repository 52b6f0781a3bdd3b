import { type ChildProcess, spawn } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { onTestFinished } from "vitest";
import {
  type ClientCapabilities,
  createProtocolConnection,
  type Diagnostic,
  type InitializeParams,
  InitializeRequest,
  type InitializeResult,
  type Location,
  type Position,
  type ProtocolConnection,
  type PublishDiagnosticsParams,
  type Range,
  StreamMessageReader,
  StreamMessageWriter,
} from "vscode-languageserver/node";
import { BIN, ROOT } from "./cli.js";

/** The server as an editor runs it, in a folder, with the client's half of the protocol. */
export class Editor {
  readonly connection: ProtocolConnection;
  /** The last diagnostics that were pushed for each file, by path relative to the folder. */
  readonly published = new Map<string, PublishDiagnosticsParams>();
  readonly #waiting = new Set<() => void>();
  readonly #versions = new Map<string, number>();
  readonly #texts = new Map<string, string>();
  #isGone = false;
  exit: Promise<number | null>;

  constructor(
    readonly folder: string,
    readonly child: ChildProcess,
  ) {
    this.connection = createProtocolConnection(
      new StreamMessageReader(child.stdout!),
      new StreamMessageWriter(child.stdin!),
    );
    this.exit = new Promise((resolve) => {
      child.on("exit", (code) => {
        this.#isGone = true;
        this.connection.dispose();
        for (const wake of [...this.#waiting]) wake();
        resolve(code);
      });
    });
    this.connection.onNotification("textDocument/publishDiagnostics", (params: PublishDiagnosticsParams) => {
      this.published.set(this.path(params.uri), params);
      for (const wake of [...this.#waiting]) wake();
    });
    this.connection.listen();
  }

  uri(path: string): string {
    return pathToFileURL(`${this.folder}/${path}`).href;
  }

  path(uri: string): string {
    return decodeURIComponent(uri.slice(pathToFileURL(this.folder).href.length + 1));
  }

  async initialize(
    capabilities: ClientCapabilities = {},
    others: Partial<InitializeParams> = {},
  ): Promise<InitializeResult> {
    const result = await this.connection.sendRequest(InitializeRequest.type, {
      processId: process.pid,
      rootUri: null,
      capabilities,
      workspaceFolders: [{ uri: pathToFileURL(this.folder).href, name: "test" }],
      ...others,
    });
    await this.connection.sendNotification("initialized", {});
    return result;
  }

  async open(path: string, text: string, languageId = languageOf(path)): Promise<void> {
    const uri = path.includes(":") ? path : this.uri(path);
    this.#texts.set(path, text);
    this.#versions.set(path, 1);
    await this.connection.sendNotification("textDocument/didOpen", {
      textDocument: { uri, languageId, version: 1, text },
    });
  }

  /** Replaces the whole text of an open document. */
  async change(path: string, text: string): Promise<void> {
    const version = (this.#versions.get(path) ?? 1) + 1;
    this.#versions.set(path, version);
    this.#texts.set(path, text);
    const uri = path.includes(":") ? path : this.uri(path);
    await this.connection.sendNotification("textDocument/didChange", {
      textDocument: { uri, version },
      contentChanges: [{ text }],
    });
  }

  /** Replaces a part of an open document, once, as typing does. */
  async edit(path: string, before: string, after: string): Promise<void> {
    const text = this.text(path);
    const at = text.indexOf(before);
    if (at < 0) throw new Error(`there is no "${before}" in ${path}`);
    const version = (this.#versions.get(path) ?? 1) + 1;
    this.#versions.set(path, version);
    this.#texts.set(path, text.slice(0, at) + after + text.slice(at + before.length));
    await this.connection.sendNotification("textDocument/didChange", {
      textDocument: { uri: this.uri(path), version },
      contentChanges: [{ range: rangeIn(text, at, at + before.length), text: after }],
    });
  }

  /** The text of a file: as it is open, or as it is on disk. */
  text(path: string): string {
    return this.#texts.get(path) ?? readFileSync(join(this.folder, path), "utf8");
  }

  isOpen(path: string): boolean {
    return this.#texts.has(path);
  }

  /** The parameters of a request at a mark: `at("a.contract", "fn run|()")` is behind `run`. */
  at(path: string, marked: string, nth = 0): { textDocument: { uri: string }; position: Position } {
    const uri = path.includes(":") ? path : this.uri(path);
    return { textDocument: { uri }, position: positionIn(this.text(path), this.#offset(path, marked, nth)) };
  }

  /** `path:line:column` of a mark, counted from 1. */
  place(path: string, marked: string, nth = 0): string {
    const { line, character } = this.at(path, marked, nth).position;
    return `${path}:${line + 1}:${character + 1}`;
  }

  #offset(path: string, marked: string, nth: number): number {
    const bar = marked.indexOf("|");
    const plain = marked.slice(0, bar) + marked.slice(bar + 1);
    let found = -1;
    for (let count = 0; count <= nth; count++) found = this.text(path).indexOf(plain, found + 1);
    if (bar < 0 || found < 0) throw new Error(`there is no "${plain}" in ${path}`);
    return found + bar;
  }

  request<R>(method: string, params: unknown): Promise<R> {
    return this.connection.sendRequest(method, params);
  }

  /** Waits until the pushed diagnostics of a file are as wanted. */
  async diagnostics(
    path: string,
    isWanted: (found: Diagnostic[]) => boolean = () => true,
    milliseconds = 15_000,
  ): Promise<Diagnostic[]> {
    const found = () => this.published.get(path)?.diagnostics;
    const end = Date.now() + milliseconds;
    while (Date.now() < end && !this.#isGone) {
      const now = found();
      if (now && isWanted(now)) return now;
      await new Promise<void>((resolve) => {
        const done = () => {
          clearTimeout(timer);
          this.#waiting.delete(done);
          resolve();
        };
        const timer = setTimeout(done, Math.max(1, end - Date.now()));
        this.#waiting.add(done);
      });
    }
    throw new Error(`${path} has ${JSON.stringify(found()?.map((each) => placed(each)))}`);
  }

  /** `path:line:column`, counted from 1, for strict comparison. */
  placed(locations: readonly Location[] | null): string[] {
    return (locations ?? []).map(
      ({ uri, range }) => `${this.path(uri)}:${range.start.line + 1}:${range.start.character + 1}`,
    );
  }
}

/** `line:column code`, counted from 1. */
export function placed({ range, code }: Diagnostic): string {
  return `${range.start.line + 1}:${range.start.character + 1} ${code}`;
}

/** A copy of an example that is removed when the test ends. */
export function exampleFolder(name: "plane-battle" | "link-shortener"): string {
  const folder = mkdtempSync(join(tmpdir(), "contractc-lsp-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  cpSync(join(ROOT, "examples", name), folder, { recursive: true });
  return folder;
}

/** A server on a copy of an example, with some of its files open as they are on disk. */
export async function editorOn(
  name: "plane-battle" | "link-shortener",
  open: readonly string[],
  capabilities: ClientCapabilities = {},
): Promise<Editor> {
  const folder = exampleFolder(name);
  const texts = open.map((path) => [path, readFileSync(join(folder, path), "utf8")] as const);
  return editorWith(folder, Object.fromEntries(texts), capabilities);
}

/** Starts a server that ends with the test. */
export function startEditor(folder: string, ...args: string[]): Editor {
  const { PATH = "", HOME = "" } = process.env;
  const child = spawn(process.execPath, [BIN, "lsp", ...(args.length > 0 ? args : ["--stdio"])], {
    cwd: folder,
    env: { PATH, HOME },
    stdio: ["pipe", "pipe", "inherit"],
  });
  const editor = new Editor(folder, child);
  onTestFinished(async () => {
    editor.connection.dispose();
    child.kill("SIGKILL");
    await editor.exit;
  });
  return editor;
}

/** A server that is initialised and has files open, with the texts that they have there. */
export async function editorWith(
  folder: string,
  open: Record<string, string>,
  capabilities: ClientCapabilities = {},
): Promise<Editor> {
  const editor = startEditor(folder);
  await editor.initialize(capabilities);
  for (const [path, text] of Object.entries(open)) await editor.open(path, text);
  return editor;
}

export function positionIn(text: string, offset: number): Position {
  const lines = text.slice(0, offset).split(/\r\n|\n|\r/);
  return { line: lines.length - 1, character: lines.at(-1)!.length };
}

export function rangeIn(text: string, start: number, end: number): Range {
  return { start: positionIn(text, start), end: positionIn(text, end) };
}

function languageOf(path: string): string {
  if (path.endsWith(".contract")) return "contract";
  if (path.endsWith(".py")) return "python";
  return path.endsWith(".json") ? "json" : "typescript";
}
