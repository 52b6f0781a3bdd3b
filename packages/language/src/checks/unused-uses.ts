import { type Address, type Allow, type Edge, finding, lastName } from "@contractc/kernel";
import type { ResolvedFlow } from "../lowering/flows.js";
import { acceptedOn } from "./accepted.js";
import type { OwnerContext } from "./context.js";

/**
 * Dependencies that no signature, event, state or flow needs: one finding for each clause.
 *
 * @param accept takes those that are accepted on their edges
 * @param partners modules that a flow leads to from this one, or from there to this one
 */
export function checkUnusedUses(
  context: OwnerContext,
  accept: (allow: Allow) => void,
  partners: ReadonlySet<Address> = NOBODY,
): void {
  const { owner } = context;
  // A name that does not resolve may be the one that a clause is there for.
  if (owner.kind === "external" || owner.incomplete) return;
  let unused: Map<object, Edge[]> | undefined;
  for (const edge of owner.edges) {
    if (owner.needed.has(edge.to) || partners.has(edge.to)) continue;
    // That a module uses itself is a cycle, and reported as one.
    if (edge.to === edge.from) continue;
    const allow = acceptedOn(edge, "graph/unused-use");
    if (allow) {
      accept(allow);
      continue;
    }
    const clause = context.originOf(edge).node.$container!;
    unused ??= new Map();
    const others = unused.get(clause);
    if (others) others.push(edge);
    else unused.set(clause, [edge]);
  }
  if (!unused) return;
  for (const all of unused.values()) {
    const [first, ...others] = all.map((edge) => ({ edge, ...context.originOf(edge) }));
    if (!first) continue;
    const modules = all.map(({ to }) => lastName(to));
    context.report(
      finding(
        "graph/unused-use",
        first.source.place(first.node),
        { from: owner.symbol.name, modules },
        {
          symbol: owner.address,
          key: all.map(({ to, kind }) => `${kind} ${to}`).join(" "),
          related: others.map(({ edge, node, source }) => ({
            ...source.place(node),
            message: `\`${lastName(edge.to)}\` too`,
          })),
        },
      ),
    );
  }
}

const NOBODY: ReadonlySet<Address> = new Set();

/** Modules between which a flow goes, both ways, by module. */
export function flowPartners(flows: readonly ResolvedFlow[]): Map<Address, Set<Address>> {
  const partners = new Map<Address, Set<Address>>();
  const add = (from: Address, to: Address) => {
    const known = partners.get(from);
    if (known) known.add(to);
    else partners.set(from, new Set([to]));
  };
  for (const { hops } of flows) {
    hops.forEach(({ module }, at) => {
      const before = hops[at - 1]?.module.address;
      if (before === undefined) return;
      add(before, module.address);
      add(module.address, before);
    });
  }
  return partners;
}
