import type { Finding, Severity } from "@contractc/kernel";
import type { Context } from "../context.js";
import { EXIT, type ExitCode } from "../exit-codes.js";
import { shown, slashed } from "../paths.js";
import { renderGithub } from "./github.js";
import { renderGitlab } from "./gitlab.js";
import { renderJson } from "./json.js";
import { type JunitPart, renderJunit } from "./junit.js";
import { renderSarif, type Suppressed } from "./sarif.js";
import { renderText } from "./text.js";

/** Of commands that list something else. */
export const FORMATS = ["text", "json"] as const;
export type Format = (typeof FORMATS)[number];

/** Of commands that list findings. */
export const REPORT_FORMATS = ["text", "json", "sarif", "github", "gitlab", "junit"] as const;
export type ReportFormat = (typeof REPORT_FORMATS)[number];

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

export interface ReportOptions {
  format: ReportFormat;
  failOn: Severity;
  /** What was looked at, for the closing line. */
  subject: string;
  /** What a baseline accepts: told by the formats that know of it. */
  accepted?: readonly Suppressed[];
  /** What is named as passed where it has no finding. */
  parts?: readonly JunitPart[];
  /** Of the command: `check`. */
  command?: string;
}

/** Writes findings to the standard output and says how the command ends. */
export function report(context: Context, findings: readonly Finding[], options: ReportOptions): ExitCode {
  const root = rootOf(context, options.format);
  const local = findings.map((finding) => localised(finding, root)).sort(byPlace);
  context.out.write(rendered(context, findings, local, options));
  return exitCodeOf(findings, options.failOn);
}

/** How a command ends that has found something, or nothing. */
export function exitCodeOf(findings: readonly Finding[], failOn: Severity): ExitCode {
  if (findings.some(({ code, severity }) => severity === "error" && code.startsWith("config/")))
    return EXIT.usage;
  return findings.some(failing(failOn)) ? EXIT.findings : EXIT.clean;
}

function failing(failOn: Severity): (finding: Finding) => boolean {
  return ({ severity }) => RANK[severity] >= RANK[failOn];
}

function rendered(
  context: Context,
  findings: readonly Finding[],
  local: readonly Finding[],
  { format, subject, accepted = [], parts = [], command = "check", failOn }: ReportOptions,
): string {
  switch (format) {
    case "text":
      return renderText(context, local, findingsByFile(findings, context), subject);
    case "json":
      return renderJson(local);
    case "sarif": {
      const suppressed = accepted.map(({ finding, reason }) => ({
        finding: localised(finding, context.cwd),
        reason,
      }));
      suppressed.sort((a, b) => byPlace(a.finding, b.finding));
      return renderSarif(local, suppressed, context.cwd);
    }
    case "github":
      return renderGithub(local);
    case "gitlab":
      return renderGitlab(local);
    case "junit":
      return renderJunit(local, { name: `contractc ${command}`, parts, fails: failing(failOn) });
  }
}

/** Where paths start: where the reader of a format takes them to start. */
function rootOf({ cwd, env }: Context, format: ReportFormat): string {
  const top =
    format === "github" ? env.GITHUB_WORKSPACE : format === "gitlab" ? env.CI_PROJECT_DIR : undefined;
  const root = top === undefined || top === "" ? cwd : slashed(top);
  return cwd === root || cwd.startsWith(`${root}/`) ? root : cwd;
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
