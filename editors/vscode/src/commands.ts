import * as vscode from "vscode";
import {
  CodeActionKind,
  CodeActionRequest,
  type Diagnostic,
  ExecuteCommandRequest,
  type LanguageClient,
  type WorkspaceEdit,
} from "vscode-languageclient/node";
import type { Kernels } from "./kernels.js";
import type { Server } from "./server.js";

/** The commands of the palette, by the names that `package.json` gives them. */
export function commandsOf(server: Server, kernels: Kernels): Readonly<Record<string, () => Promise<void>>> {
  return {
    "contractc.restartServer": () => server.start(),
    "contractc.showOutput": async () => server.output.show(),
    "contractc.openKernel": async () => {
      const kernel = await ask<string>(server, "contractc.showKernel", governed());
      if (kernel !== undefined) await kernels.show(kernel);
    },
    "contractc.openGraph": async () => {
      const page = await ask<string>(server, "contractc.showGraph", governed());
      if (page === undefined) return;
      const panel = vscode.window.createWebviewPanel(
        "contractc.graph",
        "Contract graph",
        vscode.ViewColumn.Beside,
        // The page holds all that it needs; it reads no file and asks no network.
        { enableScripts: true, localResourceRoots: [], enableFindWidget: true },
      );
      panel.webview.html = page;
    },
    "contractc.runDrift": async () => {
      type Compared = { findings: number; differences: number }[];
      const compared = await ask<Compared>(server, "contractc.drift");
      if (!compared) return;
      const count = compared.reduce((sum, { findings, differences }) => sum + findings + differences, 0);
      const contracts = `${compared.length} ${compared.length === 1 ? "contract" : "contracts"}`;
      const found = `${count === 0 ? "no" : count} ${count === 1 ? "finding" : "findings"}`;
      const choice = await vscode.window.showInformationMessage(
        `${contracts} compared with the code: ${found}.`,
        ...(count === 0 ? [] : ["Show"]),
      );
      if (choice === "Show") await vscode.commands.executeCommand("workbench.actions.view.problems");
    },
    "contractc.fixHere": async () => {
      const editor = vscode.window.activeTextEditor;
      const client = running(server);
      if (!editor || !client) return;
      const fix = await chooseFix(client, editor);
      if (!fix) return;
      await vscode.workspace.applyEdit(await client.protocol2CodeConverter.asWorkspaceEdit(fix.edit));
    },
    "contractc.renameEverywhere": async () => {
      const editor = vscode.window.activeTextEditor;
      const client = running(server);
      if (!editor || !client) return;
      const { document, selection } = editor;
      const range = document.getWordRangeAtPosition(selection.active);
      const value = range ? document.getText(range) : "";
      const newName = await vscode.window.showInputBox({
        prompt: "The new name in contract and code",
        value,
      });
      if (newName === undefined || newName === value) return;
      const position = client.code2ProtocolConverter.asPosition(selection.active);
      await ask(server, "contractc.rename", { uri: document.uri.toString(), position, newName });
    },
  };
}

/** The contract that the file in front belongs to; nothing where none is, and the only contract is meant. */
function governed(): string | undefined {
  const document = vscode.window.activeTextEditor?.document;
  return document?.uri.scheme === "file" ? document.uri.toString() : undefined;
}

/** A fix of a finding as the user chooses it. */
interface Fix extends vscode.QuickPickItem {
  edit: WorkspaceEdit;
}

/** Lets the user choose among the fixes of the findings on the line of the cursor, where there are several. */
async function chooseFix(
  client: LanguageClient,
  { document, selection }: vscode.TextEditor,
): Promise<Fix | undefined> {
  const { code2ProtocolConverter: converter } = client;
  const line = document.lineAt(selection.active.line).range;
  const actions = await client.sendRequest(CodeActionRequest.type, {
    textDocument: converter.asTextDocumentIdentifier(document),
    range: converter.asRange(line),
    context: { diagnostics: [], only: [CodeActionKind.QuickFix] },
  });
  const fixes = (actions ?? []).flatMap((action): Fix[] =>
    "edit" in action && action.edit
      ? [{ label: action.title, detail: messageOf(action.diagnostics?.[0]), edit: action.edit }]
      : [],
  );
  if (fixes.length === 0) {
    void vscode.window.showInformationMessage("No finding on this line has a fix.");
    return undefined;
  }
  return fixes.length === 1
    ? fixes[0]
    : vscode.window.showQuickPick(fixes, { title: "Fix what contractc found" });
}

/** What a finding says, without the comparison below it. */
function messageOf(diagnostic: Diagnostic | undefined): string {
  const message = diagnostic?.message ?? "";
  return (typeof message === "string" ? message : message.value).split("\n", 1)[0]!;
}

/** What the server answers to a command; where it refuses, the user reads why and there is no answer. */
async function ask<T>(server: Server, command: string, ...args: unknown[]): Promise<T | undefined> {
  const client = running(server);
  if (!client) return undefined;
  try {
    return (await send(client, command, args)) as T;
  } catch (error) {
    void vscode.window.showErrorMessage(error instanceof Error ? error.message : String(error));
    return undefined;
  }
}

/** The client where its server runs; else the user reads how to start it. */
function running({ client }: Server): LanguageClient | undefined {
  if (!client) {
    void vscode.window.showErrorMessage(
      'The server of contractc does not run: "contractc: Restart Server" starts it.',
    );
  }
  return client;
}

function send(client: LanguageClient, command: string, args: unknown[]): Promise<unknown> {
  const given = args.filter((each) => each !== undefined);
  return client.sendRequest(ExecuteCommandRequest.type, { command, arguments: given });
}
