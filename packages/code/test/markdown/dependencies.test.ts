import { describe, expect, it } from "vitest";
import { readMarkdownContract } from "../../src/markdown/index.js";

const FILES = ["main.py", "core/game.py", "core/economy.py", "core/grid.py", "ui/hud.py"];

/** A document whose dependencies are the text. */
function read(dependencies: string) {
  const files = FILES.map((path) => `**File:** \`${path}\`\n* **Class:** \`C\`\n`).join("\n");
  const { dependencies: found, left } = readMarkdownContract(
    `## APIs\n\n${files}\n## Dependencies\n\n${dependencies}\n`,
  );
  return { edges: found.map(({ from, to }) => `${from} > ${to}`), left };
}

describe("dependencies", () => {
  const forms: [string, string, string[]][] = [
    ["prose", "* `main.py` depends on `game.py` to start.", ["main.py > core/game.py"]],
    [
      "prose with several",
      "* `game.py` coordinates `economy.py`, `core/grid.py`, and `hud.py`.",
      ["core/game.py > core/economy.py", "core/game.py > core/grid.py", "core/game.py > ui/hud.py"],
    ],
    ["the passive", "* `grid.py` is used by `game.py`.", ["core/game.py > core/grid.py"]],
    [
      "arrows",
      "- main.py -> game.py -> economy.py, grid.py",
      ["main.py > core/game.py", "core/game.py > core/economy.py", "core/game.py > core/grid.py"],
    ],
    ["arrows back", "- `hud.py` ← `game.py`", ["core/game.py > ui/hud.py"]],
    [
      "arrows between names of modules",
      "game -> economy, grid",
      ["core/game.py > core/economy.py", "core/game.py > core/grid.py"],
    ],
    [
      "a block of arrows",
      "```\nmain.py --> game.py\ngame.py --> hud.py\n```",
      ["main.py > core/game.py", "core/game.py > ui/hud.py"],
    ],
    [
      "Mermaid",
      '```mermaid\ngraph TD;\n  A[main.py] -->|starts| B["core/game.py"]\n  B --> C(economy.py) & D{{hud.py}};\n  subgraph core\n  end\n  style A fill:#fff\n```',
      ["main.py > core/game.py", "core/game.py > core/economy.py", "core/game.py > ui/hud.py"],
    ],
    ["a table", "| from | to |\n|---|---|\n| main.py | game.py |", ["main.py > core/game.py"]],
  ];

  it.each(forms)("as %s", (_, text, edges) => {
    expect(read(text)).toEqual({ edges, left: [] });
  });

  it("that name a file nobody knows are told with their line", () => {
    const { edges, left } = read("* `main.py` depends on `engine.py`.");
    expect(edges).toEqual([]);
    expect(left).toEqual([
      { line: 20, text: "engine.py", why: "no file of the contract, or more than one, goes by this name" },
    ]);
  });

  it("that are denied, or nothing of the kind, are told", () => {
    expect(read("* `grid.py` does not use `hud.py`.").left).toMatchObject([
      { why: "no dependency is recognised here" },
    ]);
    expect(read("Keep it simple.").left).toMatchObject([{ text: "Keep it simple." }]);
  });
});
