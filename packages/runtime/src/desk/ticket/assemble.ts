import { contentIdOf, type Kernel, linesOf } from "@contractc/kernel";
import {
  type Expectation,
  type Failure,
  type Task,
  TICKET_FORMAT,
  type Ticket,
  type TicketFile,
} from "../../model/index.js";
import type { Prompts } from "../../prompts/index.js";
import { briefOf } from "../../roles/index.js";
import { LOG_LINES, lastLines } from "../reading.js";
import { contextFor } from "./context.js";
import { goalOf } from "./goal.js";
import { renderTicket } from "./render.js";

/** What a ticket is made of. */
export interface TicketParts {
  run: string;
  task: Pick<Task, "id" | "kind" | "subject" | "writes"> & { except?: string[] };
  expects: Expectation;
  /** Who works on it: the task's role, or a reviewer. */
  role: string;
  attempt: number;
  round: number;
  /** Absent before there is a contract. */
  kernel?: Kernel;
  /** What is said in place of the contract, such as a request with its requirements; else the context is the kernel's. */
  material?: string;
  /** The task's files as they are, or as the skeletons have them; of a review those of the submission. */
  files: readonly { path: string; content: string }[];
  failures: readonly Failure[];
  reports?: readonly string[];
  lessons: readonly string[];
  answers: Ticket["answers"];
  /** The same failure came twice: more evidence is due, and another way. */
  thorough?: boolean;
  prompts: Prompts;
  /** Most tokens of the ticket. */
  contextTokens: number;
  /** Counts the tokens of a text. */
  tokens(text: string): number;
}

export type TicketResult =
  | { kind: "ticket"; ticket: Ticket }
  /** The module itself, with the signatures that it names, is more than a ticket may hold. */
  | { kind: "too-large"; tokens: number };

/** Of the budget, what is kept for descriptions that a worker asks for. */
const RESERVE = 0.1;
/** Of the budget, what failures may take. */
const FAILURES = 0.3;
/** The same, where less was not enough. */
const FAILURES_AGAIN = 0.5;
const LESSONS = 8;
const LESSON_LENGTH = 400;

/**
 * Puts a ticket together within a budget of tokens, whatever the size of the contract.
 *
 * What is never cut: brief, goal, the module and the signatures that it names. What goes first: the index of other
 * modules, docs of what is used, the ends of long files, and failures after the first ones.
 *
 * @returns the same for the same input
 */
export function ticketFor(input: TicketParts): TicketResult {
  const { kernel, contextTokens: budget, tokens } = input;
  const share = budget * (input.thorough ? FAILURES_AGAIN : FAILURES);
  const { failures, untold } = boundedFailures(input.failures, share, tokens);
  const fixed = skeletonOf(input, failures, untold);
  const size = (ticket: Omit<Ticket, "tokens">) => tokens(ticket.brief) + tokens(renderTicket(ticket));

  const room = budget - size(fixed);
  const smallest = smallestContext(input);
  if (smallest > room) return { kind: "too-large", tokens: size(fixed) + smallest };
  const reserve = Math.min(Math.floor(budget * RESERVE), room - smallest);
  const files = boundedFiles(input.files, room - reserve - smallest, tokens);
  let ticket = { ...fixed, files };
  // The tokens of a whole need not be those of its parts: where they are more, the context gives way.
  for (let left = budget - reserve - size(ticket); ; left -= Math.max(16, Math.ceil(left * 0.02))) {
    ticket = { ...ticket, context: contextOf(input, Math.max(left, smallest)) };
    const total = size(ticket);
    if (total <= budget || left <= smallest || kernel === undefined) {
      return total <= budget
        ? { kind: "ticket", ticket: { ...ticket, tokens: total } }
        : { kind: "too-large", tokens: total };
    }
  }
}

