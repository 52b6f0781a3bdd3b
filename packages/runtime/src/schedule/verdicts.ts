import { fingerprint } from "@contractc/kernel";
import type { Failure, GateReport, RunEvent, TaskId } from "../model/index.js";
import { moduleTask, testsTask } from "./plan.js";
import { askArchitect, distinct, sendBack } from "./rework.js";
import { isPassed, type RunState } from "./state.js";
import { isDone, isIntegration, nextGate, type TaskStatus } from "./status.js";

type Reported = Extract<RunEvent, { type: "gate-reported" }>;

/** What a gate found of a submission. Reports on an earlier one, and a second report of one gate, count for nothing. */
export function gateReported(state: RunState, { task, submission, basis, gate, report }: Reported): void {
  const status = state.tasks.get(task);
  if (!status || nextGate(status) !== gate || !isCurrent(state, status, submission, basis)) return;
  if (report.verdict === "passed") passed(state, status);
  else failed(state, status, failuresOf(status, report), basis);
}

function isCurrent(state: RunState, status: TaskStatus, submission: number, basis: number): boolean {
  if (isIntegration(status.task)) return status.generation === submission && status.state === "WAITING";
  if (status.claim || (status.state !== "WAITING" && status.state !== "DONE")) return false;
  if ((status.submission?.attempt ?? 0) !== submission) return false;
  // Tests that came after the tree was put together have not been tried.
  const tests = status.task.kind === "module" ? state.tasks.get(testsTask(status.task.subject)) : undefined;
  return nextGate(status) !== "unit" || (tests?.submission?.sequence ?? 0) <= basis;
}

function passed(state: RunState, status: TaskStatus): void {
  status.passed += 1;
  status.environment = 0;
  const gate = nextGate(status);
  if (isIntegration(status.task)) {
    if (isPassed(status)) state.move(status, "VERIFIED");
    else state.refresh(status);
    return;
  }
  if (status.state === "WAITING" && (gate === undefined || gate === "unit")) state.move(status, "DONE");
  else state.refresh(status);
  if (status.task.kind !== "module" || gate !== undefined || !status.task.gates.includes("unit")) return;
  // They found nothing wrong with the code, and something with its skeleton: tests of worth.
  const tests = state.tasks.get(testsTask(status.task.subject));
  if (tests?.state === "DONE") state.move(tests, "VERIFIED");
}

function failed(state: RunState, status: TaskStatus, failures: readonly Failure[], basis: number): void {
  const of = (kind: Failure["class"]) => failures.filter((each) => each.class === kind);
  const code = of("code");
  if (code.length > 0) {
    charge(state, status, code, basis);
    return;
  }
  const contract = of("contract");
  if (contract.length > 0) {
    askArchitect(state, status, contract);
    return;
  }
  const requirement = of("requirement");
  if (requirement.length > 0) {
    block(state, status, requirement);
    return;
  }
  status.environment += 1;
  const most = state.policy.environmentRetries;
  if (status.environment > most) {
    status.failures = [...failures];
    status.spent = `the environment failed ${status.environment} times: ${failures[0]!.summary}`;
  }
  state.refresh(status);
}

/** Sends back whoever owns the failing frames, as far as the gate saw what they handed in last. */
function charge(state: RunState, status: TaskStatus, failures: readonly Failure[], basis: number): void {
  const byOwner = new Map<TaskStatus, Failure[]>();
  for (const failure of failures) {
    const owner = ownerOf(state, status, failure);
    byOwner.set(owner, [...(byOwner.get(owner) ?? []), failure]);
  }
  const own = byOwner.get(status);
  byOwner.delete(status);
  for (const [owner, theirs] of byOwner) {
    const isSeen = (owner.submission?.sequence ?? 0) <= basis;
    if (isDone(owner) && isSeen) sendBack(state, owner, distinct(theirs));
    else if (owner.state === "ERROR" && isSeen) owner.failures = distinct([...owner.failures, ...theirs]);
    state.wait(status, owner);
  }
  if (!own) state.refresh(status);
  else if (isIntegration(status.task)) askArchitect(state, status, distinct(own));
  else sendBack(state, status, distinct(own));
}

function ownerOf(state: RunState, status: TaskStatus, { module, blames }: Failure): TaskStatus {
  // What nobody owns is for whoever was tried.
  const address = module === "" ? status.task.subject : module;
  const tests = blames === "tests" ? state.tasks.get(testsTask(address)) : undefined;
  if (tests) return tests;
  if (module === "" || module === status.task.subject) return status;
  return state.tasks.get(moduleTask(module)) ?? status;
}

/** Asks a person what is meant. */
export function block(state: RunState, status: TaskStatus, failures: readonly Failure[]): void {
  status.failures = [...failures];
  for (const failure of distinct(failures)) {
    const id = `${status.task.id}:${failure.fingerprint}`;
    openQuestion(state, status.task.id, id, failure.summary);
    // One that was answered is not asked again: the answer goes to the worker.
    if (state.questions.get(id)?.answer === undefined) status.questions.add(id);
  }
  if (status.questions.size === 0) {
    sendBack(state, status, failures);
    return;
  }
  status.resume = isIntegration(status.task) ? "WAITING" : "ERROR";
  status.passed = 0;
  state.move(status, "BLOCKED");
}

export function openQuestion(state: RunState, task: TaskId, id: string, question: string): void {
  if (state.questions.has(id)) return;
  state.questions.set(id, { id, task, question });
  state.openQuestions += 1;
}

/** A report that fails and says nothing is a failure of what was tried; one in which nothing ran, of its tests. */
function failuresOf({ task }: TaskStatus, { gate, verdict, failures }: GateReport): readonly Failure[] {
  if (failures.length > 0) return failures;
  const isVoid = verdict === "void" && gate === "unit";
  const summary = isVoid ? "The gate proved nothing." : `The gate ${gate} failed and gave no reason.`;
  return [
    {
      class: "code",
      source: gate,
      module: isIntegration(task) ? "" : task.subject,
      ...(isVoid ? { blames: "tests" as const } : {}),
      fingerprint: fingerprint(["gate", gate, task.id, verdict]),
      summary,
      tests: [],
      excerpt: [],
      tail: "",
      anchors: [],
    },
  ];
}
