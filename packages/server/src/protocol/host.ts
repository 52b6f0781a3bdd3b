import type { Clock, FileSystem, Kernel } from "@contractc/kernel";
import {
  type CancellationToken,
  type ClientCapabilities,
  type Connection,
  ErrorCodes,
  LSPErrorCodes,
  type Position,
  ResponseError,
  type ServerCapabilities,
} from "vscode-languageserver";
import type { Analysis } from "../session/analysis.js";
import type { Session } from "../session/session.js";

/** What the server needs of the process it runs in. */
export interface ServerOptions {
  disk: FileSystem;
  version: string;
  /** Address of the folder with a page for each diagnostic, with a slash at its end. */
  documentation: string;
  clock: Clock;
  /** A contract's graph as a page that needs no network. */
  graphPage(kernel: Kernel): Promise<string>;
  /** Whether a process of this machine runs. */
  isAlive(processId: number): boolean;
  /** Ends the process, or the connection where others are served too. */
  exit(code: number): void;
}

/** What the providers of one connection share. */
export interface Host {
  connection: Connection;
  session: Session;
  analysis: Analysis;
  client: ClientCapabilities;
  settings: Settings;
  options: ServerOptions;
}

/** What a user can set in the editor, under `contractc`. */
export interface Settings {
  /** Compare code with contracts while it is being written. */
  liveDrift: boolean;
  inlayHints: boolean;
  codeLens: boolean;
  /** A rename changes code, too: on by request, as it is also the business of the code's own language server. */
  renameInCode: boolean;
}

export const DEFAULT_SETTINGS: Settings = {
  liveDrift: true,
  inlayHints: true,
  codeLens: true,
  renameInCode: false,
};

/** One feature of the protocol: what it promises, and how it is answered. */
export interface Provider {
  capabilities(client: ClientCapabilities): Partial<ServerCapabilities>;
  register(connection: Connection, host: () => Host): void;
}

/** A position in a file that the session knows. */
export interface Cursor {
  path: string;
  offset: number;
}

/** Where a request points to; `undefined` for what is no document of the session. */
export function cursorOf(
  { session }: Host,
  { textDocument, position }: { textDocument: { uri: string }; position: Position },
): Cursor | undefined {
  const path = pathOf({ session }, textDocument.uri);
  const text = path === undefined ? undefined : session.textOf(path);
  return path !== undefined && text ? { path, offset: text.offsetAt(position) } : undefined;
}

/** The path of a document, open or not; `undefined` for what is no file. */
export function pathOf({ session }: Pick<Host, "session">, uri: string): string | undefined {
  return session.pathOf(uri);
}

/**
 * Starts the readers of code that the answer to a request needs. The request is given up where its document changed
 * meanwhile, as the answer would be about another text.
 */
export async function withCode(host: Host, path: string, token: CancellationToken): Promise<void> {
  const { session } = host;
  const version = session.documents.get(path)?.version;
  await Promise.all(session.contractsOf(path).map((contract) => contract.code.open()));
  stopIfCancelled(token);
  if (session.documents.get(path)?.version !== version) throw contentModified();
}

export function stopIfCancelled(token: CancellationToken): void {
  if (token.isCancellationRequested) {
    throw new ResponseError(LSPErrorCodes.RequestCancelled, "the request was cancelled");
  }
}

export function contentModified(): ResponseError<void> {
  return new ResponseError(LSPErrorCodes.ContentModified, "the document changed meanwhile");
}

export function notInitialized(): ResponseError<void> {
  return new ResponseError(ErrorCodes.ServerNotInitialized, "the server expects `initialize` first");
}
