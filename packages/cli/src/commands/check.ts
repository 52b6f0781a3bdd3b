import type { Severity } from "@contractc/kernel";
import type { Context } from "../context.js";
import { loadContracts } from "../contracts.js";
import type { ExitCode } from "../exit-codes.js";
import { type Format, report } from "../render/findings.js";
import { counted } from "../render/text.js";

/** `check [path...]`: what is wrong in the contracts themselves. */
export function check(
  context: Context,
  paths: readonly string[],
  options: { format: Format; failOn: Severity },
): ExitCode {
  const { contracts, findings } = loadContracts(context, paths);
  const modules = contracts.reduce((sum, { compilation }) => sum + compilation.kernel.modules.length, 0);
  return report(context, findings, {
    ...options,
    subject: `${counted(contracts.length, "contract")}, ${counted(modules, "module")}`,
  });
}
