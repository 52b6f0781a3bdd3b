import type { Finding, Severity } from "@contractc/kernel";

export interface Summary {
  errors: number;
  warnings: number;
  infos: number;
}

/** How many findings of each severity there are. */
export function summarise(findings: readonly Finding[]): Summary {
  const count = (severity: Severity) => findings.filter((finding) => finding.severity === severity).length;
  return { errors: count("error"), warnings: count("warning"), infos: count("info") };
}
