import { pythonReader, typescriptReader } from "@contractc/code";
import { type CodeBase, codeCorpus } from "./code-corpus.ts";
import { CODE_KINDS, codeInput } from "./code-inputs.ts";
import { CodeOracles } from "./code-oracles.ts";
import type { Random } from "./random.ts";
import type { Subject, WorkerOptions } from "./worker.ts";

/** Code: read, compared with a contract, built into and extracted. */
export async function codeSubject({ root }: Pick<WorkerOptions, "root">): Promise<Subject> {
  const readers = [await pythonReader(), await typescriptReader()];
  const bases = codeCorpus(root, readers);
  const oracles = new CodeOracles(readers);
  /** The file to start from, and the one whose contract it is compared with: most often its own. */
  const choose = (random: Random): [base: CodeBase, contract: CodeBase, other: CodeBase] => {
    const base = random.pick(bases);
    const alike = bases.filter(({ language }) => language === base.language);
    return [base, random.once(4) ? random.pick(alike) : base, random.pick(alike)];
  };
  return {
    kinds: CODE_KINDS,
    slowest: () => oracles.slowest,
    input(random) {
      const [base, , other] = choose(random);
      return codeInput(base.language, base.text, other.text, random);
    },
    check: (data, random, thorough) => oracles.check(choose(random)[1], data, thorough),
  };
}
