import { describe, expect, it } from "vitest";
import { contract, PYTEST, PYTHON, TYPESCRIPT, VITEST } from "./fixtures.js";
import { kernelOf, tryGate } from "./support.js";

const try_ = (files: Record<string, string>, modules = ["calc"], tests: string[] = []) =>
  tryGate("structure", { kernel: PYTEST, files: { ...PYTHON, ...files }, modules, tests });

describe("the structure of a submission", () => {
  it("passes where code and contract agree, and runs nothing", async () => {
    const { report } = await try_({}, ["calc", "shapes", "fit"]);
    expect(report).toMatchObject({ gate: "structure", verdict: "passed", failures: [], warnings: [] });
    expect(report.evidence).toMatchObject({ sandbox: "bubblewrap", commands: [], reports: [] });
    const typescript = await tryGate("structure", { kernel: VITEST, files: TYPESCRIPT });
    expect(typescript.report).toMatchObject({ verdict: "passed", failures: [] });
  });

  it.each([
    ["a file that is not there", { "src/calc.py": undefined }, ["drift/missing-file"], 9],
    [
      "a body that does nothing",
      {
        "src/calc.py":
          "def add(a: int, b: int) -> int:\n    pass\n\n\ndef half(a: int) -> float:\n    return a / 2\n",
      },
      ["drift/hollow"],
      1,
    ],
    [
      "another signature",
      {
        "src/calc.py":
          "def add(a: int, b: str) -> int:\n    return a\n\n\ndef half(a: int) -> float:\n    return a / 2\n",
      },
      ["drift/parameter-type"],
      1,
    ],
    [
      "a function too few",
      { "src/calc.py": "def add(a: int, b: int) -> int:\n    return a + b\n" },
      ["drift/missing-symbol"],
      1,
    ],
    [
      "a function too many",
      { "src/calc.py": `${PYTHON["src/calc.py"]}\n\ndef third(a: int) -> float:\n    return a / 3\n` },
      ["drift/unlisted-symbol"],
      9,
    ],
    ["what does not parse", { "src/calc.py": `${PYTHON["src/calc.py"]}def (` }, ["drift/unparsable"], 7],
    [
      "a package that the contract lacks",
      { "src/calc.py": `import requests\n\n${PYTHON["src/calc.py"]}` },
      ["import/external"],
      1,
    ],
    [
      "a module that it may not use",
      { "src/calc.py": `from src.shapes import Box\n\n${PYTHON["src/calc.py"]}` },
      ["import/undeclared"],
      1,
    ],
  ])("fails for %s", async (_, changes, codes, line) => {
    const files = Object.fromEntries(
      Object.entries({ ...PYTHON, ...changes }).filter(([, text]) => text !== undefined),
    ) as Record<string, string>;
    const { report } = await tryGate("structure", { kernel: PYTEST, files, modules: ["calc"] });
    expect(report.verdict).toBe("failed");
    expect(report.failures).toHaveLength(1);
    const [failure] = report.failures;
    expect(failure).toMatchObject({ class: "code", source: "structure", module: "calc" });
    expect([...new Set(failure?.findings?.map(({ code }) => code))]).toEqual(codes);
    expect(failure?.anchors[0]?.line).toBe(line);
  });

  it("looks at what is tried and not at its neighbours", async () => {
    const broken = { "src/shapes.py": "class Box:\n    pass\n" };
    expect((await try_(broken, ["calc"])).report.verdict).toBe("passed");
    expect((await try_(broken, ["shapes"])).report.failures.map(({ module }) => module)).toEqual(["shapes"]);
  });

  it("fails for secrets in code and in tests, each with its owner, and never repeats one", async () => {
    const key = `${"AKIA"}Q3EGRWXV7OPLNM2K`;
    const { report, contents } = await try_(
      {
        "src/calc.py": `KEY = "${key}"\n${PYTHON["src/calc.py"]}`.replace("KEY", "_KEY"),
        "tests/test_calc.py": `TOKEN = "ghp_${"a1B2c3D4e5F6".repeat(3)}"\n`,
      },
      ["calc"],
      ["tests/test_calc.py"],
    );
    expect(report.failures.map(({ module, blames, summary }) => [module, blames, summary])).toEqual([
      ["calc", undefined, "src/calc.py:1:9: an AWS access key is written into the file"],
      ["calc", "tests", "tests/test_calc.py:1:10: a GitHub token is written into the file"],
    ]);
    expect(JSON.stringify(report)).not.toContain(key);
    expect(contents).toBeDefined();
  });

  it("obeys the settings of the workspace", async () => {
    const files = {
      "src/calc.py": `${PYTHON["src/calc.py"]}\n\ndef third(a: int) -> float:\n    return a / 3\n`,
      "contract.config.json": '{ "severities": { "drift/unlisted-symbol": "off" } }',
    };
    expect((await try_(files)).report).toMatchObject({ verdict: "passed", failures: [] });
  });

  it("reads the same tree twice with the same hash, and another one with another", async () => {
    const [one, two, other] = [await try_({}), await try_({}), await try_({ "README.md": "x" })];
    expect(one.report.evidence.tree).toBe(two.report.evidence.tree);
    expect(one.report.evidence.tree).not.toBe(other.report.evidence.tree);
  });
});

it("a module of a contract with its own externals may import them", async () => {
  const text = contract("python", 'test "python -m pytest"')
    .replace("module calc", 'external requests "requests >= 2"\nmodule calc')
    .replace(
      '"src/calc.py" {',
      '"src/calc.py" {\n  @allow("graph/unused-use", "asked for at run time")\n  uses requests',
    );
  const files = { ...PYTHON, "src/calc.py": `import requests\n\n${PYTHON["src/calc.py"]}` };
  const { report } = await tryGate("structure", {
    kernel: kernelOf({ "main.contract": text }),
    files,
    modules: ["calc"],
  });
  expect(report).toMatchObject({ verdict: "passed", failures: [] });
});
