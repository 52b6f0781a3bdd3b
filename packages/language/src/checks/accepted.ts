import type { Address, Allow, Finding, Kernel } from "@contractc/kernel";

/**
 * Tells which findings of the checks `@allow("code", "why")` accepts: on the declaration concerned, or on what it
 * stands in. An `@allow` without a reason accepts nothing. Names that do not resolve cannot be accepted.
 */
export function acceptance(kernel: Kernel): (finding: Finding) => boolean {
  const allows = new Map<Address, Allow[]>();
  const note = (of: { address: Address; allows?: Allow[] }) => {
    if (of.allows) allows.set(of.address, [...(allows.get(of.address) ?? []), ...of.allows]);
  };
  for (const of of [...kernel.packages, ...kernel.modules, ...kernel.externals]) note(of);
  const lists = [
    ...Object.values(kernel.signatures),
    ...kernel.externals.map(({ declarations }) => declarations),
  ];
  for (const declaration of lists.flat()) {
    note(declaration);
    if ("members" in declaration && declaration.kind !== "enum") declaration.members.forEach(note);
  }
  if (allows.size === 0) return () => false;
  return ({ code, symbol }) => {
    for (let at = symbol; at !== ""; at = at.slice(0, Math.max(0, at.lastIndexOf(".")))) {
      const accepted = allows.get(at)?.some((allow) => allow.code === code && allow.reason?.trim());
      if (accepted) return true;
    }
    return false;
  };
}
