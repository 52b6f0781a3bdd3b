import type { Address, Expression } from "@contractc/kernel";
import type { CodeUnit } from "./kernel-index.js";
import { declaredTypes } from "./type-parts.js";

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

/** Declarations of this module that must stand above one, because they are evaluated when the module loads. */
export function loadDependencies(unit: CodeUnit): Address[] {
  const found: Address[] = [];
  const inExpression = (expression: Expression | undefined): void => {
    if (!expression) return;
    switch (expression.kind) {
      case "declaration":
        found.push(expression.target);
        break;
      case "member":
        inExpression(expression.object);
        break;
      case "call":
        inExpression(expression.callee);
        for (const { value } of expression.arguments) inExpression(value);
        break;
      case "list":
        expression.items.forEach(inExpression);
        break;
      case "map":
        for (const { key, value } of expression.entries) {
          inExpression(key);
          inExpression(value);
        }
        break;
    }
  };
  if (unit.kind === "functions") {
    for (const { parameters } of unit.overloads) for (const each of parameters) inExpression(each.default);
  } else if (unit.kind === "const") {
    inExpression(unit.value);
  } else if (unit.kind !== "alias" && unit.kind !== "enum") {
    for (const type of [...(unit.extends ?? []), ...(unit.implements ?? [])])
      found.push(...declaredTypes(type));
    for (const member of unit.members) {
      if (member.kind === "field") inExpression(member.default);
      else for (const each of member.parameters) inExpression(each.default);
    }
  }
  return found;
}

/** The units that are needed to evaluate some addresses, with those that they need themselves. */
export function unitsBehind(units: readonly CodeUnit[], needed: readonly Address[]): Set<CodeUnit> {
  const byAddress = new Map<Address, CodeUnit>();
  for (const unit of units) for (const address of addressesOf(unit)) byAddress.set(address, unit);
  const found = new Set<CodeUnit>();
  const visit = (address: Address): void => {
    const unit = byAddress.get(address);
    if (!unit || found.has(unit)) return;
    found.add(unit);
    loadDependencies(unit).forEach(visit);
  };
  needed.forEach(visit);
  return found;
}
