import type { Severity } from "@contractc/kernel";
import { updateBaselines } from "../baselines.js";
import { type ChangeLimits, changeOf, compareChange, subjectWithin } from "../changes.js";
import { compareAll } from "../comparison.js";
import { type Context, UsageError } from "../context.js";
import type { ExitCode } from "../exit-codes.js";
import { type Outcome, tell } from "../outcome.js";
import { absolute } from "../paths.js";
import { counted } from "../render/counted.js";
import type { ReportFormat } from "../render/findings.js";

export interface DriftOptions extends ChangeLimits {
  format: ReportFormat;
  failOn: Severity;
  /** File of accepted findings, in place of the one that the configuration names. */
  baseline?: string;
  updateBaseline?: true;
  /** Why what is new in the baseline is accepted. */
  reason?: string;
  watch?: true;
  cache: boolean;
}

/** `drift [path...]`: where code and contract differ. */
export async function drift(
  context: Context,
  paths: readonly string[],
  options: DriftOptions,
): Promise<ExitCode> {
  if (options.updateBaseline) return updateBaselines(context, paths, options);
  if (options.reason !== undefined) throw new UsageError("--reason is for --update-baseline.");
  return tell(context, paths, options, () => outcomeOf(context, paths, options));
}

async function outcomeOf(
  context: Context,
  paths: readonly string[],
  options: DriftOptions,
): Promise<Outcome> {
  const baseline = options.baseline === undefined ? undefined : absolute(context.cwd, options.baseline);
  const within = { baseline, cache: options.cache };
  const change = changeOf(context, paths, options);
  const { contracts, broken, findings, accepted, modules } = change
    ? await compareChange(context, change, paths, within)
    : await compareAll(context, paths, within);
  const compared =
    modules === 0 && broken.length > 0
      ? "nothing was compared with the code"
      : `${counted(modules, "module")} compared with the code`;
  const taken = accepted.length === 0 ? "" : `, ${accepted.length} accepted by the baseline`;
  return {
    context: change ? { ...context, fs: change.after } : context,
    findings: [...broken, ...findings],
    told: {
      subject: subjectWithin(change, `${compared}${taken}`),
      accepted,
      parts: contracts.flatMap(({ sound, compilation: { kernel } }) =>
        sound ? kernel.modules.map(({ address }) => ({ group: kernel.name, name: address })) : [],
      ),
      command: "drift",
    },
    folders: contracts.map(({ folder }) => folder),
  };
}
