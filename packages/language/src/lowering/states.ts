import { type Event, nearestName, type States, type Transition } from "@contractc/kernel";
import type { DeclarationSymbol } from "../binder/symbols.js";
import type { ModuleContext } from "../resolver/context.js";
import { EXPECTED, lookup, visibleNames } from "../resolver/lookup.js";
import { NO_PARAMETERS } from "../resolver/types.js";
import type * as ast from "../syntax/index.js";
import { addCommon, readAnnotations } from "./annotations.js";
import { lowerParameters } from "./parameters.js";

/** An event with what it carries. */
export function lowerEvent(
  context: ModuleContext,
  symbol: DeclarationSymbol,
  node: ast.EventDeclaration,
): Event {
  const { name, address } = symbol;
  const parameters = lowerParameters(context, node.parameters, NO_PARAMETERS, address);
  const event: Event = { kind: "event", name, address, parameters };
  addCommon(context, event, node);
  context.facts.events.push(address);
  return event;
}

/** A state space: its states are all those it names, in the order of first mention. */
export function lowerStates(
  context: ModuleContext,
  symbol: DeclarationSymbol,
  node: ast.StatesDeclaration,
): States {
  const states = new Set<string>();
  if (node.initial !== undefined) states.add(node.initial);
  for (const name of node.finals) states.add(name);
  const transitions: Transition[] = [];
  for (const each of node.transitions) {
    if (each.name === "" || each.target === undefined) continue;
    states.add(each.name).add(each.target);
    readAnnotations(context, context.source, each.annotations, symbol.address);
    const trigger = lowerTrigger(context, each, symbol.address);
    if (!trigger) continue;
    const transition: Transition = { from: each.name, to: each.target, trigger };
    transitions.push(context.originate(transition, each));
    if (trigger.kind === "event") context.facts.triggers.push(trigger.target);
  }
  const { name, address } = symbol;
  const lowered: States = {
    kind: "states",
    name,
    address,
    final: node.finals,
    states: [...states],
    transitions,
  };
  if (node.initial !== undefined) lowered.initial = node.initial;
  addCommon(context, lowered, node);
  return lowered;
}

/**
 * A trigger is an event, a function, or a quoted text. A bare word that is neither event nor function is taken for a
 * text too (`on start`), unless it looks like a misspelt event or function.
 */
function lowerTrigger(
  context: ModuleContext,
  node: ast.Transition,
  address: string,
): Transition["trigger"] | undefined {
  if (node.triggerText !== undefined) return { kind: "text", text: node.triggerText };
  if (!node.trigger) return { kind: "text", text: "" };
  const { parts } = node.trigger;
  const resolution = lookup(context.program, context.scope, parts, EXPECTED.trigger);
  if (resolution.kind === "found") {
    context.refer(node.trigger, resolution.symbol);
    return triggerOf(resolution.symbol);
  }
  const [text = ""] = parts;
  if (resolution.kind === "unknown" && parts.length === 1) {
    context.scope.open = true;
    const near = nearestName(text, visibleNames(context.scope, EXPECTED.trigger));
    if (near === undefined) return { kind: "text", text };
  }
  const written = context.writtenName(node.trigger, address);
  const found = context.unresolved(written, resolution, EXPECTED.trigger);
  return found && triggerOf(found);
}

function triggerOf({ kind, address }: DeclarationSymbol): Transition["trigger"] {
  return { kind: kind === "event" ? "event" : "function", target: address };
}
