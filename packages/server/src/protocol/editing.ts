import { LSPErrorCodes, type RenameParams, ResponseError, type WorkspaceEdit } from "vscode-languageserver";
import { codeActions, FIX_ALL } from "../features/actions/code-actions.js";
import { editsForMoves } from "../features/file-renames.js";
import { formatting } from "../features/formatting.js";
import { prepareRename, RENAME_GROUPS, renameAt } from "../features/rename.js";
import { editSupport, workspaceEdit } from "../features/workspace-edits.js";
import { isContract } from "../session/session.js";
import { type Cursor, cursorOf, type Host, type Provider, pathOf, withCode } from "./host.js";

/** Files and folders whose move a contract may have to follow. */
const FILTERS = {
  filters: [
    { scheme: "file", pattern: { glob: "**/*.{contract,py,pyi,ts,tsx,mts,cts,js,jsx,mjs,cjs}" } },
    { scheme: "file", pattern: { glob: "**", matches: "folder" as const } },
  ],
};

/** Rename, formatting, code actions, and what follows from moved files. */
export const editing: Provider = {
  capabilities: () => ({
    renameProvider: { prepareProvider: true },
    documentFormattingProvider: true,
    documentRangeFormattingProvider: true,
    codeActionProvider: { codeActionKinds: ["quickfix", FIX_ALL] },
    workspace: { fileOperations: { willRename: FILTERS, didRename: FILTERS } },
  }),
  register(connection, host) {
    connection.onPrepareRename(async (params, token) => {
      const current = host();
      const cursor = cursorOf(current, params);
      if (!cursor) return null;
      await withCode(current, cursor.path, token);
      return prepareRename(current.session, cursor.path, cursor.offset, {
        code: current.settings.renameInCode,
      });
    });
    connection.onRenameRequest(async (params, token) => {
      const current = host();
      const cursor = cursorOf(current, params);
      if (!cursor) return null;
      await withCode(current, cursor.path, token);
      return renameEdit(current, cursor, params.newName, current.settings.renameInCode);
    });
    connection.onDocumentFormatting(({ textDocument }) => {
      const current = host();
      const path = pathOf(current, textDocument.uri);
      return path !== undefined && isContract(path) ? formatting(current.session, path) : null;
    });
    connection.onDocumentRangeFormatting(({ textDocument, range }) => {
      const current = host();
      const path = pathOf(current, textDocument.uri);
      if (path === undefined || !isContract(path)) return null;
      return formatting(current.session, path, { first: range.start.line + 1, last: range.end.line + 1 });
    });
    connection.onCodeAction(async ({ textDocument, range, context }, token) => {
      const current = host();
      const { session, client, options } = current;
      const path = pathOf(current, textDocument.uri);
      const text = path === undefined ? undefined : session.textOf(path);
      if (path === undefined || !text) return null;
      await withCode(current, path, token);
      // The fixes of findings are edits of the text that was compared.
      await Promise.all(session.contractsOf(path).map((contract) => current.analysis.settled(contract)));
      const within = { start: text.offsetAt(range.start), end: text.offsetAt(range.end) };
      return codeActions(session, path, within, context, {
        support: editSupport(client),
        snippets: client.workspace?.workspaceEdit?.snippetEditSupport === true,
        disabled: client.textDocument?.codeAction?.disabledSupport === true,
        clock: options.clock,
      });
    });
    connection.workspace.onWillRenameFiles(({ files }) => {
      const current = host();
      const moves = movesOf(current, files);
      const edits = editsForMoves(current.session, moves);
      return edits.length === 0
        ? null
        : (workspaceEdit(current.session, edits, editSupport(current.client)) ?? null);
    });
    connection.workspace.onDidRenameFiles(({ files }) => {
      const { session, analysis } = host();
      for (const { from, to } of movesOf(host(), files)) {
        const touched = [...session.changed(from, "existence"), ...session.changed(to, "existence")];
        if (isContract(to)) session.findContracts(to);
        for (const contract of new Set(touched)) analysis.changed(contract);
      }
    });
  },
};

function movesOf(host: Host, files: readonly { oldUri: string; newUri: string }[]) {
  return files.flatMap(({ oldUri, newUri }) => {
    const from = pathOf(host, oldUri);
    const to = pathOf(host, newUri);
    return from === undefined || to === undefined ? [] : [{ from: trimmed(from), to: trimmed(to) }];
  });
}

function trimmed(path: string): string {
  return path.length > 1 ? path.replace(/\/+$/, "") : path;
}

/** The change that a rename is; a refusal is told with its reason. */
export function renameEdit(
  host: Host,
  { path, offset }: Cursor,
  name: RenameParams["newName"],
  code: boolean,
): WorkspaceEdit | null {
  const { session, client, options } = host;
  const outcome = renameAt(session, path, offset, name, { code, clock: options.clock });
  if ("message" in outcome) throw new ResponseError(LSPErrorCodes.RequestFailed, outcome.message);
  return workspaceEdit(session, outcome.edits, editSupport(client), RENAME_GROUPS) ?? null;
}
