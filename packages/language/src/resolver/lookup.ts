import type { DeclarationKind } from "@contractc/kernel";
import type { Program } from "../binder/program.js";
import type { DeclarationOwner, DeclarationSymbol, ExternalSymbol, ModuleSymbol } from "../binder/symbols.js";

/** The names a module can see, besides its own. */
export interface ModuleScope {
  owner: DeclarationOwner;
  modules: ModuleSymbol[];
  externals: ExternalSymbol[];
  /**
   * A `uses` of the module does not resolve. That is reported, so a name that is not found may well be of the module
   * that was meant, and is not reported again.
   */
  incomplete: boolean;
  /** Earlier answers by the name, by the number of what was expected. */
  cache: (Map<string, Resolution> | undefined)[];
  /** Every name that was asked about, if that is to be known: the answers stay the same while these names do. */
  asked?: Set<string>;
  /** Something was reported or suggested that depends on more than the names asked about. */
  open: boolean;
}

/** What a name of a declaration leads to. */
export type Resolution =
  | { kind: "found"; symbol: DeclarationSymbol }
  /** Several used modules offer it. */
  | { kind: "ambiguous"; symbols: DeclarationSymbol[] }
  /** Modules that are not used declare it. */
  | { kind: "undeclared-use"; symbols: DeclarationSymbol[] }
  /** A used module declares it for itself alone. */
  | { kind: "internal"; symbol: DeclarationSymbol }
  | { kind: "wrong-kind"; symbol: DeclarationSymbol }
  /** The part before the last dot names neither the module itself nor one it uses. */
  | { kind: "unknown-module"; name: string; near: string[] }
  /** `near` holds the names among which the nearest is worth suggesting. */
  | { kind: "unknown"; owner?: DeclarationOwner };

/** What may stand in one place of a contract. */
export interface Expected {
  kinds: ReadonlySet<DeclarationKind>;
  /** For messages: `type`, `event`. */
  what: string;
  number: number;
}

const expected = (number: number, what: string, kinds: DeclarationKind[]): Expected => ({
  number,
  what,
  kinds: new Set(kinds),
});

export const EXPECTED = {
  type: expected(0, "type", ["class", "interface", "record", "error", "enum", "alias"]),
  /** Whether a type really is an error is checked once all types are known. */
  error: expected(1, "error", ["error", "class", "interface", "record", "enum", "alias"]),
  event: expected(2, "event", ["event"]),
  value: expected(3, "value", ["class", "record", "error", "enum", "function", "const"]),
  trigger: expected(4, "event or function", ["event", "function"]),
};

/**
 * Looks a declaration up: in the module itself, in the modules it uses, in the externals it uses. The first of the
 * three that has the name decides.
 *
 * @param parts a bare name, or one qualified by a module: `["m", "Name"]`, `["pkg", "m", "Name"]`
 */
export function lookup(
  program: Program,
  scope: ModuleScope,
  parts: readonly string[],
  wanted: Expected,
): Resolution {
  scope.cache[wanted.number] ??= new Map();
  const answers = scope.cache[wanted.number]!;
  const name = parts.at(-1) ?? "";
  const key = parts.length === 1 ? name : parts.join(".");
  const known = answers.get(key);
  if (known) return known;
  scope.asked?.add(name);
  const resolution =
    parts.length === 1
      ? lookupBare(program, scope, name, wanted)
      : lookupQualified(program, scope, parts.slice(0, -1), name, wanted);
  answers.set(key, resolution);
  return resolution;
}

/** How names of other kinds stand among those that a scope was asked about. */
export function askedAbout(what: "requirement" | "role", name: string): string {
  return `${what} ${name}`;
}

const UNKNOWN: Resolution = { kind: "unknown" };

