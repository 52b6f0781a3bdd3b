import type { AttemptFailure, Entry, RunEvent, Usage } from "../model/index.js";
import { adopt } from "./adoption.js";
import { failureOf } from "./failure-of.js";
import { CONTRACT_TASK, testsTask } from "./plan.js";
import { distinct, overspent, reopen, sendBack } from "./rework.js";
import { isPassed, RunState } from "./state.js";
import { isIntegration, lookId, type TaskStatus } from "./status.js";
import { gateReported, openQuestion } from "./verdicts.js";

type Event<T extends RunEvent["type"]> = Extract<RunEvent, { type: T }>;

/**
 * Takes one more event into account. The state is changed in place and returned: what it comes to depends on the entries
 * alone. Entries that the state has seen are left out; results of attempts that are not the latest count for nothing.
 */
export function reduce(state: RunState, { sequence, event }: Entry): RunState {
  if (sequence <= state.sequence) return state;
  state.sequence = sequence;
  apply(state, event, sequence);
  return state;
}

/** The state that a whole record comes to. */
export function replay(entries: Iterable<Entry>): RunState {
  const state = new RunState();
  for (const entry of entries) reduce(state, entry);
  return state;
}

function apply(state: RunState, event: RunEvent, sequence: number): void {
  switch (event.type) {
    case "run-started":
      state.run = event.run;
      state.intent = event.intent;
      state.policy = event.policy;
      return;
    case "contract-adopted":
      adopt(state, event);
      return;
    case "task-claimed":
      claimed(state, event);
      return;
    case "call-answered":
      spend(state, event.task, event.usage);
      return;
    case "submitted":
      submitted(state, event, sequence);
      return;
    case "attempt-failed":
      attemptFailed(state, event);
      return;
    case "gate-reported":
      gateReported(state, event);
      return;
    case "reviewed":
      reviewed(state, event);
      return;
    case "contract-proposed":
      proposed(state, event);
      return;
    case "proposal-decided":
      decided(state, event);
      return;
    case "question-asked":
      asked(state, event);
      return;
    case "question-answered":
      answered(state, event);
      return;
    case "checkpoint-opened":
      if (!state.checkpoints.has(event.id)) {
        const { id, kind, summary } = event;
        state.checkpoints.set(id, { id, kind, summary, state: "open" });
        state.openCheckpoints += 1;
        const looked = lookedAt(state, id);
        if (looked) state.refresh(looked);
      }
      return;
    case "checkpoint-decided":
      checkpointDecided(state, event);
      return;
    case "task-escalated":
      escalated(state, event);
      return;
    case "task-retried":
      retried(state, event);
      return;
    case "integrated":
      integrated(state, event);
      return;
    case "sampled":
      if (event.defect) sampled(state, event);
      return;
    case "run-resumed":
      state.policy = event.policy;
      if (state.finished?.outcome !== "converged" && state.finished?.outcome !== "rejected")
        state.finished = undefined;
      for (const status of state.order) state.refresh(status);
      return;
    case "run-finished":
      state.finished = { outcome: event.outcome, detail: event.detail };
      return;
    case "call-denied":
    case "out-of-scope":
      return;
  }
}

function claimed(state: RunState, event: Event<"task-claimed">): void {
  const status = state.tasks.get(event.task);
  if (!status || event.attempt <= status.attempt) return;
  // Whoever had it has lost the lease.
  if (status.claim) unclaim(state, status, status.claim.attempt);
  const isOpen =
    event.purpose === "work" ? ["TODO", "ERROR"].includes(status.state) : status.state === "DONE";
  if (!isOpen) return;
  state.running += 1;
  status.attempt = event.attempt;
  const { attempt, purpose, worker, agent } = event;
  status.claim = { attempt, purpose, worker, agent, stale: false, tokens: 0 };
  if (purpose === "work") state.move(status, "RUNNING");
  else state.refresh(status);
}

/** Ends a claim. @returns whether what came of it counts */
function unclaim(state: RunState, status: TaskStatus | undefined, attempt: number): status is TaskStatus {
  const claim = status?.claim;
  if (!status || claim?.attempt !== attempt) return false;
  delete status.claim;
  state.running -= 1;
  if (claim.purpose === "work") state.move(status, restOf(status));
  else state.refresh(status);
  return !claim.stale;
}

/** Where a task is that nobody works at. */
function restOf(status: TaskStatus): TaskStatus["state"] {
  if (status.questions.size > 0) return "BLOCKED";
  if (status.failures.length > 0 || isIntegration(status.task)) return "ERROR";
  return status.task.id === CONTRACT_TASK ? "INTEGRATED" : "TODO";
}

