import type {
  Address,
  ClassLike,
  FunctionTypeParameter,
  Language,
  Member,
  PrimitiveName,
  Type,
} from "@contractc/kernel";
import { optional, union } from "../resolver/type-forms.js";
import { memberFits } from "./conformance.js";
import { type Bounds, substitute, substituteMember, type World } from "./world.js";

/** Types that accept, and are accepted by, everything. */
const OPEN: ReadonlySet<PrimitiveName> = new Set(["any", "json"]);

/** How deep types nest before the question is whether they end. */
const DEEP = 12;
const DEEPEST = 24;

/** What a built-in collection can also be taken for. */
const WIDER: Readonly<Record<string, readonly string[]>> = {
  list: ["sequence", "iterable"],
  set: ["iterable"],
  sequence: ["iterable"],
  iterator: ["iterable"],
  map: ["mapping"],
};

/**
 * Whether a value of one type may stand where another is expected.
 *
 * Everything is covariant but the parameters of functions: contracts describe what is passed, not how it is changed.
 * What is not known (a type of the target language, a name that did not resolve) fits everywhere, so that nothing is
 * reported on a guess.
 */
export class Assignability {
  #pairs: Set<string> | undefined;
  #depth = 0;
  #bounds: Bounds | undefined;

  /**
   * @param symbol the declaration or member whose type parameters are in reach
   * @param language whose rules hold where languages differ
   */
  constructor(
    readonly world: World,
    readonly symbol?: Address,
    readonly language?: Language,
  ) {}

  /** Few types have parameters: they are looked for when one is met. */
  get bounds(): Bounds {
    this.#bounds ??= this.symbol === undefined ? new Map() : this.world.boundsAt(this.symbol);
    return this.#bounds;
  }

