import type { CheckpointKind, Gate, RunOutcome, TaskId } from "../model/index.js";
import { WHOLE_TASK } from "./plan.js";
import type { RankSet } from "./rank-set.js";
import type { RunState } from "./state.js";
import { lookId, nextGate, type TaskStatus } from "./status.js";

/** What is to be done now. */
export type Action =
  /** A contract is to be made of the intent. */
  | { kind: "initialise" }
  | { kind: "work" | "review"; task: TaskId; escalated: boolean; thorough: boolean }
  | { kind: "gate"; task: TaskId; gate: Gate; submission: number }
  | { kind: "integrate"; task: TaskId }
  /** A change of the contract is to be tried; `approved` is what a person or the policy said of it. */
  | { kind: "decide"; task: TaskId; proposal: string; approved: boolean; note?: string }
  | { kind: "checkpoint"; id: string; checkpoint: CheckpointKind; summary: string }
  | { kind: "escalate"; task: TaskId; reason: string }
  | { kind: "finish"; outcome: RunOutcome; detail: string }
  /** Nothing goes on before a person has answered or decided. */
  | { kind: "wait"; questions: string[]; checkpoints: string[] };

/** What there is room for. */
export interface Capacity {
  workers: number;
  gates: number;
}

/** The name of an action among those that are under way. */
export function actionKey(action: Action): string {
  switch (action.kind) {
    case "gate":
      return `gate ${action.task}`;
    case "work":
    case "review":
      return `work ${action.task}`;
    case "decide":
      return "decide";
    case "checkpoint":
      return `checkpoint ${action.id}`;
    case "integrate":
    case "escalate":
      return `${action.kind} ${action.task}`;
    default:
      return action.kind;
  }
}

/** How often the same failure comes before somebody else tries. */
const REPEATED = 2;

/**
 * Φ: what to do now, by the state of a run alone. Pure; the same state gives the same actions, the most urgent first. It
 * costs what it returns, whatever the number of tasks.
 *
 * @param room how many more workers and gates there may be; what people have claimed counts among the workers
 * @param busy keys of actions that are under way
 */
export function next(state: RunState, room: Capacity, busy: ReadonlySet<string> = NOTHING): Action[] {
  if (state.finished) return [];
  if (state.kernel === undefined) return initial(state, busy);
  const plan = gateOfPeople(state, "plan", "plan", () => planSummary(state));
  if (plan !== "approved") return isIdle(state, busy) ? plan : plan.filter(({ kind }) => kind !== "wait");

  const actions: Action[] = [];
  for (const status of each(state, state.ready.escalate)) {
    actions.push({ kind: "escalate", task: status.task.id, reason: status.spent ?? "" });
    if (actions.length >= MOST) return actions;
  }
  // What a decision makes of the contract decides what the rest is.
  if (decisions(state, busy, actions)) return actions;
  for (const status of each(state, state.ready.look)) {
    const summary = `${status.task.id} is verified and watched: look at it before it is integrated.`;
    actions.push({ kind: "checkpoint", id: lookId(status), checkpoint: "policy", summary });
    if (actions.length >= MOST) return actions;
  }
  integrations(state, busy, actions);
  fill(state, state.ready.gate, room.gates, busy, actions, (status) => ({
    kind: "gate",
    task: status.task.id,
    gate: nextGate(status)!,
    submission: trialOf(status),
  }));
  if (!state.isOverBudget) {
    const before = actions.length;
    const attempt = (kind: "work" | "review") => (status: TaskStatus) => ({
      kind,
      task: status.task.id,
      escalated: status.repeats >= REPEATED || status.misfires >= REPEATED,
      thorough: status.repeats >= REPEATED,
    });
    fill(state, state.ready.review, room.workers, busy, actions, attempt("review"));
    fill(state, state.ready.work, room.workers - (actions.length - before), busy, actions, attempt("work"));
  }
  // Where there is work and no room for it here, others are to do it.
  const isOpen = !state.isOverBudget && state.ready.work.size + state.ready.review.size > 0;
  return actions.length > 0 || isOpen || !isIdle(state, busy) ? actions : standstill(state);
}

const NOTHING: ReadonlySet<string> = new Set();
/** Most actions of a kind that needs no worker, at once. */
const MOST = 64;

/** What a gate's report on a task refers to. */
export function trialOf(status: TaskStatus): number {
  const { kind } = status.task;
  return kind === "package" || kind === "whole" ? status.generation : (status.submission?.attempt ?? 0);
}

function initial(state: RunState, busy: ReadonlySet<string>): Action[] {
  if (busy.has("initialise") || state.intent === undefined) return [];
  if (state.isOverBudget) return [{ kind: "finish", outcome: "budget", detail: "The budget is spent." }];
  if (state.openQuestions > 0) return isIdle(state, busy) ? [waiting(state)] : [];
  return [{ kind: "initialise" }];
}

