import type { Address } from "@contractc/kernel";
import { notedBy } from "../project/consulted.js";
import type { CodeProject } from "../project/project.js";
import { type Group, isValue } from "./declarations.js";
import { isUnexported } from "./exports.js";
import { type Located, type LocatedModule, locateAsDeclared, namesOf } from "./locate.js";

/** A module with what the code has for its declarations. */
export interface LocatedGroups {
  module: LocatedModule;
  groups: readonly { group: Group; found: Located }[];
  /** Declarations that the code has nothing for. */
  missing: readonly Address[];
  /** Declarations that the code keeps to the file that defines them. */
  unexported: readonly Address[];
  /** Which definitions are which declarations, in four ranks: those of a lower one stand. */
  realised: readonly [readonly Realised[], readonly Realised[], readonly Realised[], readonly Realised[]];
}

/** A definition of the code and the declaration that it is. */
export type Realised = readonly [file: string, name: string, address: Address];

/** Finds what the code has for the declarations of a module, and notes whose contents that takes. */
export function locateGroups(project: CodeProject, module: LocatedModule): LocatedGroups {
  return notedBy(project.consulted, module.module.address, () => {
    const missing: Address[] = [];
    const unexported: Address[] = [];
    const groups = module.groups.map((group) => {
      const found = locateAsDeclared(project, module, group);
      const [declaration] = group.declarations;
      if (found.kind === "missing") missing.push(declaration.address);
      else if (found.kind === "found" && isUnexported(module, declaration, found.definition))
        unexported.push(declaration.address);
      return { group, found };
    });
    return { module, groups, missing, unexported, realised: realisedBy(module, groups) };
  });
}

/**
 * Which definition is which declaration, the ones that stand first; what a type names can only be told once every
 * declaration has been found.
 */
export function* allRealised(located: readonly Pick<LocatedGroups, "realised">[]): Generator<Realised> {
  for (const rank of [0, 1, 2, 3] as const) for (const each of located) yield* each.realised[rank];
}

/**
 * A module's own definitions come first, then those that it passes on; the other names of a definition (`export { A as
 * B }`) come last, as they may be declarations of their own.
 */
function realisedBy(module: LocatedModule, groups: LocatedGroups["groups"]): LocatedGroups["realised"] {
  const ranks: [Realised[], Realised[], Realised[], Realised[]] = [[], [], [], []];
  for (const { group, found } of groups) {
    if (found.kind !== "found") continue;
    const { file, symbols, source, namespace } = found.definition;
    const [first] = symbols;
    const [declaration] = group.declarations;
    // What stands for a type and a value is the type, where it is named as one.
    const isTwinOfType = isValue(declaration) && groups.some(({ group: other }) => isTypeOf(other, group));
    if (!first || isTwinOfType) continue;
    const own = module.files.includes(file) ? 0 : 1;
    const add = (rank: number, name: string) => {
      ranks[rank]!.push([file.path, name, declaration.address]);
      // Other files import it from the source, whatever its stub says.
      if (source) ranks[rank]!.push([source.path, name, declaration.address]);
    };
    const all = namesOf(found.definition, first);
    for (const name of namespace === undefined ? [first.name] : all) add(own, name);
    for (const name of all) add(own + 2, name);
  }
  return ranks;
}

function isTypeOf(other: Group, group: Group): boolean {
  return other !== group && other.name === group.name && !isValue(other.declarations[0]);
}
