import { type Kernel, memoryFileSystem } from "@contractc/kernel";
import { compile, evolve, readActions } from "@contractc/language";
import { describe, expect, it } from "vitest";
import { concernedBy } from "../../src/audit/index.js";
import type { ContractPort, ContractState } from "../../src/contract/port.js";
import { tryGate } from "../gates/support.js";

const CONTRACT = `contract Plane version "1.0.0"

target python {
  roots "."
  test "python -m pytest -q"
}

package model "model" {
  module entities "entities.py" {
    class Entity {
      x: int
      y: int
      new(x: int, y: int)
    }
  }
  module scores "scores.py" {
    fn best(points: list<int>) -> int
  }
}
package core "core" {
  module collision "collision.py" {
    uses entities
    fn collides(a: Entity, b: Entity) -> bool
  }
  module world "world.py" {
    uses collision, entities
    fn step(all: list<Entity>) -> int
  }
}
`;

const ENTITIES = `class Entity:
    x: int
    y: int

    def __init__(self, x: int, y: int) -> None:
        self.x = x
        self.y = y
`;
const WITH_SIZE = `class Entity:
    x: int
    y: int
    width: int
    height: int

    def __init__(self, x: int, y: int) -> None:
        self.x = x
        self.y = y
        self.width = 40
        self.height = 40
`;
const COLLISION = `from model.entities import Entity


def collides(a: Entity, b: Entity) -> bool:
    return abs(a.x - b.x) < a.width and abs(a.y - b.y) < a.height
`;
const FILES: Record<string, string> = {
  "model/__init__.py": "",
  "core/__init__.py": "",
  "model/entities.py": ENTITIES,
  "model/scores.py": "def best(points: list[int]) -> int:\n    return max(points)\n",
  "core/collision.py": COLLISION,
  "core/world.py":
    "from core.collision import collides\nfrom model.entities import Entity\n\n\ndef step(all: list[Entity]) -> int:\n    return sum(collides(a, b) for a in all for b in all)\n",
  "tests/test_collision.py":
    "from core.collision import collides\nfrom model.entities import Entity\n\n\ndef test_far():\n    assert not collides(Entity(0, 0), Entity(100, 0))\n",
};

/** The language behind its port. */
const port: Pick<ContractPort, "propose"> & { open(text: string): ContractState } = {
  open(text) {
    const fs = memoryFileSystem({ "/w/plane.contract": text });
    const { kernel, sound, findings } = compile({ fs, root: "/w/plane.contract" });
    if (!sound) throw new Error(findings.map(({ message }) => message).join("\n"));
    return { kernel, files: new Map([["plane.contract", text]]) };
  },
  propose({ files }, actions, by) {
    const parsed = readActions(actions);
    if ("problems" in parsed) return { kind: "refused", message: parsed.problems.join(", "), findings: [] };
    const fs = memoryFileSystem({ "/w/plane.contract": files.get("plane.contract") ?? "" });
    const clock = { now: () => new Date("2026-01-01T00:00:00Z") };
    const outcome = evolve(
      { fs, root: "/w/plane.contract", clock },
      parsed.actions.map((each) => ({ ...each, by })),
      { dryRun: true },
    );
    if (outcome.kind !== "accepted")
      return { kind: "refused", message: outcome.message, findings: outcome.findings };
    const bytes = outcome.contents.get("/w/plane.contract");
    const text = new TextDecoder().decode(bytes);
    const { signature, slice } = outcome.modules;
    return {
      kind: "accepted",
      state: { kernel: outcome.kernel, files: new Map([["plane.contract", text]]) },
      modules: { signature, slice },
    };
  },
};

const structure = (kernel: Kernel, files: Record<string, string>, modules: string[]) =>
  tryGate("structure", { kernel, files, modules });

