import { fingerprint, type Kernel } from "@contractc/kernel";
import {
  type Action,
  actionKey,
  DEFAULT_POLICY,
  type Entry,
  type Failure,
  type Gate,
  type GateReport,
  next,
  type Policy,
  planTasks,
  type RunEvent,
  RunState,
  reduce,
  type TaskId,
} from "../../src/index.js";

/** What goes wrong in a simulated run: each a pure function, so that it does not depend on the order of things. */
export interface Faults {
  /** Whether a gate finds a fault of the task itself in its nth submission. */
  own(task: TaskId, submission: number, gate: Gate): boolean;
  /** Modules at whose first submissions the unit gate of a module finds a fault. */
  others?(module: string, submissions: (module: string) => number): string[];
  blocking?(task: TaskId, submission: number): boolean;
  /** Whether the nth try of a gate, or attempt at a task, meets a fault of the environment. */
  environment?(key: string, nth: number): boolean;
  misfire?(task: TaskId, nth: number): boolean;
  /** What the nth attempt at a module asks of the contract, by the new kernel; `null` is refused. */
  proposes?(task: TaskId, nth: number): Kernel | null | undefined;
  asks?(task: TaskId, nth: number): boolean;
}

export const SOUND: Faults = { own: () => false };

export const POLICY: Policy = { ...DEFAULT_POLICY, checkpoints: [] };

/** A number from 0 to 1 that is the same for the same words. */
export function chance(seed: number, ...words: (string | number)[]): number {
  let hash = 2_166_136_261 ^ seed;
  for (const character of words.join("\0")) {
    hash ^= character.charCodeAt(0);
    hash = Math.imul(hash, 16_777_619);
  }
  hash ^= hash >>> 15;
  hash = Math.imul(hash, 2_246_822_519);
  hash ^= hash >>> 13;
  return (hash >>> 0) / 4_294_967_296;
}

export interface SimulationOptions {
  kernel: Kernel;
  faults?: Faults;
  policy?: Policy;
  /** Decides which of what is under way ends next. */
  pick?: (count: number) => number;
  /** Entries of a run that was cut off. */
  entries?: readonly Entry[];
  /** Called with what Φ asks for, before it is begun. */
  watch?: (actions: readonly Action[], state: RunState) => void;
  settled?: TaskId[];
  gates?: number;
  onEntry?: (entry: Entry, state: RunState) => void;
}

/** Carries out what Φ asks for as the driver does, with agents and gates that are made up. */
export class Simulation {
  readonly state = new RunState();
  readonly entries: Entry[] = [];
  readonly #faults: Faults;
  readonly #policy: Policy;
  #kernel: Kernel;
  readonly #busy = new Map<string, { action: Action; basis: number; attempt: number }>();
  readonly #counts = new Map<string, number>();
  /** Kernels by the proposal that asks for them. */
  readonly #proposed = new Map<string, Kernel | null>();

  constructor(readonly options: SimulationOptions) {
    this.#faults = options.faults ?? SOUND;
    this.#policy = options.policy ?? POLICY;
    this.#kernel = options.kernel;
  }

