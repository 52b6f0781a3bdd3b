import * as vscode from "vscode";

/** Documents of this scheme are kernels: what a contract compiles to, to be read only. */
const SCHEME = "contractc-kernel";

/** Kernels as documents of the editor, which cannot be changed and ask for no saving when they are closed. */
export class Kernels implements vscode.TextDocumentContentProvider, vscode.Disposable {
  readonly #texts = new Map<string, string>();
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly #registered: vscode.Disposable;
  readonly onDidChange = this.#changed.event;

  constructor() {
    this.#registered = vscode.Disposable.from(
      this.#changed,
      vscode.workspace.registerTextDocumentContentProvider(SCHEME, this),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => this.#texts.delete(uri.toString())),
    );
  }

  provideTextDocumentContent(uri: vscode.Uri): string | undefined {
    return this.#texts.get(uri.toString());
  }

  /** Shows a kernel beside the editor in front; a contract's former one is replaced. */
  async show(text: string): Promise<void> {
    const uri = vscode.Uri.from({ scheme: SCHEME, path: `/${nameIn(text)}.kernel.json` });
    this.#texts.set(uri.toString(), text);
    this.#changed.fire(uri);
    const document = await vscode.workspace.openTextDocument(uri);
    await vscode.window.showTextDocument(document, { preview: true, viewColumn: vscode.ViewColumn.Beside });
  }

  dispose(): void {
    this.#registered.dispose();
  }
}

function nameIn(text: string): string {
  const kernel: unknown = JSON.parse(text);
  const named = typeof kernel === "object" && kernel !== null && "name" in kernel ? kernel.name : undefined;
  return typeof named === "string" ? named : "contract";
}
