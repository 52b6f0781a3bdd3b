import type { Lookup } from "../binder/layered-map.js";
import type { Program } from "../binder/program.js";
import type { ContainerSymbol, ExternalSymbol, ModuleSymbol, PackageSymbol } from "../binder/symbols.js";

/** What a name of packages, modules or externals leads to. */
export type ContainerResolution<S extends ContainerSymbol> =
  | { kind: "found"; symbol: S }
  /** Several modules in different packages have the name. */
  | { kind: "ambiguous"; symbols: S[] }
  /** There is something of the name, but it is of another kind. */
  | { kind: "wrong-kind"; symbol: ContainerSymbol }
  | { kind: "unknown" };

/**
 * Looks up a module, package or external by its short or qualified name.
 *
 * A name is first read as a path from the innermost package outwards (`entities` in the package `model`,
 * `model.entities` anywhere). A name that leads nowhere so is taken for the end of an address, if it is that of one
 * alone: `entities` in the package `core` is `model.entities`.
 *
 * @param from the package in which the name stands; `null` for the top of a file
 * @param accepts which symbols the place allows
 * @param self a symbol that is taken only where there is no other: a module that names a module of its own name
 */
export function findContainer<S extends ContainerSymbol>(
  program: Program,
  parts: readonly string[],
  from: PackageSymbol | null,
  accepts: (symbol: ContainerSymbol) => symbol is S,
  self?: ContainerSymbol,
): ContainerResolution<S> {
  let other: ContainerSymbol | undefined;
  let own: S | undefined;
  for (let scope = from; ; scope = scope.parent) {
    const found = walk(program, parts, scope);
    if (found && accepts(found)) {
      if (found !== self) return { kind: "found", symbol: found };
      own = found;
    }
    other ??= found;
    if (scope === null) break;
  }
  const candidates: S[] = [];
  const suffix = `.${parts.join(".")}`;
  for (const symbol of program.containersByName.get(parts.at(-1) ?? "") ?? []) {
    if (!symbol.address.endsWith(suffix)) continue;
    if (accepts(symbol) && symbol !== self) candidates.push(symbol);
    other ??= symbol;
  }
  const [only] = candidates;
  if (only && candidates.length === 1) return { kind: "found", symbol: only };
  if (only) return { kind: "ambiguous", symbols: candidates };
  if (own) return { kind: "found", symbol: own };
  return other ? { kind: "wrong-kind", symbol: other } : { kind: "unknown" };
}

function walk(
  program: Program,
  parts: readonly string[],
  scope: PackageSymbol | null,
): ContainerSymbol | undefined {
  let names: Pick<Lookup<string, ContainerSymbol>, "get"> | undefined =
    scope === null ? program.top : scope.children;
  let found: ContainerSymbol | undefined;
  for (const part of parts) {
    found = names?.get(part);
    if (!found) return undefined;
    names = found.kind === "package" ? found.children : undefined;
  }
  return found;
}

export function isUsable(symbol: ContainerSymbol): symbol is ModuleSymbol | ExternalSymbol {
  return symbol.kind !== "package";
}

export function isModuleOrPackage(symbol: ContainerSymbol): symbol is ModuleSymbol | PackageSymbol {
  return symbol.kind !== "external";
}

/**
 * The shortest name by which a module can be told from the place of another.
 *
 * @param from the package in which the name is to stand
 */
export function shortName(
  program: Program,
  symbol: ModuleSymbol | ExternalSymbol,
  from: PackageSymbol | null,
): string {
  const parts = symbol.address.split(".");
  for (let count = 1; count < parts.length; count++) {
    const tail = parts.slice(-count);
    const found = findContainer(program, tail, from, isUsable);
    if (found.kind === "found" && found.symbol === symbol) return tail.join(".");
  }
  return symbol.address;
}
