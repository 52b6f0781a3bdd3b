import { describe, expect, it } from "vitest";
import { planRun } from "../../../src/gates/tests/runner.js";

const EXISTS = new Set(["tests", "tests/test_a.py", "src"]);
const SCRIPTS: Record<string, string> = {
  test: "vitest run",
  unit: "node --test 'tests/**/*.test.ts'",
  all: "npm run unit",
  odd: "jest",
};
const plan = (command: string, files = ["tests/x"]) =>
  planRun(
    command.split(" "),
    files,
    (path) => EXISTS.has(path),
    (name) => SCRIPTS[name],
  );

const PYTEST =
  "--junit-xml=/gate/report/junit.xml -o junit_family=xunit1 --tb=short -p no:cacheprovider --continue-on-collection-errors";
const VITEST =
  "--reporter=default --reporter=junit --outputFile.junit=/gate/report/junit.xml --passWithNoTests=false --cache=false";
const NODE =
  "--test-reporter=junit --test-reporter-destination=/gate/report/junit.xml --test-reporter=spec --test-reporter-destination=stdout";

describe("a test command", () => {
  it.each([
    ["python -m pytest -q", "pytest", `python -m pytest -q ${PYTEST} tests/x`],
    ["pytest", "pytest", `pytest ${PYTEST} tests/x`],
    ["python3.12 -B -m pytest tests -x", "pytest", `python3.12 -B -m pytest -x ${PYTEST} tests/x`],
    ["pytest tests/test_a.py::test_b", "pytest", `pytest ${PYTEST} tests/x`],
    ["env A=1 B=2 pytest", "pytest", `env A=1 B=2 pytest ${PYTEST} tests/x`],
    ["poetry run pytest -q", "pytest", `poetry run pytest -q ${PYTEST} tests/x`],
    [".venv/bin/pytest", "pytest", `.venv/bin/pytest ${PYTEST} tests/x`],
    ["npx vitest run", "vitest", `npx vitest run ${VITEST} tests/x`],
    ["npx vitest", "vitest", `npx vitest run ${VITEST} tests/x`],
    [
      "pnpm exec vitest run --pool=forks tests",
      "vitest",
      `pnpm exec vitest run --pool=forks ${VITEST} tests/x`,
    ],
    ["node --test", "node", `node --test ${NODE} tests/x`],
    ["node --test tests/**/*.test.ts", "node", `node --test ${NODE} tests/x`],
    ["npm test", "vitest", `vitest run ${VITEST} tests/x`],
    ["npm run unit", "node", `node --test ${NODE} tests/x`],
    ["npm test -- --pool=forks", "vitest", `vitest run --pool=forks ${VITEST} tests/x`],
  ])("%s is known", (command, runner, expected) => {
    expect(plan(command)).toEqual({
      command: expected.split(" "),
      runner,
      report: "junit.xml",
      isNarrowed: true,
    });
  });

  it.each([
    "make test",
    "npm run all",
    "npm run odd",
    "npm run missing",
    "python tests/run.py",
    "node tests/run.mjs",
    "npm",
    "true",
  ])("%s is run as it is", (command) => {
    expect(plan(command)).toEqual({ command: command.split(" "), isNarrowed: false });
  });
});
