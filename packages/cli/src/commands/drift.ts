import type { Finding, Severity } from "@contractc/kernel";
import { updateBaselines } from "../baselines.js";
import { keepParts } from "../cache/kept-parts.js";
import { type Recording, recorded } from "../cache/questions.js";
import type { ResultCache } from "../cache/store.js";
import { type ChangeLimits, changeOf, compareChange } from "../changes.js";
import { type ComparedContract, type Comparison, compareAll } from "../comparison.js";
import { type Context, UsageError } from "../context.js";
import type { ExitCode } from "../exit-codes.js";
import { type ChangeSet, isIrrelevant, pathsIn, subjectWithin } from "../git/repository.js";
import { type Direction, type Find, mend, withOffers } from "../mending/index.js";
import { type Outcome, tell } from "../outcome.js";
import { withFiles } from "../overlay.js";
import { absolute } from "../paths.js";
import { languagesOf } from "../readers.js";
import { counted } from "../render/counted.js";
import { exitCodeOf, type ReportFormat } from "../render/findings.js";
import { printable } from "../render/printable.js";
import { type Compared, driftCache, stagedCache } from "./cached-drift.js";

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
  const isKept = options.cache && baseline === undefined && options.since === undefined;
  const cache = isKept ? cacheOf(context, change, paths, isOffered) : undefined;
  const known = change ? undefined : cache?.read();
  if (known) return { context, ...known, told: { ...known.told, parts: namedParts(known.named) } };
  const disk = context.fs;
  const record = cache && recorded(change?.after ?? disk, context.clock.now().getTime());
  const noted = record && !change ? { ...context, fs: record.fs } : context;
  // What mends a finding needs the whole of the code, not only what is kept of it.
  const within = {
    baseline,
    cache: options.cache && !isOffered,
    disk,
    record,
    inParts: cache !== undefined && !isOffered,
  };
  const comparison: Comparison & { whole?: readonly Finding[] } = change
    ? await compareChange(context, { ...change, after: record?.fs ?? change.after }, paths, within)
    : await compareAll(noted, paths, within);
  const { contracts, broken, findings, accepted, compared } = comparison;
  const shown = isOffered ? withOffers(noted, { findings, compared }) : findings;
  const subject = subjectOf(comparison);
  const named = contracts.flatMap(({ sound, compilation: { kernel } }) =>
    sound ? [[kernel.name, kernel.modules.map(({ address }) => address).join(" ")] as const] : [],
  );
  const outcome = {
    findings: [...broken, ...shown],
    told: {
      subject: subjectWithin(change, subject),
      accepted,
      parts: namedParts(named),
      command: "drift",
    },
    folders: contracts.map(({ folder }) => folder),
  };
  if (record && cache) {
    // Of a change, what it has nothing to do with is left out of the outcome, but not of what is kept.
    const whole = comparison.whole ? [...broken, ...comparison.whole] : outcome.findings;
    const { parts: _, ...told } = outcome.told;
    const kept = { ...outcome, findings: whole, told: { ...told, subject }, named };
    keep(cache, record.recording, kept, compared);
  }
  return { context: change ? { ...context, fs: change.after } : context, ...outcome };
}

/** What was looked at, whatever it is limited to. */
function subjectOf({ modules, broken, accepted }: Comparison): string {
  if (modules === 0 && broken.length > 0) return "nothing was compared with the code";
  const taken = accepted.length === 0 ? "" : `, ${accepted.length} accepted by the baseline`;
  return `${counted(modules, "module")} compared with the code${taken}`;
}

function namedParts(named: Compared["named"]): { group: string; name: string }[] {
  return named.flatMap(([group, addresses]) =>
    addresses === "" ? [] : addresses.split(" ").map((name) => ({ group, name })),
  );
}

type Told = Omit<Outcome["told"], "parts">;
type Cache = ResultCache<Compared<Told>>;

function cacheOf(
  context: Context,
  change: ChangeSet | undefined,
  paths: readonly string[],
  isOffered: boolean,
): Cache | undefined {
  if (!change) return driftCache(context, paths, isOffered);
  return isIrrelevant(change) ? undefined : stagedCache(context, change.after, pathsIn(context, paths));
}

/** Keeps a result and, where nothing was found, what became of each module. */
function keep(
  cache: Cache,
  recording: Recording,
  outcome: Compared<Told>,
  compared: readonly ComparedContract[],
): void {
  const { folder, build, kind, starts } = cache;
  const comparisons = compared.flatMap(({ contract, project, parts }) => {
    if (!parts) return [];
    const { targets } = contract.compilation.kernel;
    const languages = [...languagesOf(contract.compilation.kernel)].sort();
    return [{ parts, opened: { root: project.root, targets, languages, found: project.found } }];
  });
  const isWhole = outcome.findings.length === 0 && comparisons.length === compared.length;
  const parts =
    folder && isWhole && cache.isWorthwhile(recording)
      ? keepParts(folder, build, JSON.stringify([kind, starts]), comparisons)
      : undefined;
  cache.write(recording, parts ? { ...outcome, parts } : outcome);
}
