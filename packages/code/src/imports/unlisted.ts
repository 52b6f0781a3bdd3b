import { classifyPath } from "../project/classify.js";
import type { OpenedProject } from "../project/open.js";
import { byStrength, type PackageImport } from "./graph.js";
import type { ImportReport } from "./report.js";

/**
 * Installed packages that no manifest around the importing file names: one finding for each module and package.
 *
 * Optional imports need no package, and in Python neither do those for types only. Tests and configuration files are
 * run in environments that other files set up (tox, nox, an action), so that the manifests do not tell about them.
 */
export function checkUnlisted(
  report: ImportReport,
  project: OpenedProject,
  imports: readonly PackageImport[],
): void {
  const open = new Map<string, { manifest: string; imports: PackageImport[] }>();
  for (const each of imports) {
    const { from, file, statement, mode } = each;
    if (mode === "optional" || (mode === "type" && file.language === "python")) continue;
    if (classifyPath(file.path) !== undefined) continue;
    const manifest = project.manifestWithout(file, each.package);
    if (manifest === undefined) continue;
    if (report.isIgnored("import/unlisted-package", { file, span: statement })) continue;
    const key = `${from.address} ${each.package}`;
    const group = open.get(key);
    if (group) group.imports.push(each);
    else open.set(key, { manifest, imports: [each] });
  }
  for (const { manifest, imports: all } of open.values()) {
    const [first, ...others] = all.toSorted(byStrength);
    const { from, file, statement } = first!;
    if (report.isAllowed("import/unlisted-package", from.address)) continue;
    report.inCode(
      "import/unlisted-package",
      { file, span: statement },
      { from: report.nameOf(from), package: first!.package, manifest },
      {
        symbol: from.address,
        expected: `${first!.package} in ${manifest}`,
        actual: `import of ${first!.package}`,
        key: first!.package,
        declared: [from.address],
        related: others.map((other) => ({
          ...report.place({ file: other.file, span: other.statement }),
          message: "imported here too",
        })),
      },
    );
  }
}
