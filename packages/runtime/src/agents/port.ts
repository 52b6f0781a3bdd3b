import type { AttemptFailure, Ticket, Usage, WorkerResult } from "../model/index.js";
import type { Verdict } from "../roles/index.js";

/** Whoever does a task: a model behind an address, a command, an agent over ACP, or a record of one. */
export interface Agent {
  /** As configured: what the record and the report call it. */
  readonly name: string;
  readonly kind: "openai" | "command" | "acp" | "replay";
  /**
   * Works on one ticket until it has a result. Never throws for what a model or a command does: that is a value.
   *
   * @param desk the only way to the files and to the outside
   */
  work(ticket: Ticket, desk: Desk, signal: AbortSignal): Promise<AgentOutcome>;
}

/** `usage`: of what no call through the desk has counted, as a session that was stopped. */
export type AgentOutcome =
  | { kind: "result"; result: WorkerResult; usage: Usage }
  | { kind: "failed"; failure: AttemptFailure; detail: string; usage: Usage };

/** A tool as a model is told of it. */
export interface Tool {
  name: string;
  description: string;
  /** JSON Schema of its arguments. */
  parameters: object;
}

export type ToolAnswer =
  | { kind: "done"; text: string }
  /** The attempt is over: the worker submitted, or asked for what it must not invent. */
  | { kind: "ended"; result: WorkerResult }
  | { kind: "denied"; reason: string }
  | { kind: "failed"; reason: string };

/**
 * What one attempt may see and do: the permission matrix of its role, enforced. Everything it refuses is an event.
 */
export interface Desk {
  /** Absolute: a copy of what the role may read, made for this attempt. Commands and ACP agents work in it. */
  readonly folder: string;
  /** Tools that the role has. */
  readonly tools: readonly Tool[];
  use(tool: string, argument: unknown): Promise<ToolAnswer>;
  /** Commands that may be run, or their beginnings, in words: for agents that start them by themselves. */
  readonly commands: readonly (readonly string[])[];
  /** Judges what an agent with hands of its own is about to do. */
  judge(act: Act): Verdict;
  /** Refuses what no role has. */
  refuse(tool: string, what: string, reason: string): void;
  /**
   * A call to a model, through the record: an answer that was recorded is given again, a new one is recorded before it is
   * returned. The budget is checked first.
   *
   * @param request plain JSON without anything that differs from one attempt to the next: the same request of the same
   *   round and turn is the same call
   * @returns `undefined` where the budget is spent; rejects with what `ask` rejects with
   */
  call<T>(request: unknown, ask: () => Promise<{ answer: T; usage: Usage }>): Promise<T | undefined>;
  /**
   * What was left in the folder, compared with the task's write set: what lies outside is not taken, and told; nothing is
   * ever deleted.
   */
  collect(): Promise<Collected>;
}

/** What an agent with hands of its own may be about to do. */
export type Act =
  | { action: "read" | "list" | "write" | "delete"; path: string }
  | { action: "run"; command: string };

/** What an attempt changed. */
export interface Collected {
  /** Of the write set all that there is, as it is now; what was deleted as it was. */
  files: { path: string; content: string }[];
  /** Paths of those that are not as they were. */
  changed: string[];
  /** Changed or made outside of the write set, or no text: not taken. */
  outside: string[];
  /** Files that are gone from the folder: they stay. */
  deleted: string[];
}
