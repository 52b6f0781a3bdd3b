import type { Finding, Severity } from "@contractc/kernel";
import { updateBaselines } from "../baselines.js";
import { recorded } from "../cache/questions.js";
import { type ChangeLimits, changeOf, compareChange, subjectWithin } from "../changes.js";
import { compareAll } from "../comparison.js";
import { type Context, UsageError } from "../context.js";
import type { ExitCode } from "../exit-codes.js";
import { type Direction, type Find, mend, withOffers } from "../mending/index.js";
import { type Outcome, tell } from "../outcome.js";
import { withFiles } from "../overlay.js";
import { absolute } from "../paths.js";
import { counted } from "../render/counted.js";
import { exitCodeOf, type ReportFormat } from "../render/findings.js";
import { printable } from "../render/printable.js";
import { driftCache } from "./cached-drift.js";

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
  /** Mends what is found, in one direction. */
  fix?: Direction;
  /** With `fix`: shows what would change. */
  dryRun?: true;
}

/** `drift [path...]`: where code and contract differ. */
export async function drift(
  context: Context,
  paths: readonly string[],
  options: DriftOptions,
): Promise<ExitCode> {
  if (options.updateBaseline) {
    if (options.fix || options.dryRun)
      throw new UsageError("--update-baseline accepts what is found: leave out --fix and --dry-run.");
    return updateBaselines(context, paths, options);
  }
  if (options.reason !== undefined) throw new UsageError("--reason is for --update-baseline.");
  if (options.dryRun && !options.fix)
    throw new UsageError("--dry-run shows what --fix would change: say --fix code or --fix contract.");
  if (options.baseline !== undefined && context.fs.stat(absolute(context.cwd, options.baseline)) === null) {
    throw new UsageError(
      `There is no baseline ${printable(options.baseline, "name")}: accept what is found now with \`contractc drift --baseline ${printable(options.baseline)} --update-baseline --reason "…"\`, or leave --baseline out.`,
    );
  }
  if (options.fix) {
    const left = await mended(context, paths, { ...options, direction: options.fix });
    if (options.dryRun) return exitCodeOf(left, options.failOn);
  }
  return tell(context, paths, options, () => outcomeOf(context, paths, options));
}

/** @returns what is left, or would be */
async function mended(
  context: Context,
  paths: readonly string[],
  options: DriftOptions & { direction: Direction },
): Promise<readonly Finding[]> {
  const { direction, dryRun = false } = options;
  if (options.staged) throw new UsageError("--fix changes the work tree, and --staged looks at the index.");
  if (options.since !== undefined || options.watch)
    throw new UsageError(
      "--fix mends what is found under the given paths, once: leave out --since and --watch.",
    );
  const find = findIn(context, options);
  const { files } = await mend(context, paths, find, { direction, dryRun });
  if (!dryRun) return [];
  const after = new Map([...files].map(([path, file]) => [path, file.after]));
  const { findings } = await find({ ...context, fs: withFiles(context.fs, after) }, paths);
  return findings;
}

/** What the command tells of the code, whatever file system it is in. */
function findIn({ cwd }: Context, options: DriftOptions): Find {
  const baseline = options.baseline === undefined ? undefined : absolute(cwd, options.baseline);
  return async (within, paths) => {
    const { broken, findings, compared } = await compareAll(within, paths, { baseline, cache: false });
    return { findings: [...broken, ...findings], compared };
  };
}

async function outcomeOf(
  context: Context,
  paths: readonly string[],
  options: DriftOptions,
): Promise<Outcome> {
  const baseline = options.baseline === undefined ? undefined : absolute(context.cwd, options.baseline);
  const change = changeOf(context, paths, options);
  const isOffered = options.format === "json" && !change;
  const isKept = options.cache && baseline === undefined && !change;
  const cache = isKept ? driftCache<Outcome["told"]>(context, paths, isOffered) : undefined;
  const known = cache?.read();
  if (known) return { context, ...known };
  const disk = context.fs;
  const record = cache && recorded(disk, context.clock.now().getTime());
  const noted = record ? { ...context, fs: record.fs } : context;
  // What mends a finding needs the whole of the code, not only what is kept of it.
  const within = { baseline, cache: options.cache && !isOffered, disk, record };
  const { contracts, broken, findings, accepted, modules, compared } = change
    ? await compareChange(context, change, paths, within)
    : await compareAll(noted, paths, within);
  const subject =
    modules === 0 && broken.length > 0
      ? "nothing was compared with the code"
      : `${counted(modules, "module")} compared with the code`;
  const taken = accepted.length === 0 ? "" : `, ${accepted.length} accepted by the baseline`;
  const shown = isOffered ? withOffers(noted, { findings, compared }) : findings;
  const outcome = {
    findings: [...broken, ...shown],
    told: {
      subject: subjectWithin(change, `${subject}${taken}`),
      accepted,
      parts: contracts.flatMap(({ sound, compilation: { kernel } }) =>
        sound ? kernel.modules.map(({ address }) => ({ group: kernel.name, name: address })) : [],
      ),
      command: "drift",
    },
    folders: contracts.map(({ folder }) => folder),
  };
  if (record) cache?.write(record.recording, outcome);
  return { context: change ? { ...context, fs: change.after } : context, ...outcome };
}
