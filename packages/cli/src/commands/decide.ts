import { posix } from "node:path";
import { type Checkpoint, draftFolder, planTasks, type RunEvent, type RunRecord } from "@contractc/runtime";
import { type Context, UsageError } from "../context.js";
import { EXIT, type ExitCode } from "../exit-codes.js";
import { report } from "../render/findings.js";
import { contractPort } from "../running/contract-port.js";
import { openRun } from "../running/open.js";
import { userOf } from "./resume.js";

export interface DecideOptions {
  run?: string;
  note?: string;
}

/** `approve [checkpoint]` and `reject [checkpoint]`: what a person says at a checkpoint. */
export function decide(
  context: Context,
  id: string | undefined,
  approved: boolean,
  { run, note }: DecideOptions,
): ExitCode {
  const { store, record, place } = openRun(context, run);
  try {
    const { state } = record;
    const open = [...state.checkpoints.values()].filter((each) => each.state === "open");
    const by = userOf(context);
    if (!approved && id === undefined && open.length === 0) return endRun(context, record, by, note);
    const checkpoint = chosen(open, id, record.run);
    const edited = approved && checkpoint.kind === "contract" && checkpoint.id === "plan";
    const adopted = edited ? editedContract(context, record, place.root) : [];
    if (adopted === undefined) return EXIT.findings;
    const decision: RunEvent = {
      type: "checkpoint-decided",
      id: checkpoint.id,
      approved,
      by,
      ...(note === undefined ? {} : { note }),
    };
    record.append([...adopted, decision]);
    context.out.write(
      `${checkpoint.id} is ${approved ? "approved" : "rejected"}: go on with \`contractc resume\`.\n`,
    );
    return EXIT.clean;
  } finally {
    store.close();
  }
}

function endRun(context: Context, record: RunRecord, by: string, note: string | undefined): ExitCode {
  if (record.state.finished) throw new UsageError(`${record.run} is finished: there is nothing to reject.`);
  record.append([{ type: "run-finished", outcome: "rejected", detail: note ?? `${by} ended it.` }]);
  context.out.write(`${record.run} is ended.\n`);
  return EXIT.clean;
}

function chosen(open: readonly Checkpoint[], id: string | undefined, run: string): Checkpoint {
  const ids = open.map((each) => each.id).join(", ");
  if (id !== undefined) {
    const found = open.find((each) => each.id === id);
    if (found) return found;
    throw new UsageError(
      `${run} has no open checkpoint "${id}"; open ${open.length === 0 ? "is none" : `are ${ids}`}.`,
    );
  }
  const [only, ...others] = open;
  if (!only) throw new UsageError(`${run} has no open checkpoint.`);
  if (others.length > 0) throw new UsageError(`Several checkpoints are open: name one of ${ids}.`);
  return only;
}

/**
 * The contract as it stands in the folder that a person was to look at, where it was edited.
 *
 * @returns `undefined` where it has errors, which are told
 */
function editedContract(context: Context, record: RunRecord, root: string): RunEvent[] | undefined {
  const state = record.contract();
  if (!state) return [];
  const folder = draftFolder(root, record.run);
  const files = new Map<string, string>();
  for (const [path, text] of state.files) {
    const file = posix.join(folder, path);
    const isThere = context.fs.stat(file)?.kind === "file";
    files.set(path, isThere ? new TextDecoder().decode(context.fs.readFile(file)) : text);
  }
  if ([...files].every(([path, text]) => state.files.get(path) === text)) return [];
  const port = contractPort({ clock: context.clock, tokens: () => 0, extract: async () => "" });
  const { kernel, findings } = port.compile(files, folder);
  if (!kernel) {
    const placed = findings.map((finding) => ({ ...finding, file: posix.join(folder, finding.file) }));
    report(context, placed, { format: "text", failOn: "error", subject: "nothing was approved" });
    return undefined;
  }
  return [
    {
      type: "contract-adopted",
      kernel: record.store.put(JSON.stringify(kernel)),
      hash: kernel.hash,
      files: Object.fromEntries([...files].map(([path, text]) => [path, record.store.put(text)])),
      tasks: planTasks(kernel, record.state.policy.watched),
      settled: [],
      requirements: kernel.projection.requirements.length,
      reason: "edited before it was approved",
    },
  ];
}
