import type { Address } from "@contractc/kernel";
import { compare, type Report } from "../source/report.js";
import type { Source } from "../source/source.js";
import type * as ast from "../syntax/index.js";
import { reportDuplicate } from "./bind-file.js";
import { LayeredMap, type Lookup } from "./layered-map.js";
import type {
  ContainerSymbol,
  DeclarationOwner,
  DeclarationSymbol,
  ExternalSymbol,
  FileSymbols,
  ModuleSymbol,
  NamedNode,
  NamedSymbol,
  PackageSymbol,
} from "./symbols.js";

/** The symbols of all files of a contract, with the tables that names are looked up in. */
export interface Program {
  files: FileSymbols[];
  /** Names at the top: packages, modules and externals. */
  top: Lookup<string, ContainerSymbol>;
  packages: PackageSymbol[];
  modules: ModuleSymbol[];
  /** The same by address. */
  sorted: { packages: PackageSymbol[]; modules: ModuleSymbol[] };
  externals: Map<string, ExternalSymbol>;
  /** Modules and packages by the last part of their address. */
  containersByName: Lookup<string, (PackageSymbol | ModuleSymbol)[]>;
  /** Every declaration of every module and external, for names that are out of reach. */
  declarationsByName: Lookup<string, DeclarationSymbol[]>;
  targets: Map<string, NamedSymbol<ast.Target>>;
  /** Requirements and qualities: one namespace. */
  requirements: Map<string, NamedSymbol<ast.Requirement | ast.Quality>>;
  roles: Map<string, NamedSymbol<ast.Role>>;
  decisions: Map<string, NamedSymbol<ast.Decision>>;
  flows: Map<string, FileSymbols["flows"][number]>;
}

/**
 * Puts the files of a contract together.
 *
 * @param files in the order they are loaded; of a name declared twice the first counts
 * @param report takes the names that two files, or the top of one, declare twice
 */
export function link(files: FileSymbols[], report: Report): Program {
  const top = new Map<string, ContainerSymbol>();
  const dropped = new Set<ContainerSymbol>();
  for (const symbol of files.flatMap((file) => file.top)) {
    const first = top.get(symbol.name);
    if (!first) top.set(symbol.name, symbol);
    else {
      dropped.add(symbol);
      reportDuplicate(report, symbol.source, symbol.node, symbol.kind, symbol.address, first);
    }
  }
  const kept = (symbol: PackageSymbol | ModuleSymbol | ExternalSymbol): boolean => {
    for (let at: ContainerSymbol | null = symbol; at; at = at.kind === "external" ? null : at.parent) {
      if (dropped.has(at)) return false;
    }
    return true;
  };
  const packages = files.flatMap((file) => file.packages).filter(kept);
  const modules = files.flatMap((file) => file.modules).filter(kept);
  const externals = files.flatMap((file) => file.externals).filter(kept);
  const containersByName = new Map<string, (PackageSymbol | ModuleSymbol)[]>();
  for (const container of [...packages, ...modules]) append(containersByName, container.name, container);
  const declarationsByName = new Map<string, DeclarationSymbol[]>();
  for (const owner of [...modules, ...externals]) enterDeclarations(declarationsByName, owner);
  const program: Program = {
    files,
    top: new LayeredMap(top),
    packages,
    modules,
    sorted: { packages: [...packages].sort(byAddress), modules: [...modules].sort(byAddress) },
    externals: new Map(externals.map((external) => [external.name, external])),
    containersByName: new LayeredMap(containersByName),
    declarationsByName: new LayeredMap(declarationsByName),
    ...plansOf(files, report),
  };
  reportSharedAddresses(program, report);
  return program;
}

function enterDeclarations(table: Map<string, DeclarationSymbol[]>, owner: DeclarationOwner): void {
  owner.declarations.forEach((symbols, name) => {
    const others = table.get(name);
    if (!others) table.set(name, symbols);
    // Most names are those of one owner, whose list it stays.
    else if (others === others[0]!.owner.declarations.get(name)) table.set(name, [...others, ...symbols]);
    else others.push(...symbols);
  });
}

/**
 * The program of files of which some replace others, with the same packages, modules and externals and no name declared
 * twice: what `link` gives, without going through what is as before.
 *
 * @param before the program of the files before
 * @param report takes requirements, roles and the like that are declared twice
 */