function submitted(state: RunState, event: Event<"submitted">, sequence: number): void {
  const status = state.tasks.get(event.task);
  const author = status?.claim?.worker ?? "";
  if (event.usage) spend(state, event.task, event.usage);
  if (!unclaim(state, status, event.attempt)) return;
  status.misfires = 0;
  status.environment = 0;
  status.turn += 1;
  if (event.result !== "files") return;
  const { attempt, content, tree } = event;
  status.submission = { attempt, sequence, content, tree, author };
  status.submissions += 1;
  status.passed = 0;
  status.reviewed = false;
  status.approved = false;
  if (isIntegration(status.task)) status.generation += 1;
  const first = status.task.gates[0];
  state.move(status, first === undefined || first === "unit" ? doneOf(status) : "WAITING");
}

function doneOf({ task }: TaskStatus): TaskStatus["state"] {
  return isIntegration(task) ? "WAITING" : "DONE";
}

const BLAMELESS: readonly AttemptFailure[] = ["cancelled", "lease-expired"];

function attemptFailed(state: RunState, event: Event<"attempt-failed">): void {
  const status = state.tasks.get(event.task);
  if (event.usage) spend(state, event.task, event.usage);
  if (!unclaim(state, status, event.attempt)) return;
  const { failure, detail } = event;
  if (BLAMELESS.includes(failure) || (failure === "budget" && state.isOverBudget)) {
    state.refresh(status);
    return;
  }
  if (failure === "unavailable") {
    status.environment += 1;
    if (status.environment > state.policy.environmentRetries)
      status.spent = `nobody could be reached ${status.environment} times: ${detail}`;
  } else {
    status.misfires += 1;
    // A call that is merely slow goes on where it was.
    if (failure !== "timeout") status.turn += 1;
    if (status.misfires > state.policy.rounds.code)
      status.spent = `${status.misfires} attempts in a row came to nothing: ${detail}`;
  }
  overspent(state, status);
  state.refresh(status);
}

function reviewed(state: RunState, event: Event<"reviewed">): void {
  const status = state.tasks.get(event.task);
  const reviewer = status?.claim?.worker;
  if (event.usage) spend(state, event.task, event.usage);
  if (!unclaim(state, status, event.attempt)) return;
  const { submission } = status;
  if (status.state !== "DONE" || !isPassed(status) || (submission?.attempt ?? 0) !== event.submission) return;
  // Nobody judges what is one's own.
  if (reviewer !== undefined && reviewer === submission?.author) return;
  status.misfires = 0;
  status.environment = 0;
  status.turn += 1;
  const { blocking, contract } = event.review;
  if (blocking.length > 0) {
    sendBack(
      state,
      status,
      blocking.map(({ text, file, line, clause }) =>
        failureOf("code", "review", status, clause === undefined ? text : `${clause}: ${text}`, {
          parts: [clause ?? text],
          ...(file === undefined ? {} : { anchors: [{ file, line: line ?? 1 }] }),
        }),
      ),
    );
    return;
  }
  // What it proposes for the contract comes as an event of its own.
  if (contract) return;
  status.reviewed = true;
  status.failures = [];
  verify(state, status);
}

function verify(state: RunState, status: TaskStatus): void {
  if (status.task.watched && !status.approved) state.refresh(status);
  else state.move(status, "VERIFIED");
}

function proposed(state: RunState, event: Event<"contract-proposed">): void {
  const status = state.tasks.get(event.task);
  if (!status || event.attempt !== status.attempt || status.proposal !== undefined) return;
  if (status.task.id !== CONTRACT_TASK) {
    status.architecture += 1;
    const most = state.policy.rounds.architecture;
    if (status.architecture > most) {
      status.spent = `it asked for the contract to be changed more than ${most} times: ${event.reason}`;
      state.refresh(status);
      return;
    }
  }
  state.proposals.set(event.proposal, { id: event.proposal, task: event.task, reason: event.reason });
  status.proposal = event.proposal;
  if (status.state === "TODO" || status.state === "ERROR") state.move(status, "WAITING");
  else state.refresh(status);
}

function decided(state: RunState, event: Event<"proposal-decided">): void {
  const open = state.proposals.get(event.proposal);
  const status = open && state.tasks.get(open.task);
  if (!open || !status) return;
  state.proposals.delete(event.proposal);
  // Of one that is accepted, `contract-adopted` follows.
  if (event.accepted) return;
  delete status.proposal;
  const failure = failureOf("contract", "proposal", status, event.detail);
  if (status.task.id === CONTRACT_TASK) {
    status.rounds += 1;
    status.failures = distinct([...status.failures, failure]);
    const most = state.policy.rounds.architecture;
    if (status.rounds > most) status.spent = `${most} changes of the contract were refused: ${event.detail}`;
    state.move(status, "ERROR");
    return;
  }
  if (status.state === "DONE") {
    state.refresh(status);
    return;
  }
  status.failures = distinct([...status.failures, failure]);
  state.move(status, "ERROR");
}

