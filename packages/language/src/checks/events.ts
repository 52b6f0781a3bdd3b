import { finding, lastName } from "@contractc/kernel";
import type { LoweredModule } from "../lowering/owners.js";
import type { CheckContext } from "./context.js";

/** Events that nobody handles and such as nobody emits. A state space that an event moves handles it. */
export function checkEvents({ kernel, modules, world, tables, report }: CheckContext): void {
  if (kernel.graph.events.length === 0) return;
  const triggering = triggers(modules);
  for (const { event, emitters, handlers } of kernel.graph.events) {
    const declaration = world.declaration(event);
    if (!declaration || world.isExternal(event)) continue;
    const { node, source } = tables.originOf(declaration, world.ownerOf(event));
    const place = source.placeOf(node, "name");
    const parameters = { event: lastName(event) };
    const options = { symbol: event };
    if (handlers.length === 0 && !triggering.has(event)) {
      report(finding("graph/unhandled-event", place, parameters, options));
    }
    if (emitters.length === 0) report(finding("graph/unemitted-event", place, parameters, options));
  }
}

/** Events that move a state space. */
function triggers(modules: readonly LoweredModule[]): Set<string> {
  const triggering = new Set<string>();
  for (const { declarations } of modules) {
    for (const declaration of declarations) {
      if (declaration.kind !== "states") continue;
      for (const { trigger } of declaration.transitions) {
        if (trigger.kind === "event") triggering.add(trigger.target);
      }
    }
  }
  return triggering;
}

/** What `checkEvents` depends on. */
export function eventInputs({ kernel, modules, world }: CheckContext): unknown[] {
  const { events } = kernel.graph;
  if (events.length === 0) return [];
  return [
    ...events.flatMap(({ event, emitters, handlers }) => [
      event,
      world.declaration(event)?.kind,
      emitters.length === 0,
      handlers.length === 0,
    ]),
    ...triggers(modules),
  ];
}