describe("a collision that needs the width and height of entities, which their contract lacks", () => {
  const before = port.open(CONTRACT);

  it("is the contract's fault where the code of entities has none", async () => {
    const { report } = await tryGate("unit", {
      kernel: before.kernel,
      files: FILES,
      modules: ["core.collision"],
      tests: ["tests/test_collision.py"],
    });
    expect(report.failures).toHaveLength(1);
    expect(report.failures[0]).toMatchObject({
      class: "contract",
      module: "core.collision",
      cause:
        "core.collision needs `width` of `Entity`, which the contract of model.entities does not declare",
    });
  });

  it("becomes a proposal where it has, is accepted, and takes back whom it concerns", async () => {
    const files = { ...FILES, "model/entities.py": WITH_SIZE };
    const { report } = await structure(
      before.kernel,
      files,
      before.kernel.modules.map(({ address }) => address),
    );
    expect(report.verdict).toBe("failed");
    expect(report.failures).toHaveLength(1);
    const [failure] = report.failures;
    expect(failure).toMatchObject({
      class: "contract",
      source: "structure",
      module: "model.entities",
      cause:
        "core.collision relies on `width` and `height` of model.entities, which its contract does not declare",
    });
    expect(failure?.findings?.map(({ code }) => code)).toEqual([
      "drift/unlisted-member",
      "drift/unlisted-member",
    ]);

    const because = failure?.cause ?? "";
    const actions = (failure?.actions ?? []).map((each) =>
      Object.assign({ reason: because, by: "auditor" }, each),
    );
    const proposal = port.propose(before, actions, "auditor");
    if (proposal.kind === "refused") throw new Error(proposal.message);
    expect(proposal.modules).toEqual({ signature: ["model.entities"], slice: ["model.entities"] });
    expect(proposal.state.files.get("plane.contract")).toMatch(/width: int\n\s+height: int\n/);

    expect(concernedBy(before.kernel, proposal.state.kernel, because, ["core.collision"])).toEqual([
      { module: "core.collision", again: "implement", reason: `What it asked for is there: ${because}` },
      { module: "model.entities", again: "implement", reason: `Its signature changed: ${because}` },
    ]);

    const { kernel } = proposal.state;
    const all = kernel.modules.map(({ address }) => address);
    expect((await structure(kernel, files, all)).report).toMatchObject({ verdict: "passed", failures: [] });
    const tests = { kernel, files, modules: ["core.collision"], tests: ["tests/test_collision.py"] };
    expect((await tryGate("unit", tests)).report).toMatchObject({ verdict: "passed", failures: [] });
  });

  it("what nobody relies on is rolled back, or merely told", async () => {
    const symbol = `${ENTITIES}\n\ndef make() -> Entity:\n    return Entity(0, 0)\n`;
    const extra = await structure(before.kernel, { ...FILES, "model/entities.py": symbol }, [
      "model.entities",
    ]);
    expect(extra.report.failures.map(({ class: kind, module, actions }) => [kind, module, actions])).toEqual([
      ["code", "model.entities", undefined],
    ]);
    const used = {
      ...FILES,
      "model/entities.py": symbol,
      "core/world.py": FILES["core/world.py"]?.replace("import Entity", "import Entity, make") ?? "",
    };
    const proposed = await structure(before.kernel, used, ["model.entities"]);
    expect(proposed.report.failures.map(({ class: kind, cause }) => [kind, cause])).toEqual([
      ["contract", "core.world relies on `make` of model.entities, which its contract does not declare"],
    ]);
  });
});

describe("whom a change of the contract concerns", () => {
  const before = port.open(CONTRACT).kernel;
  const after = (from: string, to: string) => port.open(CONTRACT.replace(from, to)).kernel;

  it.each([
    ["nobody, where nothing changed", "", "", []],
    [
      "the implementer, where a signature did",
      "best(points: list<int>)",
      "best(points: list<int>, most: int)",
      [["model.scores", "implement"]],
    ],
    [
      "the reviewer, where only words did",
      "    fn best(points: list<int>) -> int",
      "    /// The highest.\n    fn best(points: list<int>) -> int",
      [["model.scores", "review"]],
    ],
    [
      "both, where a module is new",
      "  module scores",
      '  module levels "levels.py" {\n    fn level() -> int\n  }\n  module scores',
      [["model.levels", "implement"]],
    ],
  ])("%s", (_, from, to, expected) => {
    expect(
      concernedBy(before, after(from, to), "because").map(({ module, again }) => [module, again]),
    ).toEqual(expected);
  });
});
