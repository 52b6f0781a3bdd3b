import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { FileChangeType, type ProtocolConnection } from "vscode-languageserver/node";
import { type Edit, editOf, type Random } from "./edits.js";

/** How often each kind of thing was done. */
export type Counts = Record<
  "edit" | "open" | "close" | "save" | "repair" | "settings" | "written" | "created" | "deleted",
  number
>;

const SOURCE = /\.(?:contract|py|ts)$/;
const CONFIG = "contract.config.json";

/** What a configuration may become: some change which files there are, some which findings, some are broken. */
const SETTINGS = [
  "{}\n",
  '{ "excludes": ["py/"] }\n',
  '{ "excludes": ["**/part1.*", "src/game/"] }\n',
  '{ "severities": { "drift/unlisted-symbol": "off", "import/undeclared": "warning" } }\n',
  '{ "severities": { "drift/missing-symbol": "info" } }\n',
  '{ "severities": { "drift/no-such-code": "off" } }\n',
  '{ "excludes": ',
] as const;

/** A restless editor: what it has open, what it does next, and a watcher of the disk that tells the server. */
export class SoakClient {
  readonly counts: Counts = {
    edit: 0,
    open: 0,
    close: 0,
    save: 0,
    repair: 0,
    settings: 0,
    written: 0,
    created: 0,
    deleted: 0,
  };
  /** The text of each open document, by path from the folder. */
  readonly #open = new Map<string, { text: string; version: number }>();
  /** What each file was at first. */
  readonly #original = new Map<string, string>();
  readonly #paths: string[];
  /** Folders that have a contract. */
  readonly #folders: string[];
  /** Files that were not there at first. */
  readonly #created = new Set<string>();
  readonly #gone = new Set<string>();

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
    this.#folders = [...new Set(this.#paths.map((path) => path.slice(0, path.indexOf("/"))))];
  }

  async start(): Promise<void> {
    this.connection.onRequest("workspace/diagnostic/refresh", () => null);
    this.connection.onRequest("client/registerCapability", () => null);
    this.connection.listen();
    const uri = pathToFileURL(this.folder).href;
    await this.connection.sendRequest("initialize", {
      processId: process.pid,
      rootUri: uri,
      workspaceFolders: [{ uri, name: "soak" }],
      capabilities: {
        textDocument: { diagnostic: {} },
        workspace: {
          diagnostics: { refreshSupport: true },
          didChangeWatchedFiles: { dynamicRegistration: true },
        },
      },
    });
    await this.connection.sendNotification("initialized", {});
    // Every contract is found once one of its files is open, whether or not the folder was read through.
    for (const path of this.#paths) if (path.endsWith(".contract")) await this.#openDocument(path);
  }

  /** The texts of open documents, by absolute path. */
  openTexts(): Map<string, string> {
    return new Map([...this.#open].map(([path, { text }]) => [`${this.folder}/${path}`, text]));
  }

  /** Does one of the things that people do. */
  async step(): Promise<void> {
    if (this.random(12) === 0) return this.#onDisk();
    const path = this.#paths[this.random(this.#paths.length)]!;
    const document = this.#open.get(path);
    if (!document) return this.#gone.has(path) ? this.#restore(path) : this.#openDocument(path);
    const choice = this.random(20);
    if (choice === 0) return this.#close(path);
    if (choice === 1) return this.#save(path, document.text);
    if (choice < 8) return this.#repair(path);
    this.counts.edit++;
    return this.#change(path, editOf(path, document.text, this.random));
  }

  /** Every contract and its settings as they were at first, so that what is said of the code counts. */
  async repairContracts(): Promise<void> {
    for (const folder of this.#folders) await this.#writeSettings(folder, undefined);
    for (const path of this.#paths) {
      if (!path.endsWith(".contract")) continue;
      if (this.#gone.has(path)) await this.#restore(path);
      if (!this.#open.has(path)) await this.#openDocument(path);
      await this.#repair(path);
    }
  }

  // ---------------------------------------------------------------- on the disk

  /** Something happens to a file behind the editor's back. */
  async #onDisk(): Promise<void> {
    const path = this.#paths[this.random(this.#paths.length)]!;
    switch (this.random(5)) {
      case 0:
        return this.#settings(this.#folders[this.random(this.#folders.length)]!);
      case 1: {
        const made = path.replace(/[^/]+$/, `extra${this.random(4)}${path.endsWith(".py") ? ".py" : ".ts"}`);
        this.counts.created++;
        this.#created.add(made);
        return this.#write(made, made.endsWith(".py") ? "VALUE = 1\n" : "export const value = 1;\n");
      }
      case 2: {
        const [made] = this.#created;
        if (made === undefined) return;
        this.#created.delete(made);
        return this.#remove(made);
      }
      case 3:
        if (this.#open.has(path) || this.#gone.has(path)) return;
        this.#gone.add(path);
        return this.#remove(path);
      default: {
        if (this.#gone.has(path)) return this.#restore(path);
        const text = readFileSync(join(this.folder, path), "utf8");
        const { start, end, text: more } = editOf(path, text, this.random);
        this.counts.written++;
        return this.#write(path, text.slice(0, start) + more + text.slice(end));
      }
    }
  }

  /** Of a folder, on the disk or in the editor. */
  async #settings(folder: string): Promise<void> {
    const path = `${folder}/${CONFIG}`;
    const text = SETTINGS[this.random(SETTINGS.length)]!;
    this.counts.settings++;
    if (this.#open.has(path)) {
      if (this.random(3) === 0) return this.#close(path);
      return this.#change(path, { start: 0, end: this.#open.get(path)!.text.length, text });
    }
    await this.#writeSettings(folder, text);
    if (this.random(2) === 0) await this.#openDocument(path);
  }

  async #writeSettings(folder: string, text: string | undefined): Promise<void> {
    const path = `${folder}/${CONFIG}`;
    if (text === undefined) {
      if (this.#open.has(path)) await this.#close(path);
      if (this.#created.delete(path)) await this.#remove(path);
      return;
    }
    this.#created.add(path);
    await this.#write(path, text);
  }

  async #restore(path: string): Promise<void> {
    this.#gone.delete(path);
    this.counts.created++;
    await this.#write(path, this.#original.get(path)!);
  }

  async #write(path: string, text: string): Promise<void> {
    const file = join(this.folder, path);
    let isNew = false;
    try {
      readFileSync(file);
    } catch {
      isNew = true;
    }
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    await this.#watched(path, isNew ? FileChangeType.Created : FileChangeType.Changed);
  }

  async #remove(path: string): Promise<void> {
    if (this.#open.has(path)) await this.#close(path);
    this.counts.deleted++;
    rmSync(join(this.folder, path), { force: true });
    await this.#watched(path, FileChangeType.Deleted);
  }

  async #watched(path: string, type: FileChangeType): Promise<void> {
    await this.connection.sendNotification("workspace/didChangeWatchedFiles", {
      changes: [{ uri: this.#uri(path), type }],
    });
  }

  // ---------------------------------------------------------------- in the editor

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
    await this.#watched(path, FileChangeType.Changed);
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

  #uri(path: string): string {
    return pathToFileURL(join(this.folder, path)).href;
  }
}

function positionIn(text: string, offset: number): { line: number; character: number } {
  const lines = text.slice(0, offset).split(/\r\n|\n|\r/);
  return { line: lines.length - 1, character: lines.at(-1)!.length };
}
