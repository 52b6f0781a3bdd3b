import { describe, expect, it } from "vitest";
import { failuresOfCommand, Judge, workspacePaths } from "../../../src/gates/failures/index.js";
import type { SandboxRun } from "../../../src/sandbox/index.js";
import { PYTEST, VITEST } from "../fixtures.js";

const judgeOf = (kernel: typeof PYTEST, tests: string[] = []) =>
  new Judge(
    kernel,
    workspacePaths(kernel, (path) => /^(?:src\/(?:calc|shapes|fit)\.(?:py|ts)|tests\/.*)$/.test(path), tests),
  );
const run = (output: string, more: Partial<SandboxRun> = {}): SandboxRun => ({
  level: "bubblewrap",
  exit: 1,
  milliseconds: 1,
  output: new TextEncoder().encode(output),
  reports: new Map(),
  denied: [],
  ...more,
});
const python = (output: string, more: Partial<SandboxRun> = {}) =>
  failuresOfCommand({
    gate: "static",
    command: ["check", "it"],
    run: run(output, more),
    subject: "calc",
    judge: judgeOf(PYTEST, ["tests/test_calc.py"]),
  });
const typescript = (output: string) =>
  failuresOfCommand({
    gate: "static",
    command: ["npx", "tsc"],
    run: run(output, { exit: 2 }),
    subject: "calc",
    judge: judgeOf(VITEST),
  });
const brief = (failures: ReturnType<typeof python>) =>
  failures.map(({ class: kind, module, blames, excerpt, anchors }) => ({
    kind,
    module,
    ...(blames ? { blames } : {}),
    excerpt,
    at: anchors.map(({ file, line }) => `${file}:${line}`),
  }));

describe("what checkers say", () => {
  it("tsc", () => {
    const output = `src/fit.ts(5,10): error TS2322: Type 'string' is not assignable to type 'number'.
  Types of parameters are incompatible.
src/fit.ts(9,3): error TS2552: Cannot find name 'addd'. Did you mean 'add'?
src/shapes.ts(2,1): error TS1005: ';' expected.
`;
    expect(brief(typescript(output))).toEqual([
      {
        kind: "code",
        module: "fit",
        excerpt: [
          "src/fit.ts:5: TS2322: Type 'string' is not assignable to type 'number'.",
          "src/fit.ts:9: TS2552: Cannot find name 'addd'. Did you mean 'add'?",
        ],
        at: ["src/fit.ts:5", "src/fit.ts:9"],
      },
      {
        kind: "code",
        module: "shapes",
        excerpt: ["src/shapes.ts:2: TS1005: ';' expected."],
        at: ["src/shapes.ts:2"],
      },
    ]);
  });

  it("mypy, with its notes left out", () => {
    const output = `src/calc.py:3: error: Incompatible return value type (got "str", expected "int")  [return-value]
src/calc.py:3: note: See https://mypy.rtfd.io
tests/test_calc.py:7:5: error: Argument 1 to "add" has incompatible type "str"  [arg-type]
Found 2 errors in 2 files (checked 6 source files)
`;
    expect(brief(python(output))).toEqual([
      {
        kind: "code",
        module: "calc",
        excerpt: [
          'src/calc.py:3: Incompatible return value type (got "str", expected "int")  [return-value]',
        ],
        at: ["src/calc.py:3"],
      },
      {
        kind: "code",
        module: "calc",
        blames: "tests",
        excerpt: ['tests/test_calc.py:7: Argument 1 to "add" has incompatible type "str"  [arg-type]'],
        at: ["tests/test_calc.py:7"],
      },
    ]);
  });

  it("ruff and pyflakes", () => {
    expect(brief(python("src/shapes.py:1:8: F401 [*] `os` imported but unused\nFound 1 error.\n"))).toEqual([
      {
        kind: "code",
        module: "shapes",
        excerpt: ["src/shapes.py:1: F401 [*] `os` imported but unused"],
        at: ["src/shapes.py:1"],
      },
    ]);
  });

  it("compileall", () => {
    const output = `*** Error compiling 'src/shapes.py'...
  File "src/shapes.py", line 2
    def area(self:
            ^
SyntaxError: '(' was never closed

`;
    expect(brief(python(output))).toEqual([
      {
        kind: "code",
        module: "shapes",
        excerpt: [
          "*** Error compiling 'src/shapes.py'...",
          '  File "src/shapes.py", line 2',
          "    def area(self:",
          "SyntaxError: '(' was never closed",
        ],
        at: ["src/shapes.py:2"],
      },
    ]);
  });
});

describe("what cannot be blamed on code", () => {
  it.each([
    ["a program that is not there", "sandbox: 8: exec: mypy: not found\n", 127],
    ["a program that may not be run", "sandbox: 8: exec: ./x: Permission denied\n", 126],
    [
      "a package that npx would fetch",
      "npm error code EAI_AGAIN\nnpm error request to https://registry failed\n",
      1,
    ],
    ["a tsc that is none", "This is not the tsc command you are looking for\n", 1],
    ["a Python without its runner", "/usr/bin/python3: No module named pytest\n", 1],
  ])("%s", (_, output, exit) => {
    expect(python(output, { exit }).map(({ class: kind, module }) => [kind, module])).toEqual([
      ["environment", ""],
    ]);
  });
});

describe("a failure", () => {
  it.each([
    ["time", /`check it` ran longer than it may, and was stopped/],
    ["memory", /took more memory than it may/],
    ["processes", /started more processes than it may/],
    ["output", /wrote more output than it may/],
    ["disk", /filled the space that it may use/],
  ] as const)("tells that the limit of %s was reached", (limit, summary) => {
    const failures = python("working…\n", { exit: null, limit });
    expect(failures).toHaveLength(1);
    expect(failures[0]).toMatchObject({ class: "code", module: "calc" });
    expect(failures[0]?.exit).toBeUndefined();
    expect(failures[0]?.summary).toMatch(summary);
  });

  it("is bounded, whatever the output", () => {
    const long = Array.from(
      { length: 5_000 },
      (_, at) => `src/calc.py:${at + 1}:1: error: ${"x".repeat(1_000)} ${at}`,
    ).join("\n");
    const [failure] = python(long);
    expect(failure?.excerpt).toHaveLength(20);
    expect(failure?.tail.length).toBeLessThanOrEqual(2_000);
    expect(failure?.summary.length).toBeLessThanOrEqual(400);
    expect(failure?.anchors).toHaveLength(8);
    const [other] = python("y".repeat(50_000));
    expect(other?.excerpt).toHaveLength(1);
    expect(other?.excerpt[0]).toHaveLength(401);
    expect(other?.tail).toHaveLength(2_000);
  });

  it("has the same fingerprint wherever it moves, and another for another fault", () => {
    const print = (output: string) => python(output).map(({ fingerprint }) => fingerprint);
    const at = (line: number, where: string, text = "division by zero") =>
      `Traceback (most recent call last):\n  File "${where}src/calc.py", line ${line}, in add\n    return a / 0\nZeroDivisionError: ${text}\n`;
    expect(print(at(3, "/gate/work/"))).toEqual(print(at(41, "/tmp/contractc-gate-xyz/source/")));
    expect(print(at(3, "/gate/work/"))).not.toEqual(print(at(3, "/gate/work/", "modulo by zero")));
    expect(print("src/calc.py:3: error: bad\n")).toEqual(print("src/calc.py:9:2: error: bad\n"));
    expect(print("src/calc.py:3: error: bad\n")).not.toEqual(print("src/calc.py:3: error: worse\n"));
  });
});
