import * as vscode from "vscode";
import { ExecuteCommandRequest, type LanguageClient } from "vscode-languageclient/node";
import type { Server } from "./server.js";

/** A diagnostic of the server as its client keeps it. */
interface Fixable extends vscode.Diagnostic {
  data?: { fingerprint: string; fixes: readonly { title: string }[] };
}

/** The commands of the palette, by the names that `package.json` gives them. */
export function commandsOf(server: Server): Readonly<Record<string, () => Promise<void>>> {
  return {
    "contractc.restartServer": () => server.start(),
    "contractc.showOutput": async () => server.output.show(),
    "contractc.openKernel": async () => {
      const content = await ask<string>(server, "contractc.showKernel", governed());
      if (content === undefined) return;
      const document = await vscode.workspace.openTextDocument({ content, language: "json" });
      await vscode.window.showTextDocument(document, { preview: true, viewColumn: vscode.ViewColumn.Beside });
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
      if (!editor) return;
      const fix = await chooseFix(editor);
      if (fix) await ask(server, "contractc.applyFix", { uri: editor.document.uri.toString(), ...fix });
    },
    "contractc.renameEverywhere": async () => {
      const editor = vscode.window.activeTextEditor;
      const { client } = server;
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

/** Lets the user choose among the fixes of the findings on the line of the cursor, where there are several. */
async function chooseFix(
  editor: vscode.TextEditor,
): Promise<{ fingerprint: string; title: string } | undefined> {
  const { line } = editor.selection.active;
  const found: readonly Fixable[] = vscode.languages.getDiagnostics(editor.document.uri);
  const fixes = found
    .filter(
      ({ source, range }) => source === "contractc" && range.start.line <= line && line <= range.end.line,
    )
    .flatMap(({ message, data }) =>
      (data?.fixes ?? []).map(({ title }) => ({
        label: title,
        detail: message,
        fingerprint: data!.fingerprint,
      })),
    );
  if (fixes.length === 0) {
    void vscode.window.showInformationMessage("No finding on this line has a fix.");
    return undefined;
  }
  const chosen =
    fixes.length === 1
      ? fixes[0]
      : await vscode.window.showQuickPick(fixes, { title: "Fix what contractc found" });
  return chosen && { fingerprint: chosen.fingerprint, title: chosen.label };
}

/** What the server answers to a command; where it refuses, the user reads why and there is no answer. */
async function ask<T>(server: Server, command: string, ...args: unknown[]): Promise<T | undefined> {
  const { client } = server;
  if (!client) {
    void vscode.window.showErrorMessage(
      'The server of contractc does not run: "contractc: Restart Server" starts it.',
    );
    return undefined;
  }
  try {
    return (await send(client, command, args)) as T;
  } catch (error) {
    void vscode.window.showErrorMessage(error instanceof Error ? error.message : String(error));
    return undefined;
  }
}

function send(client: LanguageClient, command: string, args: unknown[]): Promise<unknown> {
  const given = args.filter((each) => each !== undefined);
  return client.sendRequest(ExecuteCommandRequest.type, { command, arguments: given });
}
