import { type Address, type Graph, positionKey } from "@contractc/kernel";
import type { Program } from "../binder/program.js";
import type { ModuleSymbol, PackageSymbol, PlacedNode } from "../binder/symbols.js";
import { resolveContainer } from "../resolver/container-names.js";
import { isModuleOrPackage } from "../resolver/containers.js";
import type { Gathered } from "../resolver/trace.js";
import type * as ast from "../syntax/index.js";

/** The architecture rules of Δ. */
export type Rules = Pick<Graph, "layers" | "forbidden" | "independent">;

/** Resolves layers, forbidden edges and independent parts, in source order. */
export function lowerRules(program: Program, gathered: Gathered): Rules {
  const rules: Rules = { layers: [], forbidden: [], independent: [] };
  for (const placed of program.files.flatMap((file) => file.layers)) {
    const layers = addresses(program, placed, placed.node.names, gathered);
    const key = positionKey.ordinal("layers", rules.layers.push(layers));
    gathered.trace?.position(key, placed.source, placed.node);
  }
  for (const placed of program.files.flatMap((file) => file.forbids)) {
    const { source, target, reason } = placed.node;
    const from = source && resolve(program, placed, source, gathered);
    const to = target && resolve(program, placed, target, gathered);
    if (!from || !to) continue;
    const forbidden = { from: from.address, to: to.address, ...(reason === undefined ? {} : { reason }) };
    const key = positionKey.ordinal("forbid", rules.forbidden.push(forbidden));
    gathered.trace?.position(key, placed.source, placed.node);
  }
  for (const placed of program.files.flatMap((file) => file.independents)) {
    const parts = addresses(program, placed, placed.node.names, gathered);
    const key = positionKey.ordinal("independent", rules.independent.push(parts));
    gathered.trace?.position(key, placed.source, placed.node);
  }
  return rules;
}

function addresses(
  program: Program,
  placed: PlacedNode<unknown>,
  names: readonly ast.NameRef[],
  gathered: Gathered,
): Address[] {
  return names.flatMap((name) => resolve(program, placed, name, gathered)?.address ?? []);
}

function resolve(
  program: Program,
  { source, container }: PlacedNode<unknown>,
  name: ast.NameRef,
  gathered: Gathered,
): PackageSymbol | ModuleSymbol | undefined {
  const symbol = resolveContainer(program, name, gathered.report, {
    source,
    from: container,
    accepts: isModuleOrPackage,
    what: "module or package",
    symbol: "",
  });
  if (symbol) gathered.trace?.referToContainer(symbol, source, name);
  return symbol;
}
