import type { Address } from "@contractc/kernel";
import type { CodeUnit } from "./kernel-index.js";

/** The addresses that a unit defines: of overloads every one. */
export function addressesOf(unit: CodeUnit): Address[] {
  return unit.kind === "functions" ? unit.overloads.map((each) => each.address) : [unit.address];
}

/**
 * Orders definitions so that what is evaluated at load time stands above its users; everything else keeps its
 * place. Cycles keep the source order.
 *
 * @param units in source order
 * @param dependencies addresses that must be defined before a unit
 */
export function orderUnits(
  units: readonly CodeUnit[],
  dependencies: (unit: CodeUnit) => readonly Address[],
): CodeUnit[] {
  const byAddress = new Map<Address, CodeUnit>();
  for (const unit of units) for (const address of addressesOf(unit)) byAddress.set(address, unit);
  const ordered: CodeUnit[] = [];
  const visited = new Set<CodeUnit>();
  const visit = (unit: CodeUnit): void => {
    if (visited.has(unit)) return;
    visited.add(unit);
    for (const address of dependencies(unit)) {
      const needed = byAddress.get(address);
      if (needed) visit(needed);
    }
    ordered.push(unit);
  };
  units.forEach(visit);
  return ordered;
}
