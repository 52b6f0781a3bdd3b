import { readFileSync } from "node:fs";
import * as vscode from "vscode";
import { type DocumentSelector, LanguageClient, type ServerOptions } from "vscode-languageclient/node";
import { type Choice, chooseServer } from "./choice.js";
import { isCompatible } from "./versions.js";

/** Documents that the server is told of: contracts, their settings, and the code that they govern. */
const SELECTOR: DocumentSelector = [
  { language: "contract" },
  { scheme: "file", language: "python" },
  { scheme: "file", language: "typescript" },
  { scheme: "file", language: "typescriptreact" },
  { scheme: "file", language: "javascript" },
  { scheme: "file", language: "javascriptreact" },
  { scheme: "file", pattern: "**/contract.config.json" },
];

/** The language server of this window: which one it is, and its client while it runs. */
export class Server {
  client: LanguageClient | undefined;
  choice: Choice | undefined;
  #started = Promise.resolve();
  /** What was said once is not said again at each restart. */
  readonly #said = new Set<string>();

  constructor(
    readonly context: vscode.ExtensionContext,
    readonly output: vscode.LogOutputChannel,
  ) {}

  /** The file of contractc that this window uses, for the server and for tasks. */
  get program(): string {
    this.choice ??= this.#choose();
    return this.choice.program;
  }

  /**
   * Starts the server, again where it runs. One start waits for the one before it; one that fails is told, and leaves the
   * commands as they are, so that the next can be asked for.
   */
  start(): Promise<void> {
    this.#started = this.#started.then(() => this.#start()).catch((error: unknown) => this.#failed(error));
    return this.#started;
  }

  async #start(): Promise<void> {
    await this.stop();
    const choice = this.#choose();
    this.choice = choice;
    this.output.info(`${choice.origin} contractc ${choice.version ?? ""}: ${choice.program}`);
    if (choice.notice !== undefined) this.#say(choice.notice);
    const server: ServerOptions = {
      command: process.execPath,
      args: [choice.program, "lsp", "--stdio"],
      // The editor's own program is Node when it is told so.
      options: { env: { ...process.env, ELECTRON_RUN_AS_NODE: "1" } },
    };
    const client = new LanguageClient("contractc", "contractc", server, {
      documentSelector: SELECTOR,
      outputChannel: this.output,
      synchronize: { configurationSection: "contractc" },
      middleware: { executeCommand: (command, args, next) => showPlaces(client, command, args, next) },
    });
    this.client = client;
    await client.start();
    const { version } = this.context.extension.packageJSON as { version: string };
    const spoken = client.initializeResult?.serverInfo?.version;
    if (spoken !== undefined && !isCompatible(version, spoken)) {
      this.#say(
        `The server is contractc ${spoken}; the extension is ${version} and may not understand all of it.`,
      );
    }
  }

  async stop(): Promise<void> {
    const { client } = this;
    this.client = undefined;
    await client?.dispose();
  }

  #choose(): Choice {
    const settings = vscode.workspace.getConfiguration("contractc.server");
    const { version } = this.context.extension.packageJSON as { version: string };
    return chooseServer({
      bundled: { program: this.context.asAbsolutePath("dist/server/bin/contractc.js"), version },
      folders: (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri.fsPath),
      isTrusted: vscode.workspace.isTrusted,
      path: settings.get("path", ""),
      prefersWorkspace: settings.get("preferWorkspace", true),
      read(path) {
        try {
          return readFileSync(path, "utf8");
        } catch {
          return undefined;
        }
      },
    });
  }

  #failed(error: unknown): void {
    this.client = undefined;
    this.output.error(error instanceof Error ? error : String(error));
    const message = "The server of contractc did not start.";
    void vscode.window.showErrorMessage(message, "Show Output").then((choice) => {
      if (choice !== undefined) this.output.show();
    });
  }

  #say(notice: string): void {
    this.output.warn(notice);
    if (this.#said.has(notice)) return;
    this.#said.add(notice);
    void vscode.window.showWarningMessage(notice);
  }
}

type Location = Parameters<LanguageClient["protocol2CodeConverter"]["asLocation"]>[0];

/** A lens that counts users gives their places, which the editor then shows. */
async function showPlaces(
  client: LanguageClient,
  command: string,
  args: unknown[],
  next: (command: string, args: unknown[]) => vscode.ProviderResult<unknown>,
): Promise<unknown> {
  const result: unknown = await next(command, args);
  const editor = vscode.window.activeTextEditor;
  if (command !== "contractc.references" || !Array.isArray(result) || !editor) return result;
  const places = (result as Location[]).map((place) => client.protocol2CodeConverter.asLocation(place));
  const { document, selection } = editor;
  await vscode.commands.executeCommand(
    "editor.action.showReferences",
    document.uri,
    selection.active,
    places,
  );
  return result;
}
