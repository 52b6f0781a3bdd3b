import { expect, test } from "vitest";
import {
  type DocumentHighlight,
  DocumentHighlightKind,
  type Hover,
  type Location,
} from "vscode-languageserver/node";
import { type Editor, editorOn } from "./support/lsp.js";

const ENTITIES = "model/entities.py";
const ROOT = "plane-battle.contract";
const MODEL = "model.contract";

/** What a request for places answers at a mark. */
function asking(editor: Editor, method: string) {
  return async (path: string, marked: string, others: object = {}): Promise<string[]> => {
    const params = { ...editor.at(path, marked), ...others };
    return editor.placed(await editor.request<Location[] | null>(`textDocument/${method}`, params));
  };
}

test("definition leads from a name to its declaration, from there to the code, and from the code back", async () => {
  const editor = await editorOn("plane-battle", [ROOT, MODEL, ENTITIES, "core/game.py"]);
  const definition = asking(editor, "definition");
  expect(await definition(ROOT, "collides(a: Ent|ity")).toEqual([
    editor.place(MODEL, "abstract class |Entity"),
  ]);
  expect(await definition(MODEL, "class Pla|yer")).toEqual([editor.place(ENTITIES, "class |Player")]);
  expect(await definition(MODEL, "      mo|ve(direction")).toEqual([editor.place(ENTITIES, "def |move")]);
  expect(await definition(MODEL, "move(dir|ection")).toEqual([
    editor.place(ENTITIES, "move(self, |direction"),
  ]);
  expect(await definition(ENTITIES, "class Pla|yer")).toEqual([editor.place(MODEL, "class |Player")]);
  expect(await definition(ENTITIES, "def mo|ve")).toEqual([editor.place(MODEL, "      |move(direction")]);
  expect(await definition("core/game.py", "import Command, En|emy")).toEqual([
    editor.place(MODEL, "class |Enemy"),
  ]);
  expect(await definition("core/game.py", "from model.enti|ties")).toEqual([
    editor.place(MODEL, "module |entities"),
  ]);
  // A parameter in an example leads to where it is declared; that of a call in code only types could tell.
  expect(await definition(ROOT, "World(se|ed: 1)")).toEqual([editor.place(ROOT, "new(|seed: int", 1)]);
  expect(await definition("core/game.py", "World(se|ed)")).toEqual([]);
});

test("declaration is always in the contract, implementation always in the code", async () => {
  const contract = "link-shortener.contract";
  const code = "src/shortener.ts";
  const editor = await editorOn("link-shortener", [contract, code]);
  const declared = [editor.place(contract, "class |Shortener")];
  const implemented = [editor.place(code, "class |Shortener")];
  expect(await asking(editor, "declaration")(code, "class Short|ener")).toEqual(declared);
  expect(await asking(editor, "declaration")(contract, "class Short|ener")).toEqual(declared);
  const implementation = asking(editor, "implementation");
  expect(await implementation(contract, "class Short|ener")).toEqual(implemented);
  expect(await implementation(code, "class Short|ener")).toEqual(implemented);
  expect(await implementation(contract, "module shor|tener")).toEqual([`${code}:1:1`]);
});

test("type definition leads to the types that a signature names", async () => {
  const editor = await editorOn("plane-battle", [ROOT, MODEL, ENTITIES]);
  const typeDefinition = asking(editor, "typeDefinition");
  expect(await typeDefinition(ROOT, "fn hi|ts(")).toEqual([editor.place(MODEL, "record |Hit")]);
  expect(await typeDefinition(ROOT, "hits(tar|get")).toEqual([editor.place(MODEL, "abstract class |Entity")]);
  expect(await typeDefinition(ENTITIES, "def fi|re(self) -> Bullet:")).toEqual([
    editor.place(MODEL, "class |Bullet"),
  ]);
});

