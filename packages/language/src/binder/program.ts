import type { Address } from "@contractc/kernel";
import type { Report } from "../source/report.js";
import type { Source } from "../source/source.js";
import type * as ast from "../syntax/index.js";
import { reportDuplicate } from "./bind-file.js";
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
  top: Map<string, ContainerSymbol>;
  packages: PackageSymbol[];
  modules: ModuleSymbol[];
  externals: Map<string, ExternalSymbol>;
  /** Modules and packages by the last part of their address. */
  containersByName: Map<string, (PackageSymbol | ModuleSymbol)[]>;
  /** Every declaration of every module and external, for names that are out of reach. */
  declarationsByName: Map<string, DeclarationSymbol[]>;
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
  const named = <N extends NamedNode, S extends NamedSymbol<N>>(what: string, symbols: S[]) =>
    table(what, symbols, report);
  const program: Program = {
    files,
    top,
    packages,
    modules,
    externals: new Map(externals.map((external) => [external.name, external])),
    containersByName: new Map(),
    declarationsByName: new Map(),
    targets: named(
      "target",
      files.flatMap((file) => file.targets),
    ),
    requirements: table<ast.Requirement | ast.Quality, NamedSymbol<ast.Requirement | ast.Quality>>(
      "requirement",
      files.flatMap((file) => [...file.requirements, ...file.qualities]),
      report,
    ),
    roles: named(
      "role",
      files.flatMap((file) => file.roles),
    ),
    decisions: named(
      "decision",
      files.flatMap((file) => file.decisions),
    ),
    flows: named(
      "flow",
      files.flatMap((file) => file.flows),
    ),
  };
  reportSharedAddresses(program, report);
  for (const container of [...packages, ...modules]) {
    append(program.containersByName, container.name, container);
  }
  for (const owner of [...modules, ...externals]) enterDeclarations(program, owner);
  return program;
}

function enterDeclarations(program: Program, owner: DeclarationOwner): void {
  for (const [name, symbols] of owner.declarations) {
    const others = program.declarationsByName.get(name);
    if (others) others.push(...symbols);
    else program.declarationsByName.set(name, [...symbols]);
  }
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
