import {
  type Address,
  type Allow,
  DIAGNOSTICS,
  type Finding,
  finding,
  isCode,
  type Kernel,
  nearestName,
  positionKey,
} from "@contractc/kernel";
import { DriftContext } from "./drift/context.js";
import { byPlace, compareAllModules } from "./drift/index.js";
import { checkImports } from "./imports/check.js";
import type { Acceptance } from "./imports/report.js";
import { type Parts, partsOf } from "./parts/record.js";
import { joinRoot } from "./project/discover.js";
import { type ModuleMap, mapModules } from "./project/module-map.js";
import type { OpenedProject } from "./project/open.js";

/** Codes whose findings the comparison with code accepts. */
const OF_CODE = /^(?:drift|import)\//;

/** Where these are found, what belongs to the symbol has not been compared. */
const NOT_COMPARED: ReadonlySet<string> = new Set([
  "drift/missing-file",
  "drift/unparsable",
  "drift/missing-symbol",
  "drift/missing-member",
  "drift/kind",
]);

/**
 * Everything that the comparison of a contract with its code finds: drift, imports, and suppressions of either that
 * have no reason or no effect.
 */
export function checkCode(kernel: Kernel, project: OpenedProject): Finding[] {
  return checkCodeInParts(kernel, project).findings;
}

/** The same, with what each module's part of it is, where the project notes who looks at which file. */
export function checkCodeInParts(
  kernel: Kernel,
  project: OpenedProject,
): { findings: Finding[]; parts: Parts | undefined } {
  const context = new DriftContext(kernel, project);
  const verdicts = compareAllModules(context, kernel, project);
  const drift = context.findings.toSorted(byPlace);
  const imports = checkImports(kernel, project);
  const found = [...drift, ...imports.findings];
  const accepted = [...context.accepted, ...imports.accepted];
  const findings = [
    ...found,
    ...checkSuppressions(kernel, project, mapModules(kernel, project), accepted, found),
  ];
  const { graph } = imports;
  const shared = findings.length - drift.length;
  const parts = project.consulted
    ? partsOf(kernel, project, { context, verdicts, graph, shared, findings: findings.length })
    : undefined;
  return { findings, parts };
}

/** Suppressions, in the contract and in the code, that have no reason or no effect. */
export function checkSuppressions(
  kernel: Kernel,
  project: OpenedProject,
  map: ModuleMap,
  accepted: readonly Acceptance[],
  found: readonly Finding[],
): Finding[] {
  return [...unusedAllows(kernel, project, accepted, found), ...comments(project, map, accepted)];
}

/** An `@allow` of the contract, and the key of the position table that leads to it. */
interface WrittenAllow {
  allow: Allow;
  key: string;
  symbol: Address;
  to?: Address;
}

const allows = new WeakMap<Kernel, readonly WrittenAllow[]>();

function allowsOf(kernel: Kernel): readonly WrittenAllow[] {
  const known = allows.get(kernel);
  if (known) return known;
  const found: WrittenAllow[] = [];
  allows.set(kernel, found);
  const add = ({ address, allows = [] }: { address: Address; allows?: Allow[] }) => {
    for (const allow of allows) {
      found.push({ allow, key: positionKey.allow(address, allow.code), symbol: address });
    }
  };
  for (const of of [...kernel.packages, ...kernel.modules]) add(of);
  for (const declaration of Object.values(kernel.signatures).flat()) {
    add(declaration);
    if ("members" in declaration && declaration.kind !== "enum") declaration.members.forEach(add);
  }
  for (const { from, to, kind, allows = [] } of kernel.graph.uses) {
    const key = positionKey.use(from, to, kind);
    for (const allow of allows) {
      found.push({ allow, key: positionKey.allow(key, allow.code), symbol: from, to });
    }
  }
  return found;
}

function unusedAllows(
  kernel: Kernel,
  project: OpenedProject,
  accepted: readonly Acceptance[],
  found: readonly Finding[],
): Finding[] {
  const used = new Set(
    accepted.flatMap((each) =>
      each.kind === "allow" ? [`${each.code} ${each.address} ${each.to ?? ""}`] : [],
    ),
  );
  // What could not be compared may yet need it.
  const open = found.flatMap(({ code, symbol }) => (NOT_COMPARED.has(code) ? [symbol] : []));
  return allowsOf(kernel).flatMap(({ allow: { code, reason }, key, symbol, to }) => {
    const position = kernel.positions[key];
    if (!OF_CODE.test(code) || !isCode(code) || !reason?.trim() || !position) return [];
    if (used.has(`${code} ${symbol} ${to ?? ""}`)) return [];
    if (
      open.some((part) => symbol === part || symbol.startsWith(`${part}.`) || part.startsWith(`${symbol}.`))
    )
      return [];
    const place = { ...position, file: joinRoot(project.root, position.file) };
    const fixes = [{ title: "Remove it", kind: "contract" as const, edits: [{ ...place, text: "" }] }];
    return [
      finding("policy/unused-suppression", place, { code }, { symbol, key: `${code} ${to ?? ""}`, fixes }),
    ];
  });
}

/** `contract-ignore` comments in the files of modules. */
function comments(project: OpenedProject, map: ModuleMap, accepted: readonly Acceptance[]): Finding[] {
  const used = new Set(
    accepted.flatMap((each) => (each.kind === "comment" ? [`${each.file} ${each.suppression.start}`] : [])),
  );
  const findings: Finding[] = [];
  for (const [path, file] of project.files) {
    const module = map.moduleOf(path);
    if (!module || file.signature.problems.length > 0) continue;
    for (const suppression of file.signature.suppressions) {
      const { code, reason, start, end } = suppression;
      const place = file.lines.place(joinRoot(project.root, path), start, end);
      const options = { symbol: module.address, key: code };
      if (!isCode(code)) {
        const near = nearestName(code, Object.keys(DIAGNOSTICS));
        const unknown = near === undefined ? {} : { near };
        findings.push(finding("policy/unused-suppression", place, { code, comment: true, unknown }, options));
      } else if (reason.trim() === "") {
        const form = `contract-ignore ${code}: why`;
        findings.push(finding("policy/suppression-reason", place, { form, code }, options));
      } else if (!used.has(`${path} ${start}`)) {
        findings.push(finding("policy/unused-suppression", place, { code, comment: true }, options));
      }
    }
  }
  return findings;
}
