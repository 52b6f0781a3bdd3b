import { describe, expect, it } from "vitest";
import { brief, type Contract, check } from "./support.js";

const plane: Contract["modules"] = {
  "model.entities": "model/entities.py",
  "core.collision": "core/collision.py",
  "core.game": "core/game.py",
};
const python = (game: string) => ({
  "model/entities.py": "class Player: ...\n",
  "core/collision.py": "def collides(): ...\n",
  "core/game.py": game,
});

describe("an import that the contract does not declare", () => {
  it("is reported at the import, with what the contract says and each further import of the pair", () => {
    const { findings } = check(
      { modules: plane, uses: ["core.game -> core.collision"] },
      {
        "model/entities.py": "class Player: ...\nclass Side: ...\n",
        "core/collision.py": "def collides(): ...\n",
        "core/game.py":
          "import os\nfrom core.collision import collides\nfrom model.entities import Player\n\n\ndef late():\n    from model import entities\n",
      },
    );
    expect(findings).toEqual([
      {
        code: "import/undeclared",
        severity: "error",
        message:
          "Module `game` imports `entities` (`model.entities`), but the contract declares no such dependency. Add `uses entities` to module `game` in the contract, or take the import out.",
        file: "/repo/app/core/game.py",
        line: 3,
        column: 1,
        endLine: 3,
        endColumn: 34,
        symbol: "core.game",
        expected: "no use of entities",
        actual: "uses entities",
        related: [
          {
            file: "/repo/app/app.contract",
            line: 3,
            column: 1,
            endLine: 3,
            endColumn: 5,
            message: "declared here",
          },
          {
            file: "/repo/app/core/game.py",
            line: 7,
            column: 5,
            endLine: 7,
            endColumn: 31,
            message: "imported here too",
          },
        ],
        fixes: [],
        fingerprint: expect.stringMatching(/^[0-9a-f]+$/),
      },
    ]);
  });

  it("asks for the clause that fits the way of importing", () => {
    const typeOnly =
      "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from model.entities import Player\n";
    expect(brief({ modules: plane }, python(typeOnly))).toEqual([
      "import/undeclared core/game.py:3 core.game: uses type entities",
    ]);
    const lazy = "def f():\n    from model.entities import Player\n";
    expect(brief({ modules: plane }, python(lazy))).toEqual([
      "import/undeclared core/game.py:2 core.game: uses lazy entities",
    ]);
  });

  it.each([
    ["type", "load", ["uses entities"]],
    ["type", "lazy", ["uses lazy entities"]],
    ["type", "type", []],
    ["type", "optional", []],
    ["lazy", "load", ["uses entities"]],
    ["lazy", "lazy", []],
    ["lazy", "type", []],
    ["->", "load", []],
    ["->", "lazy", []],
    ["->", "type", []],
    ["->", "optional", []],
  ])("`uses %s` against an import of mode %s", (kind, mode, expected) => {
    const code = {
      load: "from model.entities import Player\n",
      lazy: "def f():\n    from model.entities import Player\n",
      type: "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from model.entities import Player\n",
      optional: "try:\n    from model.entities import Player\nexcept ImportError:\n    Player = None\n",
    }[mode]!;
    const { findings } = check({ modules: plane, uses: [`core.game ${kind} model.entities`] }, python(code));
    expect(findings.map(({ actual }) => actual)).toEqual(expected);
    for (const finding of findings) expect(finding.expected).toBe(`uses ${kind} entities`);
  });

  it("is not one that is optional, in the same module, in a test, or in a file of no module", () => {
    const files = {
      "core/__init__.py": "from .a import A\nfrom .b import B\n",
      "core/a.py": "from core.b import B\nclass A: ...\n",
      "core/b.py":
        "try:\n    from model.entities import Player\nexcept ImportError:\n    Player = None\nclass B: ...\n",
      "core/test_a.py": "from model.entities import Player\n",
      "core/tests/helpers.py": "from model.entities import Player\n",
      "model/entities.py": "class Player: ...\n",
      "script.py": "from model.entities import Player\nimport core\n",
    };
    expect(brief({ modules: { core: "core/", "model.entities": "model/entities.py" } }, files)).toEqual([]);
  });

  it("is found through barrels that belong to no module", () => {
    const files = {
      "model/__init__.py": "from .entities import Player as Player\nfrom . import rules\n",
      "model/entities.py": "class Player: ...\n",
      "model/rules.py": "LIMIT = 1\n",
      "core/game.py": "from model import Player\nfrom model import rules\n",
    };
    const modules = {
      "model.entities": "model/entities.py",
      "model.rules": "model/rules.py",
      "core.game": "core/game.py",
    };
    expect(brief({ modules }, files)).toEqual([
      "import/undeclared core/game.py:1 core.game: uses entities",
      "import/undeclared core/game.py:2 core.game: uses rules",
    ]);
  });

  it("may go by a module that only passes the names on, where their own modules are declared", () => {
    const files = {
      "model/__init__.py": "from .entities import Player as Player\nVERSION = 1\n",
      "model/entities.py": "class Player: ...\n",
      "core/game.py": "from model import Player\n",
      "core/other.py": "from model import Player, VERSION\n",
    };
    const modules = {
      model: "model/",
      "model.entities": "model/entities.py",
      "core.game": "core/game.py",
      "core.other": "core/other.py",
    };
    const uses = ["model -> model.entities", "core.game -> model.entities", "core.other -> model.entities"];
    expect(brief({ modules, uses }, files)).toEqual([
      "import/undeclared core/other.py:1 core.other: uses model",
    ]);
  });

  it("does not come from the packages above a submodule", () => {
    const files = {
      "pkg/__init__.py": "from pkg.a import A\n",
      "pkg/a.py": "from pkg import b\nfrom . import b as c\nimport pkg.b\n",
      "pkg/b.py": "B = 1\n",
    };
    const modules = { pkg: "pkg/__init__.py", a: "pkg/a.py", b: "pkg/b.py" };
    expect(brief({ modules, uses: ["pkg -> a", "a -> b"] }, files)).toEqual([]);
  });

  it("of TypeScript counts for types only where nothing of it is left at run time", () => {
    const files = {
      "src/model.ts":
        "export interface Player { x: number }\nexport class Game {}\nexport const limit = 1;\n",
      "src/index.ts": 'export * from "./model.js";\n',
      "src/a.ts": 'import type { Game } from "./model.js";\nexport const a: Game | null = null;\n',
      "src/b.ts": 'import { Game } from "./model.js";\nexport function b(game: Game): void {}\n',
      "src/c.ts":
        'import { type Player, Game } from "./model.js";\nexport const c: Player | Game = new Game();\n',
      "src/d.ts": 'export const d = () => import("./model.js");\n',
      "src/e.ts": 'import { type Player } from "./index.js";\nexport let e: Player;\n',
      "src/f.ts": 'export type { Player } from "./model.js";\n',
      "src/g.ts": 'export type G = import("./model.js").Player;\n',
      "src/h.ts":
        'import { limit, Player } from "./index.js";\nexport const h = limit as unknown as Player;\n',
      "src/i.ts": 'import "./model.js";\n',
      "src/j.ts":
        'import fs = require("node:fs");\nconst m = require("./model.js");\nexport const j = [fs, m];\n',
    };
    const letters = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"];
    const modules = {
      model: "src/model.ts",
      ...Object.fromEntries(letters.map((name) => [name, `src/${name}.ts`])),
    };
    expect(brief({ modules }, files)).toEqual([
      "import/undeclared src/a.ts:1 a: uses type model",
      "import/undeclared src/b.ts:1 b: uses type model",
      "import/undeclared src/c.ts:1 c: uses model",
      "import/undeclared src/d.ts:1 d: uses lazy model",
      "import/undeclared src/e.ts:1 e: uses type model",
      "import/undeclared src/f.ts:1 f: uses type model",
      "import/undeclared src/g.ts:1 g: uses type model",
      "import/undeclared src/h.ts:1 h: uses model",
      "import/undeclared src/i.ts:1 i: uses model",
      "import/undeclared src/j.ts:2 j: uses model",
    ]);
  });
});

