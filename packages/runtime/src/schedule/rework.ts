import type { Failure } from "../model/index.js";
import { CONTRACT_TASK, testsTask } from "./plan.js";
import type { RunState } from "./state.js";
import { isIntegration, type TaskStatus } from "./status.js";

/** After so often the same failure of the code, whoever wrote the test that finds it looks at it too. */
const DISPUTED = 3;

/**
 * A submission goes back for what is wrong with it: one round, however much it is. Where the bounds of rework are passed
 * the task is spent.
 */
export function sendBack(state: RunState, status: TaskStatus, failures: readonly Failure[]): void {
  status.failures = [...failures];
  for (const { fingerprint } of distinct(failures)) {
    status.seen.set(fingerprint, (status.seen.get(fingerprint) ?? 0) + 1);
  }
  status.repeats = Math.max(0, ...failures.map(({ fingerprint }) => status.seen.get(fingerprint) ?? 0));
  status.rounds += 1;
  const most = state.policy.rounds.code;
  if (status.rounds > most)
    status.spent = `${most} rounds of rework did not do: ${failures[0]?.summary ?? "no reason was given"}`;
  overspent(state, status);
  reopen(state, status);
  if (status.task.kind !== "module" || status.spent !== undefined) return;
  const disputed = failures.filter(
    ({ source, fingerprint }) => source === "unit" && status.seen.get(fingerprint) === DISPUTED,
  );
  const tests = state.tasks.get(testsTask(status.task.subject));
  if (disputed.length > 0 && tests && tests.state !== "ERROR" && tests.state !== "RUNNING")
    sendBack(state, tests, disputed);
}

/** Takes a task back to the start of its work; what was found of its submission no longer counts. */
export function reopen(state: RunState, status: TaskStatus): void {
  status.passed = 0;
  status.reviewed = false;
  status.approved = false;
  status.turn += 1;
  state.move(status, "ERROR");
  if (status.task.kind === "tests") retest(state, status);
}

/** Where tests change, what they have said of their module is to be said again. */
function retest(state: RunState, tests: TaskStatus): void {
  const module = state.tasks.get(tests.task.needs[0] ?? "");
  if (module) revisit(state, module);
}

/** Keeps a submission, but has it tried and reviewed again. */
export function revisit(state: RunState, status: TaskStatus): void {
  const unit = status.task.gates.indexOf("unit");
  if (unit >= 0) status.passed = Math.min(status.passed, unit);
  status.reviewed = false;
  status.approved = false;
  if (status.state === "VERIFIED" || status.state === "INTEGRATED") state.move(status, "DONE");
  else state.refresh(status);
}

/**
 * A fault that no module can mend: of the contract, or of what nobody owns. The integrator tries first where there are
 * files of its own; then the architect repairs the contract; then it is a person's turn.
 */
export function askArchitect(state: RunState, status: TaskStatus, failures: readonly Failure[]): void {
  status.failures = [...failures];
  status.architecture += 1;
  const most = state.policy.rounds.architecture;
  if (status.architecture > most) {
    status.spent = `${most} rounds at the architecture did not do: ${failures[0]?.summary ?? "no reason was given"}`;
    if (status.state !== "ERROR") reopen(state, status);
    else state.refresh(status);
    return;
  }
  if (isIntegration(status.task) && status.task.writes.length > 0 && status.architecture === 1) {
    reopen(state, status);
    return;
  }
  status.held = true;
  state.held.add(status.task.id);
  reopen(state, status);
  const contract = state.tasks.get(CONTRACT_TASK);
  if (!contract) return;
  const open = contract.state === "INTEGRATED" ? [] : contract.failures;
  contract.failures = distinct([...open, ...failures]);
  if (contract.state === "INTEGRATED") {
    contract.rounds = 0;
    contract.turn += 1;
    state.move(contract, "ERROR");
  }
}

/** A task that has had more than its share is a person's turn. */
export function overspent(state: RunState, status: TaskStatus): void {
  const most = state.policy.budget.taskTokens;
  if (most === undefined || status.tokens < most) return;
  status.spent = `it took ${status.tokens} tokens, and ${most} are its budget`;
}

/** One of each fingerprint, the first. */
export function distinct(failures: readonly Failure[]): Failure[] {
  const seen = new Set<string>();
  return failures.filter(({ fingerprint }) => {
    if (seen.has(fingerprint)) return false;
    seen.add(fingerprint);
    return true;
  });
}