test("references are those of the contract and of the code, asked from either", async () => {
  const editor = await editorOn("plane-battle", [ROOT, MODEL, ENTITIES]);
  const references = asking(editor, "references");
  const declared = editor.place(MODEL, "error |OutOfAmmo");
  const defined = editor.place(ENTITIES, "class |OutOfAmmo");
  const all = [
    declared,
    editor.place(MODEL, "raises |OutOfAmmo"),
    editor.place("core/world.py", "import Bullet, Command, Enemy, Entity, Hit, |OutOfAmmo"),
    editor.place("core/world.py", "except |OutOfAmmo"),
    editor.place(ENTITIES, "raise |OutOfAmmo"),
    defined,
    editor.place("tests/test_entities.py", "    |OutOfAmmo,"),
    editor.place("tests/test_entities.py", "raises(|OutOfAmmo"),
  ];
  const context = { includeDeclaration: true };
  expect(await references(MODEL, "error OutOf|Ammo", { context })).toEqual(all);
  expect(await references(ENTITIES, "raise OutOf|Ammo", { context })).toEqual(all);
  expect(await references(MODEL, "error OutOf|Ammo", { context: { includeDeclaration: false } })).toEqual(
    all.filter((each) => each !== declared && each !== defined),
  );
  // A member is also what is called so in files that have to do with its class.
  expect(await references(MODEL, "readonly pow|er", { context })).toEqual([
    editor.place(MODEL, "readonly |power"),
    editor.place("core/collision.py", "attacker.|power"),
    editor.place(ENTITIES, "self.|power: Final"),
  ]);
});

test("highlights are the names of a thing in the contract in front, and none in code", async () => {
  const editor = await editorOn("plane-battle", [ROOT, MODEL, ENTITIES]);
  const highlight = (path: string, marked: string) =>
    editor.request<DocumentHighlight[] | null>("textDocument/documentHighlight", editor.at(path, marked));
  const found = await highlight(MODEL, "error OutOf|Ammo");
  expect(found!.map(({ range, kind }) => [range.start, kind])).toEqual([
    [editor.at(MODEL, "error |OutOfAmmo").position, DocumentHighlightKind.Write],
    [editor.at(MODEL, "raises |OutOfAmmo").position, DocumentHighlightKind.Read],
  ]);
  const [player] = (await highlight(ROOT, "readonly player: Pla|yer"))!;
  expect(player).toEqual({
    range: { start: editor.at(ROOT, "|Player(x: 0, y: 0), Player(x: 39").position, end: expect.anything() },
    kind: DocumentHighlightKind.Read,
  });
  expect(await highlight(ENTITIES, "raise OutOf|Ammo")).toBeNull();
});

test("hover tells what a name is, where it is in the code, and who uses it; in code what the contract says", async () => {
  const editor = await editorOn("plane-battle", [ROOT, MODEL, ENTITIES]);
  const hover = async (path: string, marked: string) => {
    const found = await editor.request<Hover | null>("textDocument/hover", editor.at(path, marked));
    return (found?.contents as { value: string } | undefined)?.value;
  };
  const line = (place: string) => place.replace(/:\d+$/, "");
  const player = await hover(ROOT, "collides(Pla|yer(x: 0, y: 0), Player(x: 39");
  expect(player).toContain("class Player extends Entity {");
  expect(player).toContain("The plane of the player.");
  expect(player).toContain(`[${line(editor.place(ENTITIES, "class |Player"))}](file:`);
  expect(player).toContain("`core.world.World.player` (names)");
  const inCode = await hover(ENTITIES, "def mo|ve");
  expect(inCode).toContain("move(direction: Direction) -> bool");
  expect(inCode).toContain('ensures "the plane stays inside the screen"');
  expect(inCode).toContain(`Declared in [${line(editor.place(MODEL, "      |move(direction"))}](file:`);
  const hits = await hover(ROOT, "fn hi|ts");
  expect(hits).toMatch(/Types: \[`model\.entities\.Entity`\]\(file:[^)]*\), \[`model\.entities\.Hit`\]/);
  expect(await hover(ROOT, "li|mit: int = 10")).toContain("(parameter) limit: int");
  expect(await hover(ROOT, "own|er algorithm")).toContain("The role that implements the module.");
  expect(await hover(ROOT, "owner algo|rithm")).toContain("Implements geometry and search");
  expect(await hover(ROOT, "seed: in|t = 0")).toContain("Python `int`, TypeScript `number`");
  expect(await hover(ROOT, '@allow("graph/unu|sed-use"')).toContain("**graph/unused-use**");
  expect(await hover(ROOT, "uses enti|ties")).toContain('module entities "model/entities.py"');
  expect(await hover(ENTITIES, "_MAGA|ZINE: Final")).toBeUndefined();
});
