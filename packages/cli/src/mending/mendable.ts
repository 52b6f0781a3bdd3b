import type { OpenedProject } from "@contractc/code";
import type { Finding } from "@contractc/kernel";
import type { ComparedContract } from "../comparison.js";
import type { Context } from "../context.js";
import type { Contract } from "../contracts.js";

/** A contract with its code and what of their differences is to be mended. */
export interface Mendable {
  contract: Contract;
  project: OpenedProject;
  findings: Finding[];
}

/** What is told, and what it was found in. */
export interface Found {
  findings: readonly Finding[];
  compared: readonly ComparedContract[];
}

/** Finds what is told under some paths, in the file system of a context. */
export type Find = (context: Context, paths: readonly string[]) => Promise<Found>;

/**
 * Says which contract each finding is of. A contract with errors is not compared, so that there is nothing to mend; what a
 * baseline, a comment or an `@allow` accepts is not told, and stays as it is.
 */
export function mendables({ findings, compared }: Found): Mendable[] {
  const open = new Map(findings.map((finding) => [keyOf(finding), finding]));
  return compared.map(({ contract, project, all }) => ({
    contract,
    project,
    findings: all.flatMap((finding) => open.get(keyOf(finding)) ?? []),
  }));
}

/** Tells findings apart, in one state of the files. */
export function keyOf({ fingerprint, file, line, column }: Finding): string {
  return `${fingerprint} ${file}:${line}:${column}`;
}