describe("suppression", () => {
  const code = "from model.entities import Player # contract-ignore import/undeclared: until the move\n";
  it("takes a comment with a reason, and tells that it was needed", () => {
    const { findings, accepted } = check({ modules: plane }, python(code));
    expect(findings).toEqual([]);
    expect(accepted).toMatchObject([{ kind: "comment", code: "import/undeclared", file: "core/game.py" }]);
    expect(brief({ modules: plane }, python(code.replace(": until the move", "")))).toHaveLength(1);
    expect(brief({ modules: plane }, python(code.replace("undeclared", "cycle")))).toHaveLength(1);
  });

  it("of one import does not hide the next one of the pair", () => {
    expect(brief({ modules: plane }, python(`${code}from model.entities import Side\n`))).toEqual([
      "import/undeclared core/game.py:2 core.game: uses entities",
    ]);
  });

  it("takes `@allow` with a reason on the module or on the `uses`", () => {
    const allow = { code: "import/undeclared", reason: "legacy" };
    const plain = code.replace(/ #.*/, "");
    const uses = ["core.game type model.entities"];
    expect(brief({ modules: plane, allows: { "core.game": [allow] } }, python(plain))).toEqual([]);
    expect(brief({ modules: plane, uses, allows: { [uses[0]!]: [allow] } }, python(plain))).toEqual([]);
    expect(
      brief({ modules: plane, allows: { "core.game": [{ code: "import/undeclared" }] } }, python(plain)),
    ).toHaveLength(1);
  });
});
