import { describe, expect, it } from "vitest";
import { brief, type Contract, check } from "./support.js";

const modules: Contract["modules"] = {
  "ui.hud": "ui/hud.py",
  "core.game": "core/game.py",
  "core.ai.brain": "core/ai/brain.py",
  "model.entities": "model/entities.py",
};
const files = {
  "ui/hud.py": "from core.game import step\nfrom model.entities import Player\n",
  "core/game.py": "from model.entities import Player\ndef step(): ...\n",
  "core/ai/brain.py": "def f():\n    from ui.hud import render\n",
  "model/entities.py":
    "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from core.game import Game\nclass Player: ...\n",
};
const uses = [
  "ui.hud -> core.game",
  "ui.hud -> model.entities",
  "core.game -> model.entities",
  "core.ai.brain lazy ui.hud",
  "model.entities type core.game",
];

describe("real imports against the rules of the architecture", () => {
  it("keep to layers, for types and lazily too; layers may be skipped downwards", () => {
    const graph = { layers: [["ui", "core", "model"]] };
    const { findings } = check({ modules, uses, graph }, files);
    expect(
      findings.map(({ code, file, line, symbol, message }) => ({ code, file, line, symbol, message })),
    ).toEqual([
      {
        code: "import/layer",
        file: "/repo/app/core/ai/brain.py",
        line: 2,
        symbol: "core.ai.brain",
        message:
          "Module `brain` imports `hud` (`ui.hud`), but layer `core` lies below `ui` (`layers ui > core > model`). Take the import out: move what is needed, or have it handed in.",
      },
      {
        code: "import/layer",
        file: "/repo/app/model/entities.py",
        line: 3,
        symbol: "model.entities",
        message:
          "Module `entities` imports `game` (`core.game`), but layer `model` lies below `core` (`layers ui > core > model`). Take the import out: move what is needed, or have it handed in.",
      },
    ]);
    // The rule's own place in the contract.
    expect(findings[0]!.related).toEqual([
      {
        file: "/repo/app/app.contract",
        line: 5,
        column: 1,
        endLine: 5,
        endColumn: 5,
        message: "declared here",
      },
    ]);
  });

  it("place a module in the innermost layer that names it", () => {
    const graph = { layers: [["core.ai", "ui", "core"]] };
    expect(brief({ modules, uses, graph }, files)).toEqual([]);
  });

  it("obey what is forbidden, with its reason", () => {
    const graph = { forbidden: [{ from: "ui", to: "model", reason: "the screen gets what it shows" }] };
    const { findings } = check({ modules, uses, graph }, files);
    expect(findings.map(({ message }) => message)).toEqual([
      "Module `hud` imports `entities` (`model.entities`), but the contract forbids it (the screen gets what it shows). Take the import out: move what is needed, or have it handed in.",
    ]);
  });

  it("keep independent parts apart in both directions", () => {
    const graph = { independent: [["core", "model", "ui.hud"]] };
    const pairs = brief({ modules, uses, graph }, files).map((line) => line.replace(/^import\/layer /, ""));
    expect(pairs).toEqual([
      "core/ai/brain.py:2 core.ai.brain: import of hud",
      "core/game.py:1 core.game: import of entities",
      "model/entities.py:3 model.entities: import of game",
      "ui/hud.py:1 ui.hud: import of game",
      "ui/hud.py:2 ui.hud: import of entities",
    ]);
  });

  it("tell each broken rule of a pair apart, also by fingerprint", () => {
    const graph = { layers: [["model", "ui"]], forbidden: [{ from: "ui.hud", to: "model" }] };
    const { findings } = check({ modules, uses, graph }, files);
    expect(findings.map(({ line }) => line)).toEqual([2, 2]);
    expect(new Set(findings.map(({ fingerprint }) => fingerprint)).size).toBe(2);
  });

  it("are told besides an import that is not declared at all", () => {
    const graph = { layers: [["ui", "core", "model"]] };
    const fewer = uses.filter(
      (use) => use !== "core.ai.brain lazy ui.hud" && use !== "model.entities type core.game",
    );
    expect(brief({ modules, uses: fewer, graph }, files)).toEqual([
      "import/layer core/ai/brain.py:2 core.ai.brain: import of hud",
      "import/undeclared core/ai/brain.py:2 core.ai.brain: uses lazy hud",
      "import/layer model/entities.py:3 model.entities: import of game",
      "import/undeclared model/entities.py:3 model.entities: uses type game",
    ]);
  });

  it("are accepted where the contract accepts the `uses`", () => {
    const graph = { layers: [["ui", "core", "model"]] };
    const allows = {
      "core.ai.brain lazy ui.hud": [{ code: "graph/layer", reason: "debug overlay" }],
      "model.entities type core.game": [{ code: "import/layer", reason: "moves soon" }],
    };
    expect(brief({ modules, uses, graph, allows }, files)).toEqual([]);
  });
});
