import { rmSync } from "node:fs";
import type { AgentOutcome } from "../agents/port.js";
import type { RunEvent, Ticket, Tree, Usage, WorkerResult } from "../model/index.js";
import { mayWrite, type TaskStatus } from "../schedule/index.js";
import type { Lease } from "../store/port.js";
import { isSpent, recordedCall } from "./calls.js";
import type { Parts, Skeletons } from "./ports.js";
import type { RunRecord } from "./record.js";
import { currentTree } from "./snapshot.js";

/** What attempts of a run share. */
export interface AttemptHost {
  parts: Parts;
  record: RunRecord;
  skeletons: Skeletons;
  content(id: string): Uint8Array;
  /** Absolute: where attempts have their folders. */
  folder: string;
  tryGate(status: TaskStatus, tree: Tree, gate: "static" | "unit", signal: AbortSignal): Promise<string>;
}

/** An attempt that was claimed. */
export interface Attempt {
  status: TaskStatus;
  purpose: "work" | "review";
  lease: Lease;
  /** The session. */
  worker: string;
  escalated: boolean;
  ticket: Ticket;
}

/** Writes the ticket of an attempt. */
export function ticketOf(
  host: Pick<AttemptHost, "parts" | "record" | "skeletons" | "content">,
  status: TaskStatus,
  options: { purpose: "work" | "review"; attempt: number; thorough: boolean },
): Ticket {
  const { parts, record, skeletons, content } = host;
  const { state } = record;
  const contract = record.contract()!;
  return parts.makeTicket({
    run: record.run,
    task: status.task,
    purpose: options.purpose,
    attempt: options.attempt,
    round: status.submissions + 1,
    kernel: contract.kernel,
    policy: state.policy,
    tree: currentTree(state, skeletons),
    content,
    tokens: (text) => parts.contract.tokens(text),
    failures: options.purpose === "work" ? status.failures : [],
    thorough: options.thorough,
    reports: options.purpose === "review" ? (record.reports.get(status.task.id) ?? []) : [],
    answers: status.answers,
    lessons: [],
  });
}

