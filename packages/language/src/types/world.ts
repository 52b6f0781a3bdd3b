import type {
  Address,
  ClassLike,
  Constructor,
  Declaration,
  Kernel,
  Language,
  Member,
  Type,
  TypeParameter,
} from "@contractc/kernel";
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

const NO_ANCESTORS: readonly Ancestor[] = [];

/** Of ECMAScript's `Error` and Python's `BaseException`. */
const BUILTIN_ERROR_MEMBERS: ReadonlySet<string> = new Set(["message", "name", "stack", "cause", "args"]);

export type NamedMember = Exclude<Member, Constructor>;

/** The declarations of one module or external. */
export interface Signatures {
  address: Address;
  language: Language | undefined;
  declarations: readonly Declaration[];
  kind: "module" | "external";
}

interface Declared {
  declaration: Declaration;
  owner: Signatures;
}

/** The direct bases of a class, and what was read to find them. */
interface Bases {
  ancestors: readonly Ancestor[];
  read: ReadonlySet<Address> | undefined;
}

/** Σ by address: what the checks ask about types. */
export class World {
  readonly #declared = new Map<Address, Declared>();
  /** Answers of `bases`, which every walk up a hierarchy asks for again. */
  readonly #bases = {
    extends: new Map<ClassLike, Bases>(),
    implements: new Map<ClassLike, Bases>(),
    both: new Map<ClassLike, Bases>(),
  };
  readonly #members = new Map<ClassLike, ReadonlyMap<string, readonly NamedMember[]>>();
  /** The addresses asked about, if somebody wants to know. */
  #read: Set<Address> | undefined;

  constructor(parts: Iterable<Signatures>) {
    for (const part of parts) this.add(part);
  }

  /** Σ of a kernel. */
  static of(kernel: Kernel): World {
    const modules = kernel.modules.map(({ address, language }) => ({
      address,
      language,
      declarations: kernel.signatures[address] ?? [],
      kind: "module" as const,
    }));
    const externals = kernel.externals.map(({ address, declarations }) => ({
      address,
      language: undefined,
      declarations,
      kind: "external" as const,
    }));
    return new World([...modules, ...externals]);
  }

  add(part: Signatures): void {
    for (const declaration of part.declarations) {
      this.#declared.set(declaration.address, { declaration, owner: part });
    }
  }

  /** Takes out what another module or external of the same address replaces. */
  remove(part: Signatures): void {
    for (const { address } of part.declarations) {
      if (this.#declared.get(address)?.owner === part) this.#declared.delete(address);
    }
  }

  /** Forgets answers that hold declarations which were replaced. */
  forgetAnswers(): void {
    for (const known of Object.values(this.#bases)) known.clear();
    this.#members.clear();
  }

  /**
   * Runs something, and tells what it depends on: every address it asked about, of declarations that there are and of
   * such that there are not. As long as these stay what they are, it would come to the same end.
   */
  reading<T>(run: () => T): { result: T; read: ReadonlySet<Address> } {
    const outer = this.#read;
    const read = new Set<Address>();
    this.#read = read;
    try {
      return { result: run(), read };
    } finally {
      this.#read = outer;
      if (outer) for (const address of read) outer.add(address);
    }
  }

  declaration(address: Address): Declaration | undefined {
    this.#read?.add(address);
    return this.#declared.get(address)?.declaration;
  }

  /** The module or external that a declaration belongs to. */
  ownerOf(address: Address): Address | undefined {
    return this.#declared.get(address)?.owner.address;
  }

  /** The language of the module that a declaration is in; of an external's there is none. */
  languageOf(address: Address): Language | undefined {
    this.#read?.add(address);
    return this.#declared.get(address)?.owner.language;
  }

  classLike(address: Address): ClassLike | undefined {
    const declaration = this.declaration(address);
    return declaration && isClassLike(declaration) ? declaration : undefined;
  }

  /** The fields and methods that a class declares itself, by name: several for overloads. */
  membersOf(declaration: ClassLike): ReadonlyMap<string, readonly NamedMember[]> {
    let known = this.#members.get(declaration);
    if (!known) {
      known = byName(declaration.members);
      this.#members.set(declaration, known);
    }
    return known;
  }

  /** A type of a third party, of which the contract says only part or nothing. */
  isExternal(address: Address): boolean {
    this.#read?.add(address);
    return this.#declared.get(address)?.owner.kind === "external";
  }

  /** What has its members fits: an interface, and in TypeScript a record or class of which members are known. */
  isStructural(address: Address): boolean {
    const declaration = this.declaration(address);
    const owner = this.#declared.get(address)?.owner;
    return declaration !== undefined && owner?.kind === "module" && isStructural(declaration, owner.language);
  }

  /** A bare `type X` of an external: a class, an alias, whatever. */
  isOpaque(address: Address): boolean {
    const declaration = this.isExternal(address) ? this.classLike(address) : undefined;
    return declaration !== undefined && declaration.members.length === 0;
  }

  /** A bare `type X<T>` of an external may be an operation on types: what it gives is not known. */
  isOperation(type: Type): boolean {
    return type.kind === "reference" && type.arguments.length > 0 && this.isOpaque(type.target);
  }

  /** @returns the type with every alias at its top replaced by what it stands for; `unresolved` for one that never ends */
  expand(type: Type): Type {
    let at = type;
    let seen: Set<Address> | undefined;
    while (at.kind === "reference") {
      const declaration = this.declaration(at.target);
      if (declaration?.kind !== "alias") return at;
      seen ??= new Set();
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
      if (this.#read) {
        const { result, read } = this.reading(() => this.#basesOf(declaration, which));
        known = { ancestors: result, read };
      } else known = { ancestors: this.#basesOf(declaration, which), read: undefined };
      this.#bases[which].set(declaration, known);
    } else if (this.#read) {
      // An answer that was given while nobody listened cannot tell what it depends on.
      if (!known.read) {
        this.#bases[which].delete(declaration);
        return this.bases(declaration, which);
      }
      for (const address of known.read) this.#read.add(address);
    }
    return known.ancestors;
  }

  #basesOf(declaration: ClassLike, which: "extends" | "implements" | "both"): readonly Ancestor[] {
    if (!declaration.extends && !declaration.implements) return NO_ANCESTORS;
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
  ancestors(declaration: ClassLike, which: "extends" | "both" = "both"): readonly Ancestor[] {
    const direct = this.bases(declaration, which);
    const [only] = direct;
    if (!only) return NO_ANCESTORS;
    // Most classes have one base, and that has none.
    if (direct.length === 1 && this.bases(only.declaration, which).length === 0) return direct;
    const found: Ancestor[] = [];
    const seen = new Set<Address>([declaration.address]);
    const queue = [...direct];
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

  /** Whether every error of the languages has a member that the contract need not declare. */
  hasBuiltinMember(declaration: ClassLike, name: string): boolean {
    if (!BUILTIN_ERROR_MEMBERS.has(name)) return false;
    return (
      declaration.kind === "error" ||
      this.ancestors(declaration).some((ancestor) => ancestor.declaration.kind === "error")
    );
  }

  /** The type parameters in reach of a declaration or member. */
  boundsAt(address: Address): Bounds {
    const bounds = new Map<string, Type | undefined>();
    const add = (parameters: readonly TypeParameter[] = []) => {
      for (const { name, bound } of parameters) bounds.set(name, bound);
    };
    const declaration = this.declaration(address);
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

function isStructural(declaration: Declaration, language: Language | undefined): boolean {
  if (declaration.kind === "interface") return true;
  return language === "typescript" && isClassLike(declaration) && declaration.members.length > 0;
}

function byName(members: readonly Member[]): Map<string, NamedMember[]> {
  const names = new Map<string, NamedMember[]>();
  for (const member of members) {
    if (member.kind === "constructor") continue;
    const others = names.get(member.name);
    if (others) others.push(member);
    else names.set(member.name, [member]);
  }
  return names;
}

export function isClassLike(declaration: Declaration): declaration is ClassLike {
  const { kind } = declaration;
  return kind === "class" || kind === "interface" || kind === "record" || kind === "error";
}

const NO_SUBSTITUTION: Substitution = new Map();

/** What type parameters stand for: the arguments given, else their defaults, else anything. */
export function substitutionOf(
  parameters: readonly TypeParameter[] = [],
  arguments_: readonly Type[] = [],
): Substitution {
  if (parameters.length === 0) return NO_SUBSTITUTION;
  const substitution = new Map<string, Type>();
  parameters.forEach(({ name, default: standard }, at) => {
    substitution.set(name, arguments_[at] ?? (standard ? substitute(standard, substitution) : ANY));
  });
  return substitution;
}

export const ANY: Type = { kind: "primitive", name: "any" };

/** One substitution after another. */
export function compose(first: Substitution, then: Substitution): Substitution {
  if (first.size === 0) return first;
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
