import {
  type Address,
  type Edge,
  hashKernel,
  type Kernel,
  type Language,
  lazily,
  type Package,
} from "@contractc/kernel";
import { headerOf, type Program } from "../binder/program.js";
import type { DeclarationOwner, PackageSymbol } from "../binder/symbols.js";
import { FRAME, Stretch, Tables } from "../resolver/tables.js";
import type { Gathered, WrittenAllow } from "../resolver/trace.js";
import { compare, type Report } from "../source/report.js";
import type { Source } from "../source/source.js";
import { docOf } from "../syntax/index.js";
import { readAnnotations } from "./annotations.js";
import { eventEdges } from "./events.js";
import { lowerFlows, type ResolvedFlow } from "./flows.js";
import type { UnhashedModule } from "./modules.js";
import {
  type LoweredExternal,
  type LoweredModule,
  type LoweredOwner,
  lowerExternalSymbol,
  lowerModuleSymbol,
  retracing,
} from "./owners.js";
import { lowerProjection } from "./projection.js";
import { lowerRules } from "./rules.js";
import { lowerTargets, moduleLanguages } from "./targets.js";

/** A kernel with what the checks need to know of the text behind it. */
export interface Lowered {
  kernel: Kernel;
  program: Program;
  tables: Tables;
  /** By address. */
  modules: LoweredModule[];
  /** By address. */
  externals: LoweredExternal[];
  flows: ResolvedFlow[];
}

/** How lowering starts from an earlier one. */
export interface LowerOptions {
  /** Note what is needed to know whether a part can be kept. */
  remember?: boolean;
  /** @returns what a module or external became before, if it would become that again */
  kept?: (symbol: DeclarationOwner, language: Language | undefined) => LoweredOwner | undefined;
}

/**
 * Makes the kernel of a contract: resolves every name, and reports those that do not resolve.
 *
 * @param root the root file
 * @returns always a kernel; where something was reported as an error it is not sound
 */
export function lower(
  program: Program,
  root: Source,
  report: Report,
  { remember = false, kept = () => undefined }: LowerOptions = {},
): Lowered {
  const languageOf = moduleLanguages(program);
  const modules = program.sorted.modules.map((symbol) => {
    const language = languageOf(symbol);
    const known = kept(symbol, language);
    return known?.kind === "module" ? known : lowerModuleSymbol(program, symbol, language, remember);
  });
  const externals = [...program.externals.values()].sort(byAddress).map((symbol) => {
    const known = kept(symbol, undefined);
    return known?.kind === "external" ? known : lowerExternalSymbol(program, symbol, remember);
  });
  const used = new Set(modules.map(({ language }) => language));
  const gathered: Gathered = { report, allows: [], trace: undefined };
  const frame = lowerFrame(program, root, used, gathered);

  const stretches = new Map<string, Stretch>();
  const allows: WrittenAllow[] = [];
  for (const part of [...modules, ...externals]) {
    for (const finding of part.findings) report(finding);
    if (part.allows.length > 0) allows.push(...part.allows);
    stretches.set(part.address, part.stretch);
  }
  allows.push(...gathered.allows);
  const { flows, ...parts } = frame;
  stretches.set(
    FRAME,
    new Stretch({ ...parts, allows: gathered.allows }, (later, trace) => {
      const again = retracing(trace);
      const { flows: _, ...made } = lowerFrame(later, root, used, again);
      return { ...made, allows: again.allows };
    }),
  );
  const tables = new Tables(root.path, program, stretches, allows);
  const kernel = assemble(root, modules, externals, frame);
  return {
    kernel: lazily(kernel, "positions", () => tables.positions),
    program,
    tables,
    modules,
    externals,
    flows,
  };
}

/** What belongs to no module and no external. */
function lowerFrame(
  program: Program,
  root: Source,
  used: ReadonlySet<Language | undefined>,
  gathered: Gathered,
) {
  const header = headerOf(root);
  if (header) gathered.trace?.position("", root, header, "name");
  const flows = lowerFlows(program, gathered);
  return {
    flows,
    flowParts: flows.map(({ flow }) => flow),
    targets: lowerTargets(program, used, gathered),
    packages: program.sorted.packages.map((symbol) => lowerPackage(symbol, gathered)),
    rules: lowerRules(program, gathered),
    projection: lowerProjection(program, gathered),
  };
}

function assemble(
  root: Source,
  modules: readonly LoweredModule[],
  externals: readonly LoweredExternal[],
  { flowParts, targets, packages, rules, projection }: ReturnType<typeof lowerFrame>,
): Kernel {
  // Without a prototype: a module may well be called `constructor` or `__proto__`.
  const signatures: Kernel["signatures"] = Object.create(null);
  const unhashed: UnhashedModule[] = [];
  const uses: Edge[] = [];
  for (const { address, module, edges, declarations } of modules) {
    unhashed.push(module);
    for (const edge of edges) uses.push(edge);
    signatures[address] = declarations;
  }
  const header = headerOf(root);
  return hashKernel({
    format: "contractc-kernel/1",
    name: header?.name ?? "",
    version: header?.version ?? "",
    targets,
    modules: unhashed,
    packages,
    externals: externals.map(({ external }) => external),
    signatures,
    graph: { uses, events: eventEdges(modules), flows: flowParts, ...rules },
    projection,
    positions: {},
  });
}

function byAddress(a: { address: Address }, b: { address: Address }): number {
  return compare(a.address, b.address);
}

/** Packages without annotations: they follow from their text alone. */
const plainPackages = new WeakMap<PackageSymbol, Package>();

function lowerPackage(symbol: PackageSymbol, gathered: Gathered): Package {
  const isPlain = symbol.node.annotations.length === 0;
  const known = isPlain && !gathered.trace ? plainPackages.get(symbol) : undefined;
  if (known) return known;
  const { node, source, name, address, path } = symbol;
  gathered.trace?.position(address, source, node, "name");
  const doc = docOf(node);
  const pack: Package = {
    name,
    address,
    ...(doc === undefined ? {} : { doc }),
    ...readAnnotations(gathered, source, node.annotations, address),
    path,
  };
  gathered.trace?.originate(pack, node, source);
  if (isPlain && !gathered.trace) plainPackages.set(symbol, pack);
  return pack;
}
