import { describe, expect, it } from "vitest";
import { contract, PYTEST, PYTHON, PYTHON_SKELETONS } from "./fixtures.js";
import { kernelOf, tryGate } from "./support.js";

const TEST =
  "from src.calc import add, half\n\n\ndef test_add():\n    assert add(1, 1) == 2\n\n\ndef test_half():\n    assert half(3) == 1.5\n";

function unit(files: Record<string, string>, more: Partial<Parameters<typeof tryGate>[1]> = {}) {
  return tryGate("unit", {
    kernel: PYTEST,
    files: { ...PYTHON, "tests/test_calc.py": TEST, ...files },
    modules: ["calc"],
    tests: ["tests/test_calc.py"],
    skeletons: PYTHON_SKELETONS,
    ...more,
  });
}

describe("tests of Python", () => {
  it("pass on the code and fail on its skeleton, with evidence of both", async () => {
    const { report, contents } = await unit({});
    expect(report).toMatchObject({ verdict: "passed", failures: [], warnings: [] });
    expect(report.evidence).toMatchObject({
      sandbox: "bubblewrap",
      tests: { run: 2, failed: 0, skipped: 0 },
    });
    expect(report.evidence.commands.map(({ exit }) => exit)).toEqual([0, 1]);
    expect(report.evidence.commands[0]?.command.slice(0, 4)).toEqual([
      expect.stringMatching(/^python3?$/),
      "-m",
      "pytest",
      "-q",
    ]);
    expect(report.evidence.reports).toHaveLength(2);
    for (const { path, content } of report.evidence.reports) {
      expect(path).toBe("junit.xml");
      expect(contents.text(content)).toMatch(/^<\?xml.*<testsuites/);
    }
  });

  it("that fail are sent back to the module under test", async () => {
    const { report } = await unit({ "src/calc.py": PYTHON["src/calc.py"]?.replace("a + b", "a - b") ?? "" });
    expect(report.verdict).toBe("failed");
    expect(report.evidence.tests).toEqual({ run: 2, failed: 1, skipped: 0 });
    expect(report.failures).toHaveLength(1);
    expect(report.failures[0]).toMatchObject({
      class: "code",
      source: "unit",
      module: "calc",
      tests: ["tests/test_calc.py::test_add"],
      exit: 1,
      anchors: [{ file: "tests/test_calc.py", line: 5 }],
    });
    expect(report.failures[0]?.blames).toBeUndefined();
    expect(report.failures[0]?.summary).toMatch(
      /^tests\/test_calc.py::test_add: AssertionError: assert 0 == 2/,
    );
    expect(report.failures[0]?.excerpt.join("\n")).toContain("assert add(1, 1) == 2");
  });

  it("that meet an error are sent to the module that raises it, once for all tests", async () => {
    const { report } = await unit(
      {
        "src/shapes.py": PYTHON["src/shapes.py"]?.replace("self.side * self.side", 'int("x")') ?? "",
        "tests/test_calc.py":
          "from src.fit import fits\nfrom src.shapes import Box\n\n\ndef test_one():\n    assert fits(Box(1), 2)\n\n\ndef test_two():\n    assert not fits(Box(2), 2)\n",
      },
      { modules: ["fit"] },
    );
    expect(report.failures).toHaveLength(1);
    expect(report.failures[0]).toMatchObject({
      class: "code",
      module: "shapes",
      tests: ["tests/test_calc.py::test_one", "tests/test_calc.py::test_two"],
      anchors: [
        { file: "src/shapes.py", line: 8 },
        { file: "src/fit.py", line: 6 },
        { file: "tests/test_calc.py", line: 6 },
      ],
    });
    expect(report.failures[0]?.summary).toContain("ValueError: invalid literal for int()");
  });

  it.each([
    ["there is no test", {}, [], /There is no test of calc/],
    [
      "the files hold no test",
      { "tests/test_calc.py": "from src.calc import add\n" },
      ["tests/test_calc.py"],
      /No test ran of/,
    ],
    [
      "every test is skipped",
      {
        "tests/test_calc.py": `import pytest\n${TEST.replaceAll("def test", "@pytest.mark.skip\ndef test")}`,
      },
      ["tests/test_calc.py"],
      /No test ran of/,
    ],
  ])("prove nothing where %s", async (_, files, tests, summary) => {
    const { report } = await unit(files, { tests });
    expect(report.verdict).toBe("void");
    expect(report.failures).toHaveLength(1);
    expect(report.failures[0]).toMatchObject({ class: "code", module: "calc", blames: "tests" });
    expect(report.failures[0]?.summary).toMatch(summary);
  });

  it("have to import what they test", async () => {
    const mocks = "def add(a, b):\n    return a + b\n\n\ndef test_add():\n    assert add(1, 1) == 2\n";
    const { report } = await unit({ "tests/test_calc.py": mocks });
    expect(report.verdict).toBe("failed");
    expect(report.failures.map(({ blames, summary }) => [blames, summary])).toEqual([
      ["tests", "No test of calc imports it: tests/test_calc.py"],
      ["tests", "Every test of tests/test_calc.py passes on a skeleton that implements nothing"],
    ]);
  });

  it("have to fail on the skeleton, unless it leaves nothing to implement", async () => {
    const soft = "from src import calc\n\n\ndef test_is_there():\n    assert callable(calc.add)\n";
    const { report } = await unit({ "tests/test_calc.py": soft });
    expect(report.failures.map(({ blames, module }) => [blames, module])).toEqual([["tests", "calc"]]);
    const full = await unit(
      { "tests/test_calc.py": soft },
      { skeletons: { "src/calc.py": PYTHON["src/calc.py"] ?? "" } },
    );
    expect(full.report).toMatchObject({ verdict: "passed", failures: [] });
    expect(full.report.evidence.commands).toHaveLength(1);
  });

  it("that are wrong themselves go back to the tester", async () => {
    const { report } = await unit({
      "tests/test_calc.py": `${TEST}\n\ndef test_wrong():\n    assert addd(1, 1) == 2\n`,
    });
    expect(report.failures).toHaveLength(1);
    expect(report.failures[0]).toMatchObject({
      class: "code",
      module: "calc",
      blames: "tests",
      tests: ["tests/test_calc.py::test_wrong"],
    });
    expect(report.failures[0]?.summary).toContain("NameError");
  });

  it("that cannot be loaded: whose fault it is depends on what the contract has", async () => {
    const load = (names: string, calc = PYTHON["src/calc.py"] ?? "") =>
      unit({
        "tests/test_calc.py": `from src.calc import ${names}\n\n\ndef test_it():\n    pass\n`,
        "src/calc.py": calc,
      });
    const lacking = await load("add, half", "def add(a: int, b: int) -> int:\n    return a + b\n");
    expect(lacking.report.failures.map(({ class: kind, module, blames }) => [kind, module, blames])).toEqual([
      ["code", "calc", undefined],
    ]);
    expect(lacking.report.failures[0]?.cause).toMatch(/The contract declares `half`/);
    const invented = await load("double");
    expect(invented.report.failures.map(({ class: kind, module, blames }) => [kind, module, blames])).toEqual(
      [["code", "calc", "tests"]],
    );
  });

  it("that need what is not installed are nobody's fault", async () => {
    const kernel = kernelOf({
      "main.contract": contract("python", 'test "python -m pytest -q"').replace(
        "module calc",
        'external numbers_ "imaginary-numbers >= 2" from "imaginary_numbers"\nmodule calc',
      ),
    });
    const { report } = await unit(
      { "src/calc.py": `import imaginary_numbers\n${PYTHON["src/calc.py"]}` },
      { kernel },
    );
    expect(report.failures).toHaveLength(1);
    expect(report.failures[0]).toMatchObject({
      class: "environment",
      cause: "imaginary-numbers >= 2 is in the contract and not installed in the workspace",
    });
  });

  it("that never end are stopped", async () => {
    const { report } = await unit(
      {
        "src/calc.py":
          "def add(a: int, b: int) -> int:\n    while True:\n        pass\n\n\ndef half(a: int) -> float:\n    return a / 2\n",
      },
      { limits: { gateMilliseconds: 3_000 } },
    );
    expect(report.verdict).toBe("failed");
    expect(report.evidence.commands[0]).toMatchObject({ exit: null, limit: "time" });
    expect(report.failures).toHaveLength(1);
    expect(report.failures[0]).toMatchObject({ class: "code", module: "calc" });
    expect(report.failures[0]?.summary).toMatch(/ran longer than it may, and was stopped$/);
  });
});

