// biome-ignore-all lint/suspicious/noTemplateCurlyInString: placeholders of snippets are written so

import { expect, test } from "vitest";
import type {
  ClientCapabilities,
  CodeAction,
  Diagnostic,
  TextDocumentEdit,
  WorkspaceEdit,
} from "vscode-languageserver/node";
import { workspace } from "./support/cli.js";
import { applied, changedLines } from "./support/edits.js";
import { type Editor, editorOn, editorWith } from "./support/lsp.js";

const ROOT = "plane-battle.contract";
const MODEL = "model.contract";
const ENTITIES = "model/entities.py";
const FULL: ClientCapabilities = {
  workspace: {
    workspaceEdit: { documentChanges: true, resourceOperations: ["create"], snippetEditSupport: true },
  },
};

async function actionsAt(
  editor: Editor,
  path: string,
  marked: string,
  only?: string[],
): Promise<CodeAction[]> {
  const { textDocument, position } = editor.at(path, marked);
  return editor.request("textDocument/codeAction", {
    textDocument,
    range: { start: position, end: position },
    context: { diagnostics: [], ...(only ? { only } : {}) },
  });
}
const titles = (actions: readonly CodeAction[]) => actions.map(({ title }) => title);
const has = (code: string) => (found: Diagnostic[]) => found.some((each) => each.code === code);

test("every fix of a finding is offered, with what it mends", async () => {
  const editor = await editorOn("plane-battle", [ROOT]);
  await editor.edit(ROOT, "    uses entities\n\n    /// True where", "\n    /// True where");
  await editor.diagnostics(ROOT, has("graph/undeclared-use"));
  const actions = await actionsAt(editor, ROOT, "collides(a: Ent|ity");
  const [first] = actions;
  expect(first).toMatchObject({
    title: "Add `uses entities` to collision",
    kind: "quickfix",
    isPreferred: true,
  });
  expect(first!.diagnostics!.map(({ code }) => code)).toEqual(["graph/undeclared-use"]);
  const after = applied(editor, first!.edit)[ROOT]!;
  expect(after).toContain("    satisfies Shoot\n    uses entities\n");
  expect(titles(actions)).toEqual(["Add `uses entities` to collision"]);
});

test("a difference is mended in either direction, asked from either side", async () => {
  const editor = await editorOn("plane-battle", [MODEL, ENTITIES]);
  await editor.edit(ENTITIES, "points: int = 10", "points: int = 20");
  await editor.diagnostics(MODEL, has("drift/parameter-default"));
  for (const [path, marked] of [
    [ENTITIES, "points: int = 2|0"],
    [MODEL, "*, poi|nts: int = 10"],
  ] as const) {
    const changes = (await actionsAt(editor, path, marked)).map(({ edit }) => applied(editor, edit));
    const code = changes.flatMap((files) => files[ENTITIES] ?? []);
    expect(changedLines(editor.text(ENTITIES), code[0]!)).toEqual([
      "-def __init__(self, x: int, y: int = -32, *, points: int = 20) -> None:",
      "+def __init__(self, x: int, y: int = -32, *, points: int = 10) -> None:",
    ]);
    const contract = changes.flatMap((files) => files[MODEL] ?? []);
    expect(changedLines(editor.text(MODEL), contract[0]!)).toEqual([
      "-new(x: int, y: int = -32, *, points: int = 10)",
      "+new(x: int, y: int = -32, *, points: int = 20)",
    ]);
  }
});

test("a change of the contract that would break it is not offered, and the reason is told to who shows it", async () => {
  const disabledSupport = { textDocument: { codeAction: { disabledSupport: true } } };
  const editor = await editorOn("plane-battle", [ENTITIES], disabledSupport);
  await editor.edit(ENTITIES, "def hurt(self, amount: int)", "def hurt(self, amount: str)");
  await editor.diagnostics(ENTITIES, has("drift/parameter-type"));
  const disabled = (await actionsAt(editor, ENTITIES, "amount: s|tr")).filter((action) => action.disabled);
  expect(titles(disabled)).toEqual(["Change it to `hurt(amount: string)`"]);
  expect(disabled[0]!.disabled!.reason).toContain("`3` does not fit `amount: string` of `hurt`.");
  expect(disabled[0]!.edit).toBeUndefined();
});

test("what is missing in the code can be made: a member, and a file", async () => {
  const editor = await editorOn("plane-battle", [MODEL, ROOT, ENTITIES], FULL);
  await editor.edit(
    MODEL,
    "      hurt(amount: int) -> void",
    "      hurt(amount: int) -> void\n      heal(amount: int) -> void",
  );
  await editor.diagnostics(MODEL, has("drift/missing-member"));
  const member = await actionsAt(editor, MODEL, "he|al(amount");
  const made = member
    .map(({ edit }) => applied(editor, edit)[ENTITIES])
    .find((text) => text?.includes("def heal"));
  expect(made).toContain("    def heal(self, amount: int) -> None:");
  await editor.edit(ROOT, 'module storage "storage.py"', 'module storage "store.py"');
  await editor.diagnostics(ROOT, has("drift/missing-file"));
  const file = await actionsAt(editor, ROOT, "module stor|age");
  const create = file.find(({ edit }) =>
    edit?.documentChanges?.some((change) => "kind" in change && change.kind === "create"),
  )!;
  expect(applied(editor, create.edit)["core/store.py"]).toContain("class DamagedScores");
});

