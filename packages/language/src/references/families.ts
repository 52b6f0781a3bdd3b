import type { Address, Kernel } from "@contractc/kernel";
import { isClassLike, World } from "../types/world.js";

/**
 * The members that go by one name because they override each other: renaming one of them alone would leave a base
 * without its override.
 *
 * @param address of a member, without the ordinal of an overload
 * @returns addresses without ordinals, the given one among them
 */
export function overrideFamily(kernel: Kernel, address: Address): Set<Address> {
  const world = World.of(kernel);
  const dot = address.lastIndexOf(".");
  const name = address.slice(dot + 1);
  const family = new Set<Address>([address]);
  if (name === "new" || !world.classLike(address.slice(0, dot))) return family;
  const classes = [
    ...Object.values(kernel.signatures).flat(),
    ...kernel.externals.flatMap((external) => external.declarations),
  ].filter(isClassLike);
  /** Classes that have the name, with those above them that have it. */
  const groups = classes.flatMap((each) => {
    const lineage = [each, ...world.ancestors(each).map((ancestor) => ancestor.declaration)];
    const having = lineage.filter(({ members }) => members.some((member) => member.name === name));
    return having.length > 1 ? [having.map((owner) => `${owner.address}.${name}`)] : [];
  });
  for (let grown = true; grown; ) {
    grown = false;
    for (const group of groups) {
      if (!group.some((each) => family.has(each))) continue;
      for (const each of group) {
        if (family.has(each)) continue;
        family.add(each);
        grown = true;
      }
    }
  }
  return family;
}
