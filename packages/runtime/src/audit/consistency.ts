import { type ActionDraft, mapModules, Remedies } from "@contractc/code";
import type { Address, Finding, Kernel } from "@contractc/kernel";
import type { TreeCode } from "../gates/tree/code-of-tree.js";

/** A change of the contract that would make drift right. */
export interface DriftProposal {
  /** The module whose contract is to change. */
  module: Address;
  /** Modules whose code relies on it already. */
  neededBy: Address[];
  /** Evolution actions; whether they are accepted says evolution. */
  actions: ActionDraft[];
  findings: Finding[];
  /** One sentence, for whoever decides and for everybody who is rescheduled. */
  reason: string;
}

export interface Consistency {
  /** The code is to be brought back to the contract. */
  rolledBack: Finding[];
  proposals: DriftProposal[];
}

/** Code that offers more than its contract says. */
const MORE: ReadonlySet<string> = new Set(["drift/unlisted-symbol", "drift/unlisted-member"]);

/**
 * Consistency control: drift of a submission is rolled back, or turned into a proposed change of the contract. What a module
 * offers beyond its contract and others rely on already is proposed; everything else is the code's to mend.
 *
 * @param findings of the comparison of this code with this contract
 */
export function auditDrift(
  kernel: Kernel,
  { project, fs }: TreeCode,
  findings: readonly Finding[],
): Consistency {
  const map = mapModules(kernel, project);
  const more = findings.filter(({ code }) => MORE.has(code));
  if (more.length === 0) return { rolledBack: [...findings], proposals: [] };
  const remedies = new Remedies({ kernel, project, fs, only: more });
  const taken = new Set<Finding>();
  const proposals = new Map<Address, DriftProposal>();
  for (const finding of more) {
    const path = finding.file.startsWith(`${project.root}/`)
      ? finding.file.slice(project.root.length + 1)
      : finding.file;
    const module = map.moduleOf(path) ?? map.moduleAt(finding.symbol);
    const name = nameOf(finding);
    if (!module || name === undefined) continue;
    const neededBy = usersOf(kernel, { project, map }, module.address, finding, name);
    if (neededBy.length === 0) continue;
    const remedy = remedies.contract(finding);
    if (remedy.kind !== "contract") continue;
    taken.add(finding);
    const known = proposals.get(module.address);
    const needs = [...new Set([...(known?.neededBy ?? []), ...neededBy])].sort();
    const found = [...(known?.findings ?? []), finding];
    proposals.set(module.address, {
      module: module.address,
      neededBy: needs,
      actions: withActions(known?.actions ?? [], remedy.actions),
      findings: found,
      reason: reasonOf(module.address, needs, found),
    });
  }
  return {
    rolledBack: findings.filter((finding) => !taken.has(finding)),
    proposals: [...proposals.values()],
  };
}

/** The name that the code has and the contract lacks: the first that the finding speaks of. */
function nameOf({ message }: Finding): string | undefined {
  return /`([\w$.]+)`/.exec(message)?.[1]?.split(".").at(-1);
}

/** Modules that use the owner and speak of the name: a member behind a dot, a symbol anywhere. */
function usersOf(
  kernel: Kernel,
  { project, map }: { project: TreeCode["project"]; map: ReturnType<typeof mapModules> },
  owner: Address,
  { code }: Finding,
  name: string,
): Address[] {
  const escaped = name.replaceAll("$", "\\$");
  const use = new RegExp(
    code === "drift/unlisted-member" ? `\\.\\s*${escaped}(?![\\w$])` : `(?<![\\w$.])${escaped}(?![\\w$])`,
  );
  const users = new Set(
    kernel.graph.uses.filter(({ to, external }) => to === owner && !external).map(({ from }) => from),
  );
  return [...users]
    .filter((user) => map.filesOf(user).some((path) => use.test(project.files.get(path)?.text ?? "")))
    .sort();
}

/** One remedy may mend a whole class: its actions come once. */
function withActions(known: readonly ActionDraft[], more: readonly ActionDraft[]): ActionDraft[] {
  const keys = new Set(known.map((each) => JSON.stringify(each)));
  return [...known, ...more.filter((each) => !keys.has(JSON.stringify(each)))];
}

function reasonOf(module: Address, neededBy: readonly Address[], findings: readonly Finding[]): string {
  const names = [...new Set(findings.map((finding) => `\`${nameOf(finding)}\``))].join(" and ");
  return `${neededBy.join(" and ")} ${neededBy.length === 1 ? "relies" : "rely"} on ${names} of ${module}, which its contract does not declare`;
}
