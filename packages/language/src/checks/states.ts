import {
  type Finding,
  finding,
  lastName,
  nearestName,
  type States,
  stronglyConnectedComponents,
  type Transition,
} from "@contractc/kernel";
import { renameFix } from "../resolver/name-reports.js";
import type { Source } from "../source/source.js";
import type * as ast from "../syntax/index.js";
import type { OwnerContext } from "./context.js";

/** A state space: every state is entered, can come to an end, and goes to one state on one trigger. */
export function checkStates(context: OwnerContext, states: States): void {
  const space = new Space(context, states);
  space.checkReachable();
  space.checkEnds();
  space.checkBranches();
}

type Place = Parameters<typeof finding>[1];

class Space {
  readonly #node: ast.StatesDeclaration;
  readonly #source: Source;
  /** Where each state is named for the first time, and how often and as what it is named. */
  readonly #mentions = new Map<string, { place: () => Place; count: number; source: boolean }>();
  readonly #targets = new Map<string, string[]>();
  readonly #sources = new Map<string, string[]>();

  constructor(
    readonly context: OwnerContext,
    readonly states: States,
  ) {
    const { node, source } = context.originOf(states);
    this.#node = node as ast.StatesDeclaration;
    this.#source = source;
    this.#readMentions();
    for (const { from, to } of this.#edges()) {
      append(this.#targets, from, to);
      append(this.#sources, to, from);
    }
  }

  /** Every transition of the text, those with a trigger that does not resolve too. */
  #edges(): { from: string; to: string }[] {
    return this.#node.transitions.flatMap(({ name, target }) =>
      name === "" || target === undefined ? [] : [{ from: name, to: target }],
    );
  }

  #readMentions(): void {
    const node = this.#node;
    const mention = (name: string, of: ast.StatesDeclaration | ast.Transition, property: string, at = 0) => {
      const known = this.#mentions.get(name);
      if (known) known.count += 1;
      else {
        const place = () => this.#source.placeOf(of, property, at);
        this.#mentions.set(name, { place, count: 1, source: property === "name" });
      }
    };
    if (node.initial !== undefined) mention(node.initial, node, "initial");
    for (const [at, name] of node.finals.entries()) mention(name, node, "finals", at);
    for (const each of node.transitions) {
      if (each.name === "" || each.target === undefined) continue;
      mention(each.name, each, "name");
      mention(each.target, each, "target");
    }
  }

  checkReachable(): void {
    const { initial, name, states } = this.states;
    const reached = initial === undefined ? new Set<string>() : reach([initial], this.#targets);
    const lost = states.filter((state) => !reached.has(state));
    // What only an unreachable state leads to is no second fault.
    const heads = initial === undefined ? new Set<string>() : ends(lost, this.#sources);
    for (const state of lost) {
      const { count, source, place } = this.#mentions.get(state)!;
      const others = states.filter((other) => other !== state);
      const near = count === 1 && source ? nearestName(state, others) : undefined;
      // Without an initial state only what looks like a typing mistake is one.
      if (near === undefined && !heads.has(state)) continue;
      this.#report((options) =>
        finding(
          "state/unreachable",
          place(),
          {
            state,
            space: name,
            ...(initial === undefined ? {} : { initial }),
            ...(near === undefined ? {} : { near }),
          },
          { ...options, key: state, fixes: near === undefined ? [] : [renameFix(place(), near)] },
        ),
      );
    }
  }

  checkEnds(): void {
    const { final, name, states } = this.states;
    if (final.length === 0) return;
    const ending = reach(final, this.#sources);
    const endless = states.filter((state) => !ending.has(state));
    for (const state of ends(endless, this.#targets)) {
      this.#report((options) =>
        finding(
          "state/dead-end",
          this.#mentions.get(state)!.place(),
          { state, space: name, final },
          { ...options, key: state },
        ),
      );
    }
  }

  checkBranches(): void {
    const seen = new Map<string, Transition>();
    for (const transition of this.states.transitions) {
      const { from, to } = transition;
      const trigger = triggerText(transition);
      const key = JSON.stringify([from, triggerKey(transition)]);
      const first = seen.get(key);
      if (!first) {
        seen.set(key, transition);
        continue;
      }
      const { node, source } = this.context.originOf(transition);
      const before = this.context.originOf(first);
      const parameters = { state: from, space: this.states.name, trigger, targets: [first.to, to] as const };
      this.#report((options) =>
        finding("state/ambiguous", source.place(node), parameters, {
          ...options,
          key: `${key} ${to}`,
          related: [{ ...before.source.place(before.node), message: "the first one" }],
        }),
      );
    }
  }

  #report(make: (options: { symbol: string }) => Finding): void {
    this.context.report(make({ symbol: this.states.address }));
  }
}

function triggerKey({ trigger }: Transition): string {
  return trigger.kind === "text" ? JSON.stringify(trigger.text) : trigger.target;
}

function triggerText({ trigger }: Transition): string {
  return trigger.kind === "text" ? trigger.text : lastName(trigger.target);
}

/** Everything that edges lead to from the starts, the starts included. */
function reach(starts: readonly string[], edges: ReadonlyMap<string, readonly string[]>): Set<string> {
  const reached = new Set(starts);
  for (const state of reached) for (const next of edges.get(state) ?? []) reached.add(next);
  return reached;
}

/**
 * Of some states those from which edges lead to none of the others: the ends of chains, and of states that lead to
 * each other the first.
 */
function ends(states: readonly string[], edges: ReadonlyMap<string, readonly string[]>): Set<string> {
  const among = new Set(states);
  const graph = new Map(
    states.map((state) => [state, (edges.get(state) ?? []).filter((other) => among.has(other))]),
  );
  const component = new Map<string, readonly string[]>();
  for (const members of stronglyConnectedComponents(graph)) {
    for (const member of members) component.set(member, members);
  }
  const leaves = (state: string) =>
    graph.get(state)!.some((other) => {
      const circle = component.get(state);
      return other !== state && (circle === undefined || circle !== component.get(other));
    });
  const found = new Set<string>();
  const seen = new Set<readonly string[]>();
  for (const state of states) {
    const members = component.get(state) ?? [state];
    if (seen.has(members)) continue;
    seen.add(members);
    if (!members.some(leaves)) found.add(state);
  }
  return found;
}

function append(map: Map<string, string[]>, key: string, value: string): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}
