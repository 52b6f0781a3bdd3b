import type { Finding, Severity } from "@contractc/kernel";
import type { Context } from "../context.js";
import { EXIT, type ExitCode } from "../exit-codes.js";
import { shown } from "../paths.js";
import { renderJson } from "./json.js";
import { renderText } from "./text.js";

export const FORMATS = ["text", "json"] as const;
export type Format = (typeof FORMATS)[number];

/** A finding with every path relative to the working directory. */
export function localised(finding: Finding, cwd: string): Finding {
  const local = <T extends { file: string }>(place: T): T => ({ ...place, file: shown(cwd, place.file) });
  return {
    ...local(finding),
    related: finding.related.map(local),
    fixes: finding.fixes.map((fix) => ({ ...fix, edits: fix.edits.map(local) })),
  };
}

const RANK: Record<Severity, number> = { error: 2, warning: 1, info: 0 };

/** Writes findings to the standard output and says how the command ends. */
export function report(
  context: Context,
  findings: readonly Finding[],
  options: { format: Format; failOn: Severity; subject: string },
): ExitCode {
  const local = findings.map((finding) => localised(finding, context.cwd)).sort(byPlace);
  context.out.write(
    options.format === "json"
      ? renderJson(local)
      : renderText(context, local, findingsByFile(findings, context), options.subject),
  );
  return exitCodeOf(local, options.failOn);
}

/** How a command ends that found something. */
export function exitCodeOf(findings: readonly Finding[], failOn: Severity): ExitCode {
  if (findings.some(({ code, severity }) => severity === "error" && code.startsWith("config/")))
    return EXIT.usage;
  return findings.some(({ severity }) => RANK[severity] >= RANK[failOn]) ? EXIT.findings : EXIT.clean;
}

export function byPlace(a: Finding, b: Finding): number {
  return (
    compare(a.file, b.file) ||
    a.line - b.line ||
    a.column - b.column ||
    compare(a.code, b.code) ||
    compare(a.symbol, b.symbol) ||
    compare(a.message, b.message)
  );
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Where the file of a relative path lies, so that the text form can show its lines. */
export function findingsByFile(findings: readonly Finding[], context: Context): Map<string, string> {
  const files = new Map<string, string>();
  for (const finding of findings) {
    for (const place of [finding, ...finding.related]) files.set(shown(context.cwd, place.file), place.file);
  }
  return files;
}
