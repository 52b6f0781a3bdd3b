import { type Address, type Edge, finding, type Module, positionKey } from "@contractc/kernel";
import type { ModuleSymbol } from "../binder/symbols.js";
import type { ModuleContext } from "../resolver/context.js";
import { askedAbout } from "../resolver/lookup.js";
import type { ResolvedUse } from "../resolver/uses.js";
import type * as ast from "../syntax/index.js";
import { addCommon, readAnnotations } from "./annotations.js";
import { resolveEvent, resolveRequirement } from "./signatures.js";

/** A module of N without its hashes. */
export type UnhashedModule = Omit<Module, "hashes">;

/** A module with its clauses: owner, requirements, handled events. */
export function lowerModule(context: ModuleContext, symbol: ModuleSymbol): UnhashedModule {
  const { source, trace } = context;
  const { node, address } = symbol;
  const satisfies = new Set<string>();
  const handles = new Set<Address>();
  let owner: string | undefined;
  let ownerClause: ast.OwnerClause | undefined;
  for (const clause of node.elements) {
    switch (clause.$type) {
      case "OwnerClause":
        if (ownerClause)
          duplicate(context, clause, "owner", clause.role?.parts.join(".") ?? "", ownerClause, symbol);
        else owner = clause.role && lowerOwner(context, clause.role, address);
        ownerClause ??= clause;
        break;
      case "SatisfiesClause":
        for (const name of clause.requirements) {
          const requirement = resolveRequirement(context, name, address);
          if (requirement === undefined) continue;
          if (satisfies.has(requirement))
            duplicate(context, name, "requirement", requirement, undefined, symbol);
          satisfies.add(requirement);
          trace?.position(positionKey.satisfies(address, requirement), source, name);
        }
        break;
      case "HandlesClause":
        for (const name of clause.events) {
          const event = resolveEvent(context, name, address);
          if (event === undefined) continue;
          if (handles.has(event)) duplicate(context, name, "event", name.parts.join("."), undefined, symbol);
          handles.add(event);
          trace?.position(positionKey.handles(address, event), source, name);
        }
        break;
    }
  }
  trace?.position(address, source, node, "name");
  const module: UnhashedModule = { name: symbol.name, address, path: symbol.path };
  addCommon(context, module, node);
  if (symbol.folder) module.folder = true;
  if (context.language) module.language = context.language;
  if (symbol.parent) module.package = symbol.parent.address;
  if (owner !== undefined) module.owner = owner;
  if (satisfies.size > 0) module.satisfies = [...satisfies];
  if (handles.size > 0) module.handles = [...handles];
  return context.originate(module, node);
}

function lowerOwner(context: ModuleContext, name: ast.NameRef, address: Address): string | undefined {
  const text = name.parts.join(".");
  context.trace?.position(positionKey.owner(address), context.source, name);
  context.scope.asked?.add(askedAbout("role", text));
  if (context.program.roles.has(text)) {
    context.trace?.refer(positionKey.role(text), context.source, name, "parts", 0);
    return text;
  }
  context.names.unknown(context.writtenName(name, address), "role", context.program.roles.keys());
  return undefined;
}

function duplicate(
  context: ModuleContext,
  node: ast.OwnerClause | ast.NameRef,
  what: string,
  name: string,
  first: ast.OwnerClause | undefined,
  symbol: ModuleSymbol,
): void {
  const { source } = context;
  context.report(
    finding(
      "name/duplicate",
      source.place(node),
      { what, name },
      {
        symbol: symbol.address,
        related: first ? [{ ...source.place(first), message: "first given here" }] : [],
      },
    ),
  );
}

/** The edges of one module. Annotations of a clause hold for every name of it. */
export function lowerUses(context: ModuleContext, uses: readonly ResolvedUse[]): Edge[] {
  const { source, trace } = context;
  const allows = new Map<ast.UsesClause, Edge["allows"]>();
  return uses.map(({ from, target, kind, clause, name }) => {
    if (!allows.has(clause)) {
      allows.set(clause, readAnnotations(context, source, clause.annotations, from.address, true).allows);
    }
    const accepted = allows.get(clause);
    const edge: Edge = { from: from.address, to: target.address, kind };
    if (target.kind === "external") edge.external = true;
    if (accepted) edge.allows = accepted;
    if (!trace) return edge;
    const key = positionKey.use(edge.from, edge.to, kind);
    trace.position(key, source, name);
    for (const allow of accepted ?? []) {
      const origin = trace.origins.get(allow);
      if (origin) trace.position(positionKey.allow(key, allow.code), source, origin.node);
    }
    trace.referToContainer(target, source, name);
    return context.originate(edge, name);
  });
}
