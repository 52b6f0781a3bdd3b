import type { Entry, Gate, TaskId } from "../model/index.js";
import { isVerified, RunState, reduce } from "../schedule/index.js";

/** One figure of a run with what it should be. */
export interface Metric {
  name: string;
  /** Absent where there is nothing yet to count. */
  value?: number;
  unit: "share" | "rounds" | "tokens" | "cost" | "count";
  /** What it should be; absent where there is no target. */
  target?: { atLeast?: number; atMost?: number };
  /** Whether the target is met. */
  met?: boolean;
  note?: string;
}

/** What a run came to. */
export interface RunReport {
  run: string;
  outcome: string;
  detail: string;
  started: string;
  ended: string;
  metrics: Metric[];
  /** Modules whose failures came up at others, the most frequent first: coupling that makes a run serial. */
  pairs: { module: string; tried: string; failures: number }[];
  /** Failures by role and agent. */
  roles: { role: string; agent: string; attempts: number; failed: number }[];
  tasks: ReportedTask[];
  questions: { task: TaskId; question: string; answer?: string }[];
  escalated: { task: TaskId; reason: string }[];
  /** Decided by the policy where no person was asked. */
  unasked: string[];
  sandboxes: string[];
}

export interface ReportedTask {
  task: TaskId;
  state: string;
  submissions: number;
  rounds: number;
  tokens: number;
  cost: number;
}

/** Counts a run from its record. */
export function reportOf(entries: readonly Entry[]): RunReport {
  const count = new Counter();
  for (const entry of entries) count.see(entry);
  return count.report(entries);
}

class Counter {
  readonly #state = new RunState();
  readonly #firstUnit = new Map<TaskId, boolean>();
  readonly #pairs = new Map<string, number>();
  readonly #roles = new Map<string, { role: string; agent: string; attempts: number; failed: number }>();
  readonly #claims = new Map<TaskId, { role: string; agent: string }>();
  readonly #sandboxes = new Set<string>();
  readonly #unasked: string[] = [];
  #rework = 0;
  #tokens = 0;
  #outside = 0;
  #denied = 0;
  #people = 0;
  #sampled = 0;
  #defects = 0;

