import { checkCode, type OpenedProject } from "@contractc/code";
import type { Finding } from "@contractc/kernel";
import type { Context } from "../context.js";
import { type Contract, loadContracts } from "../contracts.js";
import { openCode } from "../readers.js";

/** A contract with its code and what of their differences is to be mended. */
export interface Mendable {
  contract: Contract;
  project: OpenedProject;
  findings: Finding[];
}

/** Finds what is told under some paths, in the file system of a context. */
export type Find = (context: Context, paths: readonly string[]) => Promise<readonly Finding[]>;

/**
 * Says which contract each finding is of. A contract with errors is not compared, so that there is nothing to mend.
 *
 * @param find what is told; what a baseline, a comment or an `@allow` accepts is not among it
 */
export async function mendables(
  context: Context,
  paths: readonly string[],
  find: Find,
): Promise<{ all: readonly Finding[]; parts: Mendable[] }> {
  const all = await find(context, paths);
  const open = new Map(all.map((finding) => [keyOf(finding), finding]));
  const parts: Mendable[] = [];
  for (const contract of loadContracts(context, paths).contracts) {
    if (!contract.sound) continue;
    const project = await openCode(context, contract);
    const findings = checkCode(contract.compilation.kernel, project).flatMap(
      (finding) => open.get(keyOf(finding)) ?? [],
    );
    parts.push({ contract, project, findings });
  }
  return { all, parts };
}

/** Tells findings apart, in one state of the files. */
export function keyOf({ fingerprint, file, line, column }: Finding): string {
  return `${fingerprint} ${file}:${line}:${column}`;
}
