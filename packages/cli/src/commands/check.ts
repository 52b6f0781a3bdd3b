import type { Severity } from "@contractc/kernel";
import { recorded } from "../cache/questions.js";
import type { Context } from "../context.js";
import type { ExitCode } from "../exit-codes.js";
import { shown } from "../paths.js";
import { type Format, report } from "../render/findings.js";
import { printable } from "../render/printable.js";
import { type Checked, checkCache, subjectOf } from "./cached-check.js";

/** `check [path...]`: what is wrong in the contracts themselves. With `--fix`, what is left when fixes are applied. */
export async function check(
  context: Context,
  paths: readonly string[],
  options: { format: Format; failOn: Severity; cache: boolean; fix?: true },
): Promise<ExitCode> {
  if (options.fix) await fix(context, paths);
  const checked = await resultOf(context, paths, options.cache);
  return report(context, checked.findings, { ...options, subject: subjectOf(checked) });
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

async function resultOf(context: Context, paths: readonly string[], useCache: boolean): Promise<Checked> {
  const cache = useCache ? checkCache(context, paths) : undefined;
  const known = cache?.read();
  if (known) return known;
  // Loaded only now: where nothing changed, no parser is needed.
  const { loadContracts } = await import("../contracts.js");
  const { fs, recording } = recorded(context.fs, context.clock.now().getTime());
  const { contracts, findings } = loadContracts({ ...context, fs }, paths);
  const modules = contracts.reduce((sum, { compilation }) => sum + compilation.kernel.modules.length, 0);
  const result = { contracts: contracts.length, modules, findings };
  cache?.write(recording, result);
  return result;
}
