import type {
  Address,
  ClassLike,
  Declaration,
  Edge,
  External,
  Field,
  FunctionDeclaration,
  Kernel,
  Member,
  Module,
  Parameter,
  Type,
} from "@contractc/kernel";

/** Where a declaration of the kernel stands. */
export type Home =
  | { kind: "module"; module: Module; declaration: Declaration }
  | { kind: "external"; external: External; declaration: Declaration };

/** What generators ask of a kernel, answered in constant time. */
export class KernelIndex {
  readonly #modules = new Map<Address, Module>();
  readonly #externals = new Map<Address, External>();
  readonly #homes = new Map<Address, Home>();
  readonly #edges = new Map<Address, Edge[]>();

  constructor(readonly kernel: Kernel) {
    for (const module of kernel.modules) {
      this.#modules.set(module.address, module);
      for (const declaration of this.declarations(module.address)) {
        this.#homes.set(declaration.address, { kind: "module", module, declaration });
      }
    }
    for (const external of kernel.externals) {
      this.#externals.set(external.address, external);
      for (const declaration of external.declarations) {
        this.#homes.set(declaration.address, { kind: "external", external, declaration });
      }
    }
    for (const edge of kernel.graph.uses) {
      const edges = this.#edges.get(edge.from);
      if (edges) edges.push(edge);
      else this.#edges.set(edge.from, [edge]);
    }
  }

  /** The declarations of a module, in source order. */
  declarations(module: Address): Declaration[] {
    return this.kernel.signatures[module] ?? [];
  }

  module(address: Address): Module | undefined {
    return this.#modules.get(address);
  }

  external(address: Address): External | undefined {
    return this.#externals.get(address);
  }

  home(address: Address): Home | undefined {
    return this.#homes.get(address);
  }

  /** The declared dependencies of a module. */
  edges(module: Address): Edge[] {
    return this.#edges.get(module) ?? [];
  }

  edge(from: Address, to: Address): Edge | undefined {
    const edges = this.edges(from).filter((edge) => edge.to === to);
    // A pair may have several edges: the one that gives most counts.
    return (
      edges.find((edge) => edge.kind === "use") ?? edges.find((edge) => edge.kind === "lazy") ?? edges[0]
    );
  }

  /** The class that a base type names, where the kernel declares it. */
  classOf(type: Type): ClassLike | undefined {
    if (type.kind !== "reference") return undefined;
    const declaration = this.home(type.target)?.declaration;
    return declaration && isClassLike(declaration) ? declaration : undefined;
  }

  /** The declared classes that a class extends, nearest first, each once. Cycles end. */
  ancestors(declaration: ClassLike): ClassLike[] {
    const found = new Map<Address, ClassLike>();
    const visit = (of: ClassLike): void => {
      for (const type of of.extends ?? []) {
        const base = this.classOf(type);
        if (!base || found.has(base.address) || base.address === declaration.address) continue;
        found.set(base.address, base);
        visit(base);
      }
    };
    visit(declaration);
    return [...found.values()];
  }

  /** Fields of instances, those of base declarations first, overridden ones in the place of the first. */
  fields(declaration: ClassLike): Field[] {
    const fields = new Map<string, Field>();
    for (const owner of [...this.ancestors(declaration).reverse(), declaration]) {
      for (const member of owner.members) {
        if (member.kind === "field" && !member.static) fields.set(member.name, member);
      }
    }
    return [...fields.values()];
  }

  /** The member of that name, of the class itself or of what it extends and implements. */
  members(declaration: ClassLike, name: string): { owner: ClassLike; member: Member }[] {
    const seen = new Set<Address>();
    const search = (owner: ClassLike): { owner: ClassLike; member: Member }[] => {
      if (seen.has(owner.address)) return [];
      seen.add(owner.address);
      const own = owner.members.filter((member) => member.name === name);
      if (own.length > 0) return own.map((member) => ({ owner, member }));
      for (const type of [...(owner.extends ?? []), ...(owner.implements ?? [])]) {
        const base = this.classOf(type);
        const found = base ? search(base) : [];
        if (found.length > 0) return found;
      }
      return [];
    };
    return search(declaration);
  }

  /**
   * What a call of the class takes: one list for each overload of the constructor it declares or inherits; of a
   * record or error without one, the fields in order.
   */
  constructions(declaration: ClassLike): Parameter[][] {
    for (const owner of [declaration, ...this.ancestors(declaration)]) {
      const declared = owner.members.filter((member) => member.kind === "constructor");
      if (declared.length > 0) return declared.map((member) => member.parameters);
    }
    if (declaration.kind !== "record" && declaration.kind !== "error") return [[]];
    return [this.fields(declaration).map(fieldParameter)];
  }
}

/** A record's field as the parameter of its construction. */
function fieldParameter(field: Field): Parameter {
  return {
    name: field.name,
    type: field.type,
    kind: "standard",
    ...(field.optional || field.default !== undefined ? { optional: true } : {}),
    ...(field.default === undefined ? {} : { default: field.default }),
    ...(field.names === undefined ? {} : { names: field.names }),
  };
}

export function isClassLike(declaration: Declaration): declaration is ClassLike {
  return (
    declaration.kind === "class" ||
    declaration.kind === "interface" ||
    declaration.kind === "record" ||
    declaration.kind === "error"
  );
}

/** Declarations that are symbols of the code: all but events and states. Overloads stand together, at the first. */
export type CodeUnit =
  | Exclude<Declaration, { kind: "event" | "states" | "function" }>
  | { kind: "functions"; name: string; overloads: [FunctionDeclaration, ...FunctionDeclaration[]] };

/**
 * What a module's code has to define, in source order.
 *
 * @param declarations of one module
 */
export function codeUnits(declarations: readonly Declaration[]): CodeUnit[] {
  const units: CodeUnit[] = [];
  const sets = new Map<string, FunctionDeclaration[]>();
  for (const declaration of declarations) {
    if (declaration.kind === "event" || declaration.kind === "states") continue;
    if (declaration.kind !== "function") {
      units.push(declaration);
      continue;
    }
    const set = sets.get(declaration.name);
    if (set) {
      set.push(declaration);
    } else {
      const overloads: [FunctionDeclaration, ...FunctionDeclaration[]] = [declaration];
      sets.set(declaration.name, overloads);
      units.push({ kind: "functions", name: declaration.name, overloads });
    }
  }
  return units;
}

/** Members of a class with overloads together, in source order. */
export function memberGroups(declaration: ClassLike): Member[][] {
  const groups = new Map<string, Member[]>();
  for (const member of declaration.members) {
    const key = `${member.kind} ${member.name}`;
    const group = groups.get(key);
    if (group) group.push(member);
    else groups.set(key, [member]);
  }
  return [...groups.values()];
}
