import type { Finding, Kernel } from "@contractc/kernel";
import { notedBy } from "../project/consulted.js";
import { type ModuleMap, mapModules } from "../project/module-map.js";
import type { OpenedProject } from "../project/open.js";
import { byCodeUnit } from "../project/paths.js";
import { checkArchitecture } from "./architecture.js";
import { checkCycles } from "./cycles.js";
import { DeclaredUses } from "./declared.js";
import { type ImportGraph, importGraph } from "./graph.js";
import { checkInternal } from "./internal.js";
import { checkPackages, PackageIndex } from "./packages.js";
import { type Acceptance, ImportReport } from "./report.js";
import { checkUndeclared } from "./undeclared.js";
import { checkUnlisted } from "./unlisted.js";
import { checkUnused } from "./unused.js";

export interface ImportCheck {
  /** By file, line, column and code. */
  findings: Finding[];
  /** What suppressed other findings, so that suppressions without an effect can be told. */
  accepted: Acceptance[];
  /** What was compared. */
  graph: ImportGraph;
}

/** The part of a comparison, for which it is noted what it looks at, that asks manifests about installed packages. */
export const LISTED = "#manifests";

/**
 * Compares the code's import graph with Δ (`import/undeclared`, `unused-use`, `cycle`, `external`, `internal`,
 * `layer`) and with the project's manifests (`unlisted-package`). Of the code, only the files of the kernel's modules are compared.
 */
export function checkImports(kernel: Kernel, project: OpenedProject): ImportCheck {
  const map = mapModules(kernel, project);
  return checkGraph(kernel, project, map, importGraph(kernel, project, map));
}

/** The same, of imports that have been read. */
export function checkGraph(
  kernel: Kernel,
  project: OpenedProject,
  map: ModuleMap,
  graph: ImportGraph,
): ImportCheck {
  const uses = new DeclaredUses(kernel);
  const packages = new PackageIndex(kernel);
  const report = new ImportReport(kernel, project);
  checkUndeclared(report, uses, graph.modules);
  checkPackages(report, uses, packages, graph.packages);
  notedBy(project.consulted, LISTED, () => checkUnlisted(report, project, graph.packages));
  checkInternal(report, kernel, graph.names);
  checkArchitecture(report, kernel, uses, graph.modules);
  checkCycles(report, uses, graph.modules);
  checkUnused(report, kernel, map, graph, packages);
  const findings = report.findings.sort(
    (a, b) =>
      byCodeUnit(a.file, b.file) || a.line - b.line || a.column - b.column || byCodeUnit(a.code, b.code),
  );
  return { findings, accepted: report.accepted, graph };
}