  /** Pairs of classes whose structural comparison is under way: taken for fitting, as recursive types demand. */
  get #assumed(): Set<string> {
    this.#pairs ??= new Set();
    return this.#pairs;
  }

  fits(source: Type, target: Type): boolean {
    if (source.kind === "primitive" && target.kind === "primitive" && source.name === target.name)
      return true;
    if (this.#depth < DEEP) return this.#nested(source, target);
    // Aliases that contain themselves come back to the same question, or grow for ever.
    if (this.#depth > DEEPEST) return true;
    const key = JSON.stringify(["fits", source, target]);
    if (this.#assumed.has(key)) return true;
    this.#assumed.add(key);
    const result = this.#nested(source, target);
    this.#assumed.delete(key);
    return result;
  }

  #nested(source: Type, target: Type): boolean {
    this.#depth++;
    const result = this.#fits(source, target);
    this.#depth--;
    return result;
  }

  #fits(source: Type, target: Type): boolean {
    const from = this.world.expand(source);
    const to = this.world.expand(target);
    if (isUnknown(from) || isUnknown(to)) return true;
    if (this.world.isOperation(from) || this.world.isOperation(to)) {
      return from.kind !== "reference" || to.kind !== "reference" || this.#operationFits(from, to);
    }
    if (from.kind === "optional") return acceptsNull(this.world, to) && this.fits(from.type, to);
    if (from.kind === "parameter") return this.#parameterFits(from.name, to);
    if (from.kind === "union") return from.members.every((member) => this.fits(member, to));
    if (to.kind === "optional") return isNull(from) || isVoid(from) || this.fits(from, to.type);
    if (to.kind === "union") {
      return to.members.some((member) => this.fits(from, member)) || this.#boolFits(from, to.members);
    }
    if (to.kind === "primitive" && to.name === "object") return !isNull(from) && !isVoid(from);
    switch (to.kind) {
      case "primitive":
        return primitiveFits(from, to.name);
      case "literal":
        return from.kind === "literal" && from.value === to.value;
      case "apply":
        return this.#applicationFits(from, to);
      case "function":
        return from.kind === "function" ? this.#functionFits(from, to) : this.#mayBeCallable(from);
      case "reference":
        return from.kind === "reference" ? this.#referenceFits(from, to) : this.#mayBe(from, to.target);
      default:
        return false;
    }
  }

  /** Of one generic type of a third party its arguments can be compared. */
  #operationFits(from: Type & { kind: "reference" }, to: Type & { kind: "reference" }): boolean {
    return from.target !== to.target || this.#argumentsFit(from.arguments, to.arguments);
  }

  /** A type parameter fits itself, a type that it is part of, and what its bound fits. */
  #parameterFits(name: string, to: Type): boolean {
    if (to.kind === "optional" && isUnknown(this.world.expand(to.type))) return true;
    const isItself = (type: Type) => type.kind === "parameter" && type.name === name;
    if (isItself(to) || (to.kind === "optional" && isItself(to.type))) return true;
    if (to.kind === "union" && to.members.some(isItself)) return true;
    const bound = this.bounds.get(name);
    // One of somewhere else is not known.
    if (bound === undefined) return !this.bounds.has(name);
    const key = JSON.stringify([name, to]);
    // Bounds may name each other in a circle.
    if (this.#assumed.has(key)) return true;
    this.#assumed.add(key);
    const result = this.fits(bound, to);
    this.#assumed.delete(key);
    return result;
  }

  /** A built-in type for one that is declared: an object or map may have its members, a third party's be anything. */
  #mayBe(from: Type, target: Address): boolean {
    if (from.kind === "primitive" && from.name === "object") {
      const kind = this.world.classLike(target)?.kind;
      return kind === "interface" || kind === "record";
    }
    if (from.kind === "apply" && (from.name === "map" || from.name === "mapping")) {
      return this.world.isStructural(target);
    }
    return this.world.isOpaque(target);
  }

  /** `bool` is `true | false`. */
  #boolFits(from: Type, members: readonly Type[]): boolean {
    if (from.kind !== "primitive" || from.name !== "bool") return false;
    return [true, false].every((value) =>
      members.some((member) => this.fits({ kind: "literal", value }, member)),
    );
  }

  #applicationFits(from: Type, to: Type & { kind: "apply" }): boolean {
    if (from.kind === "apply" && from.name === to.name) {
      // A bare `tuple` is one of any length.
      if (to.name === "tuple" && (to.arguments.length === 0 || from.arguments.length === 0)) return true;
      if (from.arguments.length !== to.arguments.length) return false;
      return from.arguments.every((argument, at) => this.fits(argument, to.arguments[at]!));
    }
    const element = to.arguments[0];
    if (!element) return false;
    // `{}` of TypeScript.
    if (from.kind === "primitive" && from.name === "object")
      return to.name === "map" || to.name === "mapping";
    if (from.kind === "apply") {
      if (from.name === "tuple") {
        return (
          (to.name === "sequence" || to.name === "iterable") && this.fits(union(from.arguments), element)
        );
      }
      if ((from.name === "map" || from.name === "mapping") && to.name === "iterable") {
        return this.fits(from.arguments[0]!, element);
      }
      // TypeScript takes what is `Readonly` for what is not.
      const isLoose = this.language === "typescript" && from.name === "mapping" && to.name === "map";
      if (!isLoose && !WIDER[from.name]?.includes(to.name)) return false;
      return from.arguments.every((argument, at) => this.fits(argument, to.arguments[at]!));
    }
    if (from.kind === "literal" || from.kind === "primitive") {
      const name = from.kind === "primitive" ? from.name : typeof from.value === "string" ? "string" : "";
      const item: PrimitiveName | undefined =
        name === "string" ? "string" : name === "bytes" ? "int" : undefined;
      if (item === undefined || (to.name !== "sequence" && to.name !== "iterable")) return false;
      return this.fits({ kind: "primitive", name: item }, element);
    }
    return from.kind === "reference" && (this.#isPartlyKnown(from) || this.#mayBeMap(from, to.name));
  }

  /** In TypeScript a record or an interface may be used as a map of its members. */
  #mayBeMap(from: Type & { kind: "reference" }, name: string): boolean {
    const kind = this.world.classLike(from.target)?.kind;
    return (name === "map" || name === "mapping") && (kind === "interface" || kind === "record");
  }

  #functionFits(from: Type & { kind: "function" }, to: Type & { kind: "function" }): boolean {
    const given = to.parameters.filter((parameter) => !parameter.rest);
    const rest = from.parameters.find((parameter) => parameter.rest);
    const own = from.parameters.filter((parameter) => !parameter.rest);
    const others = to.parameters.find((parameter) => parameter.rest);
    if (others) {
      const taken = own.slice(given.length).every(({ type }) => this.fits(others.type, type));
      if (!taken) return false;
    } else if (own.slice(given.length).some((parameter) => !parameter.optional)) return false;
    const accepts = given.every((parameter, at) => {
      // A function may ignore what it is given.
      const taking = own[at] ?? rest;
      return !taking || this.fits(effective(parameter), effective(taking));
    });
    return accepts && (isVoid(to.result) || this.fits(from.result, to.result));
  }

  #mayBeCallable(from: Type): boolean {
    return from.kind === "reference" && this.#isPartlyKnown(from);
  }

  #isPartlyKnown(type: Type & { kind: "reference" }): boolean {
    const declaration = this.world.classLike(type.target);
    return declaration !== undefined && this.world.isPartlyKnown(declaration);
  }

  #referenceFits(from: Type & { kind: "reference" }, to: Type & { kind: "reference" }): boolean {
    if (from.target === to.target) return this.#argumentsFit(from.arguments, to.arguments);
    const source = this.world.ancestor(from);
    const target = this.world.classLike(to.target);
    if (!source || !target) return false;
    for (const { declaration, substitution } of this.world.ancestors(source.declaration)) {
      if (declaration.address !== to.target) continue;
      const arguments_ = (declaration.typeParameters ?? []).map(
        ({ name }): Type =>
          substitute(substitution.get(name) ?? { kind: "parameter", name }, source.substitution),
      );
      if (this.#argumentsFit(arguments_, to.arguments)) return true;
      // Its own members may be what the arguments are not.
      break;
    }
    if (this.world.isStructural(target.address)) {
      return this.#structureFits(source.declaration, target, from, to);
    }
    // What a third party's class is made of is not known; one of ours it cannot be.
    // An error derives from those of the language without saying so.
    const { declaration } = source;
    return (
      this.world.isExternal(to.target) &&
      (declaration.kind === "error" || this.world.isPartlyKnown(declaration))
    );
  }

  #argumentsFit(from: readonly Type[], to: readonly Type[]): boolean {
    return from.every((argument, at) => to[at] === undefined || this.fits(argument, to[at]!));
  }

  /** A class fits an interface that it does not name if it has every member of it. */
  #structureFits(source: ClassLike, target: ClassLike, from: Type, to: Type): boolean {
    if (this.world.isPartlyKnown(source)) return true;
    const key = JSON.stringify([from, to]);
    if (this.#assumed.has(key)) return true;
    this.#assumed.add(key);
    const own = allMembers(this.world, source, from);
    const language = this.world.languageOf(target.address);
    const result = [...allMembers(this.world, target, to).values()].every((wanted) => {
      const found = own.get(wanted.name);
      if (!found) return wanted.kind === "field" && wanted.optional === true;
      return memberFits(this, [found], wanted, language) === undefined;
    });
    this.#assumed.delete(key);
    return result;
  }
}

