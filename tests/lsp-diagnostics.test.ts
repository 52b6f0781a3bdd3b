import { expect, test } from "vitest";
import type { PublishDiagnosticsParams, WorkspaceDiagnosticReport } from "vscode-languageserver/node";
import { workspace } from "./support/cli.js";
import { editorWith, placed } from "./support/lsp.js";

const CONTRACT = `contract Game version "1.0.0"

target python {
  roots "."
}

package model "model" {
  module player "player.py" {
    /// Who plays.
    class Player {
      health: int
      new(health: int)
      move(steps: int) -> bool
    }
  }
}
`;
const PLAYER = `class Player:
    def __init__(self, health: int) -> None:
        self.health: int = health

    def move(self, steps: int) -> bool:
        return steps > self.health
`;

test("a signature that changes in an unsaved buffer shows in the code and in the contract", async () => {
  const folder = workspace({ "game.contract": CONTRACT, "model/player.py": PLAYER });
  const editor = await editorWith(folder, { "game.contract": CONTRACT, "model/player.py": PLAYER });
  expect(await editor.diagnostics("game.contract")).toEqual([]);
  await editor.edit("model/player.py", "steps: int", "steps: str");
  const code = await editor.diagnostics("model/player.py", (found) => found.length > 0);
  expect(code.map(placed)).toEqual(["5:27 drift/parameter-type"]);
  const contract = await editor.diagnostics("game.contract", (found) => found.length > 0);
  expect(contract.map(placed)).toEqual(["13:12 drift/parameter-type"]);
  expect(editor.placed(contract[0]!.relatedInformation!.map(({ location }) => location))).toEqual([
    "model/player.py:5:27",
  ]);
  await editor.edit("model/player.py", "steps: str", "steps: int");
  expect(await editor.diagnostics("game.contract", (found) => found.length === 0)).toEqual([]);
  expect(await editor.diagnostics("model/player.py", (found) => found.length === 0)).toEqual([]);
});

test("an edit moves what is said of the code at once, with the text", async () => {
  const code = PLAYER.replace("steps: int", "steps: str");
  const folder = workspace({ "game.contract": CONTRACT, "model/player.py": code });
  const editor = await editorWith(folder, { "game.contract": CONTRACT, "model/player.py": code });
  await editor.diagnostics("game.contract", (found) => found.length > 0);
  const seen: string[] = [];
  editor.connection.onNotification("textDocument/publishDiagnostics", (params) => {
    const { uri, version, diagnostics } = params as PublishDiagnosticsParams;
    if (editor.path(uri) === "game.contract") seen.push(`${version}: ${diagnostics.map(placed).join()}`);
    editor.published.set(editor.path(uri), params as PublishDiagnosticsParams);
  });
  await editor.edit("game.contract", "target python", "\n// One line more.\ntarget python");
  await editor.request("workspace/diagnostic", { previousResultIds: [] });
  expect(seen.length).toBeGreaterThan(0);
  expect([...new Set(seen)]).toEqual(["2: 15:12 drift/parameter-type"]);
});

test("a contract that is broken when it is opened is compared as far as it is understood", async () => {
  const code = PLAYER.replace("steps: int", "steps: str");
  const broken = CONTRACT.replace(
    /}\n$/,
    '  module score "score.py" {\n    fn best( -> int\n  }\n  module arena "arena.py" {\n    fn open() -> int\n  }\n}\n',
  );
  const files = {
    "game.contract": broken,
    "model/player.py": code,
    "model/score.py": "def worst() -> str:\n    return 'none'\n",
    "model/arena.py": "def close() -> int:\n    return 1\n",
    "model/more.py": "X = 1\n",
  };
  const editor = await editorWith(workspace(files), { "game.contract": broken });
  const found = await editor.diagnostics("game.contract", (all) =>
    all.some(({ code }) => code === "drift/parameter-type"),
  );
  // Nothing is said of what may stand behind the mistake, or be missing because of it.
  expect(found.map(placed).filter((each) => !each.includes("syntax/"))).toEqual([
    "13:12 drift/parameter-type",
  ]);
  expect(found.some(({ code }) => String(code).startsWith("syntax/"))).toBe(true);
  const told = await editor.request<WorkspaceDiagnosticReport>("workspace/diagnostic", {
    previousResultIds: [],
  });
  expect(told.items.map(({ uri }) => editor.path(uri))).toEqual(["game.contract", "model/player.py"]);
  // Once it is mended, all of it is compared.
  await editor.edit("game.contract", "best( ->", "best() ->");
  const mended = await editor.diagnostics("game.contract", (all) =>
    all.some(({ code }) => code === "drift/unlisted-file"),
  );
  expect(mended.map(placed)).toEqual([
    "7:9 drift/unlisted-file",
    "13:12 drift/parameter-type",
    "16:10 drift/unlisted-symbol",
    "17:8 complete/undocumented",
    "17:8 drift/missing-symbol",
    "19:10 drift/unlisted-symbol",
    "20:8 complete/undocumented",
    "20:8 drift/missing-symbol",
  ]);
});
