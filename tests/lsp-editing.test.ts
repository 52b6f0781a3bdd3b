import { expect, test } from "vitest";
import type { TextDocumentEdit, TextEdit, WorkspaceEdit } from "vscode-languageserver/node";
import { workspace } from "./support/cli.js";
import { applied, changedLines, withEdits } from "./support/edits.js";
import { editorOn, editorWith } from "./support/lsp.js";

const ROOT = "plane-battle.contract";
const MODEL = "model.contract";
const ENTITIES = "model/entities.py";
const ANNOTATED = {
  workspace: { workspaceEdit: { documentChanges: true, changeAnnotationSupport: {} } },
};

test("a rename changes every file of the contract, and no code unless it is asked to", async () => {
  const editor = await editorOn("plane-battle", [ROOT, MODEL, ENTITIES]);
  const at = editor.at(MODEL, "error OutOf|Ammo");
  expect(await editor.request("textDocument/prepareRename", at)).toEqual({
    range: {
      start: editor.at(MODEL, "error |OutOfAmmo").position,
      end: editor.at(MODEL, "error OutOfAmmo|").position,
    },
    placeholder: "OutOfAmmo",
  });
  const edit = await editor.request<WorkspaceEdit>("textDocument/rename", {
    ...at,
    newName: "EmptyMagazine",
  });
  const files = applied(editor, edit);
  expect(Object.keys(files)).toEqual([MODEL]);
  expect(changedLines(editor.text(MODEL), files[MODEL]!)).toEqual([
    "-raises OutOfAmmo",
    "+raises EmptyMagazine",
    "-error OutOfAmmo {",
    "+error EmptyMagazine {",
  ]);
  // In code it is the business of the code's own server.
  expect(
    await editor.request("textDocument/prepareRename", editor.at(ENTITIES, "class OutOf|Ammo")),
  ).toBeNull();
});

test("a member is renamed with those that override it, a parameter with the arguments that name it", async () => {
  const editor = await editorOn("plane-battle", [ROOT, MODEL]);
  const rename = async (path: string, marked: string, newName: string) =>
    applied(
      editor,
      await editor.request<WorkspaceEdit>("textDocument/rename", { ...editor.at(path, marked), newName }),
    );
  const members = await rename(MODEL, "abstract adv|ance", "tick");
  expect(changedLines(editor.text(MODEL), members[MODEL]!).filter((line) => line.startsWith("+"))).toEqual([
    "+abstract tick() -> void",
    "+tick() -> void",
    "+tick() -> void",
    "+tick() -> void",
  ]);
  const parameter = await rename(ROOT, "new(se|ed: int = 0)\n      /// Everything", "start");
  expect(Object.keys(parameter)).toEqual([ROOT]);
  expect(changedLines(editor.text(ROOT), parameter[ROOT]!)).toEqual([
    "-new(seed: int = 0)",
    "+new(start: int = 0)",
    "-let world = World(seed: 1)",
    "+let world = World(start: 1)",
  ]);
});

test("a rename that would change what other names mean is refused with the reason", async () => {
  const editor = await editorOn("plane-battle", [MODEL]);
  const params = { ...editor.at(MODEL, "class Bul|let"), newName: "Enemy" };
  await expect(editor.request("textDocument/rename", params)).rejects.toThrow(
    /`model\.entities\.Bullet`.*there is/s,
  );
});

test("by command, code is renamed with the contract, in one edit that is previewed", async () => {
  const editor = await editorOn("plane-battle", [MODEL, ENTITIES], ANNOTATED);
  const asked = new Promise<{ edit: WorkspaceEdit }>((resolve) => {
    editor.connection.onRequest("workspace/applyEdit", (params: { edit: WorkspaceEdit }) => {
      resolve(params);
      return { applied: true };
    });
  });
  const { textDocument, position } = editor.at(MODEL, "      hu|rt(amount");
  const result = await editor.request("workspace/executeCommand", {
    command: "contractc.rename",
    arguments: [{ uri: textDocument.uri, position, newName: "harm" }],
  });
  expect(result).toBe(true);
  const { edit } = await asked;
  expect(Object.keys(edit.changeAnnotations!)).toEqual(["contract", "code", "members"]);
  expect(edit.changeAnnotations!.members).toMatchObject({ needsConfirmation: true });
  const groups = edit.documentChanges!.map((change) => {
    const { textDocument: of, edits } = change as TextDocumentEdit;
    const ids = edits.map((each) => ("annotationId" in each ? each.annotationId : undefined));
    return [editor.path(of.uri), ...ids];
  });
  expect(groups).toEqual([
    [MODEL, "contract"],
    [ROOT, "contract"],
    ["core/world.py", "members"],
    [ENTITIES, "code"],
    ["tests/test_entities.py", "members"],
    ["tests/test_ui.py", "members", "members"],
    ["tests/test_world.py", "members"],
  ]);
  expect((edit.documentChanges![0] as TextDocumentEdit).textDocument.version).toBe(1);
});

test("formatting gives the one layout by small edits, a range only its own lines", async () => {
  const text = 'contract A version "1.0.0"\n\nmodule a "a.py" {\n fn one( )\n fn two( x:int )\n}\n';
  const editor = await editorWith(workspace({ "a.contract": text }), { "a.contract": text });
  const params = {
    textDocument: { uri: editor.uri("a.contract") },
    options: { tabSize: 2, insertSpaces: true },
  };
  const edits = await editor.request<TextEdit[]>("textDocument/formatting", params);
  const formatted = 'contract A version "1.0.0"\n\nmodule a "a.py" {\n  fn one()\n  fn two(x: int)\n}\n';
  expect(withEdits(text, edits)).toBe(formatted);
  expect(edits.length).toBeGreaterThan(1);
  const range = { start: { line: 4, character: 0 }, end: { line: 4, character: 5 } };
  const some = await editor.request<TextEdit[]>("textDocument/rangeFormatting", { ...params, range });
  expect(withEdits(text, some)).toContain(" fn one( )\n  fn two(x: int)\n");
  await editor.change("a.contract", `${text}module {`);
  expect(await editor.request("textDocument/formatting", params)).toEqual([]);
});

test("a file that moves takes its module's path along, a folder those of its package", async () => {
  const editor = await editorOn("plane-battle", [ROOT]);
  await editor.diagnostics(ROOT);
  const move = async (from: string, to: string) => {
    const files = [{ oldUri: editor.uri(from), newUri: editor.uri(to) }];
    return applied(
      editor,
      await editor.request<WorkspaceEdit | null>("workspace/willRenameFiles", { files }),
    );
  };
  const one = await move("core/game.py", "core/rules/match.py");
  expect(changedLines(editor.text(ROOT), one[ROOT]!)).toEqual([
    '-module game "game.py" {',
    '+module game "rules/match.py" {',
  ]);
  const out = await move("core/game.py", "game.py");
  expect(changedLines(editor.text(ROOT), out[ROOT]!)[1]).toBe('+module game "../game.py" {');
  const folder = await move("core", "rules");
  expect(changedLines(editor.text(ROOT), folder[ROOT]!)).toEqual([
    '-package core "core" {',
    '+package core "rules" {',
  ]);
  const imported = await move(MODEL, "contracts/model.contract");
  expect(changedLines(editor.text(ROOT), imported[ROOT]!)).toEqual([
    '-import "./model.contract"',
    '+import "./contracts/model.contract"',
  ]);
  expect(await move("README.md", "READ.md")).toEqual({});
});
