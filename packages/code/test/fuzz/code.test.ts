import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { CODE_KINDS } from "../../../../tests/fuzz/code-inputs.js";
import { codeSubject } from "../../../../tests/fuzz/code-subject.js";
import { Random } from "../../../../tests/fuzz/random.js";

/** The same inputs in every run; `npm run fuzz -- --what code` makes as many others as one likes. */
const SEED = 20_261_130;
const INPUTS = 700;

const subject = await codeSubject({ root: fileURLToPath(new URL("../../../../", import.meta.url)) });

test("damaged code is read, compared, built into without a loss and extracted from", () => {
  const made = new Set<string>();
  const failures: string[] = [];
  for (let index = 0; index < INPUTS; index++) {
    const { kind, data } = subject.input(new Random(SEED, index));
    made.add(kind);
    const failure = subject.check(data, new Random(SEED, index), index % 4 === 0);
    if (failure) failures.push(`${index} ${kind}: ${failure.oracle}: ${failure.detail}`);
  }
  expect(failures).toEqual([]);
  expect([...made].sort()).toEqual([...CODE_KINDS].sort());
}, 60_000);
