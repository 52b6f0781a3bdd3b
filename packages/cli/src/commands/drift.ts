import { checkCode } from "@contractc/code";
import { configured, type Finding, type Severity } from "@contractc/kernel";
import { CodeCache } from "../cache/code-cache.js";
import type { Context } from "../context.js";
import { type Contract, loadContracts } from "../contracts.js";
import type { ExitCode } from "../exit-codes.js";
import { openCode } from "../readers.js";
import { counted } from "../render/counted.js";
import { type Format, report } from "../render/findings.js";

/**
 * `drift [path...]`: where code and contract differ. A contract with errors is not compared: what it says is not
 * known, and its own findings come first.
 */
export async function drift(
  context: Context,
  paths: readonly string[],
  options: { format: Format; failOn: Severity; cache: boolean },
): Promise<ExitCode> {
  const { contracts, findings } = loadContracts(context, paths);
  const all = findings.filter(({ severity }) => severity === "error");
  let modules = 0;
  for (const contract of contracts) {
    if (!contract.sound) continue;
    modules += contract.compilation.kernel.modules.length;
    all.push(...(await driftOf(context, contract, options.cache)));
  }
  return report(context, all, {
    ...options,
    subject:
      modules === 0 && all.length > 0
        ? "nothing was compared with the code"
        : `${counted(modules, "module")} compared with the code`,
  });
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
