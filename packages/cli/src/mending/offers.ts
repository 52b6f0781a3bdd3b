import { Remedies } from "@contractc/code";
import type { Finding, Fix } from "@contractc/kernel";
import { rehearse } from "@contractc/language";
import type { Context } from "../context.js";
import { asAction } from "./contract.js";
import { type Found, keyOf, mendables } from "./mendable.js";

/**
 * Findings with what would mend each of them, in both directions: edits of the code, and those edits of the contract that
 * would be accepted.
 */
export function withOffers(context: Context, found: Found): Finding[] {
  const offers = new Map<string, Fix[]>();
  for (const { contract, project, findings } of mendables(found)) {
    const { kernel } = contract.compilation;
    const remedies = new Remedies({ kernel, project, fs: context.fs });
    const input = { fs: context.fs, root: contract.file, clock: context.clock };
    for (const finding of findings) {
      const fixes: Fix[] = [];
      const code = remedies.code(finding);
      if (code.kind === "code") fixes.push(code.fix);
      const contractual = remedies.contract(finding);
      if (contractual.kind === "contract") {
        const outcome = rehearse(
          input,
          contractual.actions.map((draft) => asAction(draft, finding)),
        );
        if ("edits" in outcome)
          fixes.push({ title: contractual.title, kind: "contract", edits: outcome.edits });
      }
      offers.set(keyOf(finding), fixes);
    }
  }
  return found.findings.map((finding) => {
    const fixes = offers.get(keyOf(finding));
    return fixes ? { ...finding, fixes } : finding;
  });
}
