import { printBaseline, updateBaseline } from "@contractc/code";
import type { Severity } from "@contractc/kernel";
import { compareAll } from "./comparison.js";
import { type Context, UsageError } from "./context.js";
import { EXIT, type ExitCode } from "./exit-codes.js";
import { absolute, shown } from "./paths.js";
import { counted } from "./render/counted.js";
import { type ReportFormat, report } from "./render/findings.js";
import { printable } from "./render/printable.js";

export interface UpdateOptions {
  format: ReportFormat;
  failOn: Severity;
  baseline?: string;
  reason?: string;
  staged?: true;
  since?: string;
  watch?: true;
  cache: boolean;
}

/**
 * `drift --update-baseline`: makes each baseline accept exactly what is found. Nothing new is accepted without a reason
 * from whoever runs it, and nothing is written where a contract has errors.
 */
export async function updateBaselines(
  context: Context,
  paths: readonly string[],
  options: UpdateOptions,
): Promise<ExitCode> {
  for (const other of ["staged", "since", "watch"] as const) {
    if (options[other] !== undefined) {
      throw new UsageError(`--update-baseline is about all that is found, and --${other} only about a part.`);
    }
  }
  const file = options.baseline === undefined ? undefined : absolute(context.cwd, options.baseline);
  const { broken, groups } = await compareAll(context, paths, { baseline: file, cache: options.cache });
  if (broken.length > 0) {
    return report(context, broken, { ...options, subject: "no baseline was written" });
  }
  const updates = groups.map(({ baseline, found }) => {
    if (!baseline) {
      throw new UsageError(
        'Name the baseline: `--baseline contract.baseline.json`, or `"baseline": "contract.baseline.json"` in contract.config.json.',
      );
    }
    return { file: baseline.file, update: updateBaseline(baseline, found, options.reason?.trim() ?? "") };
  });
  const added = updates.flatMap(({ update }) => update.added);
  if (added.length > 0 && !options.reason?.trim()) {
    throw new UsageError(
      `${counted(added.length, "finding")} would be accepted that ${added.length === 1 ? "was" : "were"} not before, and nothing was written. Look at ${added.length === 1 ? "it" : "them"} with \`contractc drift\`, then say why: \`--update-baseline --reason "…"\`.`,
    );
  }
  for (const { file: path, update } of updates) {
    context.fs.writeFile(path, printBaseline(update.entries));
    const { kept, removed } = update;
    const name = printable(shown(context.cwd, path), "name");
    context.out.write(
      `wrote ${name}: ${kept} kept, ${counted(update.added.length, "finding")} added, ${removed} removed\n`,
    );
  }
  return EXIT.clean;
}