/** A checkpoint that everything waits for. */
function gateOfPeople(
  state: RunState,
  id: string,
  kind: CheckpointKind,
  summary: () => string,
): "approved" | Action[] {
  const checkpoint = state.checkpoints.get(id);
  switch (checkpoint?.state) {
    case undefined:
      return [{ kind: "checkpoint", id, checkpoint: kind, summary: summary() }];
    case "open":
      // A policy that no longer asks people decides what was left open.
      return state.asksPeople(checkpoint.kind)
        ? [waiting(state)]
        : [{ kind: "checkpoint", id, checkpoint: checkpoint.kind, summary: checkpoint.summary }];
    case "approved":
      return "approved";
    case "rejected":
      return [
        { kind: "finish", outcome: "rejected", detail: checkpoint?.note ?? `The ${kind} was rejected.` },
      ];
  }
}

function planSummary({ order, counts }: RunState): string {
  const of = (kind: string) =>
    order.filter(({ task, state }) => task.kind === kind && state !== "INTEGRATED");
  return `${of("module").length} modules to implement and ${of("tests").length} to test; ${counts.INTEGRATED} tasks are done already.`;
}

/** @returns whether a change of the contract is to be tried now */
function decisions(state: RunState, busy: ReadonlySet<string>, actions: Action[]): boolean {
  for (const { id, task, reason } of state.proposals.values()) {
    const gate = gateOfPeople(state, `contract:${id}`, "contract", () => `${task} asks for it: ${reason}`);
    if (gate !== "approved" && gate[0]?.kind === "checkpoint") actions.push(gate[0]);
    const checkpoint = state.checkpoints.get(`contract:${id}`);
    if (checkpoint === undefined || checkpoint.state === "open") continue;
    const { note } = checkpoint;
    const action: Action = {
      kind: "decide",
      task,
      proposal: id,
      approved: checkpoint.state === "approved",
      ...(note === undefined ? {} : { note }),
    };
    // Each is tried on what the one before has made of the contract.
    if (busy.has("decide")) return false;
    actions.push(action);
    return true;
  }
  return false;
}

function integrations(state: RunState, busy: ReadonlySet<string>, actions: Action[]): void {
  for (const status of each(state, state.ready.integrate)) {
    const action: Action = { kind: "integrate", task: status.task.id };
    if (busy.has(actionKey(action))) continue;
    if (status.task.id !== WHOLE_TASK) {
      actions.push(action);
      continue;
    }
    const id = `final:${status.generation}`;
    const final = gateOfPeople(state, id, "final", () => "Everything is verified and integrated.");
    if (final === "approved") actions.push(action);
    else actions.push(...final.filter(({ kind }) => kind !== "wait"));
  }
}

function fill(
  state: RunState,
  set: RankSet,
  room: number,
  busy: ReadonlySet<string>,
  actions: Action[],
  make: (status: TaskStatus) => Action,
): void {
  let left = room;
  if (left <= 0) return;
  for (const status of each(state, set)) {
    const action = make(status);
    if (busy.has(actionKey(action))) continue;
    actions.push(action);
    left -= 1;
    if (left <= 0) return;
  }
}

function* each({ order }: RunState, set: RankSet): Iterable<TaskStatus> {
  for (const rank of set) yield order[rank]!;
}

function isIdle(state: RunState, busy: ReadonlySet<string>): boolean {
  return busy.size === 0 && state.running === 0;
}

/** Nothing is under way and nothing can be begun. */
function standstill(state: RunState): Action[] {
  const finish = (outcome: RunOutcome, detail: string): Action[] => [{ kind: "finish", outcome, detail }];
  if (state.isConverged) return finish("converged", "Every gate passed on the whole.");
  if (state.isOverBudget && state.ready.work.size + state.ready.review.size > 0)
    return finish("budget", "The budget is spent.");
  if (state.counts.ESCALATED > 0) return finish("escalated", `A person's turn: ${escalatedTasks(state)}.`);
  if (state.openCheckpoints > 0 || state.openQuestions > 0) return [waiting(state)];
  return finish("escalated", "Nothing can go on, and nothing says why: this is a fault of the schedule.");
}

function escalatedTasks({ order }: RunState): string {
  const escalated = order.filter(({ state }) => state === "ESCALATED");
  const named = escalated.slice(0, 3).map(({ task, spent }) => `${task.id} (${spent ?? ""})`);
  return [...named, ...(escalated.length > 3 ? [`${escalated.length - 3} more`] : [])].join(", ");
}

function waiting(state: RunState): Action {
  return {
    kind: "wait",
    questions: [...state.questions.values()].filter(({ answer }) => answer === undefined).map(({ id }) => id),
    checkpoints: [...state.checkpoints.values()].filter((each) => each.state === "open").map(({ id }) => id),
  };
}
