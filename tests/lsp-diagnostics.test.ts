import { expect, test } from "vitest";
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
