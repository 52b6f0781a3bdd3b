import type { Finding } from "@contractc/kernel";

/** Takes findings one by one, in any order: `sortFindings` orders them in the end. */
export type Report = (finding: Finding) => void;

/** Orders findings by file, position and code, and drops repetitions of one finding at one place. */
export function sortFindings(findings: readonly Finding[]): Finding[] {
  const sorted = [...findings].sort(
    (a, b) =>
      compare(a.file, b.file) ||
      a.line - b.line ||
      a.column - b.column ||
      compare(a.code, b.code) ||
      a.endLine - b.endLine ||
      a.endColumn - b.endColumn ||
      compare(a.message, b.message),
  );
  return sorted.filter((finding, at) => {
    const before = sorted[at - 1];
    return !(
      before &&
      before.code === finding.code &&
      before.file === finding.file &&
      before.line === finding.line &&
      before.column === finding.column &&
      before.message === finding.message
    );
  });
}

/** By UTF-16 code units: the same on every machine, whatever its locale. */
export function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
