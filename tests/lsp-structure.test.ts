import { expect, test } from "vitest";
import type {
  DocumentLink,
  DocumentSymbol,
  FoldingRange,
  InitializeResult,
  InlayHint,
  SelectionRange,
  SemanticTokens,
  SemanticTokensDelta,
  SignatureHelp,
  WorkspaceSymbol,
} from "vscode-languageserver/node";
import { workspace } from "./support/cli.js";
import { type Editor, editorOn, editorWith, positionIn, startEditor } from "./support/lsp.js";

const ROOT = "plane-battle.contract";
const MODEL = "model.contract";
const document = (editor: Editor, path: string) => ({ textDocument: { uri: editor.uri(path) } });

test("the outline is the tree of declarations, whole or broken", async () => {
  const editor = await editorOn("plane-battle", [MODEL]);
  const outline = () =>
    editor.request<DocumentSymbol[]>("textDocument/documentSymbol", document(editor, MODEL));
  const names = (symbols: DocumentSymbol[] = []) => symbols.map(({ name }) => name);
  const before = await outline();
  expect(names(before)).toEqual(["model"]);
  expect(names(before[0]!.children)).toEqual(["entities", "scores"]);
  const [entities] = before[0]!.children!;
  expect(names(entities!.children)).toEqual(
    expect.arrayContaining(["SCREEN_WIDTH", "Direction", "Side", "PlayerHit", "Player", "OutOfAmmo"]),
  );
  const player = entities!.children!.find(({ name }) => name === "Player")!;
  expect(names(player.children)).toEqual(["health", "ammo", "new", "advance", "move", "fire", "hurt"]);
  expect(player.selectionRange.start).toEqual(editor.at(MODEL, "class |Player").position);
  await editor.edit(MODEL, "class Enemy extends Entity {", "class Enemy extends Entity { half:");
  const broken = await outline();
  const rest = names(broken[0]!.children![0]!.children);
  expect(rest).toEqual(expect.arrayContaining(["Enemy", "Bullet", "Hit", "OutOfAmmo"]));
});

test("symbols of the workspace are found by a part of their names", async () => {
  const editor = await editorOn("plane-battle", [ROOT]);
  await editor.diagnostics(ROOT);
  const find = async (query: string) =>
    (await editor.request<WorkspaceSymbol[]>("workspace/symbol", { query })).map(
      ({ name, containerName }) => `${containerName ?? ""}.${name}`,
    );
  expect(await find("outofammo")).toEqual(["model.entities.OutOfAmmo"]);
  expect(await find("HitPlayer")).toEqual([]);
  expect(await find("Player.move")).toEqual(["model.entities.Player.move"]);
  expect(await find("FrameRate")).toEqual([".FrameRate"]);
});

test("blocks, comments and imports fold", async () => {
  const text = [
    "// one",
    "// two",
    'contract A version "1.0.0"',
    'import "./b.contract"',
    'import "./c.contract"',
    'module a "a.py" {',
    "  /* block",
    "     comment */",
    "  class A {",
    "    x: int",
    "  }",
    "}",
    "",
  ].join("\n");
  const editor = await editorWith(workspace({ "a.contract": text }), { "a.contract": text });
  const ranges = await editor.request<FoldingRange[]>(
    "textDocument/foldingRange",
    document(editor, "a.contract"),
  );
  expect(ranges).toEqual([
    { startLine: 0, endLine: 1, kind: "comment" },
    { startLine: 3, endLine: 4, kind: "imports" },
    { startLine: 5, endLine: 10 },
    { startLine: 6, endLine: 7, kind: "comment" },
    { startLine: 8, endLine: 9 },
  ]);
});

