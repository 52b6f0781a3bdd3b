import { canonicalJson, emptyKernel, hashOf } from "@contractc/kernel";
import type { AgentOutcome } from "../agents/port.js";
import type { ContractState } from "../contract/port.js";
import {
  type Policy,
  type RunEvent,
  type Task,
  type TaskId,
  TICKET_FORMAT,
  type Ticket,
} from "../model/index.js";
import { CONTRACT_TASK, moduleTask, planTasks, testsTask } from "../schedule/index.js";
import { recordedCall } from "./calls.js";
import type { Asked, Parts } from "./ports.js";
import type { RunRecord } from "./record.js";

export interface StartOptions {
  run: string;
  policy: Policy;
  intent?: string;
  /** The contract that holds from the start; without one it is made of the intent. */
  contract?: ContractState;
}

/** Begins a run: nothing is done yet. @returns `false` where there is a run of that name */
export async function startRun(parts: Parts, options: StartOptions): Promise<boolean> {
  const { run, policy, intent, contract } = options;
  const base = parts.workspace.base();
  const started: RunEvent = {
    type: "run-started",
    run,
    ...(intent === undefined ? {} : { intent }),
    policy,
    base,
  };
  const events: RunEvent[] = [started];
  if (contract) {
    const tasks = planTasks(contract.kernel, policy.watched);
    const settled = settledTasks(await parts.workspace.settled(contract));
    const reason = "the contract that the run began with";
    events.push(adoption({ store: parts.store }, contract, tasks, settled, reason));
  }
  return parts.store.append(run, 0, events).kind === "appended";
}

function settledTasks(modules: readonly string[]): TaskId[] {
  return modules.flatMap((address) => [moduleTask(address), testsTask(address)]);
}

/** The event by which a contract holds. */
export function adoption(
  { store }: Pick<RunRecord, "store">,
  { kernel, files }: ContractState,
  tasks: Task[],
  settled: TaskId[],
  reason: string,
): RunEvent {
  const known = new Set(tasks.map(({ id }) => id));
  return {
    type: "contract-adopted",
    kernel: store.put(canonicalJson(kernel)),
    hash: kernel.hash,
    files: Object.fromEntries([...files].map(([path, text]) => [path, store.put(text)])),
    tasks,
    settled: settled.filter((id) => known.has(id)),
    requirements: kernel.projection.requirements.length,
    reason,
  };
}

/** The folder in which a contract stands that a person is to approve, and may edit. */
export function draftFolder(root: string, run: string): string {
  return `${root}/.contract/runs/${run}/contract`;
}

/** Has a contract made of the intent of a run. */
export async function initialise(
  parts: Parts,
  record: RunRecord,
  content: (id: string) => Uint8Array,
  signal: AbortSignal,
): Promise<void> {
  const { state, run, store } = record;
  const finish = (outcome: "escalated" | "budget", detail: string) =>
    record.append([{ type: "run-finished", outcome, detail }]);
  if (!parts.initialise || state.intent === undefined) {
    finish("escalated", "There is no contract, and nobody who could make one of the intent.");
    return;
  }
  const { tree } = record.base;
  const paths = Object.keys(tree);
  const hasCode = paths.some((path) => /\.(?:py|[cm]?tsx?)$/.test(path));
  const existing = parts.workspace.contract?.();
  const outcome = await parts.initialise(
    {
      run,
      intent: state.intent,
      root: parts.workspace.root,
      ...(existing ? { existing } : {}),
      hasCode,
      contract: parts.contract,
      policy: state.policy,
      answers: [...state.questions.values()].flatMap(({ task, question, answer }) =>
        task === CONTRACT_TASK && answer !== undefined ? [{ question, answer }] : [],
      ),
      ask: (step, role, asked) => ask(parts, record, content, signal, { step, role, asked }),
    },
    signal,
  );
  if (signal.aborted) return;
  switch (outcome.kind) {
    case "contract": {
      const { state: contract, flagged, summary } = outcome;
      const folder = draftFolder(parts.workspace.root, run);
      for (const [path, text] of contract.files) parts.fs.writeFile(`${folder}/${path}`, text);
      const tasks = planTasks(contract.kernel, state.policy.watched);
      const settled = settledTasks(await parts.workspace.settled(contract));
      const told = [summary, ...flagged.map((each) => `flagged: ${each}`)].join("\n");
      const opened: RunEvent = { type: "checkpoint-opened", id: "plan", kind: "contract", summary: told };
      record.append([adoption({ store }, contract, tasks, settled, summary), opened]);
      return;
    }
    case "questions":
      record.append(
        outcome.questions.map((question) => ({
          type: "question-asked",
          task: CONTRACT_TASK,
          question,
          id: `intent:${hashOf(question).slice(0, 8)}`,
        })),
      );
      return;
    case "direct":
      finish("escalated", `It is one small edit of ${outcome.file}, which needs no run: ${outcome.reason}`);
      return;
    case "failed":
      finish(state.isOverBudget ? "budget" : "escalated", outcome.detail);
  }
}

/** Has a role answer one question of the beginning; an answer that is in the record is given again. */
async function ask(
  parts: Parts,
  record: RunRecord,
  content: (id: string) => Uint8Array,
  signal: AbortSignal,
  { step, role, asked }: { step: string; role: string; asked: Asked },
): Promise<AgentOutcome> {
  const { run, state } = record;
  const host = {
    store: record.store,
    calls: record.calls,
    state: () => state,
    append: (events: readonly RunEvent[]) => record.append(events),
  };
  const ticket: Ticket = {
    subject: "",
    failures: [],
    round: 1,
    answers: [],
    ...asked,
    format: TICKET_FORMAT,
    run,
    task: CONTRACT_TASK,
    kind: "contract",
    attempt: 0,
    role,
    writes: [],
    files: [],
  };
  const call = recordedCall(host, CONTRACT_TASK, 0);
  const folder = `${parts.workspace.root}/.contract/runs/${run}/attempts/${step.replace(/[^\w.-]+/g, "_")}`;
  const kernel = record.contract()?.kernel ?? emptyKernel(run, "0.0.0");
  const { attempt: _, ...request } = ticket;
  // The whole answer is kept, so that agents whose calls nobody sees are not asked again either.
  let fresh: AgentOutcome | undefined;
  const kept = await recordedCall(
    host,
    CONTRACT_TASK,
    0,
  )({ step, request }, async () => {
    const { desk, close } = await parts.openDesk({
      ticket,
      kernel,
      tree: record.base.tree,
      content,
      policy: state.policy,
      folder,
      call,
      report: (event) => record.append([event]),
      describe: () => undefined,
      tokens: (text) => parts.contract.tokens(text),
    });
    try {
      fresh = await parts.agents(role, false).work(ticket, desk, signal);
    } finally {
      await close();
    }
    if (fresh.kind === "failed") throw new Unanswered();
    const isCounted = parts.agents(role, false).kind === "openai";
    const usage = isCounted ? { input: 0, cached: 0, output: 0 } : fresh.usage;
    return { answer: fresh, usage };
  }).catch((error: unknown) => {
    if (error instanceof Unanswered) return fresh;
    throw error;
  });
  const none = { input: 0, cached: 0, output: 0 };
  return kept ?? { kind: "failed", failure: "budget", detail: "The budget is spent.", usage: none };
}

/** A failure is no answer to be kept. */
class Unanswered extends Error {}