describe("a command for tests", () => {
  const withTest = (test: string) => kernelOf({ "main.contract": contract("python", test) });

  it("of an unknown runner proves little, and that is said", async () => {
    const kernel = withTest('test "python -m tests.test_calc"');
    const { report } = await unit({ "tests/test_calc.py": `${TEST}\ntest_add()\n` }, { kernel });
    expect(report).toMatchObject({ verdict: "passed", failures: [] });
    expect(report.evidence.tests).toBeUndefined();
    expect(report.warnings).toHaveLength(1);
    expect(report.warnings[0]).toMatch(/its exit code is all the evidence/);
  });

  it.each([
    ["is missing", 'check "true"', /target python states no `test`/],
    ["asks for a shell", 'test "python -m pytest && true"', /cannot be run: "&" is for a shell/],
  ])("that %s is the contract's fault", async (_, test, summary) => {
    const { report } = await unit({}, { kernel: withTest(test) });
    expect(report.verdict).toBe("void");
    expect(report.failures[0]).toMatchObject({ class: "contract", module: "" });
    expect(report.failures[0]?.summary).toMatch(summary);
  });

  it("that is not installed is nobody's fault", async () => {
    const { report } = await unit({}, { kernel: withTest('test "unheard-of-runner --all"') });
    expect(report.failures[0]).toMatchObject({ class: "environment", module: "", exit: 127 });
  });
});
