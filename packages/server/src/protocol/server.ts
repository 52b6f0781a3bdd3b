import {
  type Connection,
  createConnection,
  ErrorCodes,
  type InitializeParams,
  type InitializeResult,
  type MessageReader,
  type MessageWriter,
  ResponseError,
  type ServerCapabilities,
  TextDocumentSyncKind,
} from "vscode-languageserver";
import { createProtocolConnection } from "vscode-languageserver/node";
import { Analysis } from "../session/analysis.js";
import { isCode, Session } from "../session/session.js";
import { chooseEncoding } from "../text/encoding.js";
import { pathOfUri } from "../text/uris.js";
import { Publisher, pulls } from "./diagnostics.js";
import { DEFAULT_SETTINGS, type Host, notInitialized, type ServerOptions } from "./host.js";
import { providers } from "./providers.js";
import { WorkspaceWatch } from "./workspace.js";

/** Milliseconds of quiet after a keystroke before contracts and code are compared again, at most. */
const QUIET = 250;

/** Milliseconds between looks for the process of the client. */
const PARENT_CHECK = 2000;

interface Running {
  host: Host;
  publisher: Publisher;
  watch: WorkspaceWatch;
  folders: string[];
}

/**
 * Serves one client over two streams of messages until it exits or is gone.
 *
 * @returns what to call when the client is gone without a word
 */
export function serve(reader: MessageReader, writer: MessageWriter, options: ServerOptions): () => void {
  let state: "new" | "running" | "shut-down" = "new";
  let running: Running | undefined;
  let parent: NodeJS.Timeout | undefined;
  let isOver = false;
  const end = (code: number) => {
    if (isOver) return;
    isOver = true;
    clearInterval(parent);
    running?.publisher.dispose();
    running?.watch.dispose();
    running?.host.analysis.dispose();
    running = undefined;
    options.exit(code);
  };
  const connection = createConnection((logger) => createProtocolConnection(reader, writer, logger), {
    initialize: () => undefined,
    get shutdownReceived() {
      return state === "shut-down";
    },
    set shutdownReceived(received) {
      if (received) state = "shut-down";
    },
    exit: end,
  });
  const gone = () => end(state === "shut-down" ? 0 : 1);
  reader.onClose(gone);
  const current = (): Running => {
    if (state === "shut-down") throw new ResponseError(ErrorCodes.InvalidRequest, "the server is shut down");
    if (!running) throw notInitialized();
    return running;
  };

  connection.onInitialize((params) => {
    if (state !== "new")
      throw new ResponseError(ErrorCodes.InvalidRequest, "the server is initialized already");
    state = "running";
    running = startUp(connection, params, options);
    const { processId } = params;
    if (processId !== null) {
      // A client that dies may leave its end of the streams to others, who keep them open.
      parent = setInterval(() => {
        if (!options.isAlive(processId)) gone();
      }, PARENT_CHECK).unref();
    }
    return initializeResult(running.host, options.version);
  });
  connection.onInitialized(() => {
    if (!running) return;
    const { watch, folders, host } = running;
    if (host.client.workspace?.workspaceFolders === true) {
      connection.workspace.onDidChangeWorkspaceFolders(({ added, removed }) => {
        watch.foldersChanged(added, removed).catch((error: unknown) => log(connection, error));
      });
    }
    watch.start(folders).catch((error: unknown) => log(connection, error));
  });
  connection.onShutdown(() => {
    state = "shut-down";
  });
  registerDocuments(connection, () => (state === "running" ? running : undefined));
  for (const provider of providers) provider.register(connection, () => current().host);
  connection.listen();
  return gone;
}

function startUp(connection: Connection, params: InitializeParams, options: ServerOptions): Running {
  const { capabilities: client } = params;
  const encoding = chooseEncoding(client.general?.positionEncodings);
  const session = new Session(options.disk, { encoding, documentation: options.documentation });
  const breathe = () => new Promise<void>((resolve) => setImmediate(resolve));
  const analysis = new Analysis({
    quiet: QUIET,
    breathe,
    now: () => performance.now(),
    report: (contract) => {
      for (const found of session.membersChanged(contract)) analysis.changed(found, 0);
      publisher.report(contract);
    },
    fail: (error) => log(connection, error),
  });
  const host: Host = { connection, session, analysis, client, settings: DEFAULT_SETTINGS, options };
  const publisher = new Publisher(host);
  const folders = foldersOf(params);
  return { host, publisher, watch: new WorkspaceWatch(host, publisher, breathe), folders };
}

function foldersOf({ workspaceFolders, rootUri }: InitializeParams): string[] {
  const uris = workspaceFolders?.map(({ uri }) => uri) ?? (rootUri ? [rootUri] : []);
  return uris.flatMap((uri) => pathOfUri(uri) ?? []);
}

function initializeResult(host: Host, version: string): InitializeResult {
  const { client, session } = host;
  const offered: ServerCapabilities = Object.assign(
    {},
    ...providers.map((each) => each.capabilities(client)),
  );
  if (!pulls(host)) delete offered.diagnosticProvider;
  return {
    serverInfo: { name: "contractc", version },
    capabilities: {
      positionEncoding: session.encoding,
      textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental, save: true },
      ...offered,
      workspace: { ...offered.workspace, workspaceFolders: { supported: true, changeNotifications: true } },
    },
  };
}

function registerDocuments(connection: Connection, current: () => Running | undefined): void {
  connection.onDidOpenTextDocument(({ textDocument: { uri, languageId, version, text } }) => {
    const running = current();
    const document = running?.host.session.openDocument(uri, languageId, version, text);
    if (!running || !document) return;
    const { session, analysis } = running.host;
    // What is open is looked at before everything else; the file that governs it is compiled at once.
    const contracts = session.contractsOf(document.path);
    for (const contract of contracts) analysis.changed(contract, 0);
    if (contracts.length === 0) running.publisher.report();
  });
  connection.onDidChangeTextDocument(({ textDocument: { uri, version }, contentChanges }) => {
    const running = current();
    if (!running) return;
    const { session, analysis, settings } = running.host;
    const { document, touched } = session.changeDocument(uri, version, contentChanges);
    if (!document || (isCode(document.path) && !settings.liveDrift)) return;
    for (const contract of touched) analysis.changed(contract);
  });
  connection.onDidCloseTextDocument(({ textDocument: { uri } }) => {
    const running = current();
    if (!running) return;
    const { session, analysis } = running.host;
    const { path, touched } = session.closeDocument(uri);
    if (path === undefined) return;
    for (const contract of touched) analysis.changed(contract);
    running.publisher.forget(path);
  });
  connection.onDidSaveTextDocument(({ textDocument: { uri } }) => {
    const running = current();
    if (!running) return;
    const { session, analysis, settings } = running.host;
    const path = session.pathOf(uri);
    if (path !== undefined && !settings.liveDrift) {
      for (const contract of session.contractsOf(path)) analysis.changed(contract);
    }
    running.watch.documentSaved();
  });
  connection.onDidChangeWatchedFiles(({ changes }) => current()?.watch.filesChanged(changes));
  connection.onDidChangeConfiguration(({ settings }) => {
    current()
      ?.watch.readSettings(settings)
      .catch((error: unknown) => log(connection, error));
  });
}

function log(connection: Connection, error: unknown): void {
  connection.console.error(error instanceof Error ? (error.stack ?? error.message) : String(error));
}
