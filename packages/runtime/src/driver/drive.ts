import type { GateReport, RunEvent, RunOutcome } from "../model/index.js";
import { type Action, actionKey, next, planTasks, type TaskStatus } from "../schedule/index.js";
import type { Lease, RunStore } from "../store/port.js";
import { aborted } from "./aborted.js";
import { type Attempt, carryOut, failed, ticketOf } from "./attempt.js";
import { adoption, initialise } from "./begin.js";
import { deliveryOf } from "./changes.js";
import type { Parts, Skeletons } from "./ports.js";
import { RunRecord, type Watch } from "./record.js";
import { reportText, runTrial, tried } from "./trials.js";

export interface DriveOptions {
  run: string;
  /** Names this process among those that work on the record: `host:pid:random`. */
  worker: string;
  /** Whether the process that a name of this kind stands for still runs; `undefined` where that cannot be told. */
  isAlive(worker: string): boolean | undefined;
  signal: AbortSignal;
  watch?: Watch;
  /** Attempts are left to agents that pull their work: this process runs gates and integrates. */
  pull?: boolean;
  /** Gates at once. */
  gates?: number;
  leaseMilliseconds?: number;
  /** How often what others have appended is looked for. */
  pollMilliseconds?: number;
}

export type DriveOutcome =
  | { kind: "finished"; outcome: RunOutcome; detail: string }
  /** People have to answer or decide. */
  | { kind: "waiting"; questions: string[]; checkpoints: string[] }
  | { kind: "interrupted" }
  /** Another process drives the run. */
  | { kind: "busy"; by: string };

/** The lease of the process that drives a run. */
const DRIVER = "driver";

/**
 * Carries a run on until it is finished, waits for people, or is interrupted. Whatever happens to the process, another call
 * goes on from the record.
 */
export async function drive(parts: Parts, options: DriveOptions): Promise<DriveOutcome> {
  const lease = takeOver(parts.store, options);
  if ("kind" in lease) return lease;
  const driver = new Driver(parts, options, lease);
  try {
    return await driver.run();
  } finally {
    driver.close();
  }
}

/** Becomes the one process that drives a run; what a process left that is gone is free again. */
function takeOver(store: RunStore, options: DriveOptions): Lease | { kind: "busy"; by: string } {
  const { run, worker, isAlive, leaseMilliseconds = LEASE } = options;
  for (const { worker: other } of store.leases(run)) {
    if (other !== worker && isAlive(other) === false) store.abandon(run, other);
  }
  const claimed = store.claim(run, DRIVER, worker, { milliseconds: leaseMilliseconds, files: [] });
  if (claimed.kind === "claimed") return claimed.lease;
  return { kind: "busy", by: claimed.by };
}

const LEASE = 60_000;
const POLL = 1_000;

class Driver {
  readonly #record: RunRecord;
  readonly #stop = new AbortController();
  readonly #busy = new Map<string, Promise<void>>();
  readonly #attempts = new Map<string, AbortController>();
  readonly #timers: NodeJS.Timeout[] = [];
  #skeletons: { kernel: string; made: Skeletons } | undefined;
  #fault: { error: unknown } | undefined;
  #lost = false;

