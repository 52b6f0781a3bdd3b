import type { TestCase } from "./junit.js";
import type { RunnerKind } from "./runner.js";

/**
 * Adds to the end of a test file a test that must fail as expected. Code that is tried runs in one process with its tests
 * and could end it early, make every test pass, or write the report itself: then the report lacks this test, or has it pass.
 *
 * It comes last, so that it shows where a file is left before its end; the lines of the file stay where they are.
 *
 * @param mark unguessable, and a name in every language
 */
export function withCanary(runner: RunnerKind, path: string, text: string, mark: string): string {
  // Whatever names a configuration has pytest look for, it finds the cases of `unittest`; the function stands for those
  // tests that are functions, which pytest runs in another way.
  if (runner === "pytest") {
    return `${text}

import unittest as ${mark}_unittest

import pytest as ${mark}_pytest


@${mark}_pytest.mark.xfail(strict=True)
def test_${mark}():
    raise AssertionError("${mark}")


class ${mark}(${mark}_unittest.TestCase):
    @${mark}_unittest.expectedFailure
    def test_${mark}(self):
        raise AssertionError("${mark}")
`;
  }
  const module = runner === "vitest" ? "vitest" : "node:test";
  const isCommonJs =
    /\.c[jt]s$/.test(path) || (/\.jsx?$/.test(path) && !/^\s*(?:import|export)\b/m.test(text));
  const take = isCommonJs
    ? `const { test: ${mark} } = require("${module}");`
    : `import { test as ${mark} } from "${module}";`;
  const failing = `() => {\n  throw new Error("${mark}");\n}`;
  const test =
    runner === "vitest"
      ? `${mark}.fails("${mark}", ${failing});`
      : `${mark}("${mark}", { todo: true }, ${failing});`;
  return `${text}\n${take}\n${test}\n`;
}

/** What the report says of the test that was added to each file. */
export interface CanaryAnswer {
  /** The report's own tests. */
  cases: TestCase[];
  /** Files whose canary failed as it has to. */
  sound: ReadonlySet<string>;
  /** Some canary ended in another way: tests end as somebody likes. */
  isForged: boolean;
}

export function canariesIn(runner: RunnerKind, all: readonly TestCase[], mark: string): CanaryAnswer {
  const own = all.filter(({ name }) => name.includes(mark));
  const sound = new Set<string>();
  let isForged = false;
  for (const each of own) {
    if (each.file === undefined || !failedAsExpected(runner, each, mark)) isForged = true;
    else if (runner !== "pytest" || each.name.includes(`::${mark}::`)) sound.add(each.file);
  }
  return { cases: all.filter(({ name }) => !name.includes(mark)), sound, isForged };
}

function failedAsExpected(runner: RunnerKind, { outcome, kind, detail }: TestCase, mark: string): boolean {
  if (runner === "pytest") return outcome === "skipped" && kind === "pytest.xfail";
  if (runner === "vitest") return outcome === "passed";
  return outcome === "skipped" && kind === "todo" && detail.includes(mark);
}
