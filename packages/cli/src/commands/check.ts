import type { Severity } from "@contractc/kernel";
import { recorded } from "../cache/questions.js";
import type { ChangeLimits } from "../changes.js";
import { type Context, UsageError } from "../context.js";
import type { Contract } from "../contracts.js";
import type { ExitCode } from "../exit-codes.js";
import { type Outcome, tell } from "../outcome.js";
import { shown } from "../paths.js";
import type { ReportFormat } from "../render/findings.js";
import { printable } from "../render/printable.js";
import { type Checked, checkCache, subjectOf } from "./cached-check.js";

export interface CheckOptions extends ChangeLimits {
  format: ReportFormat;
  failOn: Severity;
  cache: boolean;
  fix?: true;
  watch?: true;
}

/** `check [path...]`: what is wrong in the contracts themselves. With `--fix`, what is left when fixes are applied. */
export async function check(
  context: Context,
  paths: readonly string[],
  options: CheckOptions,
): Promise<ExitCode> {
  if (options.fix) {
    if (options.staged) throw new UsageError("--fix changes the work tree, and --staged looks at the index.");
    await fix(context, paths);
  }
  return tell(context, paths, options, async () =>
    options.staged || options.since !== undefined
      ? limited(context, paths, options)
      : whole(context, paths, options),
  );
}

async function whole(
  context: Context,
  paths: readonly string[],
  { cache, format }: CheckOptions,
): Promise<Outcome> {
  // What was kept does not name modules, which this format lists.
  const { checked, contracts } = await resultOf(context, paths, cache && format !== "junit");
  return {
    context,
    findings: checked.findings,
    told: { subject: subjectOf(checked), command: "check", parts: partsOf(contracts) },
    folders: contracts.map(({ folder }) => folder),
  };
}

async function limited(context: Context, paths: readonly string[], options: ChangeLimits): Promise<Outcome> {
  const { changeOf, checkChange } = await import("../changes.js");
  const { subjectWithin } = await import("../git/repository.js");
  const change = changeOf(context, paths, options)!;
  const { contracts, findings } = await checkChange(context, change, paths);
  return {
    context: { ...context, fs: change.after },
    findings,
    told: {
      subject: subjectWithin(change, subjectOf(countsOf(contracts))),
      command: "check",
      parts: partsOf(contracts),
    },
    folders: contracts.map(({ folder }) => folder),
  };
}
/** Applies fixes and says which; what is fixed is no result, which is what is left. */
async function fix(context: Context, paths: readonly string[]): Promise<void> {
  const { loadContracts } = await import("../contracts.js");
  const { fixAll, writeAll } = await import("../fixing.js");
  const { applied, files } = await fixAll(
    context,
    "contract",
    (within) => loadContracts(within, paths).findings,
  );
  writeAll(context.fs, files);
  for (const {
    finding,
    fix: { title },
  } of applied) {
    const place = `${shown(context.cwd, finding.file)}:${finding.line}:${finding.column}`;
    context.err.write(printable(`fixed ${place} ${finding.code} ${title}\n`));
  }
}

async function resultOf(
  context: Context,
  paths: readonly string[],
  useCache: boolean,
): Promise<{ checked: Checked; contracts: readonly Contract[] }> {
  const cache = useCache ? checkCache(context, paths) : undefined;
  const known = cache?.read();
  if (known) return { checked: known, contracts: [] };
  // Loaded only now: where nothing changed, no parser is needed.
  const { loadContracts } = await import("../contracts.js");
  const { fs, recording } = recorded(context.fs, context.clock.now().getTime());
  const { contracts, findings } = loadContracts({ ...context, fs }, paths);
  const checked = { ...countsOf(contracts), findings };
  cache?.write(recording, checked);
  return { checked, contracts };
}

function countsOf(contracts: readonly Contract[]): Omit<Checked, "findings"> {
  const modules = contracts.reduce((sum, { compilation }) => sum + compilation.kernel.modules.length, 0);
  return { contracts: contracts.length, modules };
}

function partsOf(contracts: readonly Contract[]) {
  return contracts.flatMap(({ compilation: { kernel } }) =>
    kernel.modules.map(({ address }) => ({ group: kernel.name, name: address })),
  );
}
