import { hashOf } from "@contractc/kernel";
import { isVerified } from "@contractc/runtime";
import { type Context, UsageError } from "../context.js";
import { EXIT, type ExitCode } from "../exit-codes.js";
import { openRun } from "../running/open.js";
import { userOf } from "./resume.js";

export interface SampleOptions {
  run?: string;
  count: number;
  ok?: true;
  defect?: true;
  note?: string;
  format: "text" | "json";
}

/** `sample [task]`: picks verified tasks for a person to look at, and takes what the person says. */
export function sample(context: Context, task: string | undefined, options: SampleOptions): ExitCode {
  const { store, record } = openRun(context, options.run);
  try {
    const { state, run } = record;
    if (task !== undefined) {
      const status = state.tasks.get(task);
      if (!status) throw new UsageError(`${run} has no task "${task}"; see \`contractc task list\`.`);
      if (options.ok === options.defect) throw new UsageError("Say what you found: --ok or --defect.");
      const note = options.note === undefined ? {} : { note: options.note };
      const defect = options.defect === true;
      record.append([{ type: "sampled", task, by: userOf(context), defect, ...note }]);
      context.out.write(`${task}: ${defect ? "a defect" : "no defect"} is noted.\n`);
      return EXIT.clean;
    }
    const seen = new Set(
      store.read(run).flatMap(({ event }) => (event.type === "sampled" ? [event.task] : [])),
    );
    const open = state.order.filter(
      (status) => isVerified(status) && status.submission && !seen.has(status.task.id),
    );
    // Any choice will do that nobody can foresee while the code is written, and that is the same when asked again.
    const key = (id: string) => hashOf([run, state.hash, id]);
    const picked = open
      .map(({ task: each, submission }) => ({ task: each.id, files: Object.keys(submission?.tree ?? {}) }))
      .sort((a, b) => (key(a.task) < key(b.task) ? -1 : 1))
      .slice(0, options.count);
    if (options.format === "json") context.out.write(`${JSON.stringify({ run, picked }, null, 2)}\n`);
    else if (picked.length === 0) context.out.write(`${run} has nothing more to look at.\n`);
    else {
      for (const each of picked) context.out.write(`${each.task}  ${each.files.join(", ")}\n`);
      context.out.write('Look at each, then: contractc sample TASK --ok, or --defect --note "…"\n');
    }
    return EXIT.clean;
  } finally {
    store.close();
  }
}
