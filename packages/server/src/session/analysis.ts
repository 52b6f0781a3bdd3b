import type { Contract } from "./contract.js";

/** Lets what is waiting be done: requests of the client, say. */
export type Breathe = () => Promise<void>;

/** How long a part of the work may take before others get their turn, in milliseconds. */
const TURN = 8;

/** Changes that come closer together than this, in milliseconds, are looked at together. */
const BURST = 12;

export interface AnalysisOptions {
  /**
   * Milliseconds without another change before the code is compared, at most: less where a comparison takes less, so that
   * only an expensive one waits until nobody types.
   */
  quiet: number;
  breathe: Breathe;
  /** Milliseconds since any fixed time. */
  now(): number;
  /** What is known of a contract changed: its own findings, or those of its code. */
  report(contract: Contract): void;
  /** Something that is a bug. */
  fail(error: unknown): void;
}

/**
 * Looks at contracts after each change, and compares code with them in the background, in small steps, so that requests
 * are answered meanwhile. A change ends a comparison that is under way and starts the next.
 */
export class Analysis {
  readonly #waiting = new Map<Contract, NodeJS.Timeout>();
  /** Those of whose own text nothing has been said since it changed. */
  readonly #untold = new Map<Contract, NodeJS.Timeout>();
  #lastChange = Number.NEGATIVE_INFINITY;
  /** How long the last comparison of each took. */
  readonly #durations = new Map<Contract, number>();
  readonly #underWay = new Map<Contract, { work: Promise<void>; isStale: boolean }>();
  /** Those whose comparison is not of what the files say now. */
  readonly #stale = new Set<Contract>();
  #isDisposed = false;

  constructor(readonly options: AnalysisOptions) {}

  /** Says that a contract or its code changed. */
  changed(contract: Contract, quiet = this.#quietFor(contract)): void {
    if (this.#isDisposed) return;
    this.#stale.add(contract);
    const running = this.#underWay.get(contract);
    if (running) running.isStale = true;
    const now = this.options.now();
    if (!this.#untold.has(contract)) {
      const delay = now - this.#lastChange < BURST ? BURST : 0;
      this.#untold.set(
        contract,
        setTimeout(() => this.#tell(contract), delay),
      );
    }
    this.#lastChange = now;
    clearTimeout(this.#waiting.get(contract));
    this.#waiting.set(
      contract,
      setTimeout(() => this.#start(contract), quiet),
    );
  }

  /** Waits until the comparison of a contract is one of what its files say now. */
  async settled(contract: Contract): Promise<void> {
    while (this.#stale.has(contract) && !this.#isDisposed) {
      if (this.#waiting.has(contract)) this.#start(contract);
      const running = this.#underWay.get(contract);
      if (!running) return;
      await running.work;
    }
  }

  /** Waits until nothing is left to be compared, of contracts that appear meanwhile neither. */
  async allSettled(): Promise<void> {
    for (let next = this.#next; next && !this.#isDisposed; next = this.#next) {
      await this.settled(next);
      if (this.#next === next) return;
    }
  }

  get #next(): Contract | undefined {
    const [first] = this.#stale;
    return first;
  }

  forget(contract: Contract): void {
    clearTimeout(this.#waiting.get(contract));
    this.#waiting.delete(contract);
    clearTimeout(this.#untold.get(contract));
    this.#untold.delete(contract);
    this.#durations.delete(contract);
    this.#stale.delete(contract);
    const running = this.#underWay.get(contract);
    if (running) running.isStale = true;
  }

  dispose(): void {
    this.#isDisposed = true;
    for (const contract of [...this.#stale]) this.forget(contract);
  }

  #quietFor(contract: Contract): number {
    return Math.min(this.options.quiet, 2 * (this.#durations.get(contract) ?? this.options.quiet));
  }

  /** What the contract itself says comes first: it needs no code. */
  #tell(contract: Contract): void {
    clearTimeout(this.#untold.get(contract));
    if (!this.#untold.delete(contract)) return;
    try {
      void contract.compilation;
      this.options.report(contract);
    } catch (error) {
      this.options.fail(error);
    }
  }

  #start(contract: Contract): void {
    clearTimeout(this.#waiting.get(contract));
    this.#waiting.delete(contract);
    const before = this.#underWay.get(contract);
    if (before) before.isStale = true;
    const run = { isStale: false, work: Promise.resolve() };
    run.work = (before?.work ?? Promise.resolve())
      .then(() => this.#run(contract, run))
      .catch((error: unknown) => this.#end(contract, run, error))
      .then(() => {
        if (this.#underWay.get(contract) === run) this.#underWay.delete(contract);
      });
    this.#underWay.set(contract, run);
  }

  /** A bug in a comparison must not be repeated for ever. */
  #end(contract: Contract, run: { isStale: boolean }, error: unknown): void {
    if (!run.isStale) this.#stale.delete(contract);
    this.options.fail(error);
  }

  async #run(contract: Contract, run: { isStale: boolean }): Promise<void> {
    const { breathe, now, report } = this.options;
    if (run.isStale) return;
    this.#tell(contract);
    const started = now();
    await breathe();
    if (run.isStale) return;
    const kernel = contract.comparable;
    if (kernel) {
      const project = await contract.code.open();
      let turn = now();
      const comparison = contract.code.compare(kernel, project);
      while (!comparison.next().done) {
        if (now() - turn < TURN) continue;
        await breathe();
        if (run.isStale) return;
        turn = now();
      }
    }
    contract.code.wasCompared = true;
    this.#durations.set(contract, now() - started);
    this.#stale.delete(contract);
    report(contract);
  }
}
