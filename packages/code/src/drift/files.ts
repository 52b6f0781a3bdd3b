import { type Kernel, type Module, nearestName } from "@contractc/kernel";
import { classify } from "../project/classify.js";
import { isOwnFile } from "../project/module-map.js";
import {
  ancestors,
  baseName,
  folderOf,
  foldersOfOtherContracts,
  isWithin,
  normalizePath,
} from "../project/paths.js";
import type { CodeFile } from "../project/project.js";
import { type DriftContext, FILE_START } from "./context.js";
import type { LocatedModule } from "./locate.js";

/** Reports modules whose file is not there; a stub alone is not it. A folder module needs at least one source file. */
export function checkMissingFile(context: DriftContext, { module, entry, files }: LocatedModule): boolean {
  if (entry || (module.folder && files.length > 0)) return false;
  const nearest = nearestFile(context, module);
  const isOutside = context.project.outside?.has(normalizePath(module.path) ?? "") === true;
  if (nearest !== undefined) context.suggests(nearest);
  context.reportInContract(
    "drift/missing-file",
    { module: module.name, path: module.path, nearest, ...(isOutside ? { outside: true } : {}) },
    { symbol: module.address, expected: module.path },
  );
  return true;
}

/** The file that a module without one may mean. */
export function nearestFile({ kernel, project }: DriftContext, module: Module): string | undefined {
  const described = new Set(kernel.modules.map(({ path }) => path));
  const others = [...project.files.keys()].filter((path) => !described.has(path));
  return nearestPath(module.path, others);
}

/** A file of the same name elsewhere, else one of a similar name in the same folder. */
function nearestPath(path: string, candidates: readonly string[]): string | undefined {
  const name = baseName(path);
  const moved = candidates.filter((candidate) => baseName(candidate) === name);
  if (moved.length === 1) return moved[0];
  const beside = candidates.filter((candidate) => folderOf(candidate) === folderOf(path));
  const similar = nearestName(name, beside.map(baseName));
  return similar === undefined ? undefined : beside.find((candidate) => baseName(candidate) === similar);
}

/** Reports each of a module's files that does not parse, once. */
export function checkUnparsable(context: DriftContext, { module, files }: LocatedModule): void {
  for (const file of files) {
    const [first] = file.signature.problems;
    if (!first) continue;
    context.report(
      "drift/unparsable",
      { file, span: first },
      { path: file.path, problem: first.message, count: file.signature.problems.length },
      { symbol: module.address, key: file.path },
    );
  }
}

/**
 * Reports source files that are no module: one by one inside of declared packages, elsewhere one note per folder, the
 * highest in which nothing is described. A folder with a contract of its own is not this one's to describe.
 */
export function checkUnlistedFiles(
  context: DriftContext,
  kernel: Kernel,
  modules: readonly LocatedModule[],
): void {
  const { project } = context;
  const described = new Set<string>();
  for (const { files } of modules) for (const file of files) described.add(file.path);
  const packages = kernel.packages
    .flatMap((declared) => {
      const folder = normalizePath(declared.path);
      return folder === undefined ? [] : [{ declared, folder }];
    })
    .sort((a, b) => b.folder.length - a.folder.length);
  const foldersInUse = new Set<string>();
  for (const path of [...described, ...kernel.modules.map((module) => module.path)]) {
    for (const folder of ancestors(folderOf(path))) foldersInUse.add(folder);
  }

  const others = foldersOfOtherContracts(project.contracts, isOwnFile(kernel));
  const describedIn = new Map<string, number>();
  for (const path of described) describedIn.set(folderOf(path), (describedIn.get(folderOf(path)) ?? 0) + 1);
  const groups = new Map<string, CodeFile[]>();
  for (const file of project.files.values()) {
    if (described.has(file.path) || context.suggested.has(file.path)) continue;
    if (others.some((folder) => isWithin(file.path, folder)) || classify(file) !== "source") continue;
    const inside = packages.find(({ folder }) => isWithin(file.path, folder));
    if (inside) {
      const { declared } = inside;
      context.report(
        "drift/unlisted-file",
        { file, span: FILE_START },
        { path: file.path, package: declared.name },
        { symbol: declared.address, actual: file.path },
      );
      continue;
    }
    const folder = highestUnused(folderOf(file.path), foldersInUse);
    const group = groups.get(folder);
    if (group) group.push(file);
    else groups.set(folder, [file]);
  }
  for (const [folder, files] of [...groups].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const shown = folder === "" ? "." : folder;
    const total = files.length + (describedIn.get(folder) ?? 0);
    context.report(
      "drift/unlisted-file",
      { file: files[0]!, span: FILE_START },
      { folder: shown, count: files.length, total },
      { symbol: "", severity: "info", actual: shown },
    );
  }
}

/** The highest folder above a file that holds nothing described; the file's own where every one does. */
function highestUnused(folder: string, inUse: ReadonlySet<string>): string {
  let highest = folder;
  for (const above of ancestors(folder)) {
    if (inUse.has(above)) break;
    highest = above;
  }
  return highest;
}
