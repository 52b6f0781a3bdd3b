import {
  type Address,
  type Declaration,
  type Edge,
  type Expression,
  finding,
  type Kernel,
  lastName,
  type Module,
  references,
  type Signature,
} from "@contractc/kernel";
import { isClassLike } from "../types/world.js";
import type { CheckContext } from "./context.js";

/** Dependencies that no signature, event, state or flow needs: one finding for each clause. */
export function checkUnusedUses(context: CheckContext): void {
  const { kernel, tables, report, acceptance, uses } = context;
  const flows = flowPairs(context);
  const edges = new Map<Address, Edge[]>();
  for (const edge of kernel.graph.uses) {
    const others = edges.get(edge.from);
    if (others) others.push(edge);
    else edges.set(edge.from, [edge]);
  }
  const incomplete = new Set([...uses].flatMap(([{ address }, each]) => (each.incomplete ? [address] : [])));
  for (const module of kernel.modules) {
    const own = edges.get(module.address);
    // A name that does not resolve may be the one that a clause is there for.
    if (!own || incomplete.has(module.address)) continue;
    const needed = neededBy(context, kernel, module);
    const unused = new Map<object, Edge[]>();
    for (const edge of own) {
      if (needed.has(edge.to) || flows.has(`${edge.from} ${edge.to}`)) continue;
      // That a module uses itself is a cycle, and reported as one.
      if (edge.to === edge.from || acceptance.acceptsEdge(edge, "graph/unused-use")) continue;
      const clause = tables.originOf(edge).node.$container!;
      const others = unused.get(clause);
      if (others) others.push(edge);
      else unused.set(clause, [edge]);
    }
    for (const all of unused.values()) {
      const [first, ...others] = all.map((edge) => ({ edge, ...tables.originOf(edge) }));
      if (!first) continue;
      const modules = all.map(({ to }) => lastName(to));
      report(
        finding(
          "graph/unused-use",
          first.source.place(first.node),
          { from: module.name, modules },
          {
            symbol: module.address,
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
}

/** Modules between which a flow goes, both ways. */
function flowPairs({ flows }: CheckContext): Set<string> {
  const pairs = new Set<string>();
  for (const { hops } of flows) {
    hops.forEach(({ module }, at) => {
      const before = hops[at - 1]?.module.address;
      if (before === undefined) return;
      pairs.add(`${before} ${module.address}`).add(`${module.address} ${before}`);
    });
  }
  return pairs;
}

/** The modules and externals whose declarations a module's own name. */
function neededBy({ program }: CheckContext, kernel: Kernel, module: Module): Set<Address> {
  const declarations = kernel.signatures[module.address] ?? [];
  const addresses = references(declarations);
  for (const event of module.handles ?? []) addresses.add(event);
  for (const declaration of declarations) addUses(declaration, addresses);
  const owners = new Set<Address>();
  for (const address of addresses) {
    const owner = program.declarations.get(address)?.owner.address;
    if (owner !== undefined) owners.add(owner);
  }
  return owners;
}

/** What clauses, values and states name: what `references` leaves out, as no signature depends on it. */
function addUses(declaration: Declaration, found: Set<Address>): void {
  if (declaration.kind === "function") addSignature(declaration, found);
  else if (declaration.kind === "const") addExpression(declaration.value, found);
  else if (declaration.kind === "event") {
    for (const parameter of declaration.parameters) addExpression(parameter.default, found);
  } else if (declaration.kind === "states") {
    for (const { trigger } of declaration.transitions) if (trigger.kind !== "text") found.add(trigger.target);
  } else if (isClassLike(declaration)) {
    for (const member of declaration.members) {
      if (member.kind === "field") addExpression(member.default, found);
      else addSignature(member, found);
    }
  }
}

function addSignature(signature: Signature, found: Set<Address>): void {
  for (const { default: value } of signature.parameters) addExpression(value, found);
  for (const event of signature.emits ?? []) found.add(event);
  for (const step of (signature.examples ?? []).flatMap(({ steps }) => steps)) {
    if (step.kind === "let" || step.kind === "do") addExpression(step.value, found);
    else addExpression(step.actual, found);
    if (step.kind === "equal") addExpression(step.expected, found);
    if (step.kind === "raises" && step.error.kind === "declared") found.add(step.error.target);
  }
}

function addExpression(expression: Expression | undefined, found: Set<Address>): void {
  switch (expression?.kind) {
    case "declaration":
      found.add(expression.target);
      break;
    case "member":
      addExpression(expression.object, found);
      break;
    case "call":
      addExpression(expression.callee, found);
      for (const { value } of expression.arguments) addExpression(value, found);
      break;
    case "list":
      for (const item of expression.items) addExpression(item, found);
      break;
    case "map":
      for (const { key, value } of expression.entries) {
        addExpression(key, found);
        addExpression(value, found);
      }
      break;
  }
}
