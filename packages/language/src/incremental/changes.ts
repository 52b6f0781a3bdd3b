import { type Address, canonicalJson, type Declaration, type Finding, outlineOf } from "@contractc/kernel";
import type { Program } from "../binder/program.js";
import type { ContainerSymbol, DeclarationOwner, DeclarationSymbol, FileSymbols } from "../binder/symbols.js";
import type { LoweredOwner } from "../lowering/owners.js";
import { askedAbout } from "../resolver/lookup.js";
import { typeParametersOf } from "../resolver/types.js";
import type { Source } from "../source/source.js";

/*
 * What is different between two programs of one contract, as far as others than the changed files can see it.
 */

/** Files that are not what they were, those that came or went among them, by path. */
export function changedFiles(before: readonly Source[], after: readonly Source[]): Set<string> {
  const changed = new Set<string>();
  const known = new Set(before);
  for (const source of after) if (!known.delete(source)) changed.add(source.path);
  for (const source of known) changed.add(source.path);
  return changed;
}

/**
 * Whether files have the same packages, modules and externals at the same places in the same order: then the names of
 * such stand for the same.
 */
export function sameContainers(before: readonly FileSymbols[], after: readonly FileSymbols[]): boolean {
  return (
    before.length === after.length &&
    before.every((file, at) => {
      const other = after[at]!;
      if (file === other) return true;
      return (
        file.source.path === other.source.path &&
        sameList(file.packages, other.packages) &&
        sameList(file.modules, other.modules) &&
        sameList(file.externals, other.externals) &&
        sameList(file.top, other.top)
      );
    })
  );
}

function sameList(before: readonly ContainerSymbol[], after: readonly ContainerSymbol[]): boolean {
  return before.length === after.length && before.every((symbol, at) => sameContainer(symbol, after[at]!));
}

function sameContainer(before: ContainerSymbol, after: ContainerSymbol): boolean {
  if (before === after) return true;
  if (before.kind !== after.kind || before.address !== after.address) return false;
  if (before.kind === "external" || after.kind === "external") return true;
  return before.path === after.path && before.node.path === after.node.path;
}

/** The names that stand for something else than before, in programs with the same containers. */
export function changedNames(before: Program, after: Program): Set<string> {
  const names = new Set<string>();
  const compare = (one: DeclarationOwner, other: DeclarationOwner) => {
    if (one === other) return;
    for (const [name, symbols] of one.declarations) {
      const others = other.declarations.get(name);
      if (!others || shapeOf(symbols) !== shapeOf(others)) names.add(name);
    }
    for (const name of other.declarations.keys()) if (!one.declarations.has(name)) names.add(name);
  };
  before.modules.forEach((module, at) => {
    compare(module, after.modules[at]!);
  });
  for (const [name, external] of before.externals) compare(external, after.externals.get(name)!);
  addDifference(names, "requirement", before.requirements, after.requirements);
  addDifference(names, "role", before.roles, after.roles);
  return names;
}

function addDifference(
  names: Set<string>,
  what: "requirement" | "role",
  before: ReadonlyMap<string, unknown>,
  after: ReadonlyMap<string, unknown>,
): void {
  for (const name of before.keys()) if (!after.has(name)) names.add(askedAbout(what, name));
  for (const name of after.keys()) if (!before.has(name)) names.add(askedAbout(what, name));
}

/** All that resolving a name in another file sees of the declarations it leads to. */
function shapeOf(symbols: readonly DeclarationSymbol[]): string {
  return JSON.stringify(
    symbols.map(({ address, kind, internal, opaque, node }) => [
      address,
      kind,
      internal,
      opaque,
      typeParametersOf(node).map((parameter) => [
        parameter.bound !== undefined,
        parameter.default !== undefined,
      ]),
      node.$type === "EnumDeclaration" ? node.members.map(({ name }) => name) : 0,
    ]),
  );
}

/** The addresses whose declarations others see differently than before, of one module or external. */
export function changedAddresses(before: LoweredOwner, after: LoweredOwner, into: Set<Address>): void {
  const olds = new Map(before.declarations.map((declaration) => [declaration.address, declaration]));
  for (const declaration of after.declarations) {
    const { address } = declaration;
    const old = olds.get(address);
    olds.delete(address);
    if (!old || before.language !== after.language || !sameOutline(old, declaration)) into.add(address);
  }
  for (const address of olds.keys()) into.add(address);
}

function sameOutline(before: Declaration, after: Declaration): boolean {
  return canonicalJson(outlineOf(before), 0) === canonicalJson(outlineOf(after), 0);
}

/** Whether two sets have something in common. */
export function overlap<T>(one: ReadonlySet<T>, other: ReadonlySet<T>): boolean {
  const [small, large] = one.size < other.size ? [one, other] : [other, one];
  for (const each of small) if (large.has(each)) return true;
  return false;
}

/** Whether one of the findings speaks of a place in one of the files. */
export function speakOf(findings: readonly Finding[], files: ReadonlySet<string>): boolean {
  return findings.some(
    ({ file, related, fixes }) =>
      files.has(file) ||
      related.some((place) => files.has(place.file)) ||
      fixes.some(({ edits }) => edits.some((edit) => files.has(edit.file))),
  );
}
