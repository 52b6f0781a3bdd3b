import type {
  Address,
  Allow,
  ClassLike,
  Common,
  Declaration,
  External,
  FunctionDeclaration,
  Kernel,
  Language,
  Member,
  Position,
  Type,
} from "@contractc/kernel";
import { lastName } from "@contractc/kernel";
import { NotAtHand } from "../project/not-at-hand.js";
import type { NameMeaning } from "../project/project.js";
import { libraryName } from "../types/lift.js";

/** Declarations of one module that share a name: one, or the overloads of a function. */
export interface Group {
  name: string;
  /** In source order. */
  declarations: readonly [Declaration, ...Declaration[]];
}

/** Declarations of modules that are not at hand: those of the module that an address lies in. */
export type MoreDeclarations = (address: Address) => readonly Declaration[];

/** What the comparison of a module asks of the contract, and of what the code has for the others. */
export interface Asked {
  /** Of which declarations. */
  addresses: Set<Address>;
  /** Which definitions, `file#name`, are a declaration, and which one. */
  names: Set<string>;
  /** Keys of the position table, with what they led to. */
  positions: Map<string, Position | undefined>;
  /** Which declarations the code does not have, or keeps to itself. */
  absent: boolean;
  /** Of all declarations or definitions. */
  everything: boolean;
}

/** What a contract declares, by address. */
export class DeclarationIndex {
  /** Notes which declarations are asked for. */
  asked: Asked | undefined;
  readonly #byAddress = new Map<Address, Declaration>();
  readonly #allows = new Map<Address, readonly Allow[]>();
  readonly #externals: readonly External[];
  /** Standard types that several externals name, by the address of each. */
  readonly #standard = new Map<Address, Address>();

  /** @param more absent where the kernel holds every declaration */
  constructor(
    kernel: Pick<Kernel, "modules" | "packages" | "externals" | "signatures">,
    private readonly more?: MoreDeclarations,
  ) {
    this.#externals = kernel.externals;
    const allow = ({ address, allows }: Pick<Common, "address" | "allows">) => {
      if (allows) this.#allows.set(address, allows);
    };
    const declare = (declaration: Declaration) => {
      this.#byAddress.set(declaration.address, declaration);
      allow(declaration);
      if (isClassLike(declaration)) declaration.members.forEach(allow);
    };
    kernel.modules.forEach(allow);
    kernel.packages.forEach(allow);
    for (const declarations of Object.values(kernel.signatures)) declarations.forEach(declare);
    const standard = new Map<string, Address>();
    for (const { requirement, declarations } of kernel.externals) {
      declarations.forEach(declare);
      if (requirement !== "std") continue;
      for (const { name, address } of declarations) {
        if (!standard.has(name)) standard.set(name, address);
        this.#standard.set(address, standard.get(name)!);
      }
    }
  }

  /** One address for a type of the standard library that several externals name. */
  canonical(address: Address): Address {
    return this.#standard.get(address) ?? address;
  }

  /**
   * The declaration of a type with a name that no other has.
   *
   * @throws NotAtHand where the kernel does not hold every declaration
   */
  onlyNamed(name: string): Address | undefined {
    if (this.more) throw new NotAtHand("every declaration");
    if (this.asked) this.asked.everything = true;
    const found = [...this.#byAddress.values()].filter(
      (declaration) => declaration.name === name && !isValue(declaration),
    );
    return found.length === 1 ? found[0]!.address : undefined;
  }

  get(address: Address): Declaration | undefined {
    this.asked?.addresses.add(address);
    const known = this.#byAddress.get(address);
    if (known || !this.more) return known;
    for (const each of this.more(address)) this.#byAddress.set(each.address, each);
    return this.#byAddress.get(address);
  }

  classLike(address: Address): ClassLike | undefined {
    const declaration = this.get(address);
    return declaration && isClassLike(declaration) ? declaration : undefined;
  }

  /** What stands for type arguments that are left out: each parameter's default, or `any`. */
  defaults(address: Address): Type[] {
    const declaration = this.get(address);
    if (!declaration || !("typeParameters" in declaration)) return [];
    return (declaration.typeParameters ?? []).map(
      (parameter) => parameter.default ?? { kind: "primitive", name: "any" },
    );
  }

  /** Whether an address is a type of an external. */
  isExternal(address: Address): boolean {
    return this.#externals.some(({ declarations }) => declarations.some((type) => type.address === address));
  }

  /** What an alias of the contract stands for; `undefined` for everything that is no alias. */
  alias(address: Address): { typeParameters: readonly string[]; type: Type } | undefined {
    const declaration = this.get(address);
    if (declaration?.kind !== "alias") return undefined;
    return {
      typeParameters: (declaration.typeParameters ?? []).map(({ name }) => name),
      type: declaration.type,
    };
  }

