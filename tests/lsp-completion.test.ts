import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { CompletionItem, CompletionList, TextEdit } from "vscode-languageserver/node";
import { ROOT as REPOSITORY, workspace } from "./support/cli.js";
import { type Editor, editorOn, editorWith, positionIn } from "./support/lsp.js";

const ROOT = "plane-battle.contract";

/** What is offered where `|` stands, after the text around it was typed. */
async function completions(
  editor: Editor,
  path: string,
  before: string,
  typed: string,
): Promise<CompletionItem[]> {
  const text = editor.text(path);
  const bar = typed.indexOf("|");
  const offset = text.indexOf(before) + bar;
  await editor.edit(path, before, typed.slice(0, bar) + typed.slice(bar + 1));
  const params = { textDocument: { uri: editor.uri(path) }, position: positionIn(editor.text(path), offset) };
  const { items } = await editor.request<CompletionList>("textDocument/completion", params);
  await editor.change(path, text);
  return items;
}

const labels = (items: readonly CompletionItem[]) => items.map(({ label }) => label);

test("keywords are those of the place", async () => {
  const editor = await editorOn("plane-battle", [ROOT]);
  const at = async (before: string, typed: string) => labels(await completions(editor, ROOT, before, typed));
  const top = await at("// ---- who may", "req|\n// ---- who may");
  expect(top).toContain("requirement");
  expect(top).toContain("module");
  expect(top).not.toContain("fn");
  const inModule = await at("  /// Where in its lifecycle", "  en|\n  /// Where in its lifecycle");
  expect(inModule).toEqual(expect.arrayContaining(["enum", "fn", "uses", "raises"]));
  expect(inModule).not.toContain("package");
  expect(await at('  read "**"\n  write "model', '  re|\n  read "**"\n  write "model')).toEqual([
    "read",
    "write",
    "run",
  ]);
  const member = await at("      /// Leaves the menu.", "      re|\n      /// Leaves the menu.");
  expect(member).toEqual(expect.arrayContaining(["readonly", "new", "requires"]));
  expect(member).not.toContain("enum");
});

test("types are the built-in ones, those in reach, and those that a `uses` would bring", async () => {
  const editor = await editorOn("plane-battle", [ROOT]);
  const items = await completions(
    editor,
    ROOT,
    "fn interval(step: int) -> int",
    "fn interval(step: int) -> |",
  );
  const names = labels(items);
  expect(names).toEqual(expect.arrayContaining(["int", "list", "Entity", "Player", "World"]));
  expect(names).not.toContain("collides");
  const reachable = items.find(({ label }) => label === "Player")!;
  expect(reachable.additionalTextEdits).toBeUndefined();
  expect(reachable.labelDetails?.description).toBe("model.entities");
  const [edit] = items.find(({ label }) => label === "World")!.additionalTextEdits as TextEdit[];
  const spawning = editor.at(ROOT, "satisfies Replay\n    uses entities|").position;
  expect(edit).toEqual({ range: { start: spawning, end: spawning }, newText: ", world" });
  // After a dot: what that module declares.
  const qualified = await completions(
    editor,
    ROOT,
    "fn interval(step: int) -> int",
    "fn interval(step: int) -> entities.|",
  );
  expect(labels(qualified)).toEqual(expect.arrayContaining(["Entity", "Hit", "Side"]));
  expect(labels(qualified)).not.toContain("int");
});

test("clauses offer what they are lists of", async () => {
  const editor = await editorOn("plane-battle", [ROOT]);
  const at = async (before: string, typed: string) => labels(await completions(editor, ROOT, before, typed));
  const uses = await at("    uses scores\n", "    uses |\n");
  expect(uses).toEqual(expect.arrayContaining(["entities", "game", "pygame"]));
  expect(uses).not.toContain("storage");
  expect(await at("owner frontend", "owner |")).toEqual(["backend", "algorithm", "frontend"]);
  expect(await at("satisfies Survive", "satisfies Survive, |")).toEqual(
    expect.arrayContaining(["Steer", "FrameRate"]),
  );
  expect(await at("emits GameOver", "emits |")).toEqual(expect.arrayContaining(["GameOver", "PlayerHit"]));
  const raises = await at("raises WrongPhase\n", "raises |\n");
  expect(raises).toEqual(expect.arrayContaining(["WrongPhase", "OutOfAmmo", "DamagedScores"]));
  expect(raises).not.toContain("Phase");
  expect(await at("Playing -> Over on GameOver", "Playing -> |")).toEqual(
    expect.arrayContaining(["Menu", "Playing", "Paused", "Over"]),
  );
  expect(await at("layers main > ui", "layers main > |")).toEqual(expect.arrayContaining(["core", "hud"]));
  expect(await at("-> window.play -> main.enter", "-> window.|")).toEqual(["play"]);
  expect(await at('@allow("graph/unused-use", "one', '@allow("graph/|", "one')).toContain("graph/cycle");
  expect(await at("    @allow(", "    @|\n    @allow(")).toEqual(["deprecated", "stable", "allow", "name"]);
});

