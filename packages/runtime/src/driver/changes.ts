import type { ContractState } from "../contract/port.js";
import type { Tree } from "../model/index.js";
import { CONTRACT_TASK, isVerified, type RunState } from "../schedule/index.js";
import type { Delivery } from "./ports.js";

/** What a run hands over: the contract first, then each verified task, in the order of the plan. */
export function deliveryOf(
  run: string,
  base: Delivery["base"],
  state: RunState,
  { kernel, files }: ContractState,
  contents: Tree,
): Delivery {
  const steps: Delivery["steps"] = [];
  const contract: Tree = {};
  for (const path of files.keys()) {
    const id = contents[path];
    if (id !== undefined && base.tree[path] !== id) contract[path] = id;
  }
  if (Object.keys(contract).length > 0)
    steps.push({
      task: CONTRACT_TASK,
      message: `contract: ${kernel.name} ${kernel.version}`,
      changes: contract,
    });
  for (const status of state.order) {
    const { task, submission } = status;
    if (!submission || !isVerified(status)) continue;
    const changes = Object.fromEntries(
      Object.entries(submission.tree).filter(([path, id]) => base.tree[path] !== id),
    );
    if (Object.keys(changes).length === 0) continue;
    const verb = task.kind === "tests" ? "test" : task.kind === "module" ? "implement" : "integrate";
    const title = `${verb}: ${task.subject === "" ? kernel.name : task.subject}`;
    steps.push({
      task: task.id,
      message: `${title}\n\n${trailer(run, task.id, submission.author)}`,
      changes,
    });
  }
  return { run, base, steps, log: changeLog(run, state, { kernel, files }) };
}

function trailer(run: string, task: string, author: string): string {
  return `Contract-Run: ${run}\nContract-Task: ${task}\nContract-Worker: ${author}\n`;
}

/** What a run changed, and how far each requirement is covered. */
export function changeLog(run: string, state: RunState, { kernel }: ContractState): string {
  const lines = [`# ${run}: ${kernel.name} ${kernel.version}`, ""];
  const done = state.order.filter((status) => status.submission && isVerified(status));
  lines.push("## Tasks", "");
  for (const { task, submissions, state: at } of done)
    lines.push(
      `- ${task.id}: ${at.toLowerCase()}, handed in ${submissions} time${submissions === 1 ? "" : "s"}`,
    );
  for (const { task, state: at, spent } of state.order) {
    if (at !== "ESCALATED" && at !== "ERROR" && at !== "BLOCKED") continue;
    lines.push(`- ${task.id}: ${at.toLowerCase()}${spent === undefined ? "" : `, ${spent}`}`);
  }
  const { requirements } = kernel.projection;
  if (requirements.length > 0) lines.push("", "## Requirements", "");
  for (const { name, priority } of requirements) {
    const by = kernel.modules
      .filter(({ satisfies }) => satisfies?.includes(name))
      .map(({ address }) => address);
    const open = by.filter((address) => {
      const status = state.tasks.get(`module:${address}`);
      return !status || !isVerified(status);
    });
    const coverage =
      by.length === 0 ? "no module" : open.length === 0 ? "covered" : `open: ${open.join(", ")}`;
    lines.push(`- ${name} (${priority}): ${coverage}${by.length === 0 ? "" : ` by ${by.join(", ")}`}`);
  }
  return `${lines.join("\n")}\n`;
}
