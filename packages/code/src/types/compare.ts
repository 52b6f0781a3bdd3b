import type { LiftedType } from "./lifted.js";
import { type CompareContext, type Normal, type NormalParameter, normalise } from "./normal.js";

/**
 * How the code's type relates to the contract's. `widened`: the code's type holds more values; `narrowed`: fewer;
 * `unknown`: some part cannot be determined, which never passes for equal.
 */
export type TypeVerdict = "equivalent" | "widened" | "narrowed" | "incompatible" | "unknown";

type Answer = "yes" | "no" | "unknown";

/**
 * Compares a type of the contract with one of the code.
 *
 * Both are normalised; where the canonical texts agree they are equivalent. Else each is asked whether its values
 * fit the other: aliases are compared by name first and expanded after that.
 *
 * @param expected the contract's type
 * @param actual the code's, in the contract's terms
 */
export function compareTypes(expected: LiftedType, actual: LiftedType, context: CompareContext): TypeVerdict {
  const wanted = normalise(expected, { ...context, parameterNames: new Map() });
  const found = normalise(actual, context);
  const comparison = new Comparison(context);
  const up = comparison.fits(found, wanted);
  const down = comparison.fits(wanted, found);
  if (up === "yes" && down === "yes") return "equivalent";
  if (up === "unknown" || down === "unknown") return "unknown";
  if (up === "yes") return "narrowed";
  return down === "yes" ? "widened" : "incompatible";
}

/** Which collections hold another's values: `list` is a `sequence` is an `iterable`. */
const SUPERTYPES: Record<string, readonly string[]> = {
  list: ["sequence", "iterable"],
  sequence: ["iterable"],
  set: ["iterable"],
  iterator: ["iterable"],
  map: ["mapping"],
};

/** Which atoms hold another's values, by language. */
const SUPERATOMS: Record<CompareContext["language"], Record<string, readonly string[]>> = {
  python: { bool: ["int", "float"], int: ["float"], datetime: ["date"] },
  typescript: {},
};

const DEPTH_LIMIT = 100;

class Comparison {
  readonly #context: CompareContext;
  /** Pairs under comparison: an alias that comes back to itself fits if the rest of it does. */
  readonly #assumed = new Set<string>();

  constructor(context: CompareContext) {
    this.#context = context;
  }

  /** Whether every value of `a` is one of `b`. */
  fits(a: Normal, b: Normal): Answer {
    // A verbatim type asks for a text, whatever the names in it mean.
    if (sameText(a, b) || sameText(b, a)) return "yes";
    if (a.kind === "unknown" || b.kind === "unknown") {
      return b.kind === "union" && b.members.some((member) => sameText(member, a)) ? "yes" : "unknown";
    }
    if (a.key === b.key && !hasUnknown(a)) return "yes";
    if (b.key === "any") return "yes";
    if (a.key === "any") return "no";
    const pair = `${a.key} ${b.key}`;
    if (this.#assumed.has(pair)) return "yes";
    // Only an alias that grows with each expansion (`A<T> = A<list<T>> | T`) nests this deep.
    if (this.#assumed.size > DEPTH_LIMIT) return "unknown";
    this.#assumed.add(pair);
    const answer = this.#fits(a, b);
    this.#assumed.delete(pair);
    return answer;
  }

  #fits(a: Normal, b: Normal): Answer {
    if (a.kind === "union") return all(a.members, (member) => this.fits(member, b));
    if (b.kind === "union") {
      const direct = some(b.members, (member) => this.fits(a, member));
      if (direct === "yes") return "yes";
      const expanded = expansion(a);
      return expanded ? this.fits(expanded, b) : direct;
    }
    const direct = this.#structure(a, b);
    if (direct === "yes") return "yes";
    const left = expansion(a);
    if (left) return this.fits(left, b);
    const right = expansion(b);
    if (right) return this.fits(a, right);
    return direct;
  }

  #structure(a: Normal, b: Normal): Answer {
    if (this.#context.language === "python" && b.key === "object") return "yes";
    if (a.kind === "named" && b.kind === "named") return this.#named(a, b);
    if (a.kind === "apply" && b.kind === "apply") return this.#collections(a, b);
    if (a.kind === "function" && b.kind === "function") return this.#functions(a, b);
    if (a.kind === "object" && b.kind === "object") return this.#objects(a, b);
    if (a.kind === "literal" && b.kind === "atom") return literalFits(a.value, b.name);
    if (a.kind === "atom" && b.kind === "atom") {
      return SUPERATOMS[this.#context.language][a.name]?.includes(b.name) ? "yes" : "no";
    }
    return "no";
  }

  #named(a: Normal & { kind: "named" }, b: Normal & { kind: "named" }): Answer {
    if (nameOf(a) === nameOf(b)) return this.#arguments(a.arguments, b.arguments);
    const below =
      a.target !== undefined && b.target !== undefined && this.#context.extends(a.target, b.target);
    return below ? "yes" : "no";
  }

  #collections(a: Normal & { kind: "apply" }, b: Normal & { kind: "apply" }): Answer {
    if (a.name === b.name) {
      if (a.arguments.length !== b.arguments.length) return "no";
      return this.#arguments(a.arguments, b.arguments);
    }
    // TypeScript's `list` may be a read-only array, as which any tuple goes.
    const takesTuples = b.name === "sequence" || b.name === "iterable";
    if (
      a.name === "tuple" &&
      (takesTuples || (b.name === "list" && this.#context.language === "typescript"))
    ) {
      return all(a.arguments, (item) => this.fits(item, b.arguments[0]!));
    }
    return SUPERTYPES[a.name]?.includes(b.name) ? this.#arguments(a.arguments, b.arguments) : "no";
  }

  /** Missing arguments (a bare generic of Python) are `any`. */
  #arguments(a: readonly Normal[], b: readonly Normal[]): Answer {
    const length = Math.max(a.length, b.length);
    const any: Normal = { kind: "atom", key: "any", name: "any" };
    return all(
      Array.from({ length }, (_, index) => index),
      (index) => this.fits(a[index] ?? any, b[index] ?? any),
    );
  }

  /** Parameters the other way round: the caller of a `b` must be able to call an `a`. */
  #functions(a: Normal & { kind: "function" }, b: Normal & { kind: "function" }): Answer {
    const takesAnything = (parameters: readonly NormalParameter[]) =>
      parameters.length === 1 && parameters[0]!.rest && parameters[0]!.type.key === "any";
    let answer: Answer = this.fits(a.result, b.result);
    if (takesAnything(a.parameters)) return answer;
    if (takesAnything(b.parameters)) return "no";
    if (a.parameters.length !== b.parameters.length) return "no";
    for (const [index, parameter] of a.parameters.entries()) {
      const other = b.parameters[index]!;
      if (parameter.rest !== other.rest) return "no";
      if (other.optional && !parameter.optional) return "no";
      answer = both(answer, this.fits(other.type, parameter.type));
    }
    return answer;
  }