test("examples offer values, members, named arguments and variables", async () => {
  const editor = await editorOn("plane-battle", [ROOT]);
  const at = async (before: string, typed: string) => labels(await completions(editor, ROOT, before, typed));
  expect(await at("world.player.x == 0", "world.|")).toEqual([
    "player",
    "enemies",
    "bullets",
    "entities",
    "send",
    "step",
    "hold",
  ]);
  expect(await at("world.player.x == 0", "world.player.|")).toEqual(
    expect.arrayContaining(["health", "move", "x", "advance"]),
  );
  expect(await at("game.phase == Phase.OVER", "game.phase == Phase.|")).toEqual([
    "MENU",
    "PLAYING",
    "PAUSED",
    "OVER",
  ]);
  const steps = await at(
    "          game.start()\n          game.start() raises",
    "          ga|\n          game.start() raises",
  );
  expect(steps).toEqual(expect.arrayContaining(["game", "Game", "World"]));
  expect(await at("let world = World(seed: 1)", "let world = World(|)")).toContain("seed:");
  expect(await at("hits(Player(x: 0, y: 0), [Pl", "hits(|, [Pl")).toEqual(
    expect.arrayContaining(["target:", "others:", "limit:"]),
  );
});

test("paths are those of files and folders, relative to where they are written", async () => {
  const editor = await editorOn("plane-battle", [ROOT]);
  const at = async (before: string, typed: string) => labels(await completions(editor, ROOT, before, typed));
  expect(await at('import "./model.contract"', 'import "./|"')).toEqual(
    expect.arrayContaining(["model.contract", "core/"]),
  );
  const modules = await at('module game "game.py"', 'module game "|"');
  expect(modules).toEqual(expect.arrayContaining(["game.py", "world.py"]));
  expect(modules).not.toContain("main.py");
});

test("documentation comes with the request to resolve an item", async () => {
  const editor = await editorOn("plane-battle", [ROOT]);
  const items = await completions(
    editor,
    ROOT,
    "fn interval(step: int) -> int",
    "fn interval(step: int) -> |",
  );
  const resolved = await editor.request<CompletionItem>(
    "completionItem/resolve",
    items.find(({ label }) => label === "Hit"),
  );
  expect(resolved.documentation).toMatchObject({ kind: "markdown" });
  expect((resolved.documentation as { value: string }).value).toContain("readonly attacker: Entity");
});

test("snippets only where the client takes them", async () => {
  const snippetSupport = { textDocument: { completion: { completionItem: { snippetSupport: true } } } };
  const editor = await editorOn("plane-battle", [ROOT], snippetSupport);
  const [item] = (await completions(editor, ROOT, "// ---- who may", "modu|\n// ---- who may")).filter(
    ({ label }) => label === "module",
  );
  expect(item).toMatchObject({ insertTextFormat: 2 });
  expect((item!.textEdit as TextEdit).newText).toContain("$0");
  const plain = await editorOn("plane-battle", [ROOT]);
  const [bare] = (await completions(plain, ROOT, "// ---- who may", "modu|\n// ---- who may")).filter(
    ({ label }) => label === "module",
  );
  expect(bare!.insertTextFormat).toBeUndefined();
  expect((bare!.textEdit as TextEdit).newText).toBe("module");
});

test("comments of code offer the codes that they may accept, settings their keys and codes", async () => {
  const contract = 'contract A version "1.0.0"\nmodule a "a.py" {\n  fn run() -> void\n}\n';
  const code = "def run() -> None:  # contract-ignore dr\n    print()\n";
  const text = '{\n  "severities": { "graph/cycle": "" },\n  ""\n}\n';
  const schema: { properties: object } = JSON.parse(
    readFileSync(join(REPOSITORY, "packages/kernel/schema/contract.config.schema.json"), "utf8"),
  );
  const settings = Object.keys(schema.properties);
  const files = { "a.contract": contract, "a.py": code, "contract.config.json": text };
  const editor = await editorWith(workspace(files), files);
  const at = async (path: string, marked: string) =>
    (await editor.request<CompletionList>("textDocument/completion", editor.at(path, marked))).items;
  const codes = await at("a.py", "contract-ignore dr|");
  expect(labels(codes)).toContain("drift/missing-symbol");
  expect(labels(codes)).not.toContain("graph/cycle");
  expect((codes[0]!.textEdit as TextEdit).newText).toMatch(/^drift\/.*: $/);
  expect(labels(await at("contract.config.json", '"graph/cycle": "|"'))).toEqual([
    "error",
    "warning",
    "info",
    "off",
  ]);
  expect(labels(await at("contract.config.json", '  "|"\n'))).toEqual(settings);
  expect(labels(await at("contract.config.json", '{ "graph/|cycle"'))).toContain("drift/kind");
});
