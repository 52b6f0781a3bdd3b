import type { Finding } from "@contractc/kernel";
import type { FixContext } from "../context.js";
import { type CodeRemedy, type NoRemedy, none } from "../remedy.js";

/** What brings the code to the contract: edits of files for a finding, or why there are none. */
export class CodeFixes {
  constructor(readonly fix: FixContext) {}

  remedy(finding: Finding): CodeRemedy | NoRemedy {
    const fix = finding.fixes.find(({ kind }) => kind === "code");
    return fix ? { kind: "code", fix } : none("There is no small edit for it.");
  }
}
