import { openProject, pythonReader } from "@contractc/code";
import { memoryFileSystem } from "@contractc/kernel";
import { describe, expect, it } from "vitest";
import { gapsOf, settledModules } from "../../src/audit/index.js";
import { PYTEST, PYTHON } from "../gates/fixtures.js";

async function project(changes: Record<string, string | undefined>) {
  const files = Object.entries({ ...PYTHON, ...changes }).flatMap(([path, text]) =>
    text === undefined ? [] : [[`/w/${path}`, text] as const],
  );
  return openProject({
    fs: memoryFileSystem(Object.fromEntries(files)),
    root: "/w",
    targets: PYTEST.targets,
    readers: [await pythonReader()],
    includes: PYTEST.modules.map(({ path }) => path),
  });
}

describe("what is declared and not there", () => {
  it("is nothing where code and contract agree", async () => {
    const code = await project({});
    expect(gapsOf(PYTEST, code)).toEqual([]);
    expect(settledModules(PYTEST, code)).toEqual(["calc", "fit", "shapes"]);
  });

  it("is a task for each module: its file, its declarations, or their bodies", async () => {
    const code = await project({
      "src/fit.py": undefined,
      "src/shapes.py":
        "class Box:\n    side: int\n\n    def __init__(self, side: int) -> None:\n        self.side = side\n",
      "src/calc.py":
        "def add(a: int, b: int) -> int:\n    raise NotImplementedError\n\n\ndef half(a: int) -> float:\n    return a / 2\n",
    });
    expect(gapsOf(PYTEST, code)).toEqual([
      { module: "calc", lacks: "bodies", symbols: ["calc.add"] },
      { module: "fit", lacks: "file", symbols: ["fit"] },
      { module: "shapes", lacks: "declarations", symbols: ["shapes.Box.area"] },
    ]);
    expect(settledModules(PYTEST, code)).toEqual([]);
  });

  it("does not settle what differs", async () => {
    const code = await project({ "src/calc.py": PYTHON["src/calc.py"]?.replace("b: int", "b: str") });
    expect(gapsOf(PYTEST, code)).toEqual([]);
    expect(settledModules(PYTEST, code)).toEqual(["fit", "shapes"]);
  });
});
