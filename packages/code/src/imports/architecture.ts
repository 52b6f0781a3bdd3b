import {
  type Address,
  type ArchitectureRule,
  type Breach as BrokenRule,
  breachesOf,
  type Kernel,
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
        broken = breachesOf(kernel.graph, from.address, to.address).map((each) => told(each, nameOf));
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

/** A broken rule in the names and codes of findings. */
function told(breach: BrokenRule, nameOf: (address: Address) => string): Breach {
  switch (breach.kind) {
    case "layers": {
      const { layers, lower, upper } = breach;
      return {
        rule: { kind: "layers", layers: layers.map(nameOf), lower: nameOf(lower), upper: nameOf(upper) },
        position: positionKey.ordinal("layers", breach.ordinal),
        code: "graph/layer",
      };
    }
    case "forbidden":
      return {
        rule: { kind: "forbidden", reason: breach.reason },
        position: positionKey.ordinal("forbid", breach.ordinal),
        code: "graph/forbidden",
      };
    case "independent": {
      const [one, other] = breach.parts;
      return {
        rule: { kind: "independent", parts: [nameOf(one), nameOf(other)] },
        position: positionKey.ordinal("independent", breach.ordinal),
        code: "graph/independent",
      };
    }
  }
}
