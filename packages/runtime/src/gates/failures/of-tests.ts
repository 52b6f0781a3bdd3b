import { type Address, fingerprint } from "@contractc/kernel";
import type { Failure } from "../../model/index.js";
import type { TestCase } from "../tests/junit.js";
import { anchorsOf, excerptOf, failureOf, tailOf } from "./excerpt.js";
import type { Judge, Verdict } from "./judge.js";
import { stableText } from "./stable-text.js";
import { type Trace, traceIn } from "./trace.js";

const MOST_TESTS = 50;

/** What failing tests are about, and what ran them. */
export interface TestRun {
  cases: readonly TestCase[];
  output: string;
  exit: number | null;
  /** The module that a test file is there for. */
  subjectOf(file: string | undefined): Address;
  judge: Judge;
}

/**
 * One failure for each error of each owner: tests that fail by one error are one failure, however many they are.
 */
export function failuresOfTests({ cases, output, exit, subjectOf, judge }: TestRun): Failure[] {
  const groups = new Map<string, { failing: TestCase[]; trace: Trace; verdict: Verdict }>();
  for (const failing of cases) {
    if (failing.outcome !== "failed") continue;
    const trace = traceIn(`${failing.detail}`, judge.paths, { type: failing.kind, message: failing.message });
    const verdict = judge.judge({ ...trace, subject: subjectOf(failing.file) });
    const key = fingerprint(keyOf(trace, verdict, failing));
    const group = groups.get(key);
    if (group) group.failing.push(failing);
    else groups.set(key, { failing: [failing], trace, verdict });
  }
  return [...groups].map(([key, { failing, trace, verdict }]) => {
    const [first] = failing;
    const names = failing.map(({ name }) => name);
    const { cause, ...owner } = verdict;
    return failureOf({
      ...owner,
      source: "unit",
      fingerprint: key,
      summary: summaryOf(trace, names),
      tests: names.slice(0, MOST_TESTS),
      ...(exit === null ? {} : { exit }),
      excerpt: excerptOf(first?.detail || first?.message || output),
      tail: tailOf(output),
      anchors: anchorsOf(trace.frames),
      ...(cause === undefined ? {} : { cause }),
    });
  });
}

/** An assertion is its test's own; any other error is one wherever it is met. */
function keyOf(
  { type, message, frames }: Trace,
  { class: kind, module, blames }: Verdict,
  failing: TestCase,
): string[] {
  const isAssertion = /^Assert|^$|^Failed$/.test(type);
  const [innermost] = frames;
  return [
    "unit",
    kind,
    module,
    blames ?? "",
    type,
    stableText(message),
    isAssertion ? stableText(failing.name) : (innermost?.file ?? ""),
  ];
}

function summaryOf({ type, message }: Trace, names: readonly string[]): string {
  const what = [type, message].filter((part) => part !== "").join(": ") || "it failed without a message";
  const who = names.length === 1 ? names[0] : `${names[0]} and ${names.length - 1} more`;
  return `${who}: ${what}`.slice(0, 400);
}
