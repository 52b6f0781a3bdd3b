import { type RunReport, reportOf, reportPage, shownTarget, shownValue } from "@contractc/runtime";
import type { Context } from "../context.js";
import { EXIT, type ExitCode } from "../exit-codes.js";
import { absolute, shown } from "../paths.js";
import { printable } from "../render/printable.js";
import { openRun } from "../running/open.js";

export interface ReportCommandOptions {
  format?: "text" | "json" | "html";
  output?: string;
}

/** `report [run]`: what a run came to, with the figures it is measured by. */
export function reportCommand(
  context: Context,
  name: string | undefined,
  options: ReportCommandOptions,
): ExitCode {
  const { store, record } = openRun(context, name);
  try {
    const report = reportOf(store.read(record.run));
    const format = options.format ?? (options.output?.endsWith(".html") ? "html" : "text");
    const text =
      format === "json"
        ? `${JSON.stringify(report, null, 2)}\n`
        : format === "html"
          ? reportPage(report)
          : `${lines(report).join("\n")}\n`;
    if (options.output === undefined) context.out.write(text);
    else {
      const file = absolute(context.cwd, options.output);
      context.fs.writeFile(file, text);
      context.err.write(`Wrote ${shown(context.cwd, file)}.\n`);
    }
    return EXIT.clean;
  } finally {
    store.close();
  }
}

function lines(report: RunReport): string[] {
  const { run, outcome, detail, metrics, escalated, questions, pairs, roles, unasked, sandboxes } = report;
  const width = Math.max(...metrics.map(({ name }) => name.length));
  return [
    `${run}: ${outcome}${detail === "" ? "" : `, ${printable(detail)}`}`,
    ...metrics.map((each) => {
      const target = shownTarget(each);
      const verdict = each.met === undefined ? "" : each.met ? ", met" : ", missed";
      const told = target === "" ? "" : `  (${target}${verdict})`;
      return `  ${each.name.padEnd(width)}  ${shownValue(each)}${told}${each.note === undefined ? "" : `  ${each.note}`}`;
    }),
    ...escalated.map(({ task, reason }) => `  escalated ${task}: ${printable(reason)}`),
    ...questions.map(
      ({ task, question, answer }) =>
        `  asked by ${task}: ${printable(question)} -> ${printable(answer ?? "open")}`,
    ),
    ...pairs
      .slice(0, 5)
      .map(
        ({ module, tried, failures }) =>
          `  ${module} failed ${failures} times in the tests of ${tried || "the whole"}`,
      ),
    ...roles
      .filter(({ failed }) => failed > 0)
      .map(
        ({ role, agent, attempts, failed }) =>
          `  ${role} (${printable(agent)}): ${failed} of ${attempts} attempts came to nothing`,
      ),
    ...(unasked.length > 0 ? [`  decided without asking anybody: ${unasked.join(", ")}`] : []),
    ...(sandboxes.includes("none") ? ["  gates ran without a sandbox"] : []),
  ];
}
