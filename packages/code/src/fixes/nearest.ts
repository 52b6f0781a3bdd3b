import type { Finding } from "@contractc/kernel";
import { membersOf } from "../drift/code-class.js";
import type { Comparison } from "../drift/comparison.js";
import { ownSymbols } from "../drift/locate.js";
import { checkMember } from "../drift/members.js";
import { checkGroup } from "../drift/symbols.js";
import type { CodeMember } from "../reading/signature.js";
import type { FixContext } from "./context.js";

/**
 * The symbol that a missing declaration was renamed to: the one that the finding names as the nearest, if nothing but the
 * name tells the two apart.
 */
export function renamedSymbol(
  fix: FixContext,
  finding: Finding,
  { located, group }: Comparison,
): { path: string; name: string } | undefined {
  const file = fix.fileOf(finding.file);
  if (!file || !located || !group) return undefined;
  const offset = fix.offsetOf(finding, file);
  const near = file.signature.symbols.find(
    ({ nameSpan, kind }) => kind !== "re-export" && nameSpan.start === offset && nameSpan.end > offset,
  );
  if (!near) return undefined;
  const definition = { file, symbols: ownSymbols(file, near.name) };
  const isSame = agrees(fix, () =>
    checkGroup(fix.drift, located, group, { kind: "found", definition }, false),
  );
  return isSame ? { path: file.path, name: near.name } : undefined;
}

/** The member that a missing one was renamed to, likewise. */
export function renamedMember(
  fix: FixContext,
  finding: Finding,
  { pair, members }: Comparison,
): CodeMember | undefined {
  const file = fix.fileOf(finding.file);
  if (!file || !pair || !members || file !== pair.view.file) return undefined;
  const offset = fix.offsetOf(finding, file);
  const near = membersOf(pair.view).find(({ nameSpan }) => nameSpan.start === offset);
  if (!near || near.kind === "constructor") return undefined;
  const owned = { member: near, owner: pair.view, inherited: false };
  return agrees(fix, () => checkMember(fix.drift, pair, members, owned)) ? near : undefined;
}

/** Whether a comparison finds no error; what it finds is forgotten. */
function agrees({ drift }: FixContext, compare: () => void): boolean {
  const { findings, accepted } = drift;
  const [found, suppressed] = [findings.length, accepted.length];
  compare();
  accepted.length = suppressed;
  return findings
    .splice(found)
    .every(({ severity, code }) => severity !== "error" || code === "drift/hollow");
}
