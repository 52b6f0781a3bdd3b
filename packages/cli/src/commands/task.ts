import { decodeText } from "@contractc/kernel";
import {
  type Action,
  type Attempt,
  eventsOf,
  next,
  type RunEvent,
  type RunRecord,
  type RunStore,
  type TaskStatus,
  ticketOf,
  type WorkerResult,
} from "@contractc/runtime";
import { type Context, UsageError } from "../context.js";
import { EXIT, type ExitCode } from "../exit-codes.js";
import { absolute } from "../paths.js";
import { printable } from "../render/printable.js";
import { openRun, type Place, partsOf } from "../running/open.js";
import { PULL } from "../running/settings.js";
import { userOf } from "./resume.js";

export interface TaskOptions {
  run?: string;
  format: "text" | "json";
}

/** `task list`: every task and where it stands. */
export function listTasks(context: Context, options: TaskOptions): ExitCode {
  return withRun(context, options, ({ record }) => {
    const ready = new Map(claimable(record.state).map((action) => [action.task, action.kind]));
    const tasks = record.state.order.map(({ task, state, rounds, claim }) => ({
      task: task.id,
      kind: task.kind,
      state,
      rounds,
      ...(claim ? { worker: claim.worker } : {}),
      ...(ready.has(task.id) ? { ready: ready.get(task.id) } : {}),
    }));
    if (options.format === "json") print(context, { run: record.run, tasks });
    else {
      const width = Math.max(0, ...tasks.map(({ task }) => task.length));
      for (const { task, state, ready: purpose, worker } of tasks) {
        const more =
          worker === undefined
            ? purpose === undefined
              ? ""
              : `  ready to ${purpose}`
            : `  ${printable(worker)}`;
        context.out.write(`${task.padEnd(width)}  ${state.toLowerCase()}${more}\n`);
      }
    }
    return EXIT.clean;
  });
}

/** `task show TASK`: one task with why it is where it is. */
export function showTask(context: Context, id: string, options: TaskOptions): ExitCode {
  return withRun(context, options, ({ record }) => {
    const status = taskOf(record, id);
    const { task, state, attempt, claim, submission, failures, submissions, rounds, spent, answers } = status;
    const shown = {
      ...task,
      state,
      attempt,
      submissions,
      rounds,
      ...(claim ? { claim } : {}),
      ...(submission
        ? { submission: { attempt: submission.attempt, files: Object.keys(submission.tree) } }
        : {}),
      failures,
      answers,
      ...(spent === undefined ? {} : { escalated: spent }),
      reports: record.reports.get(task.id) ?? [],
    };
    if (options.format === "json") print(context, shown);
    else {
      const lines = [
        `${task.id} is ${state.toLowerCase()}${spent === undefined ? "" : `: ${printable(spent)}`}`,
        `  role      ${task.role}`,
        ...(task.writes.length > 0 ? [`  writes    ${task.writes.join(", ")}`] : []),
        `  handed in ${submissions} times, sent back ${rounds} times`,
        ...failures.map(({ source, summary }) => `  ${source.padEnd(9)} ${printable(summary)}`),
      ];
      context.out.write(`${lines.join("\n")}\n`);
    }
    return EXIT.clean;
  });
}

export interface ClaimOptions extends TaskOptions {
  worker: string;
  minutes: number;
}

/** `task claim [TASK]`: takes a task, and prints its ticket. */
export async function claimTask(
  context: Context,
  id: string | undefined,
  options: ClaimOptions,
): Promise<ExitCode> {
  return withRun(context, options, async ({ record, store, place }) => {
    const { state, run } = record;
    const worker = `${PULL}:${options.worker}`;
    const offered = claimable(state).filter(({ task }) => id === undefined || task === id);
    // Nobody reviews what is one's own.
    const own = (task: string) => state.tasks.get(task)?.submission?.author === worker;
    const action = offered.find(({ kind, task }) => kind === "work" || !own(task));
    if (!action) {
      const why = id === undefined ? "nothing to be done now" : `nothing to be done about ${id} now`;
      if (id !== undefined) taskOf(record, id);
      if (options.format === "json") print(context, { claimed: false, reason: why });
      else context.err.write(`There is ${why}.\n`);
      return EXIT.findings;
    }
    const status = state.tasks.get(action.task)!;
    const parts = await partsOf(context, store, place, { agent: [PULL], pull: true });
    const skeletons = await parts.workspace.skeletons(record.base.tree, record.contract()!);
    const files = action.kind === "work" ? status.task.writes : [];
    const claimed = store.claim(run, action.task, worker, { milliseconds: options.minutes * 60_000, files });
    if (claimed.kind !== "claimed") {
      if (options.format === "json") print(context, { claimed: false, reason: claimed.kind });
      else context.err.write(`${action.task} was just taken by ${claimed.by}.\n`);
      return EXIT.findings;
    }
    const { lease } = claimed;
    const content = (content: string) => {
      const bytes = store.get(content) ?? parts.workspace.content(content);
      if (!bytes) throw new Error(`The record of ${run} lacks the content ${content}.`);
      return bytes;
    };
    const ticket = ticketOf({ parts, record, skeletons, content }, status, {
      purpose: action.kind,
      attempt: lease.attempt,
      thorough: action.thorough,
    });
    const isRecorded = record.claim({
      type: "task-claimed",
      task: action.task,
      attempt: lease.attempt,
      worker,
      agent: options.worker,
      role: ticket.role,
      purpose: action.kind,
      ticket: store.put(JSON.stringify(ticket)),
    });
    if (!isRecorded) {
      store.settle(run, lease, []);
      context.err.write(`${action.task} is no longer to be done: claim again.\n`);
      return EXIT.findings;
    }
    if (options.format === "json") print(context, { claimed: true, ticket });
    else context.out.write(`${JSON.stringify(ticket, null, 2)}\n`);
    return EXIT.clean;
  });
}

