import { isVerified, type RunState } from "@contractc/runtime";
import type { Context } from "../context.js";
import { EXIT, type ExitCode } from "../exit-codes.js";
import { printable } from "../render/printable.js";
import { openRun } from "../running/open.js";

export interface StatusOptions {
  format: "text" | "json";
}

/** `status [run]`: where a run stands. */
export function status(context: Context, name: string | undefined, { format }: StatusOptions): ExitCode {
  const { store, record } = openRun(context, name);
  try {
    const { state, run } = record;
    const workers = store.leases(run).map(({ task, worker, until }) => ({ task, worker, until }));
    const isDriven = workers.some(({ task }) => task === "driver");
    const stands = standing(state, isDriven);
    if (format === "json") {
      const result = {
        run,
        state: stands,
        outcome: state.finished?.outcome ?? null,
        detail: state.finished?.detail ?? "",
        tasks: state.counts,
        usage: state.usage,
        running: running(state),
        checkpoints: [...state.checkpoints.values()].filter((each) => each.state === "open"),
        questions: [...state.questions.values()].filter(({ answer }) => answer === undefined),
        escalated: escalated(state),
      };
      context.out.write(`${JSON.stringify(result, null, 2)}\n`);
    } else context.out.write(`${lines(run, stands, state).join("\n")}\n`);
    return EXIT.clean;
  } finally {
    store.close();
  }
}

type Standing = "running" | "waiting" | "stopped" | "finished";

function standing(state: RunState, isDriven: boolean): Standing {
  if (state.finished) return "finished";
  if (isDriven) return "running";
  return state.openCheckpoints + state.openQuestions > 0 ? "waiting" : "stopped";
}

function running(state: RunState) {
  return state.order.flatMap(({ task, claim }) =>
    claim ? [{ task: task.id, purpose: claim.purpose, agent: claim.agent, attempt: claim.attempt }] : [],
  );
}

function escalated(state: RunState) {
  return state.order.flatMap(({ task, state: at, spent }) =>
    at === "ESCALATED" ? [{ task: task.id, reason: spent ?? "" }] : [],
  );
}

function lines(run: string, stands: Standing, state: RunState): string[] {
  const modules = state.order.filter(({ task }) => task.kind === "module");
  const tokens = state.usage.input + state.usage.output;
  const cost = state.usage.cost === undefined ? "" : `, cost ${state.usage.cost.toFixed(2)}`;
  const end = state.finished ? `: ${state.finished.outcome}, ${printable(state.finished.detail)}` : "";
  const result = [
    `${run} is ${stands}${end}`,
    `  modules   ${modules.filter(isVerified).length} of ${modules.length} verified`,
    `  tasks     ${Object.entries(state.counts)
      .filter(([, count]) => count > 0)
      .map(([name, count]) => `${count} ${name.toLowerCase()}`)
      .join(", ")}`,
    `  tokens    ${tokens}${cost}`,
  ];
  for (const { task, purpose, agent } of running(state))
    result.push(`  ${purpose.padEnd(9)} ${task} (${printable(agent)})`);
  for (const { task, reason } of escalated(state)) result.push(`  escalated ${task}: ${printable(reason)}`);
  for (const { id, kind, summary, state: at } of state.checkpoints.values()) {
    if (at !== "open") continue;
    result.push(`  ${kind.padEnd(9)} ${id}: ${printable(summary)}`, `            contractc approve ${id}`);
  }
  for (const { id, question, answer } of state.questions.values()) {
    if (answer !== undefined) continue;
    result.push(`  question  ${printable(question)}`, `            contractc task answer ${id} "…"`);
  }
  if (stands === "stopped") result.push("  go on with `contractc resume`");
  return result;
}
