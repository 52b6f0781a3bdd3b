import {
  type Address,
  type Alias,
  type ClassLike,
  type Declaration,
  finding,
  lastName,
  printType,
  shortestCycle,
  stronglyConnectedComponents,
  type Type,
} from "@contractc/kernel";
import { KIND_WORDS } from "../binder/bind-file.js";
import { isClassLike, type World } from "../types/world.js";
import type { CheckContext, OwnerContext } from "./context.js";

/** What the classes and aliases of a module or external stand on: each with those it is made of. */
export interface Lineage {
  classes: [Address, Address[]][];
  aliases: [Address, Address[]][];
}

/** Adds a class or alias that stands on others, for `checkInheritanceCycles`. */
export function addLineage(lineage: Lineage, world: World, declaration: Declaration): void {
  if (declaration.kind === "alias") {
    const targets = aliasTargets(world, declaration);
    if (targets.length > 0) lineage.aliases.push([declaration.address, targets]);
  } else if (isClassLike(declaration) && (declaration.extends || declaration.implements)) {
    const bases = baseAddresses(world, declaration);
    if (bases.length > 0) lineage.classes.push([declaration.address, bases]);
  }
}

/** Classes that are their own ancestors, and aliases that stand for themselves. */
export function checkInheritanceCycles(context: CheckContext, lineages: readonly Lineage[]): void {
  reportCycles(context, "type", new Map(lineages.flatMap(({ aliases }) => aliases)));
  reportCycles(context, "class", new Map(lineages.flatMap(({ classes }) => classes)));
}

function reportCycles(
  { world, tables, report }: CheckContext,
  what: "class" | "type",
  graph: ReadonlyMap<Address, readonly Address[]>,
): void {
  for (const component of stronglyConnectedComponents(graph)) {
    const cycle = shortestCycle(graph, component);
    const places = cycle.flatMap((address) => {
      const declaration = world.declaration(address);
      if (!declaration) return [];
      const { node, source } = tables.originOf(declaration, world.ownerOf(address));
      return [{ ...source.placeOf(node, "name"), message: `\`${address}\`` }];
    });
    const [first, ...others] = places;
    if (!first) continue;
    const names = [...cycle, cycle[0]!].map(lastName);
    report(
      finding(
        "type/inheritance-cycle",
        first,
        { what, cycle: names },
        {
          symbol: cycle[0]!,
          related: others,
          key: cycle.join(" "),
        },
      ),
    );
  }
}

function baseAddresses(world: World, declaration: ClassLike): Address[] {
  return world.bases(declaration).map((base) => base.declaration.address);
}

/** Aliases that an alias stands for, not counting those inside of other types: `list<Tree>` ends the expansion. */
function aliasTargets(world: World, alias: Alias): Address[] {
  const targets: Address[] = [];
  const visit = (type: Type): void => {
    if (type.kind === "reference" && world.declaration(type.target)?.kind === "alias")
      targets.push(type.target);
    else if (type.kind === "optional") visit(type.type);
    else if (type.kind === "union") type.members.forEach(visit);
  };
  visit(alias.type);
  return targets;
}

/** Which kinds may be the bases of which, and what to say where they may not. */
const BASES: Readonly<
  Record<ClassLike["kind"], { extends: readonly string[]; says: string; implements: readonly string[] }>
> = {
  class: {
    extends: ["class", "record", "error"],
    says: "a class extends a class and implements interfaces",
    implements: ["interface", "class", "record"],
  },
  interface: {
    extends: ["interface", "class", "record"],
    says: "an interface extends interfaces",
    implements: [],
  },
  record: {
    extends: ["record", "class", "interface"],
    says: "a record extends records and implements interfaces",
    implements: ["interface", "class", "record"],
  },
  error: {
    extends: ["error", "class"],
    says: "an error extends errors and implements interfaces",
    implements: ["interface", "class", "record"],
  },
};

/** Bases of the wrong kind. */
export function checkBaseKinds(context: OwnerContext, declaration: ClassLike): void {
  for (const type of declaration.extends ?? []) checkBase(context, declaration, type, "extends");
  for (const type of declaration.implements ?? []) checkBase(context, declaration, type, "implements");
}

function checkBase(
  context: OwnerContext,
  declaration: ClassLike,
  type: Type,
  clause: "extends" | "implements",
): void {
  const { world, report } = context;
  const base = world.expand(type);
  const baseKind = kindOf(world, base);
  if (baseKind === undefined) return;
  const rule = BASES[declaration.kind];
  const external = base.kind === "reference" && world.isExternal(base.target);
  const allowed = rule[clause];
  if (allowed.includes(baseKind) || (external && allowed.length > 0 && baseKind !== "enum")) return;
  const { node, source } = context.originOf(type);
  const parameters = {
    name: declaration.name,
    kind: KIND_WORDS[declaration.kind],
    clause: clause === "extends" ? "extend" : "implement",
    base: printType(type),
    baseKind,
    expected: rule.says,
  };
  report(finding("type/base", source.place(node), parameters, { symbol: declaration.address }));
}

/** What a base is; `undefined` where it is none of the contract's business: built-in types may be extended in Python. */
function kindOf(world: World, base: Type): string | undefined {
  switch (base.kind) {
    case "reference": {
      const declaration = world.declaration(base.target);
      return declaration && KIND_WORDS[declaration.kind];
    }
    case "parameter":
      return "type parameter";
    case "primitive":
      return base.name === "void" || base.name === "null" ? "type" : undefined;
    case "union":
    case "optional":
    case "literal":
    case "function":
      return "type";
    default:
      return undefined;
  }
}
