import { checkCode } from "@contractc/code";
import { configured, type Finding, type Severity } from "@contractc/kernel";
import { CodeCache } from "../cache/code-cache.js";
import { type Context, UsageError } from "../context.js";
import { type Contract, loadContracts } from "../contracts.js";
import type { ExitCode } from "../exit-codes.js";
import { type Direction, mend, offered, withOffers } from "../mending/index.js";
import { withFiles } from "../overlay.js";
import { openCode } from "../readers.js";
import { counted } from "../render/counted.js";
import { exitCodeOf, type Format, report } from "../render/findings.js";

export interface DriftOptions {
  format: Format;
  failOn: Severity;
  cache: boolean;
  /** Mends what is found, in one direction. */
  fix?: Direction;
  /** With `fix`: shows what would change. */
  dryRun?: true;
}

/**
 * `drift [path...]`: where code and contract differ. A contract with errors is not compared: what it says is not
 * known, and its own findings come first.
 */
export async function drift(
  context: Context,
  paths: readonly string[],
  options: DriftOptions,
): Promise<ExitCode> {
  const { fix, dryRun = false, cache } = options;
  if (dryRun && !fix) {
    throw new UsageError("--dry-run shows what --fix would change: say --fix code or --fix contract.");
  }
  const find = async (within: Context, some: readonly string[]) =>
    (await compared(within, some, false)).found;
  let within = context;
  if (fix) {
    const { files } = await mend(context, paths, find, { direction: fix, dryRun });
    if (dryRun) {
      const after = new Map([...files].map(([path, file]) => [path, file.after]));
      within = { ...context, fs: withFiles(context.fs, after) };
    }
  }
  const { all, modules } = await compared(within, paths, cache && !dryRun);
  if (dryRun) return exitCodeOf(all, options.failOn);
  const findings = options.format === "json" ? offered(all, await withOffers(context, paths, find)) : all;
  return report(context, findings, {
    ...options,
    subject:
      modules === 0 && all.length > 0
        ? "nothing was compared with the code"
        : `${counted(modules, "module")} compared with the code`,
  });
}

async function compared(
  context: Context,
  paths: readonly string[],
  useCache: boolean,
): Promise<{ all: Finding[]; found: Finding[]; modules: number }> {
  const { contracts, findings } = loadContracts(context, paths);
  const broken = findings.filter(({ severity }) => severity === "error");
  const found: Finding[] = [];
  let modules = 0;
  for (const contract of contracts) {
    if (!contract.sound) continue;
    modules += contract.compilation.kernel.modules.length;
    found.push(...(await driftOf(context, contract, useCache)));
  }
  return { all: [...broken, ...found], found, modules };
}

async function driftOf(context: Context, contract: Contract, useCache: boolean): Promise<Finding[]> {
  const { kernel } = contract.compilation;
  const cache = useCache ? CodeCache.for(context, contract.folder) : undefined;
  const project = await openCode(context, contract, cache);
  const { scope, config } = contract;
  const findings = configured(checkCode(kernel, project), config);
  cache?.save();
  if (scope.length === 0) return findings;
  // The whole is compared, since what is wrong in one file may show in another; the report keeps to what was asked.
  const asked = (file: string) => scope.some((path) => file === path || file.startsWith(`${path}/`));
  return findings.filter((finding) => asked(finding.file) || finding.related.some(({ file }) => asked(file)));
}
