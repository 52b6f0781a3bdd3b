import type { CheckpointKind, Policy, RunOutcome, TaskId, TaskState, Usage } from "../model/index.js";
import { Closure } from "./closure.js";
import { moduleTask, testsTask, WHOLE_TASK } from "./plan.js";
import { RankSet } from "./rank-set.js";
import { isDone, isIntegration, isVerified, lookId, nextGate, type TaskStatus } from "./status.js";

export interface Checkpoint {
  id: string;
  kind: CheckpointKind;
  summary: string;
  state: "open" | "approved" | "rejected";
  note?: string;
}

export interface Question {
  id: string;
  task: TaskId;
  question: string;
  answer?: string;
}

export interface OpenProposal {
  id: string;
  task: TaskId;
  reason: string;
}

/** Tasks by what can be done about them now. */
export interface Ready {
  work: RankSet;
  review: RankSet;
  gate: RankSet;
  integrate: RankSet;
  /** Verified, and waiting for a person who has not been asked. */
  look: RankSet;
  escalate: RankSet;
}

/**
 * What the events of a run come to. `reduce` changes it in place: each event costs what it changes, whatever the number of
 * tasks. What can be done next is kept up to date in `ready`, so that Φ looks at nothing else.
 */
export class RunState {
  run = "";
  intent: string | undefined;
  policy: Policy = DEFAULT_POLICY;
  /** Of the latest event. */
  sequence = 0;
  /** Content id of the kernel; `undefined` before there is one. */
  kernel: string | undefined;
  hash = "";
  /** How many contracts were adopted. */
  adoptions = 0;
  tasks = new Map<TaskId, TaskStatus>();
  /** By rank. */
  order: TaskStatus[] = [];
  ready: Ready = readySets(0);
  counts: Record<TaskState, number> = noCounts();
  /** Attempts at work. */
  running = 0;
  checkpoints = new Map<string, Checkpoint>();
  openCheckpoints = 0;
  questions = new Map<string, Question>();
  openQuestions = 0;
  proposals = new Map<string, OpenProposal>();
  /** Tasks that wait for a repair of the contract. */
  held = new Set<TaskId>();
  usage: Usage = { input: 0, cached: 0, output: 0 };
  /** What was handed over, once it was. */
  delivered: { branch?: string; note?: string } | undefined;
  finished: { outcome: RunOutcome; detail: string } | undefined;
  #closure = new Closure(new Map());
  /** Which integration a task is part of. */
  #parents = new Map<TaskId, TaskId>();
  /** Who waits for a task that is at fault. */
  #waiters = new Map<TaskId, Set<TaskId>>();

  /** Takes other tasks in place of those there were; everything that is derived from them is made anew. */
  install(statuses: readonly TaskStatus[]): void {
    this.order = [...statuses];
    this.tasks = new Map(statuses.map((status) => [status.task.id, status]));
    this.ready = readySets(statuses.length);
    this.counts = noCounts();
    this.#parents.clear();
    this.#waiters.clear();
    this.held.clear();
    this.running = 0;
    const loads = new Map<TaskId, readonly TaskId[]>();
    for (const { task } of statuses) {
      if (task.kind === "module") loads.set(task.id, task.needs);
      if (isIntegration(task)) for (const need of task.needs) this.#parents.set(need, task.id);
    }
    this.#closure = new Closure(loads);
    for (const status of statuses) {
      this.counts[status.state] += 1;
      if (status.claim) this.running += 1;
      if (status.held) this.held.add(status.task.id);
      if (isDone(status)) this.#closure.set(status.task.id, true);
      for (const other of status.waits) {
        const at = this.tasks.get(other);
        if (at && !isDone(at)) this.#waitersOf(other).add(status.task.id);
        else status.waits.delete(other);
      }
    }
    for (const status of statuses) {
      if (!isIntegration(status.task)) continue;
      status.pending = status.task.needs.filter((id) => {
        const need = this.tasks.get(id);
        return need !== undefined && !isVerified(need);
      }).length;
    }
    for (const status of statuses) this.refresh(status);
  }

