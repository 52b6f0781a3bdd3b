import type { Address, ClassLike, Declaration, Kernel, Member, Type, TypeParameter } from "@contractc/kernel";
import { optional, union } from "../resolver/type-forms.js";

/** The type parameters in reach with their bounds. */
export type Bounds = ReadonlyMap<string, Type | undefined>;

/** An ancestor of a class as it is seen from there: its type parameters are replaced by what was given for them. */
export interface Ancestor {
  declaration: ClassLike;
  /** For the ancestor's own type parameters. */
  substitution: Substitution;
}

export type Substitution = ReadonlyMap<string, Type>;

/** Σ by address: what the checks ask about types. */
export class World {
  readonly #declarations = new Map<Address, Declaration>();
  readonly #external = new Set<Address>();
  /** Answers of `bases`, which every walk up a hierarchy asks for again. */
  readonly #bases = {
    extends: new Map<ClassLike, Ancestor[]>(),
    implements: new Map<ClassLike, Ancestor[]>(),
    both: new Map<ClassLike, Ancestor[]>(),
  };

  constructor(kernel: Kernel) {
    for (const declarations of Object.values(kernel.signatures)) {
      for (const declaration of declarations) this.#declarations.set(declaration.address, declaration);
    }
    for (const { declarations } of kernel.externals) {
      for (const declaration of declarations) {
        this.#declarations.set(declaration.address, declaration);
        this.#external.add(declaration.address);
      }
    }
  }

  declaration(address: Address): Declaration | undefined {
    return this.#declarations.get(address);
  }

  classLike(address: Address): ClassLike | undefined {
    const declaration = this.#declarations.get(address);
    return declaration && isClassLike(declaration) ? declaration : undefined;
  }

  /** A type of a third party, of which the contract says only part or nothing. */
  isExternal(address: Address): boolean {
    return this.#external.has(address);
  }

  /** @returns the type with every alias at its top replaced by what it stands for; `unresolved` for one that never ends */
  expand(type: Type): Type {
    let at = type;
    const seen = new Set<Address>();
    while (at.kind === "reference") {
      const declaration = this.#declarations.get(at.target);
      if (declaration?.kind !== "alias") return at;
      if (seen.has(at.target)) return { kind: "unresolved", name: at.target };
      seen.add(at.target);
      at = substitute(declaration.type, substitutionOf(declaration.typeParameters, at.arguments));
    }
    return at;
  }

  /** The direct bases of a class that are classes themselves, aliases expanded. */
  bases(declaration: ClassLike, which: "extends" | "implements" | "both" = "both"): readonly Ancestor[] {
    let known = this.#bases[which].get(declaration);
    if (!known) {
      known = this.#basesOf(declaration, which);
      this.#bases[which].set(declaration, known);
    }
    return known;
  }

  #basesOf(declaration: ClassLike, which: "extends" | "implements" | "both"): Ancestor[] {
    const types = [
      ...(which === "implements" ? [] : (declaration.extends ?? [])),
      ...(which === "extends" ? [] : (declaration.implements ?? [])),
    ];
    return types.flatMap((type) => this.ancestor(type) ?? []);
  }

  /** The class a type names, with what is given for its type parameters. */
  ancestor(type: Type): Ancestor | undefined {
    const expanded = this.expand(type);
    const declaration = expanded.kind === "reference" ? this.classLike(expanded.target) : undefined;
    if (!declaration || expanded.kind !== "reference") return undefined;
    return { declaration, substitution: substitutionOf(declaration.typeParameters, expanded.arguments) };
  }

  /** All ancestors, nearest first, each once, without the class itself. Ends for cyclic inheritance too. */
  ancestors(declaration: ClassLike, which: "extends" | "both" = "both"): Ancestor[] {
    const found: Ancestor[] = [];
    const seen = new Set<Address>([declaration.address]);
    const queue = [...this.bases(declaration, which)];
    for (const ancestor of queue) {
      if (seen.has(ancestor.declaration.address)) continue;
      seen.add(ancestor.declaration.address);
      found.push(ancestor);
      for (const base of this.bases(ancestor.declaration, which)) {
        queue.push({ ...base, substitution: compose(base.substitution, ancestor.substitution) });
      }
    }
    return found;
  }

  /** Something of the class is not known: it, or a class it comes from, is of a third party or did not resolve. */
  isPartlyKnown(declaration: ClassLike): boolean {
    if (this.isExternal(declaration.address)) return true;
    return [declaration, ...this.ancestors(declaration).map((ancestor) => ancestor.declaration)].some(
      (each) =>
        this.isExternal(each.address) ||
        [...(each.extends ?? []), ...(each.implements ?? [])].some((type) => !this.ancestor(type)),
    );
  }

  /** The type parameters in reach of a declaration or member. */
  boundsAt(address: Address): Bounds {
    const bounds = new Map<string, Type | undefined>();
    const add = (parameters: readonly TypeParameter[] = []) => {
      for (const { name, bound } of parameters) bounds.set(name, bound);
    };
    const declaration = this.#declarations.get(address);
    if (declaration) {
      if ("typeParameters" in declaration) add(declaration.typeParameters);
      return bounds;
    }
    const owner = this.classLike(address.slice(0, address.lastIndexOf(".")));
    add(owner?.typeParameters);
    const member = owner?.members.find((each) => each.address === address);
    if (member && member.kind !== "field") add(member.typeParameters);
    return bounds;
  }
}

export function isClassLike(declaration: Declaration): declaration is ClassLike {
  const { kind } = declaration;
  return kind === "class" || kind === "interface" || kind === "record" || kind === "error";
}

export function substitutionOf(
  parameters: readonly TypeParameter[] = [],
  arguments_: readonly Type[] = [],
): Substitution {
  return new Map(
    parameters.flatMap(({ name }, at): [string, Type][] => {
      const argument = arguments_[at];
      return argument ? [[name, argument]] : [];
    }),
  );
}

/** One substitution after another. */
export function compose(first: Substitution, then: Substitution): Substitution {
  return new Map([...first].map(([name, type]) => [name, substitute(type, then)]));
}

/** Replaces type parameters. */
export function substitute(type: Type, substitution: Substitution): Type {
  if (substitution.size === 0) return type;
  const inner = (each: Type) => substitute(each, substitution);
  switch (type.kind) {
    case "parameter":
      return substitution.get(type.name) ?? type;
    case "apply":
    case "reference":
      return { ...type, arguments: type.arguments.map(inner) };
    case "optional":
      return optional(inner(type.type));
    case "union":
      return union(type.members.map(inner));
    case "function":
      return {
        ...type,
        parameters: type.parameters.map((parameter) => ({ ...parameter, type: inner(parameter.type) })),
        result: inner(type.result),
      };
    default:
      return type;
  }
}

/** A member as an heir sees it. */
export function substituteMember<M extends Member>(member: M, substitution: Substitution): M {
  if (substitution.size === 0) return member;
  if (member.kind === "field") return { ...member, type: substitute(member.type, substitution) };
  return {
    ...member,
    parameters: member.parameters.map((parameter) => ({
      ...parameter,
      type: substitute(parameter.type, substitution),
    })),
    result: substitute(member.result, substitution),
  };
}