  /** @returns how the run ended; `"waiting"` where people are to say something */
  run(most = 1_000_000): string {
    if (this.options.entries) this.#resume(this.options.entries);
    else this.#start();
    const pick = this.options.pick ?? (() => 0);
    for (let step = 0; step < most; step += 1) {
      const room = {
        workers: this.#policy.concurrency - this.state.running,
        gates:
          (this.options.gates ?? 4) - [...this.#busy.keys()].filter((key) => key.startsWith("gate")).length,
      };
      const actions = next(this.state, room, new Set(this.#busy.keys()));
      this.options.watch?.(actions, this.state);
      for (const action of actions) {
        if (action.kind === "wait" && this.#busy.size === 0) return "waiting";
        this.#begin(action);
      }
      if (this.state.finished) return this.state.finished.outcome;
      const keys = [...this.#busy.keys()];
      if (keys.length === 0) {
        if (actions.length === 0) throw new Error("nothing is under way and nothing is to be done");
        continue;
      }
      const key = keys[pick(keys.length) % keys.length]!;
      const { action, basis, attempt } = this.#busy.get(key)!;
      this.#busy.delete(key);
      this.#end(action, basis, attempt);
    }
    throw new Error("the run does not end");
  }

  /** A run whose plan is approved and in which nothing has begun. */
  open(): void {
    this.#start();
    this.append(
      { type: "checkpoint-opened", id: "plan", kind: "plan", summary: "" },
      { type: "checkpoint-decided", id: "plan", approved: true, by: "test" },
    );
  }

  append(...events: RunEvent[]): void {
    for (const event of events) {
      const entry = { sequence: this.entries.length + 1, at: "2026-01-01T00:00:00.000Z", event };
      this.entries.push(entry);
      reduce(this.state, entry);
      this.options.onEntry?.(entry, this.state);
    }
  }

  #start(): void {
    this.append({ type: "run-started", run: "run-1", policy: this.#policy, base: { tree: {} } });
    this.append(this.#adoption(this.#kernel, "the contract of the run"));
  }

  /** What a process does that takes over: attempts of the one before are lost, its gates are run again. */
  #resume(entries: readonly Entry[]): void {
    for (const entry of entries) {
      this.entries.push(entry);
      reduce(this.state, entry);
      const { event } = entry;
      if (event.type === "submitted" || event.type === "attempt-failed") this.#count(`attempt ${event.task}`);
    }
    if (entries.length === 0) this.#start();
    else if (this.state.kernel === undefined)
      this.append(this.#adoption(this.#kernel, "the contract of the run"));
    for (const status of this.state.order) {
      if (!status.claim) continue;
      const { attempt } = status.claim;
      this.append({
        type: "attempt-failed",
        task: status.task.id,
        attempt,
        failure: "lease-expired",
        detail: "the process ended",
      });
    }
  }

  #adoption(kernel: Kernel, reason: string): RunEvent {
    return {
      type: "contract-adopted",
      kernel: kernel.hash,
      hash: kernel.hash,
      files: {},
      tasks: planTasks(kernel, this.#policy.watched),
      settled: this.options.settled ?? [],
      reason,
    };
  }

  #begin(action: Action): void {
    switch (action.kind) {
      case "work":
      case "review": {
        const attempt = this.state.tasks.get(action.task)!.attempt + 1;
        this.append({
          type: "task-claimed",
          task: action.task,
          attempt,
          worker: `w${this.entries.length}`,
          agent: action.escalated ? "strong" : "usual",
          role: "coder",
          purpose: action.kind,
          ticket: "",
        });
        this.#busy.set(actionKey(action), { action, basis: 0, attempt });
        return;
      }
      case "gate":
        this.#busy.set(actionKey(action), { action, basis: this.state.sequence, attempt: 0 });
        return;
      case "integrate":
        this.append({ type: "integrated", task: action.task });
        return;
      case "escalate":
        this.append({ type: "task-escalated", task: action.task, reason: action.reason });
        return;
      case "checkpoint": {
        const { id, checkpoint: kind, summary } = action;
        this.append({ type: "checkpoint-opened", id, kind, summary });
        if (!this.#policy.checkpoints.includes(kind))
          this.append({ type: "checkpoint-decided", id, approved: true, by: "policy" });
        return;
      }
      case "decide":
        this.#decide(action.proposal, action.approved);
        return;
      case "finish":
        this.append({ type: "run-finished", outcome: action.outcome, detail: action.detail });
        return;
      case "initialise":
      case "wait":
    }
  }

  #decide(proposal: string, approved: boolean): void {
    const kernel = approved ? this.#proposed.get(proposal) : null;
    const modules = { signature: [], slice: [] };
    if (!kernel) {
      this.append({ type: "proposal-decided", proposal, accepted: false, detail: "it is refused", modules });
      return;
    }
    this.#kernel = kernel;
    this.append(
      { type: "proposal-decided", proposal, accepted: true, detail: "", modules },
      this.#adoption(kernel, "a proposal"),
    );
  }

  #end(action: Action, basis: number, attempt: number): void {
    if (action.kind === "gate") this.#report(action.task, action.gate, action.submission, basis);
    else if (action.kind === "review") this.#review(action.task, attempt);
    else if (action.kind === "work") this.#submit(action.task, attempt);
  }

  #submit(task: TaskId, attempt: number): void {
    const nth = this.#count(`attempt ${task}`);
    const { misfire, environment, proposes, asks } = this.#faults;
    const failed = (failure: "timeout" | "unavailable") =>
      this.append({ type: "attempt-failed", task, attempt, failure, detail: "made up" });
    if (environment?.(`work ${task}`, nth)) {
      failed("unavailable");
      return;
    }
    if (misfire?.(task, nth)) {
      failed("timeout");
      return;
    }
    const base = { task, attempt, content: "", tree: { [`file-of-${task}`]: `${attempt}` } };
    if (asks?.(task, nth)) {
      this.append({ type: "submitted", result: "error", ...base });
      this.append({ type: "question-asked", task, question: "what is meant?", id: `q:${task}:${attempt}` });
      this.append({ type: "question-answered", id: `q:${task}:${attempt}`, answer: "this", by: "test" });
      return;
    }
    const kernel = proposes?.(task, nth);
    if (kernel !== undefined || task === "contract") {
      const proposal = `${task}@${attempt}`;
      this.#proposed.set(proposal, kernel ?? null);
      this.append(
        { type: "submitted", result: "actions", ...base },
        { type: "contract-proposed", task, attempt, proposal, reason: "it lacks something" },
      );
      return;
    }
    this.append({ type: "submitted", result: "files", ...base });
  }

  #review(task: TaskId, attempt: number): void {
    const status = this.state.tasks.get(task);
    const isBlocked = this.#faults.blocking?.(task, status?.submissions ?? 0) === true;
    this.append({
      type: "reviewed",
      task,
      attempt,
      submission: status?.submission?.attempt ?? 0,
      review: {
        clauses: [],
        blocking: isBlocked
          ? [{ text: `clause ${status?.submissions}`, clause: `c${status?.submissions}` }]
          : [],
        suggestions: [],
      },
    });
  }

  #report(task: TaskId, gate: Gate, submission: number, basis: number): void {
    const status = this.state.tasks.get(task);
    const nth = this.#count(`${gate} ${task}`);
    const failures: Failure[] = [];
    if (this.#faults.environment?.(`${gate} ${task}`, nth))
      failures.push(failure(gate, "environment", status?.task.subject ?? "", task));
    else {
      const count = status?.submissions ?? 0;
      const submissions = (module: string) => this.state.tasks.get(`module:${module}`)?.submissions ?? 0;
      if (this.#faults.own(task, count, gate))
        failures.push(failure(gate, "code", status?.task.subject ?? "", `${task} ${count}`));
      if (gate === "unit" && status?.task.kind === "module") {
        for (const other of this.#faults.others?.(status.task.subject, submissions) ?? [])
          failures.push(failure(gate, "code", other, `${other} ${submissions(other)}`));
      }
    }
    this.append({ type: "gate-reported", task, submission, basis, gate, report: reportOf(gate, failures) });
  }

  #count(key: string): number {
    const count = (this.#counts.get(key) ?? 0) + 1;
    this.#counts.set(key, count);
    return count;
  }
}

export function reportOf(gate: Gate, failures: Failure[]): GateReport {
  return {
    gate,
    verdict: failures.length === 0 ? "passed" : "failed",
    evidence: { sandbox: "none", tree: "", commands: [], reports: [] },
    failures,
    warnings: [],
  };
}

export function failure(source: Gate, kind: Failure["class"], module: string, key: string): Failure {
  return {
    class: kind,
    source,
    module,
    fingerprint: fingerprint([source, kind, key]),
    summary: `${source} of ${key}`,
    tests: [],
    excerpt: [],
    tail: "",
    anchors: [],
  };
}

/** What became of each task, for comparison. */
export function verdicts(state: RunState): Record<TaskId, string> {
  return Object.fromEntries(state.order.map(({ task, state, rounds }) => [task.id, `${state} ${rounds}`]));
}
