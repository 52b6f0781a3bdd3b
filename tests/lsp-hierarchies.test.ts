import { expect, test } from "vitest";
import type {
  CallHierarchyIncomingCall,
  CallHierarchyItem,
  CallHierarchyOutgoingCall,
  CodeLens,
  TypeHierarchyItem,
} from "vscode-languageserver/node";
import { editorOn } from "./support/lsp.js";

const ROOT = "plane-battle.contract";
const MODEL = "model.contract";
const ENTITIES = "model/entities.py";

test("calls are uses, flows and events, asked in the contract or in the code", async () => {
  const editor = await editorOn("plane-battle", [ROOT, "ui/controls.py"]);
  const prepare = async (path: string, marked: string) =>
    (
      await editor.request<CallHierarchyItem[]>("textDocument/prepareCallHierarchy", editor.at(path, marked))
    )[0]!;
  const around = async (item: CallHierarchyItem) => {
    const incoming = await editor.request<CallHierarchyIncomingCall[]>("callHierarchy/incomingCalls", {
      item,
    });
    const outgoing = await editor.request<CallHierarchyOutgoingCall[]>("callHierarchy/outgoingCalls", {
      item,
    });
    return {
      incoming: incoming.map(({ from }) => from.detail),
      outgoing: outgoing.map(({ to }) => to.detail),
    };
  };
  const autopilot = await prepare(ROOT, "fn auto|pilot");
  expect(autopilot).toMatchObject({ name: "autopilot", detail: "ui.controls.autopilot" });
  const flow = { incoming: ["main.new_game"], outgoing: ["core.game.Game.step"] };
  expect(await around(autopilot)).toEqual(flow);
  expect(await around(await prepare("ui/controls.py", "def auto|pilot"))).toEqual(flow);
  expect(await around(await prepare(ROOT, "module ga|me"))).toEqual({
    incoming: [
      "main",
      "model.entities.EnemyDown",
      "model.entities.PlayerHit",
      "ui.controls",
      "ui.hud",
      "ui.window",
    ],
    outgoing: ["core.world", "model.entities"],
  });
  expect((await around(await prepare(ROOT, "event Game|Over"))).incoming).toEqual(["core.game.Game.step"]);
});

test("types have supertypes and subtypes, asked in the contract or in the code", async () => {
  const editor = await editorOn("plane-battle", [MODEL, ENTITIES]);
  for (const [path, marked] of [
    [MODEL, "abstract class Ent|ity"],
    [ENTITIES, "class Ent|ity(ABC)"],
  ] as const) {
    const [item] = await editor.request<TypeHierarchyItem[]>(
      "textDocument/prepareTypeHierarchy",
      editor.at(path, marked),
    );
    const below = await editor.request<TypeHierarchyItem[]>("typeHierarchy/subtypes", { item });
    expect(below.map(({ name }) => name)).toEqual(["Player", "Enemy", "Bullet"]);
    const above = await editor.request<TypeHierarchyItem[]>("typeHierarchy/supertypes", { item: below[0] });
    expect(above.map(({ detail }) => detail)).toEqual(["model.entities.Entity"]);
  }
});

test("lenses tell where a declaration is in the code, how it differs, and who uses it", async () => {
  const editor = await editorOn("plane-battle", [MODEL, ENTITIES]);
  const lenses = async (path: string, marked: string) => {
    const { line } = editor.at(path, marked).position;
    const found = await editor.request<CodeLens[]>("textDocument/codeLens", {
      textDocument: { uri: editor.uri(path) },
    });
    return found.filter(({ range }) => range.start.line === line).map(({ command }) => command!.title);
  };
  expect(await lenses(MODEL, "class |Player")).toEqual(["implemented in model/entities.py", "used by 3"]);
  expect(await lenses(MODEL, "module |scores")).toEqual(["implemented in model/scores.py", "used by 2"]);
  expect(await lenses(ENTITIES, "class |Player")).toEqual(["contract: model.entities.Player"]);
  await editor.edit(ENTITIES, "def hurt(self, amount: int)", "def hurt(self, amount: str)");
  await editor.diagnostics(ENTITIES, (found) => found.length > 0);
  expect(await lenses(MODEL, "class |Player")).toContain("1 difference from the code");
  expect(await lenses(ENTITIES, "class |Player")).toContain("1 difference from the code");
  await editor.edit(MODEL, "class Bullet extends", "class Rocket extends");
  expect(await lenses(MODEL, "class |Rocket")).toEqual(["not in the code"]);
});
