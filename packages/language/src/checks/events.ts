import { finding, lastName } from "@contractc/kernel";
import type { CheckContext } from "./context.js";

/** Events that nobody handles and such as nobody emits. A state space that an event moves handles it. */
export function checkEvents({ kernel, modules, world, tables, report }: CheckContext): void {
  if (kernel.graph.events.length === 0) return;
  const triggering = new Set(modules.flatMap(({ facts }) => facts.triggers));
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