  #objects(a: Normal & { kind: "object" }, b: Normal & { kind: "object" }): Answer {
    const fields = new Map(a.fields.map((field) => [field.name, field]));
    return all(b.fields, (wanted) => {
      const field = fields.get(wanted.name);
      if (!field) return wanted.optional ? "yes" : "no";
      if (field.optional && !wanted.optional) return "no";
      return this.fits(field.type, wanted.type);
    });
  }
}

/** Whether one is a verbatim type and the other is written like it. */
function sameText(a: Normal, b: Normal): boolean {
  if (a.kind !== "verbatim" || a.written === undefined) return false;
  const { text } = a.written;
  return text === b.written?.text || text === b.bare;
}

function expansion(type: Normal): Normal | undefined {
  if (type.kind !== "named") return undefined;
  const expanded = type.expand?.();
  // In a text nothing is put for type parameters.
  if (expanded && type.arguments.length > 0 && some([expanded], isVerbatim) === "yes") return undefined;
  // An alias that stands for itself by way of others expands for ever.
  return expanded?.key === type.key ? undefined : expanded;
}

/** The key without arguments. */
function nameOf(type: Normal & { kind: "named" }): string {
  const open = type.arguments.length > 0 ? type.key.indexOf("<") : -1;
  return open < 0 ? type.key : type.key.slice(0, open);
}

function literalFits(value: string | number | boolean, name: string): Answer {
  switch (typeof value) {
    case "string":
      return name === "string" ? "yes" : "no";
    case "boolean":
      return name === "bool" ? "yes" : "no";
    case "number":
      return name === "number" || name === "float" || (name === "int" && Number.isInteger(value))
        ? "yes"
        : "no";
  }
}

/** Whether a type or a part of it is a text. */
function isVerbatim(type: Normal): Answer {
  switch (type.kind) {
    case "verbatim":
      return "yes";
    case "apply":
    case "named":
      return some(type.arguments, isVerbatim);
    case "union":
      return some(type.members, isVerbatim);
    case "function":
      return some([...type.parameters.map((parameter) => parameter.type), type.result], isVerbatim);
    case "object":
      return some(
        type.fields.map((field) => field.type),
        isVerbatim,
      );
    default:
      return "no";
  }
}

function hasUnknown(type: Normal): boolean {
  switch (type.kind) {
    case "unknown":
      return true;
    case "apply":
    case "named":
      return type.arguments.some(hasUnknown);
    case "union":
      return type.members.some(hasUnknown);
    case "function":
      return type.parameters.some((parameter) => hasUnknown(parameter.type)) || hasUnknown(type.result);
    case "object":
      return type.fields.some((field) => hasUnknown(field.type));
    default:
      return false;
  }
}

function both(a: Answer, b: Answer): Answer {
  if (a === "no" || b === "no") return "no";
  return a === "unknown" || b === "unknown" ? "unknown" : "yes";
}

function all<T>(items: readonly T[], answer: (item: T) => Answer): Answer {
  let result: Answer = "yes";
  for (const item of items) {
    result = both(result, answer(item));
    if (result === "no") break;
  }
  return result;
}

function some<T>(items: readonly T[], answer: (item: T) => Answer): Answer {
  let result: Answer = "no";
  for (const item of items) {
    const one = answer(item);
    if (one === "yes") return "yes";
    if (one === "unknown") result = "unknown";
  }
  return result;
}