  see(entry: Entry): void {
    const { event } = entry;
    switch (event.type) {
      case "task-claimed": {
        this.#claims.set(event.task, event);
        this.#roleOf(event.task).attempts += 1;
        break;
      }
      case "call-answered":
      case "submitted":
      case "reviewed":
      case "attempt-failed": {
        if (
          event.type === "attempt-failed" &&
          event.failure !== "cancelled" &&
          event.failure !== "lease-expired"
        )
          this.#roleOf(event.task).failed += 1;
        const tokens = event.usage ? event.usage.input + event.usage.output : 0;
        this.#tokens += tokens;
        if ((this.#state.tasks.get(event.task)?.submissions ?? 0) > 0 && event.type !== "reviewed")
          this.#rework += tokens;
        break;
      }
      case "gate-reported":
        this.#gate(event.task, event.gate, event.report.verdict === "passed");
        this.#sandboxes.add(event.report.evidence.sandbox);
        for (const { module } of event.report.failures) this.#pair(event.task, module);
        break;
      case "out-of-scope":
        this.#outside += event.paths.length;
        break;
      case "call-denied":
        this.#denied += 1;
        break;
      case "question-answered":
      case "task-retried":
        this.#people += 1;
        break;
      case "checkpoint-decided":
        if (event.by === "policy") this.#unasked.push(event.id);
        else this.#people += 1;
        break;
      case "sampled":
        this.#sampled += 1;
        if (event.defect) this.#defects += 1;
        break;
      default:
    }
    reduce(this.#state, entry);
  }

  report(entries: readonly Entry[]): RunReport {
    const state = this.#state;
    const tasks = state.order.filter(({ task }) => task.kind !== "contract");
    const worked = tasks.filter(({ submissions }) => submissions > 0);
    const verified = worked.filter((status) => status.task.kind === "module" && isVerified(status));
    const rounds = worked.reduce((sum, each) => sum + each.rounds, 0);
    const firsts = [...this.#firstUnit.values()];
    const first = share(firsts.filter(Boolean).length, firsts.length);
    const requirements = Math.max(1, this.#requirements(entries));
    const cost = state.usage.cost;
    const metrics: Metric[] = [
      metric("first pass", "share", first, { atLeast: 0.6 }, softness(first, firsts.length)),
      metric("rework rounds a task", "rounds", share(rounds, worked.length), { atMost: 1 }),
      metric("share of tokens spent on rework", "share", share(this.#rework, this.#tokens)),
      metric("tokens", "tokens", this.#tokens),
      metric("tokens a task", "tokens", share(this.#tokens, worked.length)),
      metric("tokens a verified module", "tokens", share(this.#tokens, verified.length)),
      ...(cost === undefined
        ? []
        : [
            metric("cost", "cost", cost),
            metric("cost a verified module", "cost", share(cost, verified.length)),
          ]),
      metric("human interventions a requirement", "count", this.#people / requirements, { atMost: 3 }),
      metric("defects found by spot checks", "share", share(this.#defects, this.#sampled), { atMost: 0.15 }),
      metric("changes outside of a task's files", "count", this.#outside, { atMost: 0 }),
      metric("calls that were refused", "count", this.#denied),
      metric("contracts adopted", "count", state.adoptions),
    ];
    return {
      run: state.run,
      outcome: state.finished?.outcome ?? "unfinished",
      detail: state.finished?.detail ?? "",
      started: entries[0]?.at ?? "",
      ended: entries.at(-1)?.at ?? "",
      metrics,
      pairs: this.#countedPairs(),
      roles: [...this.#roles.values()].sort((a, b) => b.failed - a.failed || (a.role < b.role ? -1 : 1)),
      tasks: tasks.map(({ task, state: at, submissions, rounds: back, tokens, cost: paid }) => ({
        task: task.id,
        state: at,
        submissions,
        rounds: back,
        tokens,
        cost: paid,
      })),
      questions: [...state.questions.values()].map(({ task, question, answer }) => ({
        task,
        question,
        ...(answer === undefined ? {} : { answer }),
      })),
      escalated: tasks.flatMap(({ task, state: at, spent }) =>
        at === "ESCALATED" ? [{ task: task.id, reason: spent ?? "" }] : [],
      ),
      unasked: this.#unasked,
      sandboxes: [...this.#sandboxes].sort(),
    };
  }

  #gate(task: TaskId, gate: Gate, passed: boolean): void {
    const status = this.#state.tasks.get(task);
    if (status?.task.kind !== "module" || status.submissions === 0) return;
    // The first submission's last word: that of the unit gate, or of an earlier one that it did not pass.
    if (status.submissions > 1 || this.#firstUnit.get(task) === false) return;
    if (!passed) this.#firstUnit.set(task, false);
    else if (gate === status.task.gates.at(-1)) this.#firstUnit.set(task, true);
  }

  #pair(task: TaskId, module: string): void {
    const tried = this.#state.tasks.get(task)?.task.subject ?? "";
    if (module === "" || module === tried) return;
    const key = `${module}\n${tried}`;
    this.#pairs.set(key, (this.#pairs.get(key) ?? 0) + 1);
  }

  #countedPairs(): RunReport["pairs"] {
    return [...this.#pairs]
      .map(([key, failures]) => {
        const [module = "", tried = ""] = key.split("\n");
        return { module, tried, failures };
      })
      .sort((a, b) => b.failures - a.failures || (a.module + a.tried < b.module + b.tried ? -1 : 1));
  }

  #roleOf(task: TaskId) {
    const { role, agent } = this.#claims.get(task) ?? { role: "", agent: "" };
    const key = `${role}\n${agent}`;
    const known = this.#roles.get(key) ?? { role, agent, attempts: 0, failed: 0 };
    this.#roles.set(key, known);
    return known;
  }

  #requirements(entries: readonly Entry[]): number {
    const modules = entries.findLast(({ event }) => event.type === "contract-adopted");
    return modules?.event.type === "contract-adopted" ? (modules.event.requirements ?? 0) : 0;
  }
}

function metric(
  name: string,
  unit: Metric["unit"],
  value: number | undefined,
  target?: Metric["target"],
  note?: string,
): Metric {
  const isMet =
    value === undefined || target === undefined
      ? undefined
      : value >= (target.atLeast ?? Number.NEGATIVE_INFINITY) &&
        value <= (target.atMost ?? Number.POSITIVE_INFINITY);
  return {
    name,
    ...(value === undefined ? {} : { value }),
    unit,
    ...(target === undefined ? {} : { target }),
    ...(isMet === undefined ? {} : { met: isMet }),
    ...(note === undefined ? {} : { note }),
  };
}

function share(part: number, whole: number): number | undefined {
  return whole === 0 ? undefined : part / whole;
}

/** A first pass that is too good says something of the tests. */
function softness(first: number | undefined, modules: number): string | undefined {
  return first === 1 && modules >= 8 ? "every module passed at once: the tests may be soft" : undefined;
}

/** A figure as people read it. */
export function shownValue({ value, unit }: Metric): string {
  if (value === undefined) return "-";
  switch (unit) {
    case "share":
      return `${Math.round(value * 100)} %`;
    case "cost":
      return value.toFixed(2);
    case "rounds":
      return value.toFixed(1);
    case "tokens":
      return `${Math.round(value)}`;
    case "count":
      return Number.isInteger(value) ? `${value}` : value.toFixed(1);
  }
}

/** A target as people read it. */
export function shownTarget({ target, unit }: Metric): string {
  if (!target) return "";
  const bound = target.atLeast ?? target.atMost ?? 0;
  const text = unit === "share" ? `${Math.round(bound * 100)} %` : `${bound}`;
  return `${target.atLeast === undefined ? "at most" : "at least"} ${text}`;
}
