import { describe, expect, it } from "vitest";
import { contract, PYTHON, TYPESCRIPT } from "./fixtures.js";
import { kernelOf, ROOT, tryGate } from "./support.js";

const workspace = ROOT.replace(/\/$/, "");
const kernelWith = (language: "python" | "typescript", target: string) =>
  kernelOf({ "main.contract": contract(language, target) });
const TSC = kernelWith("typescript", 'check "npx tsc -p ."');
const TSCONFIG = JSON.stringify({
  compilerOptions: {
    strict: true,
    noEmit: true,
    allowImportingTsExtensions: true,
    module: "nodenext",
    types: [],
    verbatimModuleSyntax: true,
  },
  include: ["src", "tests"],
});

describe("the check of Python", () => {
  const COMPILE = kernelWith("python", 'check "python -m compileall -q src"');

  it("passes", async () => {
    const { report } = await tryGate("static", { kernel: COMPILE, files: PYTHON });
    expect(report).toMatchObject({ verdict: "passed", failures: [], warnings: [] });
    expect(report.evidence.commands).toMatchObject([
      { command: [expect.stringMatching(/^python3?$/), "-m", "compileall", "-q", "src"], exit: 0 },
    ]);
  });

  it("fails for what does not parse, and names its module", async () => {
    const files = { ...PYTHON, "src/shapes.py": "class Box:\n    def area(self:\n        return 1\n" };
    const { report } = await tryGate("static", { kernel: COMPILE, files, modules: ["calc"] });
    expect(report.verdict).toBe("failed");
    expect(report.failures).toHaveLength(1);
    expect(report.failures[0]).toMatchObject({
      class: "code",
      source: "static",
      module: "shapes",
      exit: 1,
      anchors: [{ file: "src/shapes.py", line: 2 }],
    });
    expect(report.failures[0]?.summary).toMatch(/SyntaxError/);
  });

  it("tries tests that stand alone, and gives them back to the tester", async () => {
    const kernel = kernelWith("python", 'check "python -m compileall -q src tests"');
    const tests = ["tests/test_calc.py"];
    const files = { ...PYTHON, "tests/test_calc.py": "def test_it(:\n    pass\n" };
    const { report } = await tryGate("static", { kernel, files, modules: [], tests });
    expect(report.verdict).toBe("failed");
    expect(
      report.failures.map(({ class: kind, module, blames, anchors }) => [kind, module, blames, anchors]),
    ).toEqual([["code", "", "tests", [{ file: "tests/test_calc.py", line: 1 }]]]);
  });

  it("is told where the contract states none", async () => {
    const { report } = await tryGate("static", {
      kernel: kernelWith("python", 'test "pytest"'),
      files: PYTHON,
    });
    expect(report).toMatchObject({ verdict: "passed", failures: [] });
    expect(report.warnings).toEqual(["The contract's target python states no `check`: nothing was checked"]);
  });
});

describe("the check of TypeScript", () => {
  const files = { ...TYPESCRIPT, "tsconfig.json": TSCONFIG };
  const check = (changes: Record<string, string>, tests: string[] = []) =>
    tryGate("static", { kernel: TSC, files: { ...files, ...changes }, modules: ["fit"], tests, workspace });

  it("passes", async () => {
    const { report, output } = await check({});
    expect({ failures: report.failures, output: output(0) }).toEqual({ failures: [], output: "" });
  });

  it("gives each module its own errors", async () => {
    const { report } = await check({
      "src/calc.ts": TYPESCRIPT["src/calc.ts"]?.replace("return a + b", 'return "x"') ?? "",
      "src/fit.ts": `${TYPESCRIPT["src/fit.ts"]}const one: string = 1;\nconst two: string = 2;\n`,
    });
    expect(
      report.failures.map(({ class: kind, module, excerpt, anchors }) => ({
        kind,
        module,
        lines: excerpt.length,
        anchors,
      })),
    ).toEqual([
      { kind: "code", module: "calc", lines: 1, anchors: [{ file: "src/calc.ts", line: 2 }] },
      {
        kind: "code",
        module: "fit",
        lines: 2,
        anchors: [
          { file: "src/fit.ts", line: 7 },
          { file: "src/fit.ts", line: 8 },
        ],
      },
    ]);
    expect(report.failures[1]?.excerpt[0]).toBe(
      "src/fit.ts:7: TS2322: Type 'number' is not assignable to type 'string'.",
    );
  });

  it("tells what a module needs and the contract of another lacks", async () => {
    const { report } = await check({
      "src/fit.ts": TYPESCRIPT["src/fit.ts"]?.replace("box.area()", "box.height * box.depth") ?? "",
    });
    expect(report.failures.map(({ class: kind, module, cause }) => [kind, module, cause])).toEqual([
      ["contract", "fit", "fit needs `height` of `Box`, which the contract of shapes does not declare"],
      ["contract", "fit", "fit needs `depth` of `Box`, which the contract of shapes does not declare"],
    ]);
  });

  it("takes a slip of the pen for one", async () => {
    const { report } = await check({
      "src/fit.ts": TYPESCRIPT["src/fit.ts"]?.replace("area()", "arae()") ?? "",
    });
    expect(report.failures.map(({ class: kind, module, cause }) => [kind, module, cause])).toEqual([
      ["code", "fit", "`Box` has no `arae` in the contract of shapes, but `area`"],
    ]);
  });

  it("blames the code for what the contract declares, and tests for their own errors", async () => {
    const { report } = await check(
      {
        "src/shapes.ts": "export class Box {\n  side = 1;\n}\n",
        "tests/a.test.ts":
          'import { Box } from "../src/shapes.ts";\nnew Box().colour;\nexport const x: string = 1;\n',
      },
      ["tests/a.test.ts"],
    );
    expect(
      report.failures.map(({ class: kind, module, blames, anchors }) => [
        kind,
        module,
        blames,
        anchors[0]?.file,
      ]),
    ).toEqual([
      ["code", "shapes", undefined, "src/fit.ts"],
      ["code", "fit", "tests", "tests/a.test.ts"],
    ]);
  });
});