export interface SubmitOptions extends TaskOptions {
  attempt?: number;
  result: string;
}

/** `task submit TASK`: hands in what a claimed task asked for, as JSON of a worker's result. */
export function submitTask(context: Context, id: string, options: SubmitOptions): ExitCode {
  return withRun(context, options, ({ record, store }) => {
    const result = resultOf(context, options.result);
    return settle(context, record, store, id, options, (attempt) =>
      eventsOf(
        { record },
        attempt,
        { kind: "result", result, usage: { input: 0, cached: 0, output: 0 } },
        undefined,
      ),
    );
  });
}

/** `task ask TASK QUESTION`: what a worker must not invent is for a person to answer. */
export function askAboutTask(
  context: Context,
  id: string,
  question: string,
  options: TaskOptions & { attempt?: number },
): ExitCode {
  const result: WorkerResult = { kind: "error", error: question, question };
  return withRun(context, options, ({ record, store }) =>
    settle(context, record, store, id, options, (attempt) =>
      eventsOf(
        { record },
        attempt,
        { kind: "result", result, usage: { input: 0, cached: 0, output: 0 } },
        undefined,
      ),
    ),
  );
}

/** `task answer ID TEXT`: a person's answer to a question. */
export function answerQuestion(context: Context, id: string, answer: string, options: TaskOptions): ExitCode {
  return withRun(context, options, ({ record, store }) => {
    const question = record.state.questions.get(id);
    const open = [...record.state.questions.values()].filter((each) => each.answer === undefined);
    if (!question || question.answer !== undefined) {
      const ids = open.map((each) => each.id).join(", ");
      throw new UsageError(
        `${record.run} has no open question "${id}"; open ${ids === "" ? "is none" : `are ${ids}`}.`,
      );
    }
    const event: RunEvent = { type: "question-answered", id, answer, by: userOf(context) };
    store.signal(record.run, `answer ${id}`, event);
    return told(
      context,
      options,
      { task: question.task, answered: id },
      `${question.task} goes on with the answer: contractc resume`,
    );
  });
}

/** `task retry TASK`: has one task done again. */
export function retryTask(context: Context, id: string, options: TaskOptions & { note?: string }): ExitCode {
  return withRun(context, options, ({ record }) => {
    const status = taskOf(record, id);
    if (status.claim) throw new UsageError(`${id} is being worked at by ${status.claim.worker}.`);
    const note = options.note === undefined ? {} : { note: options.note };
    record.append([{ type: "task-retried", task: id, by: userOf(context), ...note }]);
    return told(context, options, { task: id, state: status.state }, `${id} is done again: contractc resume`);
  });
}

type Claimable = Extract<Action, { kind: "work" | "review" }>;

/** What somebody may take now. */
function claimable(state: RunRecord["state"]): Claimable[] {
  const workers = Math.max(0, state.policy.concurrency - state.running);
  return next(state, { workers, gates: 0 }).filter(
    (action): action is Claimable => action.kind === "work" || action.kind === "review",
  );
}

