import type { AttemptFailure, Usage } from "../model/index.js";
import type { AgentOutcome } from "./port.js";

export const NO_USAGE: Usage = { input: 0, cached: 0, output: 0 };

export function failedOutcome(
  failure: AttemptFailure,
  detail: string,
  usage: Usage = NO_USAGE,
): AgentOutcome {
  return { kind: "failed", failure, detail, usage };
}

/** Prices per million tokens, in whatever currency; of what a cache held, the input's where it has none of its own. */
export interface Prices {
  input: number;
  cached?: number;
  output: number;
}

/** What a call costs; absent without prices. */
export function priced(usage: Omit<Usage, "cost">, prices: Prices | undefined): Usage {
  if (!prices) return usage;
  const { input, cached, output } = usage;
  const cost =
    (input - cached) * prices.input + cached * (prices.cached ?? prices.input) + output * prices.output;
  return { ...usage, cost: cost / 1_000_000 };
}

export function addUsage(a: Usage, b: Usage): Usage {
  const cost = a.cost === undefined && b.cost === undefined ? {} : { cost: (a.cost ?? 0) + (b.cost ?? 0) };
  return { input: a.input + b.input, cached: a.cached + b.cached, output: a.output + b.output, ...cost };
}
