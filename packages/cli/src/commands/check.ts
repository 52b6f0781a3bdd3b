import type { Severity } from "@contractc/kernel";
import type { Context } from "../context.js";
import { loadContracts } from "../contracts.js";
import type { ExitCode } from "../exit-codes.js";
import { fixAll } from "../fixing.js";
import { shown } from "../paths.js";
import { type Format, report } from "../render/findings.js";
import { printable } from "../render/printable.js";
import { counted } from "../render/text.js";

/** `check [path...]`: what is wrong in the contracts themselves. With `--fix`, what is left when fixes are applied. */
export function check(
  context: Context,
  paths: readonly string[],
  options: { format: Format; failOn: Severity; fix?: true },
): ExitCode {
  if (options.fix) {
    const applied = fixAll(context, "contract", (within) => loadContracts(within, paths).findings);
    for (const { finding, fix } of applied) {
      const place = `${shown(context.cwd, finding.file)}:${finding.line}:${finding.column}`;
      context.err.write(printable(`fixed ${place} ${finding.code} ${fix.title}\n`));
    }
  }
  const { contracts, findings } = loadContracts(context, paths);
  const modules = contracts.reduce((sum, { compilation }) => sum + compilation.kernel.modules.length, 0);
  return report(context, findings, {
    ...options,
    subject: `${counted(contracts.length, "contract")}, ${counted(modules, "module")}`,
  });
}
