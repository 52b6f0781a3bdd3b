import { posix } from "node:path";
import type { Finding } from "@contractc/kernel";
import { type Compilation, compile, findRoots, SourceFiles } from "@contractc/language";
import { type Context, UsageError } from "./context.js";
import { absolute, shown } from "./paths.js";

export interface Contract {
  /** Absolute path of the root file. */
  file: string;
  /** Its folder: where module paths start. */
  folder: string;
  compilation: Compilation;
  /** What was asked about in the contract's folder: absolute paths; empty for all of it. */
  scope: string[];
}

export interface Contracts {
  contracts: Contract[];
  /** Of all contracts, each once. */
  findings: Finding[];
}

/**
 * Compiles every contract under the given paths. A path that holds none (a source file, a folder of code)
 * stands for that part of the nearest contract above it.
 *
 * @param paths as the user wrote them
 * @throws UsageError where a path does not exist or leads to no contract
 */
export function loadContracts(context: Context, paths: readonly string[]): Contracts {
  const files = new SourceFiles(context.fs);
  /** The parts asked about, by root. */
  const scopes = new Map<string, string[]>();
  const findings: Finding[] = [];
  for (const path of paths) {
    const start = absolute(context.cwd, path);
    if (context.fs.stat(start) === null) throw new UsageError(`There is no file or folder "${path}".`);
    const found = isCode(context, start) ? { roots: [], findings: [] } : findRoots(context.fs, start, files);
    findings.push(...found.findings);
    for (const root of found.roots) scopes.set(root, []);
    if (found.roots.length > 0 || found.findings.length > 0) continue;
    const above = rootsAbove(context, start, files);
    if (above.length === 0) throw new UsageError(noContract(context, start));
    for (const root of above) {
      const scope = scopes.get(root);
      if (scope === undefined) scopes.set(root, [start]);
      else if (scope.length > 0) scope.push(start);
    }
  }
  const contracts = [...scopes].sort(byRoot).map(([file, scope]) => ({
    file,
    folder: posix.dirname(file),
    compilation: compile({ fs: context.fs, root: file, files }),
    scope,
  }));
  for (const { compilation } of contracts) findings.push(...compilation.findings);
  return { contracts, findings: withoutRepeats(findings) };
}

/**
 * The one contract under the given paths, for what can only be said of one.
 *
 * @throws UsageError where there are several, or where the only one cannot be read
 */
export function loadContract(context: Context, paths: readonly string[]): Contract {
  const { contracts } = loadContracts(context, paths);
  const [contract] = contracts;
  if (contract && contracts.length === 1) return contract;
  const files = contracts.map(({ file }) => shown(context.cwd, file));
  throw new UsageError(
    contracts.length === 0
      ? "There is no contract with a header; see `contractc check`."
      : `There are ${contracts.length} contracts here: name one of ${files.join(", ")}.`,
  );
}

/** Says on the standard error that a contract has errors, so that what is shown of it may lack a part. */
export function warnOfErrors(context: Context, { compilation, file }: Contract): void {
  const errors = compilation.findings.filter(({ severity }) => severity === "error").length;
  if (errors === 0) return;
  const path = shown(context.cwd, file);
  context.err.write(
    `contractc: ${path} has ${errors} error${errors === 1 ? "" : "s"}, so a part may be missing here; see \`contractc check\`.\n`,
  );
}

/** A file that is no contract: what is asked is what a contract above says of it. */
function isCode(context: Context, path: string): boolean {
  return !path.endsWith(".contract") && context.fs.stat(context.fs.realPath(path) ?? path)?.kind === "file";
}

function byRoot([a]: [string, unknown], [b]: [string, unknown]): number {
  return a < b ? -1 : 1;
}

/** Roots that stand directly in the nearest folder above that has any, within the repository. */
function rootsAbove(context: Context, start: string, files: SourceFiles): string[] {
  for (let folder = start; ; ) {
    if (context.fs.stat(posix.join(folder, ".git")) !== null) return [];
    const above = posix.dirname(folder);
    if (above === folder) return [];
    folder = above;
    const roots = context.fs
      .list(folder)
      .filter(({ name, kind }) => kind === "file" && name.endsWith(".contract"))
      .flatMap(({ name }) => findRoots(context.fs, posix.join(folder, name), files).roots);
    if (roots.length > 0) return roots;
  }
}

function noContract(context: Context, start: string): string {
  return (
    `There is no contract in ${shown(context.cwd, start)}: no file that ends in .contract and starts with ` +
    `\`contract Name version "1.0.0"\`. \`contractc init --from-code\` writes one for existing code, ` +
    "`contractc init` an empty one."
  );
}

/** Two roots may share files; what is said of those is said once. */
function withoutRepeats(findings: readonly Finding[]): Finding[] {
  const seen = new Set<string>();
  return findings.filter((finding) => {
    const key = JSON.stringify([finding.fingerprint, finding.file, finding.line, finding.column]);
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
