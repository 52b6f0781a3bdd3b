import { type EdgeKind, type Module, positionKey } from "@contractc/kernel";
import { clauseFor, clauseOf, type DeclaredUses } from "./declared.js";
import { byStrength, type ModuleImport } from "./graph.js";
import type { ImportReport } from "./report.js";

/** Imports of modules that Δ lacks, or has for less: one finding for each pair of modules. */
export function checkUndeclared(
  report: ImportReport,
  uses: DeclaredUses,
  imports: readonly ModuleImport[],
): void {
  const pairs = new Map<string, { to: Module; imports: ModuleImport[] }>();
  for (const each of imports) {
    if (each.mode === "optional") continue;
    for (const to of uses.targets(each)) {
      if (uses.allows(each.from.address, to.address, each.mode)) continue;
      const key = `${each.from.address} ${to.address}`;
      const pair = pairs.get(key);
      if (pair) pair.imports.push(each);
      else pairs.set(key, { to, imports: [each] });
    }
  }
  for (const { to, imports: all } of pairs.values()) {
    const { from } = all[0]!;
    const edges = uses.between(from.address, to.address);
    if (report.isEdgeAllowed("import/undeclared", edges)) continue;
    const open = all.filter(
      ({ file, statement }) => !report.isIgnored("import/undeclared", { file, span: statement }),
    );
    if (open.length === 0 || report.isAllowed("import/undeclared", from.address)) continue;
    const [first, ...others] = open.sort(byStrength);
    const name = report.nameOf(to);
    const declared = uses.kinds(from.address, to.address);
    report.inCode(
      "import/undeclared",
      { file: first!.file, span: first!.statement },
      {
        from: report.nameOf(from),
        to: name,
        specifier: first!.statement.specifier,
        mode: first!.mode,
        declared,
      },
      {
        symbol: from.address,
        expected: declared.length > 0 ? clausesOf(declared, name) : `no use of ${name}`,
        actual: clauseFor(first!.mode, name),
        declared: [...declared.map((kind) => positionKey.use(from.address, to.address, kind)), from.address],
        related: others.map(({ file, statement }) => ({
          ...report.place({ file, span: statement }),
          message: "imported here too",
        })),
      },
    );
  }
}

export function clausesOf(declared: readonly EdgeKind[], name: string): string {
  return declared.map((kind) => clauseOf(kind, name)).join(", ");
}