  constructor(
    readonly parts: Parts,
    readonly options: DriveOptions,
    readonly lease: Lease,
  ) {
    this.#record = new RunRecord(parts.store, options.run, options.watch);
    const milliseconds = options.leaseMilliseconds ?? LEASE;
    this.#every(milliseconds / 3, () => {
      if (parts.store.renew(options.run, lease, milliseconds)) return;
      this.#lost = true;
      this.#stop.abort();
    });
    options.signal.addEventListener("abort", this.#interrupt);
    if (options.signal.aborted) this.#stop.abort();
  }

  readonly #interrupt = (): void => this.#stop.abort();

  async run(): Promise<DriveOutcome> {
    const { state } = this.#record;
    for (;;) {
      this.#record.sync();
      if (this.#fault) throw this.#fault.error;
      if (this.#stop.signal.aborted) return this.#stopped();
      this.#endLostAttempts();
      if (state.finished) return { kind: "finished", ...state.finished };
      await this.#prepare();
      const before = { sequence: state.sequence, busy: this.#busy.size };
      const waiting = await this.#step();
      if (waiting) return waiting;
      // Where something happened there may be more to do at once.
      if (state.sequence !== before.sequence || this.#busy.size > before.busy) await this.#pause(0);
      else await this.#pause(this.options.pollMilliseconds ?? POLL);
    }
  }

  close(): void {
    for (const timer of this.#timers) clearInterval(timer);
    this.options.signal.removeEventListener("abort", this.#interrupt);
    this.#stop.abort();
    this.parts.store.settle(this.options.run, this.lease, []);
  }

  async #stopped(): Promise<DriveOutcome> {
    for (const attempt of this.#attempts.values()) attempt.abort();
    await Promise.allSettled(this.#busy.values());
    if (this.#fault) throw this.#fault.error;
    return this.#lost ? { kind: "busy", by: "another process" } : { kind: "interrupted" };
  }

  /** Attempts whose lease is over, whoever had it. */
  #endLostAttempts(): void {
    const { state, store, run } = this.#record;
    if (state.running === 0) return;
    const live = new Set(store.leases(run).map(({ task, attempt }) => `${task} ${attempt}`));
    const lost = state.order.flatMap((status): RunEvent[] => {
      const { claim, task } = status;
      if (!claim || live.has(`${task.id} ${claim.attempt}`) || this.#busy.has(`work ${task.id}`)) return [];
      const lease = { task: task.id, worker: claim.worker, attempt: claim.attempt, until: 0 };
      return [failed({ status, lease }, "lease-expired", `${claim.worker} was not heard of any more.`)];
    });
    if (lost.length > 0) this.#record.tryAppend(lost);
  }

  async #prepare(): Promise<void> {
    const { kernel } = this.#record.state;
    const contract = this.#record.contract();
    if (kernel === undefined || !contract || this.#skeletons?.kernel === kernel) return;
    const made = await this.parts.workspace.skeletons(this.#record.base.tree, contract);
    this.#skeletons = { kernel, made };
  }

  /** Begins what is to be done. @returns an outcome where nothing more is, for now */
  async #step(): Promise<DriveOutcome | undefined> {
    const { state } = this.#record;
    const { pull = false, gates = 2 } = this.options;
    const running = [...this.#busy.keys()].filter((key) => key.startsWith("gate ")).length;
    const room = {
      workers: pull ? 0 : state.policy.concurrency - state.running,
      gates: gates - running,
    };
    for (const action of next(state, room, new Set(this.#busy.keys()))) {
      if (action.kind === "wait") return { ...action, kind: "waiting" };
      await this.#begin(action);
      // What others appended, or a decision brought, may have made the rest of no use.
      const isCurrent = state.kernel === this.#skeletons?.kernel;
      if (state.finished || action.kind === "decide" || !isCurrent) return undefined;
    }
    return undefined;
  }

  async #begin(action: Action): Promise<void> {
    const record = this.#record;
    const { state } = record;
    switch (action.kind) {
      case "work":
      case "review":
        this.#attempt(state.tasks.get(action.task)!, action);
        return;
      case "gate": {
        const status = state.tasks.get(action.task)!;
        this.#run(action, () => runTrial(this.#host(), status, action.gate, this.#stop.signal));
        return;
      }
      case "integrate":
        this.#integrate(action.task);
        return;
      case "escalate":
        record.tryAppend([{ type: "task-escalated", task: action.task, reason: action.reason }]);
        return;
      case "checkpoint":
        this.#checkpoint(action);
        return;
      case "decide":
        this.#decide(action);
        return;
      case "finish":
        if (action.outcome !== "converged" && action.outcome !== "rejected") this.#deliver();
        record.tryAppend([{ type: "run-finished", outcome: action.outcome, detail: action.detail }]);
        return;
      case "initialise":
        this.#run(action, () => initialise(this.parts, record, this.#content, this.#stop.signal));
        return;
      case "wait":
    }
  }

  /** Has something go on beside the rest. */
  #run(action: Action, work: () => Promise<void>): void {
    const key = actionKey(action);
    const promise = work()
      .catch((error: unknown) => {
        this.#fault ??= { error };
      })
      .finally(() => this.#busy.delete(key));
    this.#busy.set(key, promise);
  }

  #attempt(status: TaskStatus, action: Extract<Action, { kind: "work" | "review" }>): void {
    const { store, run } = this.#record;
    const { leaseMilliseconds = LEASE, worker } = this.options;
    const { id, writes } = status.task;
    const files = action.kind === "work" ? writes : [];
    const claimed = store.claim(run, id, worker, { milliseconds: leaseMilliseconds, files });
    if (claimed.kind !== "claimed") return;
    const { lease } = claimed;
    const session = `${worker}/${id}#${lease.attempt}`;
    const { escalated, thorough, kind: purpose } = action;
    const ticket = ticketOf(this.#host(), status, { purpose, attempt: lease.attempt, thorough });
    const agent = this.parts.agents(ticket.role, escalated);
    const isRecorded = this.#record.claim({
      type: "task-claimed",
      task: id,
      attempt: lease.attempt,
      worker: session,
      agent: agent.name,
      role: ticket.role,
      purpose,
      ticket: store.put(JSON.stringify(ticket)),
    });
    if (!isRecorded) {
      store.settle(run, lease, []);
      return;
    }
    const attempt = { status, purpose, lease, worker: session, escalated, ticket };
    this.#run(action, () => this.#carryOut(attempt));
  }

  async #carryOut(attempt: Attempt): Promise<void> {
    const { store, run, state } = this.#record;
    const { leaseMilliseconds = LEASE } = this.options;
    const { lease, status } = attempt;
    const stop = new AbortController();
    let reason: "timeout" | "cancelled" = "cancelled";
    const limit = setTimeout(() => {
      reason = "timeout";
      stop.abort();
    }, state.policy.limits.attemptMilliseconds);
    const renewal = setInterval(() => {
      const isStale = status.claim?.attempt !== lease.attempt || status.claim.stale;
      if (isStale || !store.renew(run, lease, leaseMilliseconds)) stop.abort();
    }, leaseMilliseconds / 3);
    this.#attempts.set(status.task.id, stop);
    try {
      const events = await Promise.race([
        carryOut(this.#attemptHost(), attempt, stop.signal),
        aborted(stop.signal, () => [
          failed(
            attempt,
            reason,
            reason === "timeout" ? "It took longer than an attempt may." : "It was stopped.",
          ),
        ]),
      ]);
      store.settle(run, lease, events);
    } finally {
      clearTimeout(limit);
      clearInterval(renewal);
      this.#attempts.delete(status.task.id);
    }
  }

  #integrate(task: string): void {
    if (task !== "whole") {
      this.#record.tryAppend([{ type: "integrated", task }]);
      return;
    }
    const delivered = this.#deliver();
    if (!delivered) return;
    const { delivery, result } = delivered;
    const adopted = this.parts.workspace.adopt(result, delivery);
    const commits = Object.entries(result.commits).map(
      ([each, commit]): RunEvent => ({ type: "integrated", task: each, commit }),
    );
    const note = adopted.kind === "adopted" ? "" : adopted.reason;
    this.#record.append([
      ...commits,
      {
        type: "integrated",
        task,
        ...(result.branch === undefined ? {} : { branch: result.branch }),
        ...(note === "" ? {} : { note }),
      },
    ]);
  }

  /** Hands over what is verified. The same record gives the same, so that it may be done again. */
  #deliver() {
    const record = this.#record;
    const contract = record.contract();
    if (!contract || !this.#skeletons) return undefined;
    const delivery = deliveryOf(record.run, record.base, record.state, contract, this.#skeletons.made.tree);
    if (delivery.steps.length === 0) return { delivery, result: { commits: {} } };
    return { delivery, result: this.parts.workspace.deliver(delivery) };
  }

  #checkpoint({ id, checkpoint: kind, summary }: Extract<Action, { kind: "checkpoint" }>): void {
    const { state } = this.#record;
    const events: RunEvent[] = [];
    if (!state.checkpoints.has(id)) events.push({ type: "checkpoint-opened", id, kind, summary });
    if (!state.asksPeople(kind))
      events.push({ type: "checkpoint-decided", id, approved: true, by: "policy" });
    if (events.length > 0) this.#record.tryAppend(events);
  }

  #decide({ proposal, approved, note, task }: Extract<Action, { kind: "decide" }>): void {
    const record = this.#record;
    const none = { signature: [], slice: [] };
    const refuse = (detail: string) =>
      record.tryAppend([{ type: "proposal-decided", proposal, accepted: false, detail, modules: none }]);
    if (!approved) {
      refuse(note ?? "A person rejected it.");
      return;
    }
    const actions: unknown = JSON.parse(record.text(proposal));
    const outcome = this.parts.contract.propose(
      record.contract()!,
      Array.isArray(actions) ? actions : [actions],
      record.state.tasks.get(task)?.task.role ?? task,
    );
    if (outcome.kind === "refused") {
      const found = outcome.findings.map(({ code, message }) => `${code}: ${message}`);
      refuse([outcome.message, ...found.slice(0, 20)].join("\n"));
      return;
    }
    const { state: contract, modules } = outcome;
    record.tryAppend([
      { type: "proposal-decided", proposal, accepted: true, detail: "", modules },
      adoption(
        record,
        contract,
        planTasks(contract.kernel, record.state.policy.watched),
        [],
        `a proposal of ${task}`,
      ),
    ]);
  }

  readonly #content = (id: string): Uint8Array => {
    const bytes = this.parts.store.get(id) ?? this.parts.workspace.content(id);
    if (!bytes) throw new Error(`The record of ${this.options.run} lacks the content ${id}.`);
    return bytes;
  };

  #host() {
    return {
      parts: this.parts,
      record: this.#record,
      skeletons: this.#skeletons!.made,
      content: this.#content,
    };
  }

  #attemptHost() {
    const host = this.#host();
    return {
      ...host,
      folder: `${this.parts.workspace.root}/.contract/runs/${this.options.run}/attempts`,
      tryGate: async (
        status: TaskStatus,
        tree: Record<string, string>,
        gate: GateReport["gate"],
        signal: AbortSignal,
      ) => reportText(await tried(host, status, gate, tree, signal)),
    };
  }

  #every(milliseconds: number, action: () => void): void {
    this.#timers.push(setInterval(action, Math.max(10, milliseconds)));
  }

  /** Until something that is under way ends, or others may have appended. */
  async #pause(milliseconds: number): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const poll = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, milliseconds);
    });
    await Promise.race([poll, ...this.#busy.values(), aborted(this.#stop.signal, () => undefined)]);
    clearTimeout(timer);
  }
}
