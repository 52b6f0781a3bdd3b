import type { Severity } from "@contractc/kernel";
import { recorded } from "../cache/questions.js";
import type { Context } from "../context.js";
import type { ExitCode } from "../exit-codes.js";
import { type Format, report } from "../render/findings.js";
import { type Checked, checkCache, subjectOf } from "./cached-check.js";

/** `check [path...]`: what is wrong in the contracts themselves. */
export async function check(
  context: Context,
  paths: readonly string[],
  options: { format: Format; failOn: Severity; cache: boolean },
): Promise<ExitCode> {
  const checked = await resultOf(context, paths, options.cache);
  return report(context, checked.findings, { ...options, subject: subjectOf(checked) });
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
