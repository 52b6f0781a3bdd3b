import { BASELINE_FORMAT, type BaselineEntry } from "./read.js";

/** The text of a baseline: the same for the same entries. */
export function printBaseline(entries: readonly BaselineEntry[]): string {
  const findings = entries.map(
    ({ contract, symbol, code, expected, actual, fingerprint, count, reason }) => ({
      contract,
      symbol,
      code,
      ...(expected === undefined ? {} : { expected }),
      ...(actual === undefined ? {} : { actual }),
      fingerprint,
      ...(count === 1 ? {} : { count }),
      reason,
    }),
  );
  return `${JSON.stringify({ format: BASELINE_FORMAT, findings }, null, 2)}\n`;
}
