import type { Finding } from "@contractc/kernel";
import { type Comparison, type ComparisonOptions, compareAll, kernelsOf } from "./comparison.js";
import { type Context, UsageError } from "./context.js";
import { type Contracts, loadContracts } from "./contracts.js";
import { type ChangeSet, changeSince, isIrrelevant, pathsIn, stagedChange } from "./git/repository.js";
import { concerning } from "./limits.js";
import { absolute } from "./paths.js";

/** Options that limit a report to a change. */
export interface ChangeLimits {
  /** What the next commit changes: the index is read in place of the work tree. */
  staged?: true;
  /** A revision of git: what has changed since. */
  since?: string;
}

/**
 * The change that options speak of.
 *
 * @param paths as the user wrote them; the first one's repository is meant
 * @returns `undefined` where the report is not limited
 * @throws UsageError where both options are given, or git cannot tell the change
 */
export function changeOf(
  context: Context,
  paths: readonly string[],
  { staged, since }: ChangeLimits,
): ChangeSet | undefined {
  if (staged && since !== undefined) {
    throw new UsageError("--staged and --since speak of two changes: give one of them.");
  }
  const start = absolute(context.cwd, paths[0] ?? ".");
  if (staged) return stagedChange(context, start);
  return since === undefined ? undefined : changeSince(context, start, since);
}

/**
 * Compares contracts with code after a change, and keeps what the change has to do with.
 *
 * @returns with the findings of the whole
 */
export async function compareChange(
  context: Context,
  change: ChangeSet,
  paths: readonly string[],
  options: ComparisonOptions,
): Promise<Comparison & { whole: readonly Finding[] }> {
  const within = { ...options, disk: context.fs };
  if (isIrrelevant(change)) {
    return {
      whole: [],
      contracts: [],
      broken: [],
      findings: [],
      accepted: [],
      modules: 0,
      groups: [],
      compared: [],
    };
  }
  const after = await inChange(change, () =>
    compareAll({ ...context, fs: change.after }, pathsIn(context, paths), within),
  );
  const before = beforeOf(context, change, after.contracts);
  const findings = await concerning(
    change,
    { findings: after.findings, kernels: kernelsOf(after.contracts) },
    {
      kernels: () => kernelsOf(before.contracts().contracts),
      async findings() {
        const roots = before.roots();
        if (roots.length === 0) return [];
        const old = await compareAll(before.context, roots, { ...within, record: undefined, inParts: false });
        return old.findings;
      },
    },
  );
  return { ...after, findings, whole: after.findings };
}

/** The findings of contracts themselves after a change that it has to do with. */
export async function checkChange(
  context: Context,
  change: ChangeSet,
  paths: readonly string[],
): Promise<Contracts> {
  if (isIrrelevant(change)) return { contracts: [], findings: [] };
  const after = await inChange(change, async () =>
    loadContracts({ ...context, fs: change.after }, pathsIn(context, paths)),
  );
  const before = beforeOf(context, change, after.contracts);
  const findings = await concerning(
    change,
    { findings: after.findings, kernels: new Map() },
    { kernels: () => new Map(), findings: async () => before.contracts().findings },
  );
  return { ...after, findings };
}

/** The contracts of the state before a change, compiled when they are asked for. */
function beforeOf(context: Context, change: ChangeSet, after: Contracts["contracts"]) {
  const within = { ...context, fs: change.before ?? context.fs };
  const roots = () =>
    change.before === null
      ? []
      : after.flatMap(({ file }) => (within.fs.stat(file)?.kind === "file" ? [file] : []));
  let known: Contracts | undefined;
  return {
    context: within,
    roots,
    contracts(): Contracts {
      known ??=
        roots().length === 0 ? { contracts: [], findings: [] as Finding[] } : loadContracts(within, roots());
      return known;
    },
  };
}

/** Wrong calls of what reads the index say so: the contract may be there, but not staged. */
async function inChange<T>(change: ChangeSet, action: () => Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (error) {
    if (error instanceof UsageError && change.isIndex) {
      throw new UsageError(`${error.message} Only what is in the index of git counts here: \`git add\` it.`);
    }
    throw error;
  }
}
