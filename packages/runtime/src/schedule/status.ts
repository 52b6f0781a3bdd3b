import type { Failure, Gate, Task, TaskId, TaskState, Tree } from "../model/index.js";

/** A worker at a task. */
export interface Claim {
  attempt: number;
  purpose: "work" | "review";
  /** The session: no other attempt has the same. */
  worker: string;
  agent: string;
  /** The contract changed under it: what comes of it does not count. */
  stale: boolean;
  /** Tokens of this attempt. */
  tokens: number;
}

/** Files that were handed in. */
export interface Submission {
  attempt: number;
  /** Of the event. */
  sequence: number;
  content: string;
  tree: Tree;
  /** Who may not review it. */
  author: string;
}

/** Where a task stands. */
export interface TaskStatus {
  /** Its place in the plan: of several that could go on, the first does. */
  rank: number;
  task: Task;
  state: TaskState;
  /** Of the latest claim. */
  attempt: number;
  claim?: Claim;
  submission?: Submission;
  /** How many of its gates the latest submission has passed. */
  passed: number;
  reviewed: boolean;
  /** A person has looked at it, where one wants to. */
  approved: boolean;
  /** Of an integration: raised whenever something that it rests on changes, so that late reports do not count. */
  generation: number;
  /** Of an integration: how much of what it needs is not verified. */
  pending: number;
  /** Why it is to be done again. */
  failures: Failure[];
  /** How often each failure came, by fingerprint. */
  seen: Map<string, number>;
  /** How often the most frequent of the present failures came. */
  repeats: number;
  /** How often files were handed in. */
  submissions: number;
  /** Sent back for faults of the code, and of the architecture. */
  rounds: number;
  architecture: number;
  /** Faults of the environment, and attempts that came to nothing, in a row. */
  environment: number;
  misfires: number;
  /** Counts what ends a conversation: answers of an earlier one are not given again. */
  turn: number;
  /** The bounds are reached, and why. */
  spent?: string;
  /** Other tasks at fault for a failing gate, which is tried again after them. */
  waits: Set<TaskId>;
  /** Ids of open questions. */
  questions: Set<string>;
  answers: { question: string; answer: string }[];
  /** Where to go on once the questions are answered. */
  resume?: TaskState;
  /** Content id of a change of the contract that it has asked for and that is not decided. */
  proposal?: string;
  /** It waits for the contract to be repaired. */
  held: boolean;
  tokens: number;
  cost: number;
  commit?: string;
}

export function freshStatus(task: Task, rank: number): TaskStatus {
  return {
    rank,
    task,
    state: task.kind === "contract" ? "INTEGRATED" : isIntegration(task) ? "WAITING" : "TODO",
    attempt: 0,
    passed: 0,
    reviewed: false,
    approved: false,
    generation: 0,
    pending: 0,
    failures: [],
    seen: new Map(),
    repeats: 0,
    submissions: 0,
    rounds: 0,
    architecture: 0,
    environment: 0,
    misfires: 0,
    turn: 0,
    waits: new Set(),
    questions: new Set(),
    answers: [],
    held: false,
    tokens: 0,
    cost: 0,
  };
}

export function isIntegration({ kind }: Task): boolean {
  return kind === "package" || kind === "whole";
}

/** At least DONE: others may be tried together with it. */
export function isDone({ state }: TaskStatus): boolean {
  return state === "DONE" || state === "VERIFIED" || state === "INTEGRATED";
}

export function isVerified({ state }: TaskStatus): boolean {
  return state === "VERIFIED" || state === "INTEGRATED";
}

/** The gate that is to try it next. */
export function nextGate({ task, passed }: TaskStatus): Gate | undefined {
  return task.gates[passed];
}

/** The checkpoint at which a person looks at what was verified last. */
export function lookId({ task, turn }: TaskStatus): string {
  return `policy:${turn}:${task.id}`;
}
