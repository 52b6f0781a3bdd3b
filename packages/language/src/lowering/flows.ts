import { type Address, type Flow, finding, nearestName, positionKey } from "@contractc/kernel";
import type { Program } from "../binder/program.js";
import type { ContainerSymbol, FileSymbols, ModuleSymbol, PackageSymbol } from "../binder/symbols.js";
import { resolveContainer } from "../resolver/container-names.js";
import { findContainer } from "../resolver/containers.js";
import { renameFix } from "../resolver/name-reports.js";
import type { Gathered } from "../resolver/trace.js";
import type { Report } from "../source/report.js";
import type { Source } from "../source/source.js";
import type * as ast from "../syntax/index.js";
import { docOf } from "../syntax/index.js";
import { readAnnotations } from "./annotations.js";

/** One hop of a flow, resolved. */
export interface Hop {
  address: Address;
  module: ModuleSymbol;
  node: ast.NameRef;
}

/** A flow of the kernel with the text of its hops; shorter than written where a hop does not resolve. */
export interface ResolvedFlow {
  flow: Flow;
  hops: Hop[];
  /** Every hop resolved. */
  whole: boolean;
  source: Source;
}

export function lowerFlows(program: Program, gathered: Gathered): ResolvedFlow[] {
  return [...program.flows.values()]
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map((symbol) => lowerFlow(program, symbol, gathered));
}

function lowerFlow(
  program: Program,
  { name, node, source, container }: FileSymbols["flows"][number],
  gathered: Gathered,
): ResolvedFlow {
  const key = positionKey.flow(name);
  const hops = node.hops.flatMap((hop) => resolveHop(program, source, container, hop, key, gathered) ?? []);
  const doc = docOf(node);
  gathered.trace?.position(key, source, node, "name");
  readAnnotations(gathered, source, node.annotations, key);
  const flow: Flow = { name, ...(doc === undefined ? {} : { doc }), hops: hops.map((hop) => hop.address) };
  gathered.trace?.originate(flow, node, source);
  return {
    flow,
    hops,
    whole: hops.length === node.hops.length,
    source,
  };
}

/** `module.function` or `module.Class.method`, the module by its short or qualified name. */
function resolveHop(
  program: Program,
  source: Source,
  container: PackageSymbol | null,
  node: ast.NameRef,
  symbol: string,
  { trace, report }: Gathered,
): Hop | undefined {
  const { parts } = node;
  for (const tail of [1, 2]) {
    const found = findContainer(program, parts.slice(0, -tail), container, isModule);
    if (found.kind !== "found") continue;
    const module = found.symbol;
    const address = memberAddress(module, parts.slice(-tail));
    if (address !== undefined) {
      trace?.referToContainer(module, source, node, parts.length - tail);
      const owner = tail === 2 ? address.slice(0, address.lastIndexOf(".")) : address;
      trace?.refer(owner, source, node, "parts", parts.length - tail);
      if (tail === 2) trace?.refer(address, source, node, "parts", parts.length - 1);
      return { address, module, node };
    }
    const [first = ""] = parts.slice(-tail);
    if (tail === 1 || module.declarations.has(first)) {
      unknownFunction(module, source, node, first, tail, symbol, report);
      return undefined;
    }
  }
  const place = source.placeOfParts(node);
  if (parts.length < 2) {
    const parameters = { what: "flow hop", name: parts.join("."), hint: "write `module.function`" };
    report(finding("name/unknown", place, parameters, { symbol }));
    return undefined;
  }
  const path = { ...node, parts: parts.slice(0, -1) };
  resolveContainer(program, path, report, {
    source,
    from: container,
    accepts: isModule,
    what: "module",
    symbol,
  });
  return undefined;
}

function memberAddress(module: ModuleSymbol, tail: readonly string[]): Address | undefined {
  const [name = "", method] = tail;
  const declared = module.declarations.get(name) ?? [];
  if (method === undefined) return declared.find((symbol) => symbol.kind === "function")?.address;
  return (
    declared.find((symbol) => methodsOf(symbol.node).includes(method)) &&
    `${module.address}.${name}.${method}`
  );
}

function methodsOf(node: ast.Declaration): string[] {
  if (!("members" in node) || node.$type === "EnumDeclaration") return [];
  return node.members.flatMap((member) => (member.$type === "Method" ? [member.name] : []));
}

function unknownFunction(
  module: ModuleSymbol,
  source: Source,
  node: ast.NameRef,
  declaration: string,
  tail: number,
  symbol: string,
  report: Report,
): void {
  const names =
    tail === 1
      ? [...module.declarations]
          .filter(([, all]) => all.some((each) => each.kind === "function"))
          .map(([name]) => name)
      : (module.declarations.get(declaration) ?? []).flatMap((each) => methodsOf(each.node));
  const name = node.parts.at(-1) ?? "";
  const near = nearestName(name, names);
  const last = source.placeOf(node, "parts", node.parts.length - 1);
  const parameters = {
    what: "function",
    name,
    module: tail === 1 ? module.address : `${module.address}.${declaration}`,
    ...(near === undefined ? {} : { near }),
  };
  const fixes = near === undefined ? [] : [renameFix(last, near)];
  report(finding("name/unknown", last, parameters, { symbol, fixes }));
}

function isModule(symbol: ContainerSymbol): symbol is ModuleSymbol {
  return symbol.kind === "module";
}
