import type { Address, Declaration, Edge, External, Finding, Language } from "@contractc/kernel";
import type { Program } from "../binder/program.js";
import type { ExternalSymbol, ModuleSymbol } from "../binder/symbols.js";
import { ModuleContext } from "../resolver/context.js";
import type { ModuleScope } from "../resolver/lookup.js";
import { Stretch } from "../resolver/tables.js";
import type { Application, Facts, Gathered, Trace, WrittenAllow } from "../resolver/trace.js";
import { resolveUses, scopeOf } from "../resolver/uses.js";
import { compare } from "../source/report.js";
import { docOf } from "../syntax/index.js";
import { readAnnotations } from "./annotations.js";
import { lowerDeclarations } from "./declarations.js";
import { lowerModule, lowerUses, type UnhashedModule } from "./modules.js";

/*
 * A module or external by itself. What is kept of it names what is elsewhere by its address and holds nothing of other
 * files, so that it stays good when those change.
 */

/** What a module or external became. */
interface LoweredPart {
  address: Address;
  language: Language | undefined;
  declarations: Declaration[];
  /** Generic types with arguments to be compared with bounds. */
  applications: readonly Application[];
  allows: readonly WrittenAllow[];
  /** What was reported meanwhile. */
  findings: readonly Finding[];
  /** Modules and externals of which something is named. */
  needed: ReadonlySet<Address>;
  /** The names asked about, where that was to be noted; the result stays the same while what they stand for does. */
  asked: ReadonlySet<string> | undefined;
  /** See `ModuleContext`. */
  hasPlainParameters: boolean;
  hasOverloads: boolean;
  /** It depends on more names than that. */
  open: boolean;
  stretch: Stretch;
}

export interface LoweredModule extends LoweredPart {
  kind: "module";
  symbol: ModuleSymbol;
  module: UnhashedModule;
  /** By the ends and kinds of edges. */
  edges: Edge[];
  /** Some of its `uses` lead nowhere. */
  incomplete: boolean;
  facts: Facts;
}

export interface LoweredExternal extends LoweredPart {
  kind: "external";
  symbol: ExternalSymbol;
  external: External;
}

export type LoweredOwner = LoweredModule | LoweredExternal;

/** @param remember note the names that are asked about */
export function lowerModuleSymbol(
  program: Program,
  symbol: ModuleSymbol,
  language: Language | undefined,
  remember: boolean,
): LoweredModule {
  const gathered = newGathered();
  const { context, incomplete, ...made } = makeModule(program, symbol, language, gathered.gathered, remember);
  return {
    kind: "module",
    symbol,
    language,
    ...made,
    incomplete,
    facts: context.facts,
    ...partOf(context, gathered),
    stretch: new Stretch(
      { ...made, allows: gathered.allows, applications: context.applications },
      (later, trace) => {
        const again = retracing(trace);
        const { module, edges, declarations, context } = makeModule(later, symbol, language, again, false);
        return { module, edges, declarations, allows: again.allows, applications: context.applications };
      },
    ),
  };
}

function makeModule(
  program: Program,
  symbol: ModuleSymbol,
  language: Language | undefined,
  gathered: Gathered,
  remember: boolean,
) {
  const resolved = resolveUses(program, symbol, gathered.report);
  const scope = scopeOf(symbol, resolved);
  if (remember) scope.asked = new Set();
  const context = new ModuleContext(program, scope, language, gathered);
  const module = lowerModule(context, symbol);
  const edges = lowerUses(context, resolved.uses);
  const declarations = lowerDeclarations(context);
  context.names.flush();
  if (edges.length > 1) edges.sort((a, b) => compare(a.to, b.to) || compare(a.kind, b.kind));
  return { module, edges, declarations, incomplete: resolved.incomplete, context };
}

/** @param remember note the names that are asked about */
export function lowerExternalSymbol(
  program: Program,
  symbol: ExternalSymbol,
  remember: boolean,
): LoweredExternal {
  const gathered = newGathered();
  const { external, context } = makeExternal(program, symbol, gathered.gathered, remember);
  return {
    kind: "external",
    symbol,
    language: undefined,
    external,
    declarations: external.declarations,
    ...partOf(context, gathered),
    stretch: new Stretch(
      { external, allows: gathered.allows, applications: context.applications },
      (later, trace) => {
        const again = retracing(trace);
        const { external, context } = makeExternal(later, symbol, again, false);
        return { external, allows: again.allows, applications: context.applications };
      },
    ),
  };
}

function makeExternal(program: Program, symbol: ExternalSymbol, gathered: Gathered, remember: boolean) {
  const { node, source, name, address } = symbol;
  const scope: ModuleScope = {
    owner: symbol,
    modules: [],
    externals: [],
    incomplete: false,
    cache: [],
    open: false,
  };
  if (remember) scope.asked = new Set();
  const context = new ModuleContext(program, scope, undefined, gathered);
  context.trace?.position(address, source, node, "name");
  const doc = docOf(node, source.parsed.root);
  const external: External = {
    name,
    address,
    ...(doc === undefined ? {} : { doc }),
    ...readAnnotations(context, source, node.annotations, address),
    requirement: node.requirement ?? name,
    ...(node.specifier === undefined ? {} : { from: node.specifier }),
    declarations: lowerDeclarations(context),
  };
  context.names.flush();
  context.originate(external, node);
  return { external, context };
}

interface NewGathered {
  findings: Finding[];
  allows: WrittenAllow[];
  gathered: Gathered;
}

function newGathered(): NewGathered {
  const findings: Finding[] = [];
  const allows: WrittenAllow[] = [];
  return {
    findings,
    allows,
    gathered: { report: (finding) => findings.push(finding), allows, trace: undefined },
  };
}

/** What was reported the first time is not reported again. */
export function retracing(trace: Trace): Gathered {
  return { report: () => {}, allows: [], trace };
}

function partOf(
  { applications, needed, hasPlainParameters, hasOverloads, scope }: ModuleContext,
  { allows, findings }: NewGathered,
) {
  return {
    address: scope.owner.address,
    applications,
    allows,
    findings,
    needed,
    hasPlainParameters,
    hasOverloads,
    asked: scope.asked,
    open: scope.open,
  };
}