export function relink(before: Program, files: FileSymbols[], report: Report): Program {
  const replaced = new Map<ContainerSymbol, ContainerSymbol>();
  let sameNames = true;
  files.forEach((file, at) => {
    const old = before.files[at]!;
    if (old === file) return;
    for (const [nth, symbol] of old.packages.entries()) replaced.set(symbol, file.packages[nth]!);
    for (const [nth, symbol] of old.modules.entries()) replaced.set(symbol, file.modules[nth]!);
    for (const [nth, symbol] of old.externals.entries()) replaced.set(symbol, file.externals[nth]!);
    sameNames &&= !declaresPlans(old) && !declaresPlans(file);
  });
  const now = <S extends ContainerSymbol>(symbol: S): S => (replaced.get(symbol) as S | undefined) ?? symbol;
  const top = new Map<string, ContainerSymbol>();
  const containers = new Map<string, (PackageSymbol | ModuleSymbol)[]>();
  const externals = new Map(before.externals);
  const names = new Set<string>();
  for (const [old, symbol] of replaced) {
    const { name } = symbol;
    if (before.top.get(name) === old) top.set(name, symbol);
    if (symbol.kind === "external") externals.set(name, symbol);
    else containers.set(name, (before.containersByName.get(name) ?? []).map(now));
    if (old.kind !== "package") for (const each of old.declarations.keys()) names.add(each);
    if (symbol.kind !== "package") for (const each of symbol.declarations.keys()) names.add(each);
  }
  const program: Program = {
    ...before,
    ...(sameNames ? {} : plansOf(files, report)),
    files,
    top: extended(before.top, top),
    packages: before.packages.map(now),
    modules: before.modules.map(now),
    sorted: { packages: before.sorted.packages.map(now), modules: before.sorted.modules.map(now) },
    externals,
    containersByName: extended(before.containersByName, containers),
  };
  const declarations = declarationsOf(before, program, replaced, names);
  program.declarationsByName = extended(before.declarationsByName, declarations);
  if (!sameNames) reportSharedAddresses(program, report);
  return program;
}

function extended<K, V>(base: Lookup<K, V>, changes: ReadonlyMap<K, V | undefined>): Lookup<K, V> {
  return base instanceof LayeredMap ? base.with(changes) : new LayeredMap(new Map(base)).with(changes);
}

/** What stands under some names once owners are replaced, in the order in which `link` would have it. */
function declarationsOf(
  before: Program,
  after: Program,
  replaced: ReadonlyMap<ContainerSymbol, ContainerSymbol>,
  names: ReadonlySet<string>,
): Map<string, DeclarationSymbol[] | undefined> {
  const fresh = [...replaced.values()].filter((symbol) => symbol.kind !== "package");
  const found = new Map<string, DeclarationSymbol[] | undefined>();
  let ranks: Map<ContainerSymbol, number> | undefined;
  for (const name of names) {
    const kept = (before.declarationsByName.get(name) ?? []).filter(({ owner }) => !replaced.has(owner));
    const all = [...kept, ...fresh.flatMap((owner) => owner.declarations.get(name) ?? [])];
    if (kept.length > 0 || fresh.length > 1) {
      ranks ??= new Map([...after.modules, ...after.externals.values()].map((owner, at) => [owner, at]));
      all.sort((a, b) => ranks!.get(a.owner)! - ranks!.get(b.owner)!);
    }
    found.set(name, all.length > 0 ? all : undefined);
  }
  return found;
}

/** The tables of what stands beside packages, modules and externals. */
type Plans = Pick<Program, "targets" | "requirements" | "roles" | "decisions" | "flows">;

function declaresPlans(file: FileSymbols): boolean {
  const { targets, requirements, qualities, roles, decisions, flows } = file;
  return [targets, requirements, qualities, roles, decisions, flows].some((list) => list.length > 0);
}

function plansOf(files: readonly FileSymbols[], report: Report): Plans {
  const all = <S>(of: (file: FileSymbols) => readonly S[]): S[] => files.flatMap(of);
  return {
    targets: table(
      "target",
      all(({ targets }) => targets),
      report,
    ),
    requirements: table<ast.Requirement | ast.Quality, NamedSymbol<ast.Requirement | ast.Quality>>(
      "requirement",
      all(({ requirements, qualities }) => [...requirements, ...qualities]),
      report,
    ),
    roles: table(
      "role",
      all(({ roles }) => roles),
      report,
    ),
    decisions: table(
      "decision",
      all(({ decisions }) => decisions),
      report,
    ),
    flows: table(
      "flow",
      all(({ flows }) => flows),
      report,
    ),
  };
}

function byAddress(a: { address: Address }, b: { address: Address }): number {
  return compare(a.address, b.address);
}

/** The declaration of an address, unless it was dropped as a duplicate. */
export function declarationAt(program: Program, address: Address): DeclarationSymbol | undefined {
  // A name in back-ticks may hold dots and ordinals itself.
  for (let dot = address.lastIndexOf("."); dot > 0; dot = address.lastIndexOf(".", dot - 1)) {
    const tail = address.slice(dot + 1);
    for (const name of [tail, tail.replace(/#\d+$/, "")]) {
      const found = program.declarationsByName.get(name)?.find((symbol) => symbol.address === address);
      if (found) return found;
    }
  }
  return undefined;
}

function table<N extends NamedNode, S extends NamedSymbol<N>>(
  what: string,
  symbols: readonly S[],
  report: Report,
): Map<string, S> {
  const byName = new Map<string, S>();
  for (const symbol of symbols) {
    if (symbol.name === "") continue;
    const first = byName.get(symbol.name);
    if (first) reportDuplicate(report, symbol.source, symbol.node, what, symbol.name, first);
    else byName.set(symbol.name, symbol);
  }
  return byName;
}

/** Requirements go by their names as top-level packages, modules and externals do: an address is of one thing. */
function reportSharedAddresses(program: Program, report: Report): void {
  for (const symbol of program.requirements.values()) {
    const other = program.top.get(symbol.name);
    if (other) reportDuplicate(report, symbol.source, symbol.node, "requirement", symbol.name, other);
  }
}

function append<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}

/** The contract's header: the first one of the root file. */
export function headerOf(root: Source): ast.Header | undefined {
  return root.parsed.root.elements.find((element) => element.$type === "Header");
}
