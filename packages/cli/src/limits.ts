import { posix } from "node:path";
import { type Finding, type Kernel, moduleOf } from "@contractc/kernel";
import type { ChangeSet } from "./git/repository.js";

/** One state of a repository, as far as a comparison of two needs it. */
export interface State {
  /** Of all contracts. */
  findings: readonly Finding[];
  /** Kernels by the absolute paths of their root files; none where the findings are the contracts' own. */
  kernels: ReadonlyMap<string, Kernel>;
}

/** The state before a change: asked for only where the findings themselves do not tell. */
export interface Before {
  /** Only the contracts are compiled. */
  kernels(): ReadonlyMap<string, Kernel>;
  /** Everything is analysed. */
  findings(): Promise<readonly Finding[]>;
}

/**
 * The findings that a change has to do with:
 *
 * 1. those that stand in a file that it touches, or name a place in one (a circle of imports through it, say);
 * 2. those of a module of which it changes what the contract says. A contract file is about many modules, so that for
 *    contract files this counts in place of the first rule, except for findings of the contract itself;
 * 3. those that were not there before, wherever they stand: what the change has broken elsewhere.
 *
 * The third needs a second analysis, which is made only where the other two leave findings open.
 */
export async function concerning(change: ChangeSet, after: State, before: Before): Promise<Finding[]> {
  const isShared = after.kernels.size > 0 ? isContract : () => false;
  const modules = new ModulesOf(after.kernels);
  const known = after.findings.filter((finding) => !isUnknown(change, finding, modules));
  if (change.before === null) return known;
  const concerned = new Set<Finding>();
  const isTouched = touched(change);
  const isContractTouched = [...change.files].some(isShared);
  const changed = isContractTouched ? changedModules(after.kernels, before.kernels()) : new Set<string>();
  for (const finding of known) {
    const places = [finding, ...finding.related];
    if (places.some(({ file }) => !isShared(file) && isTouched(file))) concerned.add(finding);
    else if (finding.symbol === "") {
      if (isTouched(finding.file)) concerned.add(finding);
    } else if (changed.size > 0 && modules.of(finding).some(({ key }) => changed.has(key)))
      concerned.add(finding);
  }
  if (concerned.size === known.length) return [...known];
  const old = new Map<string, number>();
  for (const finding of await before.findings()) {
    const key = keyOf(finding);
    old.set(key, (old.get(key) ?? 0) + 1);
  }
  return known.filter((finding) => {
    const key = keyOf(finding);
    const left = old.get(key) ?? 0;
    if (left > 0) old.set(key, left - 1);
    return left === 0 || concerned.has(finding);
  });
}

function keyOf({ fingerprint, file }: Finding): string {
  return `${fingerprint} ${file}`;
}

function isContract(path: string): boolean {
  return path.endsWith(".contract");
}

function touched({ files }: ChangeSet): (file: string) => boolean {
  return (file) => {
    for (let at = file; ; at = posix.dirname(at)) {
      // A folder among the files is another repository, whose files are not told one by one.
      if (files.has(at)) return true;
      if (posix.dirname(at) === at) return false;
    }
  };
}

/** Modules of which the contract says something else than before, or which are new: root file and address. */
function changedModules(
  after: ReadonlyMap<string, Kernel>,
  before: ReadonlyMap<string, Kernel>,
): Set<string> {
  const changed = new Set<string>();
  for (const [root, { modules }] of after) {
    const old = new Map(before.get(root)?.modules.map(({ address, hashes }) => [address, hashes.slice]));
    for (const { address, hashes } of modules) {
      if (old.get(address) !== hashes.slice) changed.add(`${root} ${address}`);
    }
  }
  return changed;
}

/** Nothing can be said of a module whose files another repository (a submodule) holds. */
function isUnknown({ unknown }: ChangeSet, finding: Finding, modules: ModulesOf): boolean {
  return (
    unknown.length > 0 &&
    modules
      .of(finding)
      .some(({ path }) => unknown.some((folder) => path === folder || path.startsWith(`${folder}/`)))
  );
}

/** The modules that findings speak of. */
class ModulesOf {
  /** By root file: absolute paths of modules by their addresses. */
  readonly #paths: [root: string, paths: Map<string, string>][];

  constructor(kernels: ReadonlyMap<string, Kernel>) {
    this.#paths = [...kernels].map(([root, { modules }]) => [
      root,
      new Map(modules.map(({ address, path }) => [address, posix.join(posix.dirname(root), path)])),
    ]);
  }

  /** Several where contracts share files, none for what belongs to no module. */
  of({ symbol }: Finding): { key: string; path: string }[] {
    return this.#paths.flatMap(([root, paths]) => {
      const address = symbol === "" ? null : moduleOf(symbol, paths);
      return address === null ? [] : [{ key: `${root} ${address}`, path: paths.get(address)! }];
    });
  }
}
