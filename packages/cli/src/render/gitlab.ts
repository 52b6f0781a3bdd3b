import { type Finding, fingerprint, type Severity } from "@contractc/kernel";
import { textOf } from "./sarif.js";

const SEVERITIES: Record<Severity, string> = { error: "major", warning: "minor", info: "info" };

/**
 * Findings as a Code Quality report of GitLab, which compares those of two branches by their fingerprints.
 *
 * @param findings with paths relative to the repository's top
 * @see https://docs.gitlab.com/ci/testing/code_quality/
 */
export function renderGitlab(findings: readonly Finding[]): string {
  const seen = new Map<string, number>();
  const issues = findings.map((finding) => {
    const { code, file, line, severity } = finding;
    const key = `${finding.fingerprint} ${file}`;
    const count = seen.get(key) ?? 0;
    seen.set(key, count + 1);
    return {
      description: textOf(finding),
      check_name: code,
      // Two issues of one fingerprint would be taken for one.
      fingerprint: fingerprint([key, String(count)]),
      severity: SEVERITIES[severity],
      location: { path: file, lines: { begin: line } },
    };
  });
  return `${JSON.stringify(issues, null, 2)}\n`;
}
