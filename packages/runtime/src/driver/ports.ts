import type { Clock, FileSystem, Kernel, Processes } from "@contractc/kernel";
import type { Agent, AgentOutcome, Desk } from "../agents/port.js";
import type { ContractPort, ContractState } from "../contract/port.js";
import type { RunGate } from "../gates/port.js";
import type { Failure, Policy, RunEvent, Task, TaskId, Ticket, Tree } from "../model/index.js";
import type { RunStore } from "../store/port.js";

/** All that the driver carries out actions with. */
export interface Parts {
  store: RunStore;
  contract: ContractPort;
  runGate: RunGate;
  agents: AgentFor;
  makeTicket: MakeTicket;
  openDesk: OpenDesk;
  /** Only for runs that start from an intent. */
  initialise?: Initialise;
  workspace: WorkspacePort;
  fs: FileSystem;
  clock: Clock;
  processes: Processes;
}

/**
 * Who does the next attempt.
 *
 * @param escalated the same failure came twice: somebody else is to try, where there is somebody else
 */
export type AgentFor = (role: string, escalated: boolean) => Agent;

/** What a ticket is made of. */
export interface TicketInput {
  run: string;
  task: Task;
  purpose: "work" | "review";
  attempt: number;
  round: number;
  kernel: Kernel;
  policy: Policy;
  /** Files of the workspace as this worker may come to see them: submissions over skeletons over what was there. */
  tree: Tree;
  content(id: string): Uint8Array;
  tokens(text: string): number;
  /** Why it is to be done again; of a repair of the contract what asks for it. */
  failures: Failure[];
  /** The same failure came twice: more evidence is due. */
  thorough: boolean;
  /** Texts of gate reports, for a reviewer. */
  reports: string[];
  answers: { question: string; answer: string }[];
  lessons: string[];
}

/** Writes the ticket of one attempt. Pure: the same input gives the same ticket. */
export type MakeTicket = (input: TicketInput) => Ticket;

/** What one attempt works at. */
export interface DeskInput {
  ticket: Ticket;
  kernel: Kernel;
  /** Every file of the workspace; what the role may read of it is laid out. */
  tree: Tree;
  content(id: string): Uint8Array;
  policy: Policy;
  /** Absolute; an empty folder of this attempt alone, which the driver removes afterwards. */
  folder: string;
  /** `Desk.call`, through the record and within the budget. */
  call: Desk["call"];
  /** Denied calls and files out of scope: written to the record at once. */
  report(event: Extract<RunEvent, { type: "call-denied" | "out-of-scope" }>): void;
  /** A declaration on demand; counted in the budget of the attempt. */
  describe(name: string): string | undefined;
  tokens(text: string): number;
  /** Tries the files in the folder by a gate, where the role may run checks or tests. */
  tryGate?(gate: "static" | "unit", signal: AbortSignal): Promise<string>;
}

export interface OpenedDesk {
  desk: Desk;
  /** Ends what the attempt has started. The folder is the driver's to remove. */
  close(): Promise<void>;
}

export type OpenDesk = (input: DeskInput) => Promise<OpenedDesk>;

/** What makes a contract, or changes of one, of an intent. */
export interface InitialiseInput {
  run: string;
  /** Absolute: the workspace. */
  root: string;
  intent: string;
  /** The contract that is there: changes of it are asked for, never a new one. */
  existing?: ContractState;
  /** Whether the workspace holds code. */
  hasCode: boolean;
  contract: ContractPort;
  policy: Policy;
  /** Answers to questions that an earlier try asked. */
  answers: { question: string; answer: string }[];
  /**
   * Has a role answer a ticket: agent, desk, budget and record are seen to, and an answer that was recorded is given again.
   *
   * @param step names the question among those of this run: `analyst`, `architect:2`
   */
  ask(step: string, role: string, ticket: Asked): Promise<AgentOutcome>;
}

/** A ticket before the driver has filled in what it knows. */
export type Asked = Pick<Ticket, "role" | "expects" | "brief" | "goal" | "context" | "tokens" | "lessons"> &
  Partial<Pick<Ticket, "subject" | "failures" | "round" | "answers">>;

export type Initialised =
  /** `summary`: what a person decides upon: requirements, flagged items, open questions. */
  | { kind: "contract"; state: ContractState; summary: string; flagged: string[] }
  /** One small edit of one file, which needs no contract. */
  | { kind: "direct"; file: string; reason: string }
  /** What cannot be known and must not be invented. */
  | { kind: "questions"; questions: string[] }
  | { kind: "failed"; detail: string };

export type Initialise = (input: InitialiseInput, signal: AbortSignal) => Promise<Initialised>;

/** Where the user's files are. Nothing of it is written before the final approval. */
export interface WorkspacePort {
  /** Absolute. */
  readonly root: string;
  /** The files as they are, without what is ignored: their contents are in the record from then on, or in the repository. */
  base(): { revision?: string; tree: Tree };
  /** @returns `undefined` for a content that neither the record nor the repository has */
  content(id: string): Uint8Array | undefined;
  /**
   * What a contract adds to a tree: its files, skeletons of what is missing, tests of examples.
   *
   * @returns `tree` with them; `bare`, in which a skeleton stands for every module, whether there is code or not; and the
   *   test files made from the examples of each module
   */
  skeletons(base: Tree, contract: ContractState): Promise<Skeletons>;
  /** The contract that the user has in the workspace, where it is sound. */
  contract?(): ContractState | undefined;
  /** Modules whose code stands already and agrees with the contract. */
  settled(contract: ContractState): Promise<string[]>;
  /** Writes a branch of one commit a task, or what stands for it where there is no repository. */
  deliver(delivery: Delivery): Delivered;
  /** Brings what was delivered into the user's files: all of it, or nothing and why not. */
  adopt(delivered: Delivered, delivery: Delivery): { kind: "adopted" } | { kind: "left"; reason: string };
}

export interface Skeletons {
  tree: Tree;
  bare: Tree;
  examples: Record<string, string[]>;
}

/** What a run hands over. */
export interface Delivery {
  run: string;
  base: { revision?: string; tree: Tree };
  /** In the order of the commits; each says how the files changed. */
  steps: { task: TaskId; message: string; changes: Record<string, string> }[];
  log: string;
}

export interface Delivered {
  /** `contractc/<run>`; absent where there is no repository. */
  branch?: string;
  commits: Record<TaskId, string>;
}
