import { RunRecord } from "@contractc/runtime";
import { type Context, UsageError } from "../context.js";
import type { ExitCode } from "../exit-codes.js";
import { driveRun } from "../running/drive.js";
import { partsOf, placeOf, recordOf, runOf } from "../running/open.js";
import { PULL, policyOf, type RunSettings } from "../running/settings.js";

export interface ResumeOptions extends RunSettings {
  format: "text" | "json";
}

/** `resume [run]`: goes on with a run that was interrupted, waited for people, or had spent its budget. */
export async function resume(
  context: Context,
  name: string | undefined,
  options: ResumeOptions,
): Promise<ExitCode> {
  const place = placeOf(context);
  const store = recordOf(context, place.root);
  try {
    const run = runOf(store, name);
    const { state, append } = bound(new RunRecord(store, run));
    const { outcome } = state.finished ?? {};
    if (outcome === "converged" || outcome === "rejected")
      throw new UsageError(`${run} is ${outcome}: there is nothing to go on with.`);
    const pull = options.agent?.includes(PULL) === true;
    const parts = await partsOf(context, store, place, { ...options, pull });
    const policy = policyOf(place.config, options);
    // What was begun without people goes on so, and what was begun without a sandbox has to be asked for again.
    const checkpoints = options.yes || state.policy.checkpoints.length === 0 ? [] : policy.checkpoints;
    append([{ type: "run-resumed", policy: { ...policy, checkpoints }, by: userOf(context) }]);
    return await driveRun(context, parts, run, { pull, format: options.format });
  } finally {
    store.close();
  }
}

function bound(record: RunRecord) {
  return { state: record.state, append: record.append.bind(record) };
}

/** Who says something to a run. */
export function userOf({ env }: Context): string {
  return env.USER ?? env.USERNAME ?? "user";
}
