import { type External, type Kernel, type Language, type Module, positionKey } from "@contractc/kernel";
import { submoduleSpecifier } from "../project/names.js";
import { clauseFor, type DeclaredUses } from "./declared.js";
import { byStrength, type PackageImport } from "./graph.js";
import type { ImportReport } from "./report.js";
import { clausesOf } from "./undeclared.js";

/** Which externals of a contract an import of the code may mean. */
export class PackageIndex {
  readonly #externals: readonly { external: External; specifiers: readonly string[] }[];

  constructor(kernel: Kernel) {
    this.#externals = kernel.externals
      .filter(({ requirement }) => requirement !== "std")
      .map((external) => ({ external, specifiers: specifiersOf(external) }));
  }

  /** The externals that cover an import, the most specific first. */
  all(each: PackageImport): External[] {
    const imported = importedAs(each);
    const language = each.file.language;
    const fitting: { external: External; length: number }[] = [];
    for (const { external, specifiers } of this.#externals) {
      const lengths = specifiers
        .filter((specifier) => imported.some((name) => covers(specifier, name, language)))
        .map(({ length }) => length);
      if (lengths.length > 0) fitting.push({ external, length: Math.max(...lengths) });
    }
    return fitting.sort((a, b) => b.length - a.length).map(({ external }) => external);
  }
}

/** How code may import an external: as `from` says, else by its name or by what is installed. */
function specifiersOf({ from, name, requirement }: External): string[] {
  if (from !== undefined) return [from];
  const installed = /^(?:@[\w.-]+\/)?[\w.-]+/.exec(requirement.trim())?.[0];
  return installed === undefined || installed === name ? [name] : [name, installed];
}

/** The names under which an import may be known: the specifier, in Python with what is taken from it. */
function importedAs({ package: name, file, statement }: PackageImport): string[] {
  if (file.language === "typescript") return [name, statement.specifier, typesPackage(name)];
  const parts = statement.names
    .filter((each) => each.name !== "*")
    .map((each) => submoduleSpecifier(statement.specifier, each.name));
  return [statement.specifier, ...parts];
}

/** `@types/x` holds the types of `x`, of `@s/x` under `@types/s__x`. */
function typesPackage(name: string): string {
  return `@types/${name.startsWith("@") ? name.slice(1).replace("/", "__") : name}`;
}

function covers(specifier: string, imported: string, language: Language): boolean {
  const separator = language === "python" ? "." : "/";
  return imported === specifier || imported.startsWith(specifier + separator);
}

/** Installed packages that the contract does not know, or does not let the module use: one finding for each pair. */
export function checkPackages(
  report: ImportReport,
  uses: DeclaredUses,
  index: PackageIndex,
  imports: readonly PackageImport[],
): void {
  const open = new Map<string, { external: External | undefined; imports: PackageImport[] }>();
  for (const each of imports) {
    if (each.mode === "optional") continue;
    const externals = index.all(each);
    if (externals.some(({ address }) => uses.allows(each.from.address, address, each.mode))) continue;
    if (report.isIgnored("import/external", { file: each.file, span: each.statement })) continue;
    // Of several, the one that the module uses already is meant, else the most specific.
    const external =
      externals.find(({ address }) => uses.between(each.from.address, address).length > 0) ?? externals[0];
    const key = `${each.from.address} ${external?.address ?? `"${each.package}"`}`;
    const group = open.get(key);
    if (group) group.imports.push(each);
    else open.set(key, { external, imports: [each] });
  }
  for (const { external, imports: all } of open.values()) reportPackage(report, uses, external, all);
}

function reportPackage(
  report: ImportReport,
  uses: DeclaredUses,
  external: External | undefined,
  imports: readonly PackageImport[],
): void {
  const [first, ...others] = imports.toSorted(byStrength);
  const from: Module = first!.from;
  const edges = external ? uses.between(from.address, external.address) : [];
  if (report.isEdgeAllowed("import/external", edges)) return;
  if (report.isAllowed("import/external", from.address)) return;
  const name = external ? report.nameOf(external) : first!.package;
  const declared = edges.map(({ kind }) => kind);
  report.inCode(
    "import/external",
    { file: first!.file, span: first!.statement },
    {
      from: report.nameOf(from),
      package: first!.package,
      mode: first!.mode,
      external: external && name,
      declared,
    },
    {
      symbol: from.address,
      expected: declared.length > 0 ? clausesOf(declared, name) : `no use of ${name}`,
      actual: clauseFor(first!.mode, name),
      declared: [
        ...edges.map(({ kind, to }) => positionKey.use(from.address, to, kind)),
        ...(external ? [external.address] : []),
        from.address,
      ],
      related: others.map(({ file, statement }) => ({
        ...report.place({ file, span: statement }),
        message: "imported here too",
      })),
    },
  );
}
