import { type Declaration, type Kernel, type Language, type Module, positionKey } from "@contractc/kernel";
import type { NameImport } from "./graph.js";
import type { ImportReport } from "./report.js";

/**
 * Names that a module takes although another one keeps them to itself: `internal` declarations and, in Python,
 * undeclared names with a leading underscore of a module in another package. Within one package such names are
 * commonly shared.
 */
export function checkInternal(report: ImportReport, kernel: Kernel, imports: readonly NameImport[]): void {
  const reported = new Set<string>();
  for (const each of imports) {
    const { from, owner, name } = each;
    const declarations = declarationsOf(kernel, owner, name, each.file.language);
    const internal = declarations.find((declaration) => declaration.internal);
    if (!internal && !(declarations.length === 0 && isPrivateElsewhere(each))) continue;
    const key = `${from.address} ${owner.address} ${name}`;
    if (reported.has(key)) continue;
    if (report.isIgnored("import/internal", { file: each.importer, span: each.statement })) continue;
    reported.add(key);
    if (report.isAllowed("import/internal", from.address)) continue;
    report.inCode(
      "import/internal",
      { file: each.importer, span: each.span },
      { from: report.nameOf(from), name, owner: report.nameOf(owner), declared: internal !== undefined },
      {
        symbol: from.address,
        expected: `no import of ${report.nameOf(owner)}.${name}`,
        actual: `import of ${report.nameOf(owner)}.${name}`,
        declared: [
          ...(internal ? [internal.address] : []),
          positionKey.use(from.address, owner.address, "use"),
          owner.address,
        ],
      },
    );
  }
}

function declarationsOf(kernel: Kernel, owner: Module, name: string, language: Language): Declaration[] {
  return (kernel.signatures[owner.address] ?? []).filter(
    (declaration) => (declaration.names?.[language] ?? declaration.name) === name,
  );
}

/** Whether a name with a leading underscore is taken out of the package that it belongs to. */
export function isPrivateElsewhere({ from, owner, file, name }: NameImport): boolean {
  if (file.language !== "python" || !/^_[^_]|^__.*[^_]$/.test(name)) return false;
  if (file.signature.exported?.includes(name)) return false;
  const [one = "", other = ""] = [from.package, owner.package];
  return one !== other && !`${one}.`.startsWith(`${other}.`) && !`${other}.`.startsWith(`${one}.`);
}
