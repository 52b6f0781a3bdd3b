import type { Address, EventEdge } from "@contractc/kernel";
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
  for (const { address, module, facts } of modules) {
    for (const event of facts.events) edge(event);
    for (const [event, emitter] of facts.emits) edge(event).emitters.add(emitter);
    if (module.handles) for (const event of module.handles) edge(event).handlers.add(address);
  }
  return [...edges]
    .map(([event, { emitters, handlers }]) => ({
      event,
      emitters: [...emitters].sort(),
      handlers: [...handlers].sort(),
    }))
    .sort((a, b) => compare(a.event, b.event));
}