test("a finding can be accepted with a reason, in the contract and in the code", async () => {
  const editor = await editorOn("plane-battle", [MODEL, ENTITIES]);
  await editor.edit(ENTITIES, "def hurt(self, amount: int)", "def hurt(self, amount: str)");
  await editor.diagnostics(ENTITIES, has("drift/parameter-type"));
  const actions = await actionsAt(editor, ENTITIES, "amount: s|tr");
  const inCode = actions.find(({ title }) => title === "Accept `drift/parameter-type` here, with a reason")!;
  expect(applied(editor, inCode.edit)[ENTITIES]).toContain(
    "    # contract-ignore drift/parameter-type: \n    def hurt(self, amount: str)",
  );
  const inContract = actions.find(({ title }) => title.includes("in the contract"))!;
  const text = applied(editor, inContract.edit)[MODEL]!;
  expect(text).toContain('      @allow("drift/parameter-type", "")\n      hurt(amount: int) -> void');
  // Until a reason is written nothing is accepted, and the editor says so.
  await editor.change(MODEL, text);
  await editor.diagnostics(MODEL, has("policy/suppression-reason"));
  await editor.edit(
    MODEL,
    '@allow("drift/parameter-type", "")',
    '@allow("drift/parameter-type", "until the next release")',
  );
  expect(await editor.diagnostics(ENTITIES, (found) => found.length === 0)).toEqual([]);
  const filled = await editorOn("plane-battle", [ENTITIES], FULL);
  await filled.edit(ENTITIES, "def hurt(self, amount: int)", "def hurt(self, amount: str)");
  await filled.diagnostics(ENTITIES, has("drift/parameter-type"));
  const snippet = (await actionsAt(filled, ENTITIES, "amount: s|tr")).find(({ title }) =>
    title.endsWith("here, with a reason"),
  )!;
  const [change] = snippet.edit!.documentChanges as TextDocumentEdit[];
  expect(change!.edits[0]).toMatchObject({ snippet: { value: expect.stringContaining("${1:why}") } });
});

test("source.fixAll mends all that leaves no choice, and only when asked for", async () => {
  const text =
    'contract A version "1.0.0"\nmodule a "a.py" {\n  fn one(x: str, y: str) -> number\n  fn two() -> lst<int>\n}\n';
  const editor = await editorWith(workspace({ "a.contract": text }), { "a.contract": text });
  await editor.diagnostics("a.contract", (found) => found.length > 0);
  expect((await actionsAt(editor, "a.contract", "x: s|tr")).map(({ kind }) => kind)).not.toContain(
    "source.fixAll.contractc",
  );
  const same = (await actionsAt(editor, "a.contract", "x: s|tr")).filter(({ title }) =>
    title.startsWith("Fix all"),
  );
  expect(same).toHaveLength(1);
  expect(applied(editor, same[0]!.edit)["a.contract"]).toContain("fn one(x: string, y: string)");
  const [all, ...others] = await actionsAt(editor, "a.contract", "x: s|tr", ["source.fixAll"]);
  expect(others).toEqual([]);
  const after = applied(editor, all!.edit)["a.contract"]!;
  expect(after).toContain("fn one(x: string, y: string)");
  expect(after).toContain("fn two() -> list<int>");
});

test("commands give the kernel and the graph, compare again, and apply a fix", async () => {
  const editor = await editorOn("plane-battle", [ROOT, ENTITIES]);
  await editor.diagnostics(ROOT);
  const run = <R>(command: string, ...args: unknown[]) =>
    editor.request<R>("workspace/executeCommand", { command, arguments: args });
  const kernel = JSON.parse(await run<string>("contractc.showKernel", editor.uri(ROOT)));
  expect(kernel).toMatchObject({ format: "contractc-kernel/1", name: "PlaneBattle" });
  const page = await run<string>("contractc.showGraph", { uri: editor.uri(ENTITIES) });
  expect(page).toMatch(/^<!doctype html>/i);
  expect(page).toContain("PlaneBattle");
  await editor.edit(ENTITIES, "def hurt(self, amount: int)", "def hurt(self, amount: str)");
  expect(await run("contractc.drift")).toEqual([{ contract: editor.uri(ROOT), findings: 1, differences: 1 }]);
  const [finding] = await editor.diagnostics(ENTITIES, has("drift/parameter-type"));
  const edits: WorkspaceEdit[] = [];
  editor.connection.onRequest("workspace/applyEdit", ({ edit }: { edit: WorkspaceEdit }) => {
    edits.push(edit);
    return { applied: true };
  });
  const { fingerprint } = finding!.data as { fingerprint: string };
  expect(await run("contractc.applyFix", { uri: editor.uri(ENTITIES), fingerprint })).toBe(true);
  expect(applied(editor, edits[0])[ENTITIES]).toContain("def hurt(self, amount: int)");
  expect(await run("contractc.contracts")).toEqual([
    { uri: editor.uri(ROOT), name: "PlaneBattle", version: "1.0.0", modules: 11 },
  ]);
  const users = await run<unknown[]>("contractc.references", `${editor.folder}/${ROOT}`, "core.game.Game");
  expect(users.length).toBeGreaterThan(5);
  await expect(run("contractc.unknown")).rejects.toThrow(/no command/);
  await expect(run("contractc.showKernel", "file:///nowhere/x.contract")).rejects.toThrow(/contract/);
});
