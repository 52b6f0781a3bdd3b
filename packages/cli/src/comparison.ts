import { posix } from "node:path";
import {
  type AcceptedFinding,
  applyBaseline,
  type Baseline,
  Consulted,
  type ContractFindings,
  checkCodeInParts,
  type OpenedProject,
  type Parts,
  readBaseline,
} from "@contractc/code";
import { configured, type FileSystem, type Finding, type Kernel } from "@contractc/kernel";
import type { Recorded } from "./cache/questions.js";
import { knownCode } from "./cache/tree-cache.js";
import type { Context } from "./context.js";
import { type Contract, loadContracts } from "./contracts.js";
import { openCode } from "./readers.js";

/** What the comparison of contracts with their code found. */
export interface Comparison {
  contracts: Contract[];
  /** Errors of contracts and faults of baselines: what belongs to them was not compared. */
  broken: Finding[];
  /** What nothing accepts, and entries of baselines without an effect; only what was asked about. */
  findings: Finding[];
  /** What baselines accept; only what was asked about. */
  accepted: AcceptedFinding[];
  /** How many modules were compared. */
  modules: number;
  /** Everything that was found in code, whatever accepts it, by baseline. */
  groups: readonly BaselineGroup[];
  /** Contracts with the code that they were compared with. */
  compared: readonly ComparedContract[];
}

/** A contract with its code and everything that was found in it, whatever accepts it. */
export interface ComparedContract {
  contract: Contract;
  project: OpenedProject;
  all: readonly Finding[];
  /** Of the comparison, where it is asked for; `undefined` where modules cannot be told apart. */
  parts: Parts | undefined;
}

/** Contracts that share a baseline. */
export interface BaselineGroup {
  /** Without a file where there is none. */
  baseline?: Baseline;
  found: readonly ContractFindings[];
}

export interface ComparisonOptions {
  /** Absolute: accepted findings; absent for the file that each contract's configuration names. */
  baseline?: string | undefined;
  /** Whether code is not read again whose content is known. */
  cache: boolean;
  /** Where that is kept, if another file system is compared. */
  disk?: FileSystem;
  /** The disk with what is asked of it noted: the file system of the context. */
  record?: Recorded | undefined;
  /** Whether what becomes of each module is told. */
  inParts?: boolean;
}

/**
 * Compares every contract under the paths with its code. A contract with errors is not compared: what it says is not
 * known, and its own findings come first.
 *
 * @throws UsageError where the paths lead to no contract
 */
export async function compareAll(
  context: Context,
  paths: readonly string[],
  options: ComparisonOptions,
): Promise<Comparison> {
  const { contracts, findings: own } = loadContracts(context, paths);
  const broken = own.filter(({ severity }) => severity === "error");
  const findings: Finding[] = [];
  const files = new Map<string | undefined, Contract[]>();
  let modules = 0;
  for (const contract of contracts) {
    if (!contract.sound) continue;
    modules += contract.compilation.kernel.modules.length;
    const file = options.baseline ?? baselineOf(contract);
    files.set(file, [...(files.get(file) ?? []), contract]);
  }
  const accepted: AcceptedFinding[] = [];
  const groups: BaselineGroup[] = [];
  const compared: ComparedContract[] = [];
  for (const [file, members] of files) {
    const read = file === undefined ? undefined : readBaseline(context.fs, file);
    if (read && "fault" in read) {
      broken.push(read.fault);
      continue;
    }
    const found: (ContractFindings & { scope: readonly string[] })[] = [];
    for (const contract of members) {
      const { compilation, config, scope } = contract;
      const known = options.cache
        ? knownCode(context, options.disk ?? context.fs, contract.folder, options.record)
        : undefined;
      const consulted = options.inParts ? new Consulted() : undefined;
      const project = await openCode(context, contract, known, consulted);
      const { findings: raw, parts } = checkCodeInParts(compilation.kernel, project);
      const all = configured(raw, config);
      known?.save();
      found.push({ contract: compilation.kernel.name, findings: all, scope });
      compared.push({ contract, project, all, parts });
    }
    groups.push({ ...(read ? read : {}), found });
    const scopes = found.map(({ scope }) => scope);
    const isAsked = inScope(scopes.some((scope) => scope.length === 0) ? [] : scopes.flat());
    const result = read
      ? applyBaseline(read.baseline, found)
      : { open: found.flatMap(({ findings: each }) => each), accepted: [], stale: [] };
    findings.push(...[...result.open, ...result.stale].filter(isAsked));
    accepted.push(...result.accepted.filter(({ finding }) => isAsked(finding)));
  }
  return { contracts, broken, findings, accepted, modules, groups, compared };
}

/** The file of accepted findings that a contract's configuration names. */
export function baselineOf({ folder, config }: Contract): string | undefined {
  return config.baseline === undefined ? undefined : posix.resolve(folder, config.baseline);
}

/** The kernels of contracts by their root files. */
export function kernelsOf(contracts: readonly Contract[]): Map<string, Kernel> {
  return new Map(contracts.map(({ file, compilation }) => [file, compilation.kernel]));
}

/**
 * The whole is compared, since what is wrong in one file may show in another; the report keeps to what was asked.
 *
 * @param scope files and folders; empty for all
 */
function inScope(scope: readonly string[]): (finding: Finding) => boolean {
  if (scope.length === 0) return () => true;
  const asked = (file: string) => scope.some((path) => file === path || file.startsWith(`${path}/`));
  return (finding) => asked(finding.file) || finding.related.some(({ file }) => asked(file));
}
