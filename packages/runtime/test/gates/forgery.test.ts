import { describe, expect, it } from "vitest";
import { NODE, PYTEST, PYTHON, TYPESCRIPT, VITEST } from "./fixtures.js";
import { ROOT, tryGate } from "./support.js";

const FAILING =
  "from src.calc import add\n\n\ndef test_add():\n    assert add(1, 1) == 2\n\n\ndef test_more():\n    assert add(2, 2) == 4\n";
const BROKEN =
  "def add(a: int, b: int) -> int:\n    return 0\n\n\ndef half(a: int) -> float:\n    return 0\n";
const FORGED =
  '<?xml version="1.0"?><testsuites><testsuite name="pytest" tests="2" failures="0" errors="0"><testcase classname="tests.test_calc" name="test_add" file="tests/test_calc.py"/><testcase classname="tests.test_calc" name="test_more" file="tests/test_calc.py"/></testsuite></testsuites>';

/** Code that is wrong, and tries to look right. */
const IN_CODE: readonly [string, string][] = [
  ["ends the runner with success when it is imported", "import os\nos._exit(0)\n"],
  [
    "ends the runner with success in a test",
    "import os\n\n\ndef add(a: int, b: int) -> int:\n    os._exit(0)\n",
  ],
  ["asks the runner to leave", "import sys\nsys.exit(0)\n"],
  [
    "writes the report and ends the runner",
    `import os\nopen("/gate/report/junit.xml", "w").write('''${FORGED}''')\nos._exit(0)\n`,
  ],
  [
    "writes the report when the runner is done",
    `import atexit, os, glob\n\n\ndef forge():\n    for path in glob.glob("/gate/report/*"):\n        os.remove(path)\n    open("/gate/report/junit.xml", "w").write('''${FORGED}''')\n    os._exit(0)\n\n\natexit.register(forge)\n${BROKEN}`,
  ],
  [
    "lets a child write the report later",
    `import os, time\nif os.fork() == 0:\n    time.sleep(0.2)\n    for _ in range(200):\n        open("/gate/report/junit.xml", "w").write('''${FORGED}''')\n        time.sleep(0.01)\n    os._exit(0)\n${BROKEN}`,
  ],
  [
    "makes every test pass",
    `import _pytest.python\n_pytest.python.Function.runtest = lambda self: None\n${BROKEN}`,
  ],
  [
    "makes every result a pass",
    `import _pytest.reports\noriginal = _pytest.reports.TestReport.from_item_and_call\n\n\ndef passing(item, call):\n    call.excinfo = None\n    return original(item, call)\n\n\n_pytest.reports.TestReport.from_item_and_call = passing\n${BROKEN}`,
  ],
  [
    "puts other tests in place of the given ones",
    `import os\nos.rename("tests", "away")\nos.mkdir("tests")\nopen("tests/test_calc.py", "w").write("def test_add(): pass\\n")\n${BROKEN}`,
  ],
  [
    "empties the tests",
    `import os\nfor name in os.listdir("tests"):\n    try:\n        open("tests/" + name, "w").close()\n    except OSError:\n        pass\n${BROKEN}`,
  ],
  ["stops the launcher", `import os, signal\nos.kill(os.getppid(), signal.SIGKILL)\n${BROKEN}`],
];

/** Files beside the tests. */
const BESIDE: readonly [string, Record<string, string>][] = [
  [
    "a hook that takes out all tests",
    { "tests/conftest.py": "def pytest_collection_modifyitems(items):\n    items[:] = []\n" },
  ],
  ["a hook that ends with success", { "conftest.py": "import os\nos._exit(0)\n" }],
  [
    "a hook that changes the exit code",
    {
      "conftest.py":
        "def pytest_sessionfinish(session):\n    session.exitstatus = 0\n\n\ndef pytest_runtest_call(item):\n    item.obj = lambda *a, **k: None\n",
    },
  ],
  ["code that every Python starts with", { "sitecustomize.py": "import os\nos._exit(0)\n" }],
  ["settings that skip", { "pytest.ini": "[pytest]\naddopts = --collect-only\n" }],
  ["settings that deselect", { "pytest.ini": "[pytest]\naddopts = -k nothing_of_this_name\n" }],
];

describe("a verdict that cannot be forged", () => {
  const trying = { kernel: PYTEST, modules: ["calc"], tests: ["tests/test_calc.py"] };

  it.each(IN_CODE)("by code that %s", async (_, code) => {
    const files = { ...PYTHON, "tests/test_calc.py": FAILING, "src/calc.py": code };
    const { report } = await tryGate("unit", { ...trying, files });
    expect(report.verdict).not.toBe("passed");
    expect(report.failures.length).toBeGreaterThan(0);
    expect(report.evidence.commands).toHaveLength(1);
  });

  it.each(BESIDE)("by %s", async (_, beside) => {
    const files = { ...PYTHON, "tests/test_calc.py": FAILING, "src/calc.py": BROKEN, ...beside };
    const { report } = await tryGate("unit", { ...trying, files });
    expect(report.verdict).not.toBe("passed");
    expect(report.failures.length).toBeGreaterThan(0);
  });

  const test = (runner: string) =>
    `import { expect_, test } from "./${runner}.ts";\nimport { add } from "../src/calc.ts";\n\ntest("add", () => {\n  expect_(add(1, 1) === 2);\n});\n`;
  const helpers = {
    "tests/node.ts":
      'import assert from "node:assert/strict";\nexport { test } from "node:test";\nexport const expect_ = (value: boolean) => assert.ok(value);\n',
    "tests/vitest.ts":
      'import { expect } from "vitest";\nexport { test } from "vitest";\nexport const expect_ = (value: boolean) => expect(value).toBe(true);\n',
  };
  const half = "export const half = (a: number): number => a / 2;\n";
  const NODE_CODE: readonly [string, string][] = [
    [
      "ends the process when it is imported",
      `process.exit(0);\nexport const add = (a: number, b: number): number => 0;\n${half}`,
    ],
    [
      "ends the process in a test",
      `export const add = (a: number, b: number): number => process.exit(0);\n${half}`,
    ],
    [
      "writes the report",
      `import fs from "node:fs";\nfs.writeFileSync("/gate/report/junit.xml", '<testsuites><testcase name="add" classname="tests/calc.test.ts" file="/gate/work/tests/calc.test.ts"/></testsuites>');\nexport const add = (a: number, b: number): number => process.exit(0);\n${half}`,
    ],
  ];

  it.each(
    NODE_CODE.flatMap(([name, code]) => [["node", name, code] as const, ["vitest", name, code] as const]),
  )("under %s by code that %s", async (runner, _, code) => {
    const { report } = await tryGate("unit", {
      kernel: runner === "node" ? NODE : VITEST,
      modules: ["calc"],
      tests: ["tests/calc.test.ts"],
      files: { ...TYPESCRIPT, ...helpers, "tests/calc.test.ts": test(runner), "src/calc.ts": code },
      workspace: ROOT.replace(/\/$/, ""),
    });
    expect(report.verdict).not.toBe("passed");
    expect(report.failures.length).toBeGreaterThan(0);
  });
});
