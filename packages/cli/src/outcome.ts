import type { Finding, Severity } from "@contractc/kernel";
import type { Context } from "./context.js";
import type { ExitCode } from "./exit-codes.js";
import { type ReportFormat, type ReportOptions, report } from "./render/findings.js";

/** What a command that lists findings has to tell. */
export interface Outcome {
  /** Where the files of the findings are read. */
  context: Context;
  findings: readonly Finding[];
  told: Omit<ReportOptions, "format" | "failOn">;
  /** Folders of the contracts that were looked at, absolute. */
  folders: readonly string[];
}

export interface OutcomeOptions {
  format: ReportFormat;
  failOn: Severity;
  watch?: true;
  staged?: true;
}

/** Tells an outcome once or, with `--watch`, again whenever something has changed. */
export async function tell(
  context: Context,
  paths: readonly string[],
  options: OutcomeOptions,
  run: () => Promise<Outcome>,
): Promise<ExitCode> {
  if (options.watch) {
    const { watched } = await import("./watching/session.js");
    return watched(context, paths, options, run);
  }
  const { context: within, findings, told } = await run();
  return report(within, findings, { ...told, format: options.format, failOn: options.failOn });
}