test("a selection grows from the word to the file", async () => {
  const editor = await editorOn("plane-battle", [MODEL]);
  const { position } = editor.at(MODEL, "move(direction: Dir|ection)");
  const [selected] = await editor.request<SelectionRange[]>("textDocument/selectionRange", {
    ...document(editor, MODEL),
    positions: [position],
  });
  const texts: string[] = [];
  const text = editor.text(MODEL);
  const lines = text.split("\n");
  const offset = (line: number, character: number) =>
    lines.slice(0, line).reduce((sum, each) => sum + each.length + 1, 0) + character;
  for (let at: SelectionRange | undefined = selected; at; at = at.parent) {
    const { start, end } = at.range;
    texts.push(text.slice(offset(start.line, start.character), offset(end.line, end.character)));
  }
  expect(texts[0]).toBe("Direction");
  expect(texts[1]).toBe("direction: Direction");
  expect(texts[2]).toMatch(/^move\(direction: Direction\) -> bool\n {8}ensures/);
  expect(texts[3]).toMatch(/^class Player/);
  expect(texts.at(-1)).toBe(text);
});

test("paths and imports are links, and so are the codes of accepted findings", async () => {
  const editor = await editorOn("plane-battle", [ROOT]);
  const links = await editor.request<DocumentLink[]>("textDocument/documentLink", document(editor, ROOT));
  const targets = links.map(({ target }) => target!);
  expect(targets).toContain(editor.uri(MODEL));
  expect(targets).toContain(editor.uri("core/game.py"));
  expect(targets).toContain(editor.uri("main.py"));
  const page = targets.find((target) => target.endsWith("/diagnostics/graph/unused-use.md"));
  expect(page).toMatch(/^file:/);
  const link = links.find(({ target }) => target === editor.uri(MODEL))!;
  expect(link.range).toEqual({
    start: editor.at(ROOT, 'import "|./model').position,
    end: editor.at(ROOT, 'model.contract|"').position,
  });
});

test("hints name arguments, externals and what is inherited", async () => {
  const editor = await editorOn("plane-battle", [ROOT, MODEL]);
  const hints = async (path: string, from: string, to: string) => {
    const range = { start: editor.at(path, from).position, end: editor.at(path, to).position };
    const found = await editor.request<InlayHint[]>("textDocument/inlayHint", {
      ...document(editor, path),
      range,
    });
    return found.map(({ label, position }) => `${position.line + 1}:${position.character + 1} ${label}`);
  };
  const place = (path: string, marked: string) => editor.place(path, marked).replace(/^[^:]*:/, "");
  expect(await hints(MODEL, "|example Player(x: 0, y: 0).move", "example Player(x: 3|")).toEqual([
    `${place(MODEL, 'y: 0).move(|"left") == false')} direction:`,
  ]);
  expect(await hints(MODEL, "|class Bullet", "new(x: int, y: int, side|")).toEqual([
    `${place(MODEL, "class Bullet extends Entity {|")} inherits x, y, width, height, side, power, … 1 more`,
  ]);
  const hud = await hints(ROOT, "uses type |pygame", "font: Font|)");
  expect(hud).toContain(`${place(ROOT, "uses type pygame|")} pygame >= 2.5`);
  expect(hud).toContain(`${place(ROOT, "screen: |Surface")} pygame.`);
  expect(hud).toContain(`${place(ROOT, "font: |Font")} pygame.font.`);
});

test("signature help follows the arguments of a call in an example", async () => {
  const editor = await editorOn("plane-battle", [ROOT]);
  const help = (marked: string) =>
    editor.request<SignatureHelp | null>("textDocument/signatureHelp", editor.at(ROOT, marked));
  const hits = await help("example hits(|Player");
  expect(hits!.signatures.map(({ label }) => label)).toEqual([
    "hits(target: Entity, others: iterable<Entity>, limit: int = 10) -> list<Hit>",
  ]);
  expect(hits!.activeParameter).toBe(0);
  expect((await help("hits(Player(x: 0, y: 0), [|Pl"))!.activeParameter).toBe(1);
  expect((await help("example collides(Player(x: 0, y: 0), |Player"))!.activeParameter).toBe(1);
  const player = await help("example collides(Player(x: 0, y: |0)");
  expect(player!.signatures[0]!.label).toBe("Player(x: int = 220, y: int = 580)");
  expect(player!.activeParameter).toBe(1);
  // While it is being typed, its parenthesis is open.
  await editor.edit(ROOT, "example interval(0) == 60", "example interval(");
  expect((await help("example interval(|"))!.signatures[0]!.label).toBe("interval(step: int) -> int");
  expect(await help("fn interval(|step")).toBeNull();
});

