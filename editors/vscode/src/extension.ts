import * as vscode from "vscode";
import { commandsOf } from "./commands.js";
import { Kernels } from "./kernels.js";
import { Server } from "./server.js";
import { taskProvider } from "./tasks.js";

let server: Server | undefined;

/** Called by the editor when a contract is opened or in the workspace. */
export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const output = vscode.window.createOutputChannel("contractc", { log: true });
  const kernels = new Kernels();
  const current = new Server(context, output);
  server = current;
  context.subscriptions.push(
    output,
    kernels,
    vscode.tasks.registerTaskProvider("contractc", taskProvider(current)),
    ...Object.entries(commandsOf(current, kernels)).map(([name, run]) =>
      vscode.commands.registerCommand(name, run),
    ),
    vscode.workspace.onDidGrantWorkspaceTrust(() => current.start()),
    vscode.workspace.onDidChangeConfiguration((change) =>
      change.affectsConfiguration("contractc.server") ? current.start() : undefined,
    ),
  );
  await current.start();
}

export async function deactivate(): Promise<void> {
  await server?.stop();
  server = undefined;
}