  /** Every class-like declaration that the contract puts above one, nearest first, each once. */
  basesOf(address: Address): ClassLike[] {
    const found = new Map<Address, ClassLike>();
    const visit = (current: Address) => {
      const declaration = this.classLike(current);
      for (const base of [...(declaration?.extends ?? []), ...(declaration?.implements ?? [])]) {
        if (base.kind !== "reference" || found.has(base.target)) continue;
        const above = this.classLike(base.target);
        if (!above) continue;
        found.set(base.target, above);
        visit(base.target);
      }
    };
    visit(address);
    found.delete(address);
    return [...found.values()];
  }

  /** A member of a class or of what the contract puts above it. */
  memberOf(owner: ClassLike, name: string): Member | undefined {
    for (const declaration of [owner, ...this.basesOf(owner.address)]) {
      const member = declaration.members.find((candidate) => candidate.name === name);
      if (member) return member;
    }
    return undefined;
  }

  extends(derived: Address, base: Address): boolean {
    return this.basesOf(derived).some(({ address }) => address === base);
  }

  isAllowed(code: string, symbol: Address): boolean {
    return this.allowedAt(code, symbol) !== undefined;
  }

  /** @returns where an `@allow` with a reason accepts a code: on the symbol or on what it lies in */
  allowedAt(code: string, symbol: Address): Address | undefined {
    for (let at = symbol; at !== ""; at = parentOf(at)) {
      const allows = this.#allows.get(at);
      if (allows?.some((allow) => allow.code === code && (allow.reason ?? "").trim() !== "")) return at;
    }
    return undefined;
  }

  /**
   * The contract's name for something outside of the project.
   *
   * Packages are found by what the code imports (`from`, else the name of the external), types by their last name, so
   * that `pygame.surface.Surface` is `Surface` of `pygame`. Externals with the requirement `"std"` name types of the
   * standard and the ambient library wherever they come from.
   */
  externalAddress(
    meaning: NameMeaning & { kind: "external" | "global" },
    written: string,
    language: Language,
  ): Address | undefined {
    const name =
      meaning.name === "default" || meaning.name === "" ? lastName(written) : lastName(meaning.name);
    const origin = meaning.kind === "external" ? meaning.package : "";
    const std = meaning.kind === "global" || meaning.std;
    const matches: External[] = [];
    // `typing.Set` is a word of the contract's: a `Set` that it takes from `ast` is another.
    const isWord = std && libraryName(meaning, { language }) !== undefined;
    for (const external of this.#externals) {
      if (isWord && rank(external, origin) !== 0) continue;
      if (external.requirement === "std" ? std : !std && isFrom(origin, meaning.name, external)) {
        matches.push(external);
      }
    }
    // Of several standard libraries that name it, the one that is called like the module.
    matches.sort((a, b) => rank(a, origin) - rank(b, origin));
    for (const external of matches) {
      const declaration = external.declarations.find(
        (candidate) => (candidate.names?.[language] ?? candidate.name) === name,
      );
      if (declaration) return declaration.address;
    }
    return undefined;
  }
}

function rank(external: External, origin: string): number {
  return specifierOf(external) === origin.replace(/^node:/, "") ? 0 : 1;
}

function specifierOf(external: External): string {
  return external.from ?? external.names?.python ?? external.name;
}

function isFrom(origin: string, name: string, external: External): boolean {
  const specifier = specifierOf(external);
  if (origin === specifier || origin.startsWith(`${specifier}/`) || origin.startsWith(`${specifier}.`))
    return true;
  // An external of a part of a package: `from "sqlalchemy.orm"`, `from "lodash/fp"`.
  return `${origin}.${name}`.startsWith(`${specifier}.`) || specifier.startsWith(`${origin}/`);
}

function parentOf(address: Address): Address {
  const overload = address.lastIndexOf("#");
  const dot = address.lastIndexOf(".");
  if (overload > dot) return address.slice(0, overload);
  return dot < 0 ? "" : address.slice(0, dot);
}

export function isClassLike(declaration: Declaration): declaration is ClassLike {
  return (
    declaration.kind === "class" ||
    declaration.kind === "interface" ||
    declaration.kind === "record" ||
    declaration.kind === "error"
  );
}

export function isFunction(declaration: Declaration): declaration is FunctionDeclaration {
  return declaration.kind === "function";
}

/** Whether a declaration stands for a value alone, never for a type. */
export function isValue(declaration: Declaration): boolean {
  return declaration.kind === "function" || declaration.kind === "const";
}

/** Declarations by name, in source order; events and states are no symbols of the code. */
export function groupsOf(declarations: readonly Declaration[]): Group[] {
  const groups = new Map<string, [Declaration, ...Declaration[]]>();
  for (const declaration of declarations) {
    if (declaration.kind === "event" || declaration.kind === "states") continue;
    // In TypeScript one name may stand for a type and a value.
    const key = `${isValue(declaration) ? "value" : "type"} ${declaration.name}`;
    const group = groups.get(key);
    if (group) group.push(declaration);
    else groups.set(key, [declaration]);
  }
  return [...groups.values()].map((members) => ({ name: members[0].name, declarations: members }));
}
