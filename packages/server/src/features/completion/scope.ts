import type { Address, ClassLike, Declaration, Kernel, Member, Type } from "@contractc/kernel";

/** A declaration as a module sees it. */
export interface Visible {
  declaration: Declaration;
  /** The module or external that declares it. */
  owner: Address;
  /** It is the module's own or of one that it uses. */
  reachable: boolean;
}

/** Every declaration that a module names or could name, the reachable ones first. */
export function visibleFrom(kernel: Kernel, module: Address | undefined): Visible[] {
  const used = new Set(kernel.graph.uses.filter(({ from }) => from === module).map(({ to }) => to));
  const found: Visible[] = [];
  const add = (owner: Address, declarations: readonly Declaration[]) => {
    const isOwn = owner === module;
    const seen = new Set<string>();
    for (const declaration of declarations) {
      if ((declaration.internal && !isOwn) || seen.has(declaration.name)) continue;
      seen.add(declaration.name);
      found.push({ declaration, owner, reachable: isOwn || used.has(owner) });
    }
  };
  for (const { address } of kernel.modules) add(address, kernel.signatures[address] ?? []);
  for (const { address, declarations } of kernel.externals) add(address, declarations);
  return found.sort((a, b) => Number(b.reachable) - Number(a.reachable));
}

export function isClassLike(declaration: Declaration | undefined): declaration is ClassLike {
  return (
    declaration?.kind === "class" ||
    declaration?.kind === "interface" ||
    declaration?.kind === "record" ||
    declaration?.kind === "error"
  );
}

export function declarationAt(kernel: Kernel, address: Address): Declaration | undefined {
  for (const declarations of [
    ...Object.values(kernel.signatures),
    ...kernel.externals.map((external) => external.declarations),
  ]) {
    const found = declarations.find((each) => each.address === address);
    if (found) return found;
  }
  return undefined;
}

/** The members of a class with those of what it extends, the nearest of each name; with the class that has each. */
export function membersOf(kernel: Kernel, declaration: ClassLike): { member: Member; owner: ClassLike }[] {
  const found = new Map<string, { member: Member; owner: ClassLike }>();
  const seen = new Set<ClassLike>();
  const queue = [declaration];
  for (const owner of queue) {
    if (seen.has(owner)) continue;
    seen.add(owner);
    for (const member of owner.members) {
      if (!found.has(member.name)) found.set(member.name, { member, owner });
    }
    for (const base of [...(owner.extends ?? []), ...(owner.implements ?? [])]) {
      const above = base.kind === "reference" ? declarationAt(kernel, base.target) : undefined;
      if (isClassLike(above)) queue.push(above);
    }
  }
  return [...found.values()];
}

/** The class that values of a type belong to, aliases and `T?` taken off. */
export function classOf(kernel: Kernel, type: Type | undefined): ClassLike | undefined {
  let at = type;
  for (let depth = 0; at && depth < 20; depth++) {
    if (at.kind === "optional") at = at.type;
    else if (at.kind === "apply" && at.name === "future") at = at.arguments[0];
    else if (at.kind === "reference") {
      const declaration = declarationAt(kernel, at.target);
      if (isClassLike(declaration)) return declaration;
      at = declaration?.kind === "alias" ? declaration.type : undefined;
    } else return undefined;
  }
  return undefined;
}