  /** Moves a task to a state, with all that hangs on it. */
  move(status: TaskStatus, state: TaskState): void {
    const before = { done: isDone(status), verified: isVerified(status) };
    this.counts[status.state] -= 1;
    this.counts[state] += 1;
    status.state = state;
    const { id, kind } = status.task;
    if (isDone(status) !== before.done) {
      if (kind === "module") {
        for (const changed of this.#closure.set(id, isDone(status))) this.refresh(this.tasks.get(changed)!);
      }
      if (kind === "tests") this.refreshId(moduleTask(status.task.subject));
      if (isDone(status)) this.#release(id);
    }
    if (isVerified(status) !== before.verified) this.#verification(id, isVerified(status));
    this.refresh(status);
  }

  /** A task waits until another is done again. */
  wait(status: TaskStatus, other: TaskStatus): void {
    if (isDone(other) || other === status) return;
    status.waits.add(other.task.id);
    this.#waitersOf(other.task.id).add(status.task.id);
  }

  hold(status: TaskStatus, held: boolean): void {
    status.held = held;
    if (held) this.held.add(status.task.id);
    else this.held.delete(status.task.id);
    this.refresh(status);
  }

  refreshId(id: TaskId): void {
    const status = this.tasks.get(id);
    if (status) this.refresh(status);
  }

  /** Brings a task's places in the index up to date. */
  refresh(status: TaskStatus): void {
    const { rank } = status;
    const isFree = !status.claim && status.questions.size === 0 && !status.proposal && !status.held;
    const isAtRest = isFree && status.spent === undefined;
    const { ready } = this;
    ready.escalate.set(rank, isFree && status.spent !== undefined && status.state !== "ESCALATED");
    ready.work.set(rank, isAtRest && (status.state === "TODO" || status.state === "ERROR"));
    ready.gate.set(rank, isAtRest && this.#canTry(status));
    ready.review.set(
      rank,
      isAtRest &&
        status.state === "DONE" &&
        status.task.kind === "module" &&
        isPassed(status) &&
        !status.reviewed,
    );
    ready.look.set(
      rank,
      isAtRest &&
        status.state === "DONE" &&
        status.reviewed &&
        status.task.watched === true &&
        !this.#isLookedAt(status),
    );
    const isWhole = status.state === "VERIFIED" || (status.state === "WAITING" && status.pending === 0);
    ready.integrate.set(rank, isAtRest && isIntegration(status.task) && isWhole && isPassed(status));
  }

  /** Whether everything that a module loads is done on its latest submission, and itself. */
  isClosed(id: TaskId): boolean {
    return this.#closure.isClosed(id);
  }

  parentOf(id: TaskId): TaskStatus | undefined {
    const parent = this.#parents.get(id);
    return parent === undefined ? undefined : this.tasks.get(parent);
  }

  /** What a task rests on changed: what was found of it no longer holds. */
  unsettle(status: TaskStatus): void {
    status.passed = 0;
    status.generation += 1;
    if (status.state === "WAITING" || status.state === "VERIFIED" || status.state === "INTEGRATED")
      this.move(status, "WAITING");
    else this.refresh(status);
  }

  get isConverged(): boolean {
    return this.tasks.get(WHOLE_TASK)?.state === "INTEGRATED";
  }

  get isOverBudget(): boolean {
    const { tokens, cost } = this.policy.budget;
    const spent = this.usage.input + this.usage.output;
    return (
      (tokens !== undefined && spent >= tokens) || (cost !== undefined && (this.usage.cost ?? 0) >= cost)
    );
  }

  /** Whether a person decides checkpoints of a kind. */
  asksPeople(kind: CheckpointKind): boolean {
    return this.policy.checkpoints.includes(kind);
  }

  #isLookedAt(status: TaskStatus): boolean {
    const checkpoint = this.checkpoints.get(lookId(status));
    return checkpoint !== undefined && (checkpoint.state !== "open" || this.asksPeople("policy"));
  }

  #canTry(status: TaskStatus): boolean {
    const gate = nextGate(status);
    if (gate === undefined || status.waits.size > 0) return false;
    const { task, state } = status;
    if (isIntegration(task)) return state === "WAITING" && status.pending === 0;
    if (task.kind === "tests") return state === "WAITING";
    if (task.kind !== "module") return false;
    if (state === "WAITING") return gate !== "unit";
    if (state !== "DONE" || gate !== "unit") return false;
    const tests = this.tasks.get(testsTask(task.subject));
    return this.#closure.isClosed(task.id) && (!tests || isDone(tests));
  }

  #verification(id: TaskId, verified: boolean): void {
    const parent = this.parentOf(id);
    if (!parent) return;
    parent.pending += verified ? -1 : 1;
    if (verified) this.refresh(parent);
    else this.unsettle(parent);
  }

  #release(id: TaskId): void {
    const waiters = this.#waiters.get(id);
    if (!waiters) return;
    this.#waiters.delete(id);
    for (const waiter of waiters) {
      const status = this.tasks.get(waiter);
      if (!status) continue;
      status.waits.delete(id);
      this.refresh(status);
    }
  }

  #waitersOf(id: TaskId): Set<TaskId> {
    const known = this.#waiters.get(id);
    if (known) return known;
    const fresh = new Set<TaskId>();
    this.#waiters.set(id, fresh);
    return fresh;
  }
}

/** Whether the latest submission passed every gate. */
export function isPassed({ task, passed }: TaskStatus): boolean {
  return passed >= task.gates.length;
}

/** What bounds a run where nothing is said. */
export const DEFAULT_POLICY: Policy = {
  concurrency: 4,
  rounds: { code: 3, architecture: 2 },
  environmentRetries: 3,
  contextTokens: 16_000,
  budget: {},
  limits: {
    attemptMilliseconds: 30 * 60_000,
    gateMilliseconds: 120_000,
    memoryBytes: 4 * 1024 ** 3,
    processes: 512,
  },
  checkpoints: ["contract", "plan", "final", "policy"],
  watched: [],
  unsafeWithoutSandbox: false,
};

function readySets(size: number): Ready {
  const set = () => new RankSet(size);
  return { work: set(), review: set(), gate: set(), integrate: set(), look: set(), escalate: set() };
}

function noCounts(): Record<TaskState, number> {
  return {
    TODO: 0,
    RUNNING: 0,
    WAITING: 0,
    DONE: 0,
    VERIFIED: 0,
    INTEGRATED: 0,
    ERROR: 0,
    BLOCKED: 0,
    ESCALATED: 0,
  };
}
