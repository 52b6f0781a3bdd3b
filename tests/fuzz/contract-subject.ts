import { CONTRACT_KINDS, contractInput } from "./contract-inputs.ts";
import { ContractOracles } from "./contract-oracles.ts";
import { contractCorpus } from "./corpus.ts";
import type { Subject, WorkerOptions } from "./worker.ts";

/** Contracts: parsed and compiled, with what is promised of every text. */
export function contractSubject({ root, wholeOnce }: Pick<WorkerOptions, "root" | "wholeOnce">): Subject {
  const corpus = contractCorpus(root);
  const oracles = new ContractOracles();
  return {
    kinds: CONTRACT_KINDS,
    slowest: () => oracles.slowest,
    input: (random) => contractInput(corpus, random, wholeOnce),
    check: (data, random, thorough) => oracles.check(data, random, thorough),
  };
}
