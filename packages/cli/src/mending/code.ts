import { Remedies } from "@contractc/code";
import type { Finding } from "@contractc/kernel";
import type { Context } from "../context.js";
import { type AppliedFix, type FixRun, fixAll, type LeftFinding } from "../fixing.js";
import { type Find, mendables } from "./mendable.js";

/** Brings code to its contracts, in memory. */
export async function mendCode(context: Context, paths: readonly string[], find: Find): Promise<FixRun> {
  let left: LeftFinding[] = [];
  const run = await fixAll(
    context,
    "code",
    async (within) => {
      left = [];
      const parts = mendables(await find(within, paths));
      return parts.flatMap(({ contract, project, findings }) => {
        const { kernel } = contract.compilation;
        const remedies = new Remedies({ kernel, project, fs: within.fs, only: findings });
        return findings.map((finding): Finding => {
          const remedy = remedies.code(finding);
          if (remedy.kind === "code") return { ...finding, fixes: [remedy.fix] };
          left.push({ finding, reason: remedy.reason });
          return { ...finding, fixes: [] };
        });
      });
    },
    failed,
  );
  return { ...run, left: [...left, ...run.left] };
}

/** Fixes that left their finding standing, or after which a file does not parse. */
function failed(
  before: readonly Finding[],
  after: readonly Finding[],
  applied: readonly AppliedFix[],
): AppliedFix[] {
  const known = counts(before);
  const now = counts(after);
  const broken = new Set(after.filter(({ code }) => code === "drift/unparsable").map(({ file }) => file));
  for (const { code, file } of before) if (code === "drift/unparsable") broken.delete(file);
  return applied.filter(({ finding, fix }) => {
    const stays = (now.get(finding.fingerprint) ?? 0) >= (known.get(finding.fingerprint) ?? 0);
    return stays || fix.edits.some(({ file }) => broken.has(file));
  });
}

function counts(findings: readonly Finding[]): Map<string, number> {
  const found = new Map<string, number>();
  for (const { fingerprint } of findings) found.set(fingerprint, (found.get(fingerprint) ?? 0) + 1);
  return found;
}
