import {
  DidChangeWatchedFilesNotification,
  FileChangeType,
  type FileEvent,
  type WorkspaceFolder,
} from "vscode-languageserver";
import { indexFolder } from "../session/indexing.js";
import { isContract } from "../session/session.js";
import type { Publisher } from "./diagnostics.js";
import { DEFAULT_SETTINGS, type Host, pathOf, type Settings } from "./host.js";

/** Files whose changes on disk matter, as the client is to watch them. */
const WATCHED = [
  "**/*.contract",
  "**/contract.config.json",
  "**/*.{py,pyi,ts,tsx,mts,cts,js,jsx,mjs,cjs}",
  "**/{package.json,tsconfig.json,jsconfig.json,pyproject.toml,setup.py,setup.cfg,.gitignore}",
];

/** The folders of a client: what lies in them, and how that changes. */
export class WorkspaceWatch {
  /** Absolute paths of the folders that are open. */
  readonly folders = new Set<string>();
  isWatching = false;
  #isDisposed = false;

  constructor(
    readonly host: Host,
    readonly publisher: Publisher,
    readonly breathe: () => Promise<void>,
  ) {}

  dispose(): void {
    this.#isDisposed = true;
  }

  /** Registers what the client offers to tell, and reads the folders in the background. */
  async start(folders: readonly string[]): Promise<void> {
    const { client, connection } = this.host;
    if (client.workspace?.didChangeWatchedFiles?.dynamicRegistration) {
      const watchers = WATCHED.map((globPattern) => ({ globPattern }));
      this.isWatching = true;
      connection.client.register(DidChangeWatchedFilesNotification.type, { watchers }).catch(() => {
        this.isWatching = false;
      });
    }
    await this.readSettings();
    await this.#add(folders);
  }

  async foldersChanged(
    added: readonly WorkspaceFolder[],
    removed: readonly WorkspaceFolder[],
  ): Promise<void> {
    for (const { uri } of removed) {
      const path = pathOf(this.host, uri);
      if (path !== undefined) this.#remove(path);
    }
    await this.#add(added.flatMap(({ uri }) => pathOf(this.host, uri) ?? []));
  }

  async #add(folders: readonly string[]): Promise<void> {
    const { session, analysis, connection, client } = this.host;
    if (folders.length === 0) return;
    for (const folder of folders) this.folders.add(folder);
    const progress =
      client.window?.workDoneProgress === true ? await connection.window.createWorkDoneProgress() : undefined;
    progress?.begin("Reading contracts", 0, "looking for contracts", false);
    try {
      for (const folder of folders) {
        const added = await indexFolder(session, folder, {
          breathe: this.breathe,
          now: () => performance.now(),
          isCancelled: () => this.#isDisposed || !this.folders.has(folder),
        });
        for (const contract of added) analysis.changed(contract, 0);
        for (const [at, contract] of added.entries()) {
          if (this.#isDisposed) return;
          progress?.report(Math.round((100 * at) / added.length), contract.relative(contract.root) ?? "");
          await analysis.settled(contract);
        }
      }
      this.publisher.report();
    } finally {
      if (!this.#isDisposed) progress?.done();
    }
  }

  /** Contracts of a folder that is no longer open, unless a document keeps them. */
  #remove(folder: string): void {
    const { session, analysis } = this.host;
    this.folders.delete(folder);
    for (const [root, contract] of session.contracts) {
      const isKept =
        [...this.folders].some((other) => root.startsWith(`${other}/`)) ||
        [...session.documents.keys()].some((path) => path === root || contract.relative(path) !== undefined);
      if (!root.startsWith(`${folder}/`) || isKept) continue;
      analysis.forget(contract);
      session.removeContract(root);
    }
    this.publisher.report();
  }

  /** Something changed on the disk. */
  filesChanged(changes: readonly FileEvent[]): void {
    const { session, analysis } = this.host;
    for (const { uri, type } of changes) {
      const path = pathOf(this.host, uri);
      if (path === undefined) continue;
      // What an editor has open counts, whatever is on the disk.
      if (session.files.isOpen(path) && type === FileChangeType.Changed) continue;
      const touched = session.changed(path, type === FileChangeType.Changed ? "text" : "existence");
      for (const contract of touched) analysis.changed(contract);
      if (isContract(path)) this.#contractChanged(path, type);
    }
    this.publisher.report();
  }

  #contractChanged(path: string, type: FileChangeType): void {
    const { session, analysis } = this.host;
    if (type === FileChangeType.Deleted && !session.documents.has(path)) {
      const contract = session.contracts.get(path);
      session.strays.delete(path);
      if (!contract) return;
      analysis.forget(contract);
      session.removeContract(path);
      return;
    }
    const before = new Set(session.contracts.keys());
    session.findContracts(path);
    for (const [root, contract] of session.contracts) if (!before.has(root)) analysis.changed(contract);
  }

  /** Without a client that watches, whatever was saved may have changed more. */
  documentSaved(): void {
    if (this.isWatching) return;
    const { session, analysis } = this.host;
    for (const contract of session.refresh()) analysis.changed(contract);
  }

  async readSettings(given?: unknown): Promise<void> {
    const { client, connection } = this.host;
    const value =
      client.workspace?.configuration === true
        ? await connection.workspace.getConfiguration("contractc").catch(() => undefined)
        : sectionOf(given);
    this.host.settings = settingsFrom(value);
  }
}

function sectionOf(given: unknown): unknown {
  return typeof given === "object" && given !== null && "contractc" in given ? given.contractc : given;
}

/** Settings of a client: what is not there, or of another type, has its default. */
function settingsFrom(value: unknown): Settings {
  const settings = { ...DEFAULT_SETTINGS };
  if (typeof value !== "object" || value === null) return settings;
  const given: Record<string, unknown> = { ...value };
  for (const key of Object.keys(settings) as (keyof Settings)[]) {
    const own = given[key];
    if (typeof own === "boolean") settings[key] = own;
  }
  return settings;
}