/** Members by name, own before inherited, with the arguments of a type put in. Of overloads the first. */
export function allMembers(world: World, declaration: ClassLike, type?: Type): Map<string, Member> {
  const outer = (type && world.ancestor(type)?.substitution) ?? new Map<string, Type>();
  const members = new Map<string, Member>();
  const add = (member: Member, substitution: ReadonlyMap<string, Type>) => {
    if (member.kind === "constructor" || members.has(member.name)) return;
    members.set(member.name, substituteMember(substituteMember(member, substitution), outer));
  };
  for (const member of declaration.members) add(member, new Map());
  for (const ancestor of world.ancestors(declaration)) {
    for (const member of ancestor.declaration.members) add(member, ancestor.substitution);
  }
  return members;
}

function effective(parameter: FunctionTypeParameter): Type {
  return parameter.optional ? optional(parameter.type) : parameter.type;
}

export function isUnknown(type: Type): boolean {
  return (
    type.kind === "unresolved" ||
    type.kind === "verbatim" ||
    (type.kind === "primitive" && OPEN.has(type.name))
  );
}

function isNull(type: Type): boolean {
  return type.kind === "primitive" && type.name === "null";
}

export function isVoid(type: Type): boolean {
  return type.kind === "primitive" && type.name === "void";
}

/** @param type expanded */
export function acceptsNull(world: World, type: Type): boolean {
  if (type.kind === "optional" || isNull(type) || isUnknown(type)) return true;
  return type.kind === "union" && type.members.some((member) => acceptsNull(world, world.expand(member)));
}

function primitiveFits(from: Type, to: PrimitiveName): boolean {
  if (from.kind === "literal") {
    switch (typeof from.value) {
      case "string":
        return to === "string";
      case "boolean":
        return to === "bool";
      default:
        return to === "float" || (to === "int" && Number.isInteger(from.value));
    }
  }
  if (from.kind !== "primitive") return false;
  if (from.name === to) return true;
  // A method of `Visitor<null>` returns what one that returns nothing does.
  if (to === "void" || from.name === "void") return isNull(from) || to === "null";
  return (from.name === "int" && to === "float") || (from.name === "datetime" && to === "date");
}