/** Tokens as `line:character text type modifiers`. */
function readable(editor: Editor, path: string, data: readonly number[], legend: Legend): string[] {
  const lines = editor.text(path).split("\n");
  const found: string[] = [];
  let [line, character] = [0, 0];
  for (let at = 0; at < data.length; at += 5) {
    const [deltaLine, delta, length, type, bits] = data.slice(at, at + 5) as [
      number,
      number,
      number,
      number,
      number,
    ];
    line += deltaLine;
    character = deltaLine === 0 ? character + delta : delta;
    const modifiers = legend.tokenModifiers.filter((_, index) => bits & (1 << index));
    found.push(
      [lines[line]!.slice(character, character + length), legend.tokenTypes[type], ...modifiers].join(" "),
    );
  }
  return found;
}
type Legend = { tokenTypes: string[]; tokenModifiers: string[] };
const legendOf = (result: InitializeResult) => result.capabilities.semanticTokensProvider!.legend as Legend;

test("semantic tokens tell what names stand for: all, what changed, and those of a range", async () => {
  const text = [
    'contract A version "1.0.0"',
    'module a "a.py" {',
    '  @deprecated("use b")',
    "  class Old { size: int }",
    "  fn run(old: Old, on: Unknown) -> list<Old>",
    "}",
    "",
  ].join("\n");
  const editor = startEditor(workspace({ "a.contract": text }));
  const legend = legendOf(await editor.initialize());
  await editor.open("a.contract", text);
  const full = await editor.request<SemanticTokens>(
    "textDocument/semanticTokens/full",
    document(editor, "a.contract"),
  );
  const shown = readable(editor, "a.contract", full.data, legend);
  expect(shown).toEqual(
    expect.arrayContaining([
      "module keyword",
      "a namespace declaration",
      "@ decorator",
      "Old class declaration deprecated",
      "size property declaration",
      "int type defaultLibrary",
      "run function declaration",
      "old parameter declaration",
      "Old class deprecated",
      "Unknown variable",
      "list type defaultLibrary",
    ]),
  );
  await editor.edit("a.contract", "size: int", "size: string");
  const delta = await editor.request<SemanticTokensDelta>("textDocument/semanticTokens/full/delta", {
    ...document(editor, "a.contract"),
    previousResultId: full.resultId,
  });
  expect(delta.edits.length).toBeGreaterThan(0);
  const data = [...full.data];
  for (const { start, deleteCount, data: added = [] } of delta.edits.toReversed())
    data.splice(start, deleteCount, ...added);
  const again = await editor.request<SemanticTokens>(
    "textDocument/semanticTokens/full",
    document(editor, "a.contract"),
  );
  expect(data).toEqual(again.data);
  const range = { start: { line: 3, character: 0 }, end: { line: 3, character: 30 } };
  const some = await editor.request<SemanticTokens>("textDocument/semanticTokens/range", {
    ...document(editor, "a.contract"),
    range,
  });
  expect(readable(editor, "a.contract", some.data, legend)).toEqual([
    "class keyword",
    "Old class declaration deprecated",
    "size property declaration",
    "string type defaultLibrary",
  ]);
});

test("characters are counted as the client counts them", async () => {
  const text = 'contract A version "1.0.0"\nmodule a "a.py" {\n  const größe: int = 1 const 𝑥: Unknown\n}\n';
  for (const [encoding, character] of [
    ["utf-16", 33],
    ["utf-8", 37],
    ["utf-32", 32],
  ] as const) {
    const editor = startEditor(workspace({ "a.contract": text }));
    const result = await editor.initialize({ general: { positionEncodings: [encoding, "utf-16"] } });
    expect(result.capabilities.positionEncoding).toBe(encoding);
    await editor.open("a.contract", text);
    const found = await editor.diagnostics("a.contract", (each) =>
      each.some(({ code }) => code === "name/unknown"),
    );
    expect(found.find(({ code }) => code === "name/unknown")!.range.start).toEqual({ line: 2, character });
  }
  expect(positionIn(text, text.indexOf("Unknown"))).toEqual({ line: 2, character: 33 });
});