function lookupBare(program: Program, scope: ModuleScope, name: string, wanted: Expected): Resolution {
  const own = scope.owner.declarations.get(name);
  const fits = own && firstFitting(own, wanted);
  if (fits) return { kind: "found", symbol: fits };
  const everywhere = program.declarationsByName.get(name);
  // Most names that nobody declares are those of built-in types.
  if (!everywhere) return UNKNOWN;
  let second: Resolution | undefined = own && { kind: "wrong-kind", symbol: own[0]! };
  for (const owners of [scope.modules, scope.externals]) {
    const candidates: DeclarationSymbol[] = [];
    for (const owner of owners) {
      const declared = owner.declarations.get(name);
      if (!declared) continue;
      const fits = firstFitting(declared, wanted);
      if (!fits) second ??= { kind: "wrong-kind", symbol: declared[0]! };
      else if (fits.internal) second ??= { kind: "internal", symbol: fits };
      else candidates.push(fits);
    }
    const [only] = candidates;
    if (only) {
      return candidates.length === 1
        ? { kind: "found", symbol: only }
        : { kind: "ambiguous", symbols: candidates };
    }
  }
  if (second) return second;
  const elsewhere = everywhere.filter((symbol) => wanted.kinds.has(symbol.kind) && !symbol.internal);
  if (elsewhere.length === 0) return UNKNOWN;
  // The externals of a contract need no `uses` among themselves.
  const [first] = elsewhere.filter((symbol) => symbol.owner.kind === "external");
  if (scope.owner.kind === "external" && first) return { kind: "found", symbol: first };
  return { kind: "undeclared-use", symbols: firstOfEachOwner(elsewhere) };
}

function lookupQualified(
  program: Program,
  scope: ModuleScope,
  prefix: readonly string[],
  name: string,
  wanted: Expected,
): Resolution {
  const path = prefix.join(".");
  const visible: DeclarationOwner[] = [scope.owner, ...scope.modules, ...scope.externals];
  const named = visible.filter((owner) => isNamed(owner, path));
  // What is written in full means nothing else, though it may be the end of another name.
  const exact = named.filter((owner) => owner.address === path && fitting(owner, name, wanted).length > 0);
  const owners = exact.length > 0 ? exact : named;
  if (owners.length === 0) {
    const others = [...program.modules, ...program.externals.values()].filter((owner) =>
      isNamed(owner, path),
    );
    const symbols = others.flatMap((owner) => fitting(owner, name, wanted));
    const reachable = symbols.filter((symbol) => !symbol.internal);
    if (reachable.length > 0) return { kind: "undeclared-use", symbols: reachable };
    if (symbols[0]) return { kind: "internal", symbol: symbols[0] };
    if (others[0]) return { kind: "unknown", owner: others[0] };
    return { kind: "unknown-module", name: path, near: visible.map((owner) => owner.name) };
  }
  const found = owners.flatMap((owner) => fitting(owner, name, wanted));
  const reachable = found.filter((symbol) => !symbol.internal || symbol.owner === scope.owner);
  const [only] = reachable;
  if (only) {
    return reachable.length === 1
      ? { kind: "found", symbol: only }
      : { kind: "ambiguous", symbols: reachable };
  }
  if (found[0]) return { kind: "internal", symbol: found[0] };
  const wrong = owners.flatMap((owner) => owner.declarations.get(name) ?? [])[0];
  return wrong ? { kind: "wrong-kind", symbol: wrong } : { kind: "unknown", owner: owners[0]! };
}

function fitting(owner: DeclarationOwner, name: string, wanted: Expected): DeclarationSymbol[] {
  const fits = firstFitting(owner.declarations.get(name) ?? [], wanted);
  return fits ? [fits] : [];
}

function firstFitting(symbols: readonly DeclarationSymbol[], { kinds }: Expected) {
  for (const symbol of symbols) if (kinds.has(symbol.kind)) return symbol;
  return undefined;
}

/** `entities` and `model.entities` both name the module `model.entities`. */
export function isNamed(owner: DeclarationOwner, path: string): boolean {
  return owner.address === path || owner.address.endsWith(`.${path}`);
}

function firstOfEachOwner(symbols: readonly DeclarationSymbol[]): DeclarationSymbol[] {
  const owners = new Set<DeclarationOwner>();
  return symbols.filter((symbol) => {
    if (owners.has(symbol.owner)) return false;
    owners.add(symbol.owner);
    return true;
  });
}

/** Names that could have been meant where `wanted` was looked up. */
export function visibleNames(scope: ModuleScope, wanted: Expected): string[] {
  const names: string[] = [];
  for (const owner of [scope.owner, ...scope.modules, ...scope.externals]) {
    for (const [name, symbols] of owner.declarations) {
      if (
        symbols.some((symbol) => wanted.kinds.has(symbol.kind) && (!symbol.internal || owner === scope.owner))
      ) {
        names.push(name);
      }
    }
  }
  return names;
}
