import type { RunEvent } from "../model/index.js";
import { CONTRACT_TASK } from "./plan.js";
import type { RunState } from "./state.js";
import { freshStatus, isIntegration, type TaskStatus } from "./status.js";

type Adopted = Extract<RunEvent, { type: "contract-adopted" }>;

/**
 * A contract holds from here on. Exactly those modules whose signature changed are implemented again, with their tests,
 * and exactly those of which only the slice changed are tried and reviewed again; everything else stays as it is.
 */
export function adopt(state: RunState, { kernel, hash, tasks, settled }: Adopted): void {
  state.kernel = kernel;
  state.hash = hash;
  state.adoptions += 1;
  const standing = new Set(settled);
  const statuses = tasks.map((task, rank): TaskStatus => {
    const known = state.tasks.get(task.id);
    if (!known) {
      const fresh = freshStatus(task, rank);
      if (standing.has(task.id)) settle(fresh);
      return fresh;
    }
    const before = known.task;
    known.task = task;
    known.rank = rank;
    if (known.proposal !== undefined) resumeAfterProposal(known);
    if (task.kind === "contract") rest(known);
    else if (isIntegration(task)) integrateAgain(known);
    else if (before.hashes?.signature !== task.hashes?.signature) implementAgain(known);
    else if (before.hashes?.slice !== task.hashes?.slice) reviewAgain(known);
    else if (known.held) known.held = false;
    return known;
  });
  forgetProposals(state);
  state.install(statuses);
}

/** What the workspace has done already. */
function settle(status: TaskStatus): void {
  status.state = "INTEGRATED";
  status.passed = status.task.gates.length;
  status.reviewed = true;
  status.approved = true;
}

function resumeAfterProposal(status: TaskStatus): void {
  delete status.proposal;
  if (status.state === "WAITING") status.state = status.failures.length > 0 ? "ERROR" : "TODO";
}

function rest(status: TaskStatus): void {
  if (status.claim) status.claim = { ...status.claim, stale: true };
  else status.state = "INTEGRATED";
  status.failures = [];
  status.rounds = 0;
  delete status.spent;
}

function integrateAgain(status: TaskStatus): void {
  status.held = false;
  status.passed = 0;
  status.generation += 1;
  if (status.state !== "ESCALATED" && status.state !== "RUNNING") status.state = "WAITING";
}

function implementAgain(status: TaskStatus): void {
  const { claim, attempt, rank, task, tokens, cost, architecture, answers, turn, submission } = status;
  const fresh = freshStatus(task, rank);
  // Questions that a person still has to answer stay open: the answers are of use to the next attempt.
  const { questions } = status;
  Object.assign(status, fresh, { attempt, tokens, cost, architecture, answers, questions });
  status.turn = turn + 1;
  delete status.spent;
  delete status.resume;
  if (submission) status.submission = submission;
  if (claim) status.claim = { ...claim, stale: true };
  if (claim) status.state = claim.purpose === "work" ? "RUNNING" : "TODO";
  else if (questions.size > 0) {
    status.state = "BLOCKED";
    status.resume = "TODO";
  }
}

function reviewAgain(status: TaskStatus): void {
  status.held = false;
  if (status.claim?.purpose === "review") status.claim = { ...status.claim, stale: true };
  const unit = status.task.gates.indexOf("unit");
  if (unit >= 0) status.passed = Math.min(status.passed, unit);
  status.reviewed = false;
  status.approved = false;
  if (status.state === "VERIFIED" || status.state === "INTEGRATED")
    status.state = status.task.kind === "tests" && unit < 0 ? status.state : "DONE";
}

/** Proposals of tasks that are no more. */
function forgetProposals(state: RunState): void {
  for (const [id, { task }] of state.proposals) {
    const owner = state.tasks.get(task);
    if (!owner || (owner.task.id !== CONTRACT_TASK && owner.proposal !== id)) state.proposals.delete(id);
  }
}
