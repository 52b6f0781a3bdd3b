import { expect, test } from "vitest";
import type {
  ClientCapabilities,
  Diagnostic,
  DocumentDiagnosticReport,
  WorkspaceDiagnosticReport,
  WorkspaceFullDocumentDiagnosticReport,
} from "vscode-languageserver/node";
import { type Editor, editorOn, placed, startEditor } from "./support/lsp.js";

const ROOT = "plane-battle.contract";
const MODEL = "model.contract";
const ENTITIES = "model/entities.py";
const PULLS: ClientCapabilities = {
  textDocument: { diagnostic: {} },
  workspace: { diagnostics: { refreshSupport: true } },
};

const pull = (editor: Editor, path: string, previousResultId?: string) =>
  editor.request<DocumentDiagnosticReport & { items?: Diagnostic[] }>("textDocument/diagnostic", {
    textDocument: { uri: editor.uri(path) },
    ...(previousResultId === undefined ? {} : { previousResultId }),
  });

/** Resolves with the next request to pull again. */
function refreshed(editor: Editor): Promise<void> {
  return new Promise((resolve) => {
    editor.connection.onRequest("workspace/diagnostic/refresh", () => {
      resolve();
      return null;
    });
  });
}

test("a client that pulls gets reports, unchanged ones by their id, and is told when there are others", async () => {
  const editor = await editorOn("plane-battle", [ROOT, MODEL, ENTITIES], PULLS);
  await refreshed(editor);
  const first = await pull(editor, ROOT);
  expect(first.kind).toBe("full");
  expect(first.items!.map(placed)).toEqual([
    `${editor.place(ROOT, '|question "').split(":").slice(1).join(":")} complete/question`,
  ]);
  expect(await pull(editor, ROOT, first.resultId)).toEqual({ kind: "unchanged", resultId: first.resultId });
  const again = refreshed(editor);
  await editor.edit(ENTITIES, "def hurt(self, amount: int)", "def hurt(self, amount: str)");
  await again;
  const code = await pull(editor, ENTITIES);
  expect(code.items!.map(({ code: of }) => of)).toEqual(["drift/parameter-type"]);
  expect((await pull(editor, MODEL)).items!.map(({ code: of }) => of)).toEqual(["drift/parameter-type"]);
  // Nothing is pushed to who pulls.
  expect([...editor.published]).toEqual([]);
});

test("the whole workspace can be pulled, with files that are not open", async () => {
  const editor = await editorOn("plane-battle", [ENTITIES], PULLS);
  await refreshed(editor);
  await editor.edit(ENTITIES, "def hurt(self, amount: int)", "def hurt(self, amount: str)");
  const all = (ids: { uri: string; value: string }[] = []) =>
    editor.request<WorkspaceDiagnosticReport>("workspace/diagnostic", { previousResultIds: ids });
  const { items } = await all();
  expect(items.map(({ uri }) => editor.path(uri))).toEqual([MODEL, ENTITIES, ROOT]);
  expect(items.map(({ version }) => version)).toEqual([null, 2, null]);
  const ids = items.map(({ uri, resultId }) => ({ uri, value: resultId! }));
  expect((await all(ids)).items.map(({ kind }) => kind)).toEqual(["unchanged", "unchanged", "unchanged"]);
  await editor.edit(ENTITIES, "def hurt(self, amount: str)", "def hurt(self, amount: int)");
  const after = (await all(ids)).items.find(({ uri }) => editor.path(uri) === ENTITIES)!;
  expect((after as WorkspaceFullDocumentDiagnosticReport).items).toEqual([]);
});

test("a diagnostic carries its page, related places, tags and what its fixes need", async () => {
  const editor = await editorOn("plane-battle", [ROOT]);
  await editor.edit(
    ROOT,
    '@allow("graph/unused-use", "one step asks both; no signature names them")\n    ',
    "",
  );
  const [unused] = (
    await editor.diagnostics(ROOT, (found) => found.some(({ code }) => code === "graph/unused-use"))
  ).filter(({ code }) => code === "graph/unused-use");
  expect(unused).toMatchObject({ severity: 3, source: "contractc", tags: [1] });
  expect(unused!.codeDescription!.href).toMatch(/^file:.*\/diagnostics\/graph\/unused-use\.md$/);
  expect(unused!.data).toMatchObject({
    code: "graph/unused-use",
    fingerprint: expect.stringMatching(/^[0-9a-f]{16}$/),
  });
  await editor.edit(ROOT, "    uses scores\n\n    /// The file", "    uses scores, main\n\n    /// The file");
  const cycles = await editor.diagnostics(ROOT, (found) => found.some(({ code }) => code === "graph/cycle"));
  const cycle = cycles.find(({ code }) => code === "graph/cycle")!;
  expect(cycle.relatedInformation!.length).toBeGreaterThan(0);
  expect(editor.placed(cycle.relatedInformation!.map(({ location }) => location))[0]).toMatch(
    /^plane-battle\.contract:/,
  );
});

test("a client that offers no refresh is pushed to", async () => {
  const editor = startEditor((await editorOn("plane-battle", [])).folder);
  const result = await editor.initialize({ textDocument: { diagnostic: {} } });
  expect(result.capabilities.diagnosticProvider).toBeUndefined();
  expect((await editor.diagnostics(ROOT)).map(({ code }) => code)).toEqual(["complete/question"]);
});