function settle(
  context: Context,
  record: RunRecord,
  store: RunStore,
  id: string,
  options: TaskOptions & { attempt?: number },
  events: (attempt: Attempt) => RunEvent[],
): ExitCode {
  const status = taskOf(record, id);
  const { claim } = status;
  if (!claim || (options.attempt !== undefined && options.attempt !== claim.attempt)) {
    throw new UsageError(
      claim
        ? `Attempt ${options.attempt} at ${id} is over: the one that counts is ${claim.attempt}.`
        : `Nobody has claimed ${id}: \`contractc task claim ${id}\` first.`,
    );
  }
  const { attempt, worker, purpose } = claim;
  const lease = { task: id, worker, attempt, until: 0 };
  const ended = {
    status,
    purpose,
    lease,
    worker,
    escalated: false,
    ticket: ticketAt(record, store, id, attempt),
  };
  const settled = store.settle(record.run, lease, events(ended));
  if (settled.kind === "fenced")
    throw new UsageError(`Attempt ${attempt} at ${id} is over: somebody else has it by now.`);
  record.sync();
  const failed = store
    .read(record.run, settled.last - 1)
    .find(({ event }) => event.type === "attempt-failed");
  if (failed?.event.type === "attempt-failed") throw new UsageError(`${id}: ${failed.event.detail}`);
  return told(
    context,
    options,
    { task: id, attempt, state: status.state },
    `${id} is handed in: ${status.state.toLowerCase()}`,
  );
}

function ticketAt(record: RunRecord, store: RunStore, id: string, attempt: number): Attempt["ticket"] {
  const claimed = store
    .read(record.run)
    .findLast(({ event }) => event.type === "task-claimed" && event.task === id && event.attempt === attempt);
  if (claimed?.event.type !== "task-claimed") throw new UsageError(`Nobody has claimed ${id}.`);
  return JSON.parse(record.text(claimed.event.ticket)) as Attempt["ticket"];
}

const KINDS = ["files", "error", "actions", "review"];

function resultOf(context: Context, file: string): WorkerResult {
  const path = absolute(context.cwd, file);
  if (context.fs.stat(path) === null) throw new UsageError(`There is no file "${file}".`);
  let value: unknown;
  try {
    value = JSON.parse(decodeText(context.fs.readFile(path)).text);
  } catch (error) {
    throw new UsageError(`${file} is no JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
  const problem = problemOf(value);
  if (problem !== undefined) throw new UsageError(`${file}: ${problem}`);
  return value as WorkerResult;
}

/** What is wrong with the JSON of a result, as far as what is done with it goes. */
function problemOf(value: unknown): string | undefined {
  if (
    typeof value !== "object" ||
    value === null ||
    !("kind" in value) ||
    !KINDS.includes(String(value.kind))
  )
    return `a result has a "kind", one of ${KINDS.join(", ")}`;
  const { kind, files, error, actions, reason, review } = value as Record<string, unknown>;
  const isFile = (each: unknown) =>
    typeof each === "object" &&
    each !== null &&
    "path" in each &&
    typeof each.path === "string" &&
    "content" in each &&
    typeof each.content === "string";
  if (kind === "files" && !(Array.isArray(files) && files.every(isFile)))
    return '"files" is a list of objects with "path" and "content"';
  if (kind === "error" && typeof error !== "string") return '"error" says what is missing';
  if (kind === "actions" && !(Array.isArray(actions) && typeof reason === "string"))
    return '"actions" is a list, and "reason" says why';
  const lists = typeof review === "object" && review !== null ? (review as Record<string, unknown>) : {};
  const isReview = ["clauses", "blocking", "suggestions"].every((name) => Array.isArray(lists[name]));
  if (kind === "review" && !isReview) return '"review" has lists of "clauses", "blocking" and "suggestions"';
  return undefined;
}

function taskOf(record: RunRecord, id: string): TaskStatus {
  const status = record.state.tasks.get(id);
  if (!status) throw new UsageError(`${record.run} has no task "${id}"; see \`contractc task list\`.`);
  return status;
}

interface OpenedRun {
  store: RunStore;
  record: RunRecord;
  place: Place;
}

function withRun<T extends ExitCode | Promise<ExitCode>>(
  context: Context,
  { run }: TaskOptions,
  action: (opened: OpenedRun) => T,
): T {
  const opened = openRun(context, run);
  const close = () => opened.store.close();
  let isPending = false;
  try {
    const result = action(opened);
    if (result instanceof Promise) {
      isPending = true;
      return result.finally(close) as T;
    }
    return result;
  } finally {
    if (!isPending) close();
  }
}

function told(context: Context, { format }: TaskOptions, result: object, text: string): ExitCode {
  if (format === "json") print(context, result);
  else context.out.write(`${text}\n`);
  return EXIT.clean;
}

function print(context: Context, value: unknown): void {
  context.out.write(`${JSON.stringify(value, null, 2)}\n`);
}
