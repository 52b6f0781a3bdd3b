import {
  type Address,
  positionKey,
  type RelatedPlace,
  shortestCycle,
  shownCycle,
  stronglyConnectedComponents,
} from "@contractc/kernel";
import type { DeclaredUses } from "./declared.js";
import type { ModuleImport } from "./graph.js";
import type { ImportReport } from "./report.js";

/**
 * Circles of load-time imports among modules: one finding for each strongly connected component, at the import of
 * its shortest circle that the contract does not declare, else at the last one.
 *
 * Imports for types only, in functions and optional ones never close a circle, nor do imports within one module. A
 * `uses` on which the contract accepts a cycle is left out, and with it every circle through it.
 */
export function checkCycles(
  report: ImportReport,
  uses: DeclaredUses,
  imports: readonly ModuleImport[],
): void {
  const graph = new Map<Address, Set<Address>>();
  const statements = new Map<string, ModuleImport>();
  const names = new Map<Address, string>();
  const key = (from: Address, to: Address) => `${from} ${to}`;
  for (const each of imports) {
    if (each.mode !== "load") continue;
    for (const to of uses.targets(each)) {
      const edges = uses.between(each.from.address, to.address);
      if (report.isEdgeAllowed("import/cycle", edges, "graph/cycle")) continue;
      if (report.isIgnored("import/cycle", { file: each.file, span: each.statement })) continue;
      if (report.isAllowed("import/cycle", each.from.address)) continue;
      names.set(each.from.address, report.nameOf(each.from));
      names.set(to.address, report.nameOf(to));
      const targets = graph.get(each.from.address);
      if (targets) targets.add(to.address);
      else graph.set(each.from.address, new Set([to.address]));
      const pair = key(each.from.address, to.address);
      if (!statements.has(pair)) statements.set(pair, each);
    }
  }
  for (const component of stronglyConnectedComponents(graph)) {
    const cycle = shortestCycle(graph, component);
    const pairs = cycle.map((from, at) => ({ from, to: cycle[(at + 1) % cycle.length]! }));
    const closing = pairs.find(({ from, to }) => !uses.allows(from, to, "load")) ?? pairs[pairs.length - 1]!;
    const { file, statement } = statements.get(key(closing.from, closing.to))!;
    const written = [...cycle, cycle[0]!].map((address) => names.get(address)!);
    report.inCode(
      "import/cycle",
      { file, span: statement },
      { cycle: written, size: component.length, specifier: statement.specifier },
      {
        symbol: closing.from,
        expected: "no circle of imports",
        actual: shownCycle(written),
        declared: [positionKey.use(closing.from, closing.to, "use"), closing.from],
        related: pairs
          .filter((pair) => pair !== closing)
          .map(({ from, to }): RelatedPlace => {
            const other = statements.get(key(from, to))!;
            return {
              ...report.place({ file: other.file, span: other.statement }),
              message: `\`${names.get(from)}\` imports \`${names.get(to)}\``,
            };
          }),
      },
    );
  }
}
