import type { Address } from "@contractc/kernel";
import type { GateReport } from "./failure.js";
import type { Gate, Task, TaskId } from "./task.js";
import type { Review, WorkerResult } from "./ticket.js";

/** Tokens and money of one call to a model. */
export interface Usage {
  input: number;
  /** Of the input, what a cache held. */
  cached: number;
  output: number;
  /** In the currency of the price list; absent where prices are not known. */
  cost?: number;
}

export type AttemptFailure =
  | "timeout"
  | "budget"
  | "broken-answer"
  | "crashed"
  | "unavailable"
  | "cancelled"
  | "lease-expired";

export type CheckpointKind = "contract" | "plan" | "final" | "policy";

export type RunOutcome = "converged" | "escalated" | "budget" | "rejected" | "interrupted";

/** Files by path with the content ids of what they hold. */
export type Tree = Record<string, string>;

/**
 * Everything that happens, in order: the record of a run is these and what their content ids stand for. The state of a run
 * is what `reduce` makes of them and nothing else.
 */
export type RunEvent =
  | {
      type: "run-started";
      run: string;
      intent?: string;
      policy: Policy;
      base: { revision?: string; tree: Tree };
    }
  /**
   * A kernel holds from here on, with the tasks that come from it. Work on what did not change stays.
   * `kernel` and `files` are content ids; `settled` are tasks that the workspace has done already.
   */
  | {
      type: "contract-adopted";
      kernel: string;
      hash: string;
      files: Tree;
      tasks: Task[];
      settled: TaskId[];
      /** How many requirements it has. */
      requirements?: number;
      reason: string;
    }
  | {
      type: "task-claimed";
      task: TaskId;
      attempt: number;
      worker: string;
      agent: string;
      role: string;
      purpose: "work" | "review";
      ticket: string;
    }
  /** An answer of a model, recorded before it is used: it is never asked for again. */
  | {
      type: "call-answered";
      task: TaskId;
      attempt: number;
      call: string;
      request: string;
      answer: string;
      usage: Usage;
    }
  | { type: "call-denied"; task: TaskId; attempt: number; tool: string; what: string; reason: string }
  /** Files outside of the task's write set, which were not taken. */
  | { type: "out-of-scope"; task: TaskId; attempt: number; paths: string[] }
  | {
      type: "submitted";
      task: TaskId;
      attempt: number;
      result: WorkerResult["kind"];
      content: string;
      tree: Tree;
      /** Of what no recorded call has counted: agents with hands of their own. */
      usage?: Usage;
    }
  | {
      type: "attempt-failed";
      task: TaskId;
      attempt: number;
      failure: AttemptFailure;
      detail: string;
      usage?: Usage;
    }
  /**
   * `submission` is the attempt whose files were tried; of an integration its generation. `basis` is the last event that
   * the tree which was tried takes into account: a failure is charged to nobody for a submission after it.
   */
  | {
      type: "gate-reported";
      task: TaskId;
      submission: number;
      basis: number;
      gate: Gate;
      report: GateReport;
    }
  /** `submission` is the attempt whose files were judged, `attempt` that of the reviewer. */
  | { type: "reviewed"; task: TaskId; attempt: number; submission: number; review: Review; usage?: Usage }
  | { type: "contract-proposed"; task: TaskId; attempt: number; proposal: string; reason: string }
  | {
      type: "proposal-decided";
      proposal: string;
      accepted: boolean;
      detail: string;
      modules: { signature: Address[]; slice: Address[] };
    }
  | { type: "question-asked"; task: TaskId; question: string; id: string }
  | { type: "question-answered"; id: string; answer: string; by: string }
  | { type: "checkpoint-opened"; id: string; kind: CheckpointKind; summary: string }
  | { type: "checkpoint-decided"; id: string; approved: boolean; by: string; note?: string }
  | { type: "task-escalated"; task: TaskId; reason: string }
  | { type: "task-retried"; task: TaskId; by: string; note?: string }
  /** `note`: why the user's files were left as they are, where they were. */
  | { type: "integrated"; task: TaskId; commit?: string; branch?: string; note?: string }
  | { type: "sampled"; task: TaskId; by: string; defect: boolean; note?: string }
  /** Goes on after an interruption, a spent budget or an escalation, within other bounds perhaps. */
  | { type: "run-resumed"; policy: Policy; by: string }
  | { type: "run-finished"; outcome: RunOutcome; detail: string };

/** An event as the record holds it. */
export interface Entry {
  /** From 1, without gaps within a run. */
  sequence: number;
  /** ISO 8601. */
  at: string;
  event: RunEvent;
}

/** What bounds a run and what people want to be asked. */
export interface Policy {
  /** Workers at work at once. */
  concurrency: number;
  /** Rounds of rework: faults of the code, and of the architecture. */
  rounds: { code: number; architecture: number };
  /** Tries after faults of the environment, which blame nobody. */
  environmentRetries: number;
  /** Most tokens of a ticket. */
  contextTokens: number;
  budget: { tokens?: number; cost?: number; taskTokens?: number; attemptTokens?: number };
  limits: { attemptMilliseconds: number; gateMilliseconds: number; memoryBytes: number; processes: number };
  /** Checkpoints that a person decides; without one it is decided by policy, and the record says so. */
  checkpoints: CheckpointKind[];
  /** Modules and packages that a person looks at whatever the policy. */
  watched: Address[];
  /** Whether verification may run without a sandbox. */
  unsafeWithoutSandbox: boolean;
}
