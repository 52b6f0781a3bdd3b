import {
  type Declaration,
  finding,
  type Parameter,
  positionKey,
  printType,
  type Signature,
  type Type,
} from "@contractc/kernel";
import type { Hop, ResolvedFlow } from "../lowering/flows.js";
import { Assignability } from "../types/assignable.js";
import type { CheckContext } from "./context.js";

/** Each hop of a flow follows a declared edge or event, and what goes up or along an event fits where it arrives. */
export function checkFlows(context: CheckContext): void {
  const { kernel, flows } = context;
  if (flows.length === 0) return;
  const uses = new Set(kernel.graph.uses.map((edge) => `${edge.from} ${edge.to}`));
  const handlers = new Map<string, Set<string>>(
    kernel.graph.events.map((edge) => [edge.event, new Set(edge.handlers)]),
  );
  for (const flow of flows) {
    flow.hops.forEach((to, at) => {
      const from = flow.hops[at - 1];
      // Of a hop that did not resolve its neighbours are no neighbours.
      if (from && flow.whole) checkHop(context, flow, from, to, uses, handlers);
    });
  }
}

function checkHop(
  context: CheckContext,
  { flow, source }: ResolvedFlow,
  from: Hop,
  to: Hop,
  uses: ReadonlySet<string>,
  handlers: ReadonlyMap<string, ReadonlySet<string>>,
): void {
  const down = uses.has(`${from.module.address} ${to.module.address}`);
  const up = uses.has(`${to.module.address} ${from.module.address}`);
  const within = from.module === to.module;
  const signature = signatureOf(context, from.address);
  const events = (signature?.emits ?? []).filter((event) => handlers.get(event)?.has(to.module.address));
  const symbol = positionKey.flow(flow.name);
  const options = { symbol, key: `${from.address} ${to.address}` };
  if (!down && !up && !within && events.length === 0) {
    context.report(
      finding("graph/flow", source.placeOfParts(to.node), { from: from.address, to: to.address }, options),
    );
    return;
  }
  // On its way down a value goes as an argument, and may be made on the way.
  if (down || within) return;
  const target = signatureOf(context, to.address);
  if (!signature || !target) return;
  const leaving = [
    signature.result,
    ...events.flatMap((event) => parametersOf(context.world.declaration(event))),
  ].filter((type) => !isVoid(type));
  // What returns nothing hands on control, and no data that could be compared.
  if (leaving.length === 0) return;
  if (arrives(context, leaving, target.parameters, to.address)) return;
  const carried = leaving.map((type) => `\`${printType(type)}\``).join(", ");
  context.report(
    finding(
      "graph/flow",
      source.placeOfParts(to.node),
      { from: from.address, to: to.address, carried },
      options,
    ),
  );
}

/** Whether one of the types fits one of the parameters, as it is, or as an element of what is given. */
function arrives(
  { world }: CheckContext,
  leaving: readonly Type[],
  parameters: readonly Parameter[],
  symbol: string,
): boolean {
  const types = new Assignability(world, symbol);
  const forms = leaving.flatMap((type) => elements(world.expand(type)));
  return forms.some((type) => parameters.some((parameter) => types.fits(type, parameter.type)));
}

function isVoid(type: Type): boolean {
  return type.kind === "primitive" && type.name === "void";
}

/** A type, what it is where it is there at all, and what it is a collection of. */
function elements(type: Type): Type[] {
  if (type.kind === "optional") return [type, ...elements(type.type)];
  if (type.kind === "union") return [type, ...type.members];
  return type.kind === "apply" ? [type, ...type.arguments] : [type];
}

function parametersOf(declaration: Declaration | undefined): Type[] {
  return declaration?.kind === "event" ? declaration.parameters.map((parameter) => parameter.type) : [];
}

function signatureOf({ world }: CheckContext, address: string): Signature | undefined {
  const declaration = world.declaration(address);
  if (declaration) return declaration.kind === "function" ? declaration : undefined;
  const owner = world.classLike(address.slice(0, address.lastIndexOf(".")));
  const member = owner?.members.find((each) => each.address === address);
  return member && member.kind !== "field" ? member : undefined;
}
