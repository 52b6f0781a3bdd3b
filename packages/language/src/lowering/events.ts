import type { Address, Declaration, EventEdge } from "@contractc/kernel";
import { compare } from "../source/report.js";
import type { LoweredModule } from "./owners.js";

/** Who emits and who handles each event that is declared, emitted or handled, by event. */
export function eventEdges(modules: readonly LoweredModule[]): EventEdge[] {
  const edges = new Map<Address, { emitters: Set<Address>; handlers: Set<Address> }>();
  const edge = (event: Address) => {
    let known = edges.get(event);
    if (!known) {
      known = { emitters: new Set(), handlers: new Set() };
      edges.set(event, known);
    }
    return known;
  };
  for (const { address, module, declarations } of modules) {
    for (const declaration of declarations) {
      if (declaration.kind === "event") edge(declaration.address);
      else forEachEmitted(declaration, (event, emitter) => edge(event).emitters.add(emitter));
    }
    for (const event of module.handles ?? []) edge(event).handlers.add(address);
  }
  return [...edges]
    .map(([event, { emitters, handlers }]) => ({
      event,
      emitters: [...emitters].sort(),
      handlers: [...handlers].sort(),
    }))
    .sort((a, b) => compare(a.event, b.event));
}

/** Walks the events that a declaration and its members emit. */
function forEachEmitted(declaration: Declaration, visit: (event: Address, emitter: Address) => void): void {
  if (declaration.kind === "function") {
    for (const event of declaration.emits ?? []) visit(event, declaration.address);
  } else if ("members" in declaration && declaration.kind !== "enum") {
    for (const member of declaration.members) {
      if (member.kind === "field" || !member.emits) continue;
      for (const event of member.emits) visit(event, member.address);
    }
  }
}
