import {
  type Declaration,
  type EventEdge,
  type External,
  hashKernel,
  type Kernel,
  type Language,
  lazily,
  type Package,
} from "@contractc/kernel";
import { headerOf, type Program } from "../binder/program.js";
import type { ExternalSymbol, ModuleSymbol, PackageSymbol } from "../binder/symbols.js";
import { ModuleContext } from "../resolver/context.js";
import type { ModuleScope } from "../resolver/lookup.js";
import { Tables } from "../resolver/tables.js";
import { type ModuleUses, resolveUses, scopeOf } from "../resolver/uses.js";
import { compare, type Report } from "../source/report.js";
import type { Source } from "../source/source.js";
import { docOf } from "../syntax/index.js";
import { readAnnotations } from "./annotations.js";
import { lowerDeclarations } from "./declarations.js";
import { lowerFlows, type ResolvedFlow } from "./flows.js";
import { lowerModule, lowerUses } from "./modules.js";
import { lowerProjection } from "./projection.js";
import { lowerRules } from "./rules.js";
import { lowerTargets, moduleLanguages } from "./targets.js";

/** A kernel with what the checks need to know of the text behind it. */
export interface Lowered {
  kernel: Kernel;
  program: Program;
  tables: Tables;
  uses: Map<ModuleSymbol, ModuleUses>;
  flows: ResolvedFlow[];
}

/**
 * Makes the kernel of a contract: resolves every name, and reports those that do not resolve.
 *
 * @param root the root file
 * @returns always a kernel; where something was reported as an error it is not sound
 */
export function lower(program: Program, root: Source, report: Report): Lowered {
  const tables = new Tables(root.path);
  const languages = moduleLanguages(program);
  const uses = resolveUses(program, report);
  const header = headerOf(root);
  if (header) tables.position("", root, header, "name");

  // Without a prototype: a module may well be called `constructor` or `__proto__`.
  const signatures: Kernel["signatures"] = Object.create(null);
  const modules = [];
  const edges = [];
  for (const symbol of [...program.modules].sort(byAddress)) {
    const own = uses.get(symbol) ?? { uses: [], incomplete: false };
    const context = contextOf(program, scopeOf(symbol, own), languages.get(symbol), tables, report);
    modules.push(lowerModule(context, symbol));
    edges.push(...lowerUses(context, own.uses));
    signatures[symbol.address] = lowerDeclarations(context, symbol);
    context.names.flush();
  }
  const externals = [...program.externals.values()]
    .sort(byAddress)
    .map((symbol) => lowerExternal(program, symbol, tables, report));
  const flows = lowerFlows(program, tables, report);

  const kernel = hashKernel({
    format: "contractc-kernel/1",
    name: header?.name ?? "",
    version: header?.version ?? "",
    targets: lowerTargets(program, languages, tables, report),
    modules,
    packages: [...program.packages].sort(byAddress).map((symbol) => lowerPackage(symbol, tables, report)),
    externals,
    signatures,
    graph: {
      uses: edges.sort((a, b) => compare(a.from, b.from) || compare(a.to, b.to) || compare(a.kind, b.kind)),
      events: eventEdges(signatures, modules),
      flows: flows.map(({ flow }) => flow),
      ...lowerRules(program, tables, report),
    },
    projection: lowerProjection(program, tables, report),
    positions: {},
  });
  return { kernel: lazily(kernel, "positions", () => tables.positions), program, tables, uses, flows };
}

function byAddress(a: { address: string }, b: { address: string }): number {
  return compare(a.address, b.address);
}

function contextOf(
  program: Program,
  scope: ModuleScope,
  language: Language | undefined,
  tables: Tables,
  report: Report,
): ModuleContext {
  return new ModuleContext(program, scope, language, report, tables);
}

function lowerPackage(symbol: PackageSymbol, tables: Tables, report: Report): Package {
  const { node, source, name, address, path } = symbol;
  tables.position(address, source, node, "name");
  const doc = docOf(node);
  const pack: Package = {
    name,
    address,
    ...(doc === undefined ? {} : { doc }),
    ...readAnnotations(source, node.annotations, address, report),
    path,
  };
  return tables.originate(pack, node, source);
}

function lowerExternal(program: Program, symbol: ExternalSymbol, tables: Tables, report: Report): External {
  const { node, source, name, address } = symbol;
  const scope: ModuleScope = {
    owner: symbol,
    modules: [],
    externals: [],
    incomplete: false,
    cache: new Map(),
  };
  const context = contextOf(program, scope, undefined, tables, report);
  tables.position(address, source, node, "name");
  const doc = docOf(node);
  const external: External = {
    name,
    address,
    ...(doc === undefined ? {} : { doc }),
    ...readAnnotations(source, node.annotations, address, report),
    requirement: node.requirement ?? name,
    ...(node.specifier === undefined ? {} : { from: node.specifier }),
    declarations: lowerDeclarations(context, symbol),
  };
  context.names.flush();
  return tables.originate(external, node, source);
}

function eventEdges(
  signatures: Kernel["signatures"],
  modules: readonly { address: string; handles?: string[] }[],
): EventEdge[] {
  const edges = new Map<string, EventEdge>();
  const edge = (event: string): EventEdge => {
    const known = edges.get(event) ?? { event, emitters: [], handlers: [] };
    edges.set(event, known);
    return known;
  };
  for (const declaration of Object.values(signatures).flat()) {
    if (declaration.kind === "event") edge(declaration.address);
    for (const { address, emits } of emittersOf(declaration)) {
      for (const event of emits) edge(event).emitters.push(address);
    }
  }
  for (const module of modules)
    for (const event of module.handles ?? []) edge(event).handlers.push(module.address);
  return [...edges.values()]
    .map(({ event, emitters, handlers }) => ({
      event,
      emitters: [...new Set(emitters)].sort(),
      handlers: handlers.sort(),
    }))
    .sort((a, b) => compare(a.event, b.event));
}

function emittersOf(declaration: Declaration): { address: string; emits: string[] }[] {
  if (declaration.kind === "function")
    return [{ address: declaration.address, emits: declaration.emits ?? [] }];
  if (!("members" in declaration) || declaration.kind === "enum") return [];
  return declaration.members.flatMap((member) =>
    member.kind === "field" ? [] : [{ address: member.address, emits: member.emits ?? [] }],
  );
}
