import type { Address } from "@contractc/kernel";
import type { Failure } from "./failure.js";
import type { TaskId, TaskKind } from "./task.js";

export const TICKET_FORMAT = "contractc-ticket/1";

/**
 * What a ticket asks for, which decides what a worker may hand in: `code` and `tests` files, `merge` files of an
 * integration, `review` a review, `repair` actions, and the others a document of that kind.
 */
export const EXPECTATIONS = [
  "code",
  "tests",
  "merge",
  "review",
  "repair",
  "requirements",
  "contract",
  "audit",
  "triage",
] as const;
export type Expectation = (typeof EXPECTATIONS)[number];

/** All that a worker is given: plain JSON with a published schema, kept whole in the record. */
export interface Ticket {
  format: typeof TICKET_FORMAT;
  run: string;
  task: TaskId;
  kind: TaskKind | "review";
  /** Fences late results: a result counts for the latest attempt only. */
  attempt: number;
  /** From 1; how often this task was submitted before, plus one. */
  round: number;
  role: string;
  expects: Expectation;
  subject: Address;
  /** The hash of what the contract says to the subject (`ModuleHashes.surroundings`, or the kernel's). */
  contract?: string;
  /** Who the worker is, what it answers for, input and output, red lines: the stable beginning of every prompt. */
  brief: string;
  /** What is to be done now, in a few sentences. */
  goal: string;
  /** The bounded slice of the contract. */
  context: string;
  /** Of brief, goal, context and the rest of this ticket. */
  tokens: number;
  writes: string[];
  /** Paths below a folder of `writes` that belong to other tasks. */
  except?: string[];
  /** The files of `writes` as they are now, or as the skeletons have them; a reviewer gets those of the submission. */
  files: TicketFile[];
  /** Why it is to be done again. */
  failures: Failure[];
  /** Reports of gates and spot checks that a reviewer reads. */
  reports?: string[];
  /** What earlier runs learnt about tasks of this kind. */
  lessons: string[];
  /** Answers that a person gave to questions of this task. */
  answers: { question: string; answer: string }[];
}

export interface TicketFile {
  path: string;
  content: string;
  /** Content id: a write is refused where the file is another by then. */
  id: string;
  /** There was no room for all of it: `content` is its beginning, and the rest is read by range. */
  cut?: true;
}

/** What a worker hands in: one of these and nothing else. */
export type WorkerResult =
  | { kind: "files"; files: { path: string; content: string }[]; summary: string; risks: string[] }
  /** Something is missing that the worker must not invent. */
  | { kind: "error"; error: string; question?: string }
  /** Changes of the contract, which go through evolution. */
  | { kind: "actions"; actions: unknown[]; reason: string }
  /** A reviewer's. */
  | { kind: "review"; review: Review }
  /** An analyst's, architect's or discriminator's. */
  | { kind: "document"; document: unknown; summary: string };

/** A reviewer judges what tests cannot see. Whether anything passed is not for it to say. */
export interface Review {
  clauses: { clause: string; met: boolean; where?: string }[];
  /** Each sends the submission back. */
  blocking: ReviewFinding[];
  suggestions: ReviewFinding[];
  /** The contract is incomplete rather than the code wrong. */
  contract?: { reason: string; actions: unknown[] };
}

export interface ReviewFinding {
  text: string;
  file?: string;
  line?: number;
  /** The clause or requirement that is not met. */
  clause?: string;
}
