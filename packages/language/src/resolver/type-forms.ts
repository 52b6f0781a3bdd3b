import type { Type } from "@contractc/kernel";

/** `T?` in its normal form: never nested. */
export function optional(type: Type): Type {
  return type.kind === "optional" ? type : { kind: "optional", type };
}

/**
 * `A | B` in its normal form: unions within are opened, members that are the same are one, and an optional member
 * makes the whole optional (`A? | B` is `(A | B)?`). The order is kept.
 */
export function union(members: readonly Type[]): Type {
  const flat: Type[] = [];
  const seen = new Set<string>();
  let isOptional = false;
  const add = (type: Type): void => {
    if (type.kind === "optional") {
      isOptional = true;
      add(type.type);
    } else if (type.kind === "union") {
      type.members.forEach(add);
    } else {
      const key = type.kind === "primitive" ? type.name : JSON.stringify(type);
      if (seen.has(key)) return;
      seen.add(key);
      flat.push(type);
    }
  };
  members.forEach(add);
  const [only] = flat;
  const type: Type = only && flat.length === 1 ? only : { kind: "union", members: flat };
  return isOptional ? optional(type) : type;
}
