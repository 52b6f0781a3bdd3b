import { type Finding, finding } from "@contractc/kernel";
import { type Baseline, type BaselineEntry, keyOf } from "./read.js";

/** The findings of one contract. */
export interface ContractFindings {
  /** The contract's name. */
  contract: string;
  findings: readonly Finding[];
}

export interface AcceptedFinding {
  finding: Finding;
  reason: string;
}

export interface BaselineResult {
  /** Findings that nothing accepts. */
  open: Finding[];
  accepted: AcceptedFinding[];
  /** Entries that accept more than there is, each as a finding at its place. */
  stale: Finding[];
}

/**
 * Takes accepted findings out. Of several with one fingerprint as many are accepted as the baseline says.
 *
 * @param all of the contracts that were analysed, each as a whole; entries of other contracts are left alone
 */
export function applyBaseline(baseline: Baseline, all: readonly ContractFindings[]): BaselineResult {
  const left = new Map(baseline.entries.map((entry) => [keyOf(entry), entry.count]));
  const reasons = new Map(baseline.entries.map((entry) => [keyOf(entry), entry.reason]));
  const open: Finding[] = [];
  const accepted: AcceptedFinding[] = [];
  for (const { contract, findings } of all) {
    for (const each of findings) {
      const key = keyOf({ contract, fingerprint: each.fingerprint });
      const count = left.get(key) ?? 0;
      if (count === 0) {
        open.push(each);
        continue;
      }
      left.set(key, count - 1);
      accepted.push({ finding: each, reason: reasons.get(key) ?? "" });
    }
  }
  const names = new Set(all.map(({ contract }) => contract));
  const stale = baseline.entries.flatMap((entry) => {
    const unused = left.get(keyOf(entry)) ?? 0;
    if (unused === 0 || !names.has(entry.contract)) return [];
    const { code, symbol, fingerprint, count, place } = entry;
    const parameters = { code, symbol, left: count - unused };
    return [finding("policy/stale-baseline", place, parameters, { symbol, key: fingerprint })];
  });
  return { open, accepted, stale };
}

export interface BaselineUpdate {
  /** Of the new file, sorted. */
  entries: BaselineEntry[];
  kept: number;
  /** Findings that the file did not accept before. */
  added: Finding[];
  /** Entries that are gone. */
  removed: number;
}

/**
 * What a baseline becomes when it is to accept exactly what is found. Entries keep their reasons.
 *
 * @param all of the contracts that were analysed; entries of other contracts stay
 * @param reason for what is new
 */
export function updateBaseline(
  baseline: Baseline,
  all: readonly ContractFindings[],
  reason: string,
): BaselineUpdate {
  const old = new Map(baseline.entries.map((entry) => [keyOf(entry), entry]));
  const names = new Set(all.map(({ contract }) => contract));
  const next = new Map<string, BaselineEntry>();
  const added: Finding[] = [];
  for (const { contract, findings } of all) {
    for (const each of findings) {
      const { symbol, code, expected, actual, fingerprint } = each;
      const key = keyOf({ contract, fingerprint });
      const known = next.get(key);
      const before = old.get(key);
      const count = (known?.count ?? 0) + 1;
      if (count > (before?.count ?? 0)) added.push(each);
      next.set(key, {
        contract,
        symbol,
        code,
        ...(expected === undefined ? {} : { expected }),
        ...(actual === undefined ? {} : { actual }),
        fingerprint,
        count,
        reason: before?.reason ?? reason,
      });
    }
  }
  let kept = 0;
  let removed = 0;
  for (const entry of baseline.entries) {
    const { place: _, ...rest } = entry;
    if (!names.has(entry.contract)) next.set(keyOf(entry), rest);
    else if (next.has(keyOf(entry))) kept++;
    else removed++;
  }
  return { entries: [...next.values()].sort(byKey), kept, added, removed };
}

function byKey(a: BaselineEntry, b: BaselineEntry): number {
  return (
    compare(a.contract, b.contract) ||
    compare(a.symbol, b.symbol) ||
    compare(a.code, b.code) ||
    compare(a.fingerprint, b.fingerprint)
  );
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
