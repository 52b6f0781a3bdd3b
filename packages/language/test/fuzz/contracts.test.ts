import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, test } from "vitest";
import { CONTRACT_KINDS, type FuzzInput, truncations } from "../../../../tests/fuzz/contract-inputs.js";
import { contractSubject } from "../../../../tests/fuzz/contract-subject.js";
import { Random } from "../../../../tests/fuzz/random.js";

/** The same inputs in every run; `npm run fuzz` makes as many others as one likes. */
const SEED = 20_261_130;
const INPUTS = 1_500;
const ROOT = fileURLToPath(new URL("../../../../", import.meta.url));

// The oracles listen to the console, on which the parser tells ambiguities in its development mode.
const original = { ...console };
const subject = contractSubject({ root: ROOT, wholeOnce: 100 });
afterAll(() => void Object.assign(console, original));

function failuresOf(input: FuzzInput["data"], index: number, thorough: boolean): string[] {
  const failure = subject.check(input, new Random(SEED, index), thorough);
  return failure
    ? [`${failure.oracle}: ${failure.detail} in ${JSON.stringify(String(input)).slice(0, 300)}`]
    : [];
}

describe("whatever the text, a contract compiles or has findings with places", () => {
  test("made up and damaged contracts", () => {
    const made = new Map<string, number>();
    const failures: string[] = [];
    for (let index = 0; index < INPUTS; index++) {
      const { kind, data } = subject.input(new Random(SEED, index));
      made.set(kind, (made.get(kind) ?? 0) + 1);
      failures.push(...failuresOf(data, index, index % 5 === 0));
    }
    expect(failures).toEqual([]);
    expect([...made.keys()].sort()).toEqual([...CONTRACT_KINDS].sort());
  }, 60_000);

  test("a contract that ends anywhere", () => {
    const text = `contract A version "1.0.0"\nmodule m "m.py" {\n  /// A pair.\n  record P<T: int> { a: T?, b: "x" | -1 = "x" }\n  fn f(p: P<int>, *, n: int = 2) -> (int) -> P<int>\n    example f(P(a: 1), n: 3)(2).a == 1\n}\n`;
    const failures = [...truncations(text)].flatMap((cut, index) => failuresOf(cut, index, index % 5 === 0));
    expect(failures).toEqual([]);
  }, 60_000);
});