/** Has an agent work at a ticket, and gives the events that end the attempt. */
export async function carryOut(
  host: AttemptHost,
  attempt: Attempt,
  signal: AbortSignal,
): Promise<RunEvent[]> {
  const { parts, record, skeletons, content } = host;
  const { status, ticket, lease } = attempt;
  const { task } = status;
  const folder = `${host.folder}/${lease.attempt}-${task.id.replace(/[^\w.-]+/g, "_")}`;
  const tree = currentTree(record.state, skeletons);
  const contract = record.contract()!;
  const recorded: Usage = { input: 0, cached: 0, output: 0 };
  const call = recordedCall(
    {
      store: record.store,
      calls: record.calls,
      state: () => record.state,
      append: (events) => {
        for (const event of events) if (event.type === "call-answered") addUsage(recorded, event.usage);
        record.append(events);
      },
    },
    task.id,
    lease.attempt,
  );
  try {
    const { desk, close } = await parts.openDesk({
      ticket,
      kernel: contract.kernel,
      tree,
      content,
      policy: record.state.policy,
      folder,
      call,
      report: (event) => record.append([event]),
      describe: (name) => parts.contract.describe(contract.kernel, name),
      tokens: (text) => parts.contract.tokens(text),
      tryGate: (gate, within) => host.tryGate(status, tree, gate, within),
    });
    try {
      if (isSpent(record.state, task.id)) return [failed(attempt, "budget", "The budget is spent.")];
      const agent = parts.agents(ticket.role, attempt.escalated);
      const outcome = await agent.work(ticket, desk, signal);
      return eventsOf(host, attempt, outcome, beyond(outcome.usage, recorded));
    } finally {
      await close();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What ends an attempt, by what came of it. */
export function eventsOf(
  { record }: Pick<AttemptHost, "record">,
  attempt: Attempt,
  outcome: AgentOutcome,
  usage: Usage | undefined,
): RunEvent[] {
  const spent = usage ? { usage } : {};
  if (outcome.kind === "failed") return [failed(attempt, outcome.failure, outcome.detail, usage)];
  const { result } = outcome;
  const { status, lease } = attempt;
  const task = status.task.id;
  const base = { task, attempt: lease.attempt };
  const broken = (detail: string) => [failed(attempt, "broken-answer", detail, usage)];
  const keep = (value: unknown) => record.store.put(JSON.stringify(value));
  switch (result.kind) {
    case "files":
      if (attempt.purpose === "review" || status.task.kind === "contract")
        return broken(`Files were handed in, and ${attempt.purpose} was asked for.`);
      return filesOf(record, attempt, result, spent);
    case "error":
      return [
        { type: "submitted", ...base, result: "error", content: keep(result), tree: {}, ...spent },
        {
          type: "question-asked",
          task,
          question: result.question ?? result.error,
          id: `${task}@${lease.attempt}`,
        },
      ];
    case "actions":
      if (attempt.purpose === "review") return broken("Actions were handed in, and a review was asked for.");
      return [
        { type: "submitted", ...base, result: "actions", content: keep(result), tree: {}, ...spent },
        { type: "contract-proposed", ...base, proposal: keep(result.actions), reason: result.reason },
      ];
    case "review": {
      if (attempt.purpose !== "review") return broken("A review was handed in, and work was asked for.");
      const { review } = result;
      const submission = status.submission?.attempt ?? 0;
      const { contract } = review;
      const isProposal =
        contract !== undefined && contract.actions.length > 0 && review.blocking.length === 0;
      const { contract: _, ...without } = review;
      return [
        { type: "reviewed", ...base, submission, review: isProposal ? review : without, ...spent },
        ...(isProposal
          ? [
              {
                type: "contract-proposed" as const,
                ...base,
                proposal: keep(contract.actions),
                reason: contract.reason,
              },
            ]
          : []),
      ];
    }
    case "document":
      return broken("A document was handed in, and nobody asked for one.");
  }
}

function filesOf(
  record: RunRecord,
  attempt: Attempt,
  result: Extract<WorkerResult, { kind: "files" }>,
  spent: { usage?: Usage },
): RunEvent[] {
  const { status, lease } = attempt;
  const own = result.files.filter(({ path }) => mayWrite(status.task, path));
  const outside = result.files.filter((file) => !own.includes(file)).map(({ path }) => path);
  const base = { task: status.task.id, attempt: lease.attempt };
  const told: RunEvent[] = outside.length > 0 ? [{ type: "out-of-scope", ...base, paths: outside }] : [];
  if (own.length === 0 && !status.submission)
    return [...told, failed(attempt, "broken-answer", "No file of the task was handed in.", spent.usage)];
  // Patches come on top of what was handed in before.
  const tree: Tree = { ...status.submission?.tree };
  for (const { path, content } of own) tree[path] = record.store.put(content);
  const content = record.store.put(JSON.stringify({ summary: result.summary, risks: result.risks }));
  return [...told, { type: "submitted", ...base, result: "files", content, tree, ...spent }];
}

export function failed(
  { status, lease }: Pick<Attempt, "status" | "lease">,
  failure: Extract<RunEvent, { type: "attempt-failed" }>["failure"],
  detail: string,
  usage?: Usage,
): RunEvent {
  const base = { task: status.task.id, attempt: lease.attempt };
  return { type: "attempt-failed", ...base, failure, detail, ...(usage ? { usage } : {}) };
}

function addUsage(total: Usage, usage: Usage): void {
  total.input += usage.input;
  total.cached += usage.cached;
  total.output += usage.output;
}

/** What an agent tells of usage that no recorded call has counted. */
function beyond(told: Usage, recorded: Usage): Usage | undefined {
  const input = Math.max(0, told.input - recorded.input);
  const output = Math.max(0, told.output - recorded.output);
  if (recorded.input + recorded.output > 0 || input + output === 0) return undefined;
  return { ...told, input, output };
}
