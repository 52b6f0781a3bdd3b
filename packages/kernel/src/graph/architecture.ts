import type { Graph } from "../model/kernel.js";
import type { Address } from "../model/types.js";

/** A rule of Δ that a dependency breaks; `ordinal` counts the rules of its kind from 1, in source order. */
export type Breach =
  | { kind: "layers"; ordinal: number; layers: readonly Address[]; lower: Address; upper: Address }
  | { kind: "forbidden"; ordinal: number; from: Address; to: Address; reason?: string }
  | { kind: "independent"; ordinal: number; parts: readonly [Address, Address] };

type Rules = Pick<Graph, "layers" | "forbidden" | "independent">;

/** The rules that a dependency of one module on another breaks, by kind and in source order. */
export function breachesOf({ layers, forbidden, independent }: Rules, from: Address, to: Address): Breach[] {
  const found: Breach[] = [];
  for (const [at, list] of layers.entries()) {
    const lower = placeOf(list, from);
    const upper = placeOf(list, to);
    if (lower === undefined || upper === undefined || lower <= upper) continue;
    found.push({ kind: "layers", ordinal: at + 1, layers: list, lower: list[lower]!, upper: list[upper]! });
  }
  for (const [at, rule] of forbidden.entries()) {
    if (!isPartOf(from, rule.from) || !isPartOf(to, rule.to)) continue;
    found.push({ kind: "forbidden", ordinal: at + 1, ...rule });
  }
  for (const [at, parts] of independent.entries()) {
    const one = placeOf(parts, from);
    const other = placeOf(parts, to);
    if (one === undefined || other === undefined || one === other) continue;
    found.push({ kind: "independent", ordinal: at + 1, parts: [parts[one]!, parts[other]!] });
  }
  return found;
}

/** Where among the parts of a rule a module belongs: the innermost of several. */
export function placeOf(parts: readonly Address[], module: Address): number | undefined {
  let best: number | undefined;
  for (const [at, part] of parts.entries()) {
    if (isPartOf(module, part) && (best === undefined || part.length > parts[best]!.length)) best = at;
  }
  return best;
}

function isPartOf(module: Address, part: Address): boolean {
  return module === part || module.startsWith(`${part}.`);
}
