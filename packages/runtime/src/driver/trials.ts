import type { Gate, GateReport, Tree } from "../model/index.js";
import { type TaskStatus, trialOf } from "../schedule/index.js";
import type { Parts, Skeletons } from "./ports.js";
import type { RunRecord } from "./record.js";
import { currentTree, trialFor, withoutModules } from "./snapshot.js";

export interface TrialHost {
  parts: Parts;
  record: RunRecord;
  skeletons: Skeletons;
  content(id: string): Uint8Array;
}

/**
 * Runs a gate on what was handed in last, and records what it said.
 *
 * @returns once it is recorded; nothing is where the signal came first
 */
export async function runTrial(
  host: TrialHost,
  status: TaskStatus,
  gate: Gate,
  signal: AbortSignal,
): Promise<void> {
  const { record } = host;
  const submission = trialOf(status);
  const basis = record.state.sequence;
  const report = await tried(host, status, gate, currentTree(record.state, host.skeletons), signal);
  if (signal.aborted) return;
  record.append([{ type: "gate-reported", task: status.task.id, submission, basis, gate, report }]);
}

/** A gate on a tree of its own: what a worker tries before it hands in, which nothing is recorded of. */
export async function tried(
  { parts, record, skeletons, content }: TrialHost,
  status: TaskStatus,
  gate: Gate,
  tree: Tree,
  signal: AbortSignal,
): Promise<GateReport> {
  const { policy } = record.state;
  const { modules, tasks, tests } = trialFor(record.state, status, tree, skeletons);
  return parts.runGate(
    {
      gate,
      kernel: record.contract()!.kernel,
      modules,
      tree,
      ...(gate === "unit" ? { skeletons: withoutModules(tree, skeletons, tasks) } : {}),
      tests,
      workspace: parts.workspace.root,
      limits: policy.limits,
      unsafeWithoutSandbox: policy.unsafeWithoutSandbox,
      content,
      keep: (bytes) => record.store.put(bytes),
    },
    signal,
  );
}

/** What a worker is told of a gate that it tried. */
export function reportText(report: GateReport): string {
  const lines = [`${report.gate}: ${report.verdict}`];
  for (const { summary, excerpt, tail } of report.failures) {
    lines.push(summary, ...excerpt.map((line) => `  ${line}`));
    if (excerpt.length === 0 && tail !== "") lines.push(tail);
  }
  return [...lines, ...report.warnings].join("\n");
}