function asked(state: RunState, event: Event<"question-asked">): void {
  const status = state.tasks.get(event.task);
  openQuestion(state, event.task, event.id, event.question);
  if (!status) return;
  status.questions.add(event.id);
  if (!status.claim) {
    status.resume = status.state === "DONE" ? "DONE" : restOf({ ...status, questions: new Set() });
    state.move(status, "BLOCKED");
  }
}

function answered(state: RunState, event: Event<"question-answered">): void {
  const question = state.questions.get(event.id);
  if (!question || question.answer !== undefined) return;
  question.answer = event.answer;
  state.openQuestions -= 1;
  state.finished = undefined;
  const status = state.tasks.get(question.task);
  if (!status?.questions.delete(event.id)) return;
  status.answers.push({ question: question.question, answer: event.answer });
  if (status.questions.size > 0 || status.state !== "BLOCKED") {
    state.refresh(status);
    return;
  }
  const resume = status.resume ?? "TODO";
  delete status.resume;
  state.move(status, resume);
}

function checkpointDecided(state: RunState, event: Event<"checkpoint-decided">): void {
  const checkpoint = state.checkpoints.get(event.id);
  if (checkpoint?.state !== "open") return;
  checkpoint.state = event.approved ? "approved" : "rejected";
  if (event.note !== undefined) checkpoint.note = event.note;
  state.openCheckpoints -= 1;
  state.finished = undefined;
  if (checkpoint.kind !== "policy") return;
  const status = lookedAt(state, event.id);
  if (status?.state !== "DONE" || !status.reviewed) return;
  if (event.approved) {
    status.approved = true;
    state.move(status, "VERIFIED");
  } else {
    sendBack(state, status, [failureOf("code", "person", status, event.note ?? `${event.by} rejected it.`)]);
  }
}

/** The task of a checkpoint at which a person looks at it, if that is still the one that stands. */
function lookedAt(state: RunState, id: string): TaskStatus | undefined {
  const status = state.tasks.get(id.split(":").slice(2).join(":"));
  return status && lookId(status) === id ? status : undefined;
}

function escalated(state: RunState, event: Event<"task-escalated">): void {
  const status = state.tasks.get(event.task);
  if (!status || status.claim || status.state === "ESCALATED") return;
  status.spent = event.reason;
  state.move(status, "ESCALATED");
}

function retried(state: RunState, event: Event<"task-retried">): void {
  const status = state.tasks.get(event.task);
  if (!status || status.claim) return;
  delete status.spent;
  state.finished = undefined;
  Object.assign(status, { rounds: 0, architecture: 0, environment: 0, misfires: 0 });
  state.hold(status, false);
  status.seen.clear();
  status.repeats = 0;
  const note = event.note ?? `${event.by} asked for it to be done again.`;
  if (status.task.kind === "contract" && status.failures.length === 0) return;
  if (event.note !== undefined || status.failures.length === 0)
    status.failures = [...status.failures, failureOf("code", "person", status, note)];
  reopen(state, status);
  if (isIntegration(status.task) && status.task.writes.length === 0) state.move(status, "WAITING");
}

function integrated(state: RunState, event: Event<"integrated">): void {
  const status = state.tasks.get(event.task);
  if (!status) return;
  if (event.commit !== undefined) status.commit = event.commit;
  if (!isIntegration(status.task)) return;
  if (status.pending > 0 || !isPassed(status)) return;
  if (status.task.kind === "whole") {
    const { branch, note } = event;
    state.delivered = {
      ...(branch === undefined ? {} : { branch }),
      ...(note === undefined ? {} : { note }),
    };
  }
  state.move(status, "INTEGRATED");
  for (const id of status.task.needs) {
    const part = state.tasks.get(id);
    if (part?.task.kind !== "module") continue;
    state.move(part, "INTEGRATED");
    const tests = state.tasks.get(testsTask(part.task.subject));
    if (tests?.state === "VERIFIED") state.move(tests, "INTEGRATED");
  }
}

function sampled(state: RunState, event: Event<"sampled">): void {
  const status = state.tasks.get(event.task);
  if (!status || state.finished || status.claim || !["DONE", "VERIFIED", "INTEGRATED"].includes(status.state))
    return;
  sendBack(state, status, [
    failureOf("code", "person", status, event.note ?? "A spot check found a defect."),
  ]);
}

function spend(state: RunState, task: string, usage: Usage): void {
  const { usage: total } = state;
  total.input += usage.input;
  total.cached += usage.cached;
  total.output += usage.output;
  if (usage.cost !== undefined) total.cost = (total.cost ?? 0) + usage.cost;
  const status = state.tasks.get(task);
  if (!status) return;
  const tokens = usage.input + usage.output;
  status.tokens += tokens;
  status.cost += usage.cost ?? 0;
  if (status.claim) status.claim.tokens += tokens;
}
