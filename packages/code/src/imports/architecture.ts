import {
  type Address,
  type ArchitectureRule,
  type Kernel,
  type Module,
  positionKey,
} from "@contractc/kernel";
import type { DeclaredUses } from "./declared.js";
import type { ModuleImport } from "./graph.js";
import type { ImportReport } from "./report.js";

/** A rule that an import breaks. */
interface Breach {
  rule: ArchitectureRule;
  /** Where the rule stands: a key of `kernel.positions`. */
  position: string;
  /** The contract's own code for the breach of the rule by a `uses`. */
  code: "graph/layer" | "graph/forbidden" | "graph/independent";
}

/** Imports of any kind against `layers`, `forbid` and `independent`: one finding for each pair and rule. */
export function checkArchitecture(
  report: ImportReport,
  kernel: Kernel,
  uses: DeclaredUses,
  imports: readonly ModuleImport[],
): void {
  const names = new Map(
    [...kernel.packages, ...kernel.modules].map((each) => [each.address, report.nameOf(each)]),
  );
  const nameOf = (address: Address) => names.get(address) ?? address;
  const breaches = new Map<string, readonly Breach[]>();
  const reported = new Set<string>();
  for (const each of imports) {
    const { from, file, statement } = each;
    for (const to of uses.targets(each)) {
      const pair = `${from.address} ${to.address}`;
      let broken = breaches.get(pair);
      if (!broken) {
        broken = breachesOf(kernel, from, to, nameOf);
        breaches.set(pair, broken);
      }
      for (const { rule, position, code } of broken) {
        const key = `${pair} ${position}`;
        if (reported.has(key)) continue;
        if (report.isIgnored("import/layer", { file, span: statement })) continue;
        reported.add(key);
        const edges = uses.between(from.address, to.address);
        if (report.isEdgeAllowed("import/layer", edges, code)) continue;
        if (report.isAllowed("import/layer", from.address)) continue;
        report.inCode(
          "import/layer",
          { file, span: statement },
          { from: report.nameOf(from), to: report.nameOf(to), specifier: statement.specifier, rule },
          {
            symbol: from.address,
            expected: `no import of ${report.nameOf(to)}`,
            actual: `import of ${report.nameOf(to)}`,
            key: ruleKey(rule),
            declared: [position, from.address],
          },
        );
      }
    }
  }
}

function ruleKey(rule: ArchitectureRule): string {
  if (rule.kind === "layers") return `layers ${rule.lower} ${rule.upper}`;
  return rule.kind === "independent" ? `independent ${rule.parts.join(" ")}` : "forbid";
}

function breachesOf(
  kernel: Kernel,
  from: Module,
  to: Module,
  nameOf: (address: Address) => string,
): Breach[] {
  const { layers, forbidden, independent } = kernel.graph;
  const found: Breach[] = [];
  for (const [at, list] of layers.entries()) {
    const lower = placeOf(list, from.address);
    const upper = placeOf(list, to.address);
    if (lower === undefined || upper === undefined || lower <= upper) continue;
    found.push({
      rule: {
        kind: "layers",
        layers: list.map(nameOf),
        lower: nameOf(list[lower]!),
        upper: nameOf(list[upper]!),
      },
      position: positionKey.ordinal("layers", at + 1),
      code: "graph/layer",
    });
  }
  for (const [at, rule] of forbidden.entries()) {
    if (!isPartOf(from.address, rule.from) || !isPartOf(to.address, rule.to)) continue;
    found.push({
      rule: { kind: "forbidden", reason: rule.reason },
      position: positionKey.ordinal("forbid", at + 1),
      code: "graph/forbidden",
    });
  }
  for (const [at, parts] of independent.entries()) {
    const one = placeOf(parts, from.address);
    const other = placeOf(parts, to.address);
    if (one === undefined || other === undefined || one === other) continue;
    found.push({
      rule: { kind: "independent", parts: [nameOf(parts[one]!), nameOf(parts[other]!)] },
      position: positionKey.ordinal("independent", at + 1),
      code: "graph/independent",
    });
  }
  return found;
}

/** The part of a rule that a module belongs to: the innermost of several. */
function placeOf(parts: readonly Address[], module: Address): number | undefined {
  let best: number | undefined;
  for (const [at, part] of parts.entries()) {
    if (isPartOf(module, part) && (best === undefined || part.length > parts[best]!.length)) best = at;
  }
  return best;
}

function isPartOf(module: Address, part: Address): boolean {
  return module === part || module.startsWith(`${part}.`);
}