function skeletonOf(input: TicketParts, failures: Failure[], untold: number): Omit<Ticket, "tokens"> {
  const { run, task, expects, role, attempt, round, kernel, prompts } = input;
  const writes = expects === "code" || expects === "tests" || expects === "merge" ? task.writes : [];
  const { subject } = task;
  return {
    format: TICKET_FORMAT,
    run,
    task: task.id,
    kind: expects === "review" ? "review" : task.kind,
    attempt,
    round,
    role,
    expects,
    subject,
    ...contractOf(kernel, subject),
    brief: briefOf(kernel, { role, expects }, prompts),
    goal:
      goalOf({ expects, subject, round, writes, untold }, kernel) + againNote(input) + evolutionNote(input),
    context: "",
    writes: [...writes],
    ...(writes.length > 0 && task.except ? { except: task.except } : {}),
    files: [],
    failures,
    ...(input.reports && input.reports.length > 0
      ? { reports: input.reports.map((report) => lastLines(report, LOG_LINES)) }
      : {}),
    lessons: input.lessons.slice(-LESSONS).map((lesson) => lesson.slice(0, LESSON_LENGTH)),
    answers: input.answers,
  };
}

function contractOf(kernel: Kernel | undefined, subject: string): { contract?: string } {
  if (!kernel) return {};
  const module = kernel.modules.find(({ address }) => address === subject);
  return { contract: module?.hashes.surroundings ?? kernel.hash };
}

/** What was tried and failed alike is not tried a third time. */
function againNote({ thorough }: TicketParts): string {
  return thorough
    ? " The same failure came twice: find its cause before you change anything, and go another way than before."
    : "";
}

/** With a contract there is no new one: the generator is told how it changes. */
function evolutionNote({ expects, kernel, prompts }: TicketParts): string {
  return expects === "contract" && kernel ? `\n\n${prompts.evolution.text}` : "";
}

function smallestContext({ kernel, task, expects, material, tokens }: TicketParts): number {
  const base = material === undefined ? 0 : tokens(material);
  if (!kernel) return base;
  const context = contextFor({ kernel, expects, subject: task.subject, tokens }, 0);
  return base + (context.kind === "too-large" ? context.tokens : tokens(context.text));
}

function contextOf({ kernel, task, expects, material, tokens }: TicketParts, budget: number): string {
  const own = material === undefined ? "" : `${material.trimEnd()}\n`;
  if (!kernel) return own;
  const room = budget - tokens(own);
  const context = contextFor({ kernel, expects, subject: task.subject, tokens }, room);
  const text = context.kind === "context" ? context.text : "";
  return own === "" ? text : `${own}\n${text}`;
}

/** The first failures in full as far as there is room, the next without their output, and how many are left out. */
function boundedFailures(
  all: readonly Failure[],
  budget: number,
  tokens: (text: string) => number,
): { failures: Failure[]; untold: number } {
  const failures: Failure[] = [];
  let left = budget;
  for (const failure of all) {
    const bare: Failure = { ...failure, tail: "", excerpt: failure.excerpt.slice(0, 5) };
    const fitting = [failure, bare].find((each) => tokens(JSON.stringify(each)) <= left);
    if (!fitting && failures.length > 0) break;
    const kept = fitting ?? bare;
    left -= tokens(JSON.stringify(kept));
    failures.push(kept);
  }
  return { failures, untold: all.length - failures.length };
}

/** Whole files as far as there is room, small ones first; of the others the beginning. */
function boundedFiles(
  all: TicketParts["files"],
  budget: number,
  tokens: (text: string) => number,
): TicketFile[] {
  const sized = all.map(({ path, content }) => ({ path, content, size: tokens(content) + HEAD_OF_FILE }));
  let left = Math.max(0, budget);
  let waiting = sized.length;
  const files = new Map<string, TicketFile>();
  for (const { path, content, size } of [...sized].sort((a, b) => a.size - b.size)) {
    const id = contentIdOf(Buffer.from(content, "utf8"));
    const share = left / waiting;
    waiting -= 1;
    if (size <= share) {
      files.set(path, { path, content, id });
      left -= size;
      continue;
    }
    const lines = linesOf(content);
    // What a line takes is much the same throughout a file.
    const fits = Math.floor((lines.length * Math.max(0, share - HEAD_OF_FILE)) / size);
    const beginning = lines.slice(0, fits).join("");
    files.set(path, { path, content: beginning, id, cut: true });
    left -= tokens(beginning) + HEAD_OF_FILE;
  }
  return all.map(({ path }) => files.get(path)!);
}

/** Tokens of a file's name and its fences. */
const HEAD_OF_FILE = 30;
