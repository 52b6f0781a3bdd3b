import type { Address, Language, PrimitiveName } from "@contractc/kernel";
import { type LiftedType, type LocalType, mapParts, printLifted, type Written } from "./lifted.js";
import { normalText } from "./verbatim.js";

/**
 * A type with everything removed in which equivalent types differ. Two types with one key are equivalent; only
 * where keys differ is more to be found out.
 */
export type Normal = {
  /** Canonical text. */
  key: string;
  /** The code's own text, normalised, for comparison with a verbatim type. */
  written?: Written;
  /** The name alone of something from outside, which a verbatim type may write for `module.Name`. */
  bare?: string;
} & (
  | { kind: "atom"; name: string }
  | { kind: "literal"; value: string | number | boolean }
  | { kind: "apply"; name: string; arguments: Normal[] }
  | {
      kind: "named";
      /** Of the declaration, where the contract has it. */
      target?: Address;
      arguments: Normal[];
      /** What an alias stands for; absent for what is no alias. */
      expand?: () => Normal | undefined;
    }
  | { kind: "parameter" }
  | { kind: "union"; members: Normal[] }
  | { kind: "function"; parameters: NormalParameter[]; result: Normal }
  | { kind: "object"; fields: { name: string; type: Normal; optional: boolean }[] }
  | { kind: "verbatim" }
  /** What cannot be determined. Equal to nothing, not even to itself. */
  | { kind: "unknown" }
);

export interface NormalParameter {
  type: Normal;
  optional: boolean;
  rest: boolean;
}

/** What normalising and comparing ask about names. */
export interface CompareContext {
  language: Language;
  /** What an alias of the contract stands for. */
  alias(target: Address): { typeParameters: readonly string[]; type: LiftedType } | undefined;
  /**
   * What stands for type arguments that are left out, one for each type parameter of a declaration of the contract;
   * empty for one that takes none or that the contract does not declare.
   */
  defaults(target: Address): readonly LiftedType[];
  /** The same for a symbol of the code that the contract does not declare. */
  localDefaults(type: LocalType): readonly LiftedType[];
  /** What an alias of the code stands for; `undefined` for a symbol that is no alias. */
  expandLocal(type: LocalType): LiftedType | undefined;
  /** One address for declarations that are the same thing; the address itself where this is not given. */
  canonical?(target: Address): Address;
  /** Whether the contract declares `derived` as a class below `base`. */
  extends(derived: Address, base: Address): boolean;
  /** The contract's names of the code's type parameters, where the two differ. */
  parameterNames?: ReadonlyMap<string, string>;
}

/** Which primitives are one type in a language. What is not listed stands for itself. */
const PRIMITIVES: Record<Language, Partial<Record<PrimitiveName, string>>> = {
  typescript: {
    int: "number",
    float: "number",
    duration: "number",
    decimal: "string",
    uuid: "string",
    path: "string",
    date: "datetime",
    json: "any",
    void: "undefined",
  },
  python: { json: "any", void: "null" },
};

/** Which collections are one type: TypeScript takes a read-only view for the collection itself. */
const COLLECTIONS: Record<Language, Partial<Record<string, string>>> = {
  typescript: { sequence: "list", mapping: "map" },
  python: {},
};

export function normalise(type: LiftedType, context: CompareContext): Normal {
  const normal = convert(type, context);
  return type.written === undefined ? normal : { ...normal, written: new NormalText(type.written) };
}

/** A text, normalised when it is asked for. */
class NormalText implements Written {
  #text: string | undefined;

  constructor(private readonly source: Written) {}

  get text(): string {
    this.#text ??= normalText(this.source.text);
    return this.#text;
  }
}

function convert(type: LiftedType, context: CompareContext): Normal {
  switch (type.kind) {
    case "primitive":
      return atom(PRIMITIVES[context.language][type.name] ?? type.name);
    case "literal":
      return { kind: "literal", key: JSON.stringify(type.value), value: type.value };
    case "apply": {
      const name = COLLECTIONS[context.language][type.name] ?? type.name;
      const parts = normaliseAll(type.arguments, context);
      return { kind: "apply", key: `${name}${argumentsKey(parts)}`, name, arguments: parts };
    }
    case "reference": {
      const given = [...type.arguments, ...context.defaults(type.target).slice(type.arguments.length)];
      const parts = normaliseAll(given, context);
      const alias = context.alias(type.target);
      const target = context.canonical?.(type.target) ?? type.target;
      return {
        kind: "named",
        key: `@${target}${argumentsKey(parts)}`,
        target,
        arguments: parts,
        ...(alias
          ? { expand: () => normalise(substitute(alias.type, alias.typeParameters, given), context) }
          : {}),
      };
    }
    case "local": {
      const given = [...type.arguments, ...context.localDefaults(type).slice(type.arguments.length)];
      const parts = normaliseAll(given, context);
      const symbol = type.member === undefined ? type.name : `${type.name}.${type.member}`;
      return {
        kind: "named",
        key: `${type.file}#${symbol}${argumentsKey(parts)}`,
        arguments: parts,
        expand: () => {
          const expanded = context.expandLocal({ ...type, arguments: given });
          return expanded && normalise(expanded, context);
        },
      };
    }
    case "foreign": {
      const parts = normaliseAll(type.arguments, context);
      return {
        kind: "named",
        key: `${type.package}:${type.name}${argumentsKey(parts)}`,
        arguments: parts,
        ...(parts.length === 0 ? { bare: type.name } : {}),
      };
    }
    case "parameter":
      return { kind: "parameter", key: `'${context.parameterNames?.get(type.name) ?? type.name}` };
    case "optional":
      return unionOf([
        normalise(type.type, context),
        atom(context.language === "python" ? "null" : "undefined"),
      ]);
    case "union":
      return unionOf(normaliseAll(type.members, context));
    case "function": {
      const parameters = type.parameters.map(
        ({ type: parameter, optional, rest }): NormalParameter => ({
          type: normalise(parameter, context),
          optional: optional === true,
          rest: rest === true,
        }),
      );
      const result = normalise(type.result, context);
      const texts = parameters.map(
        ({ type: { key }, optional, rest }) => `${rest ? "..." : ""}${key}${optional ? "?" : ""}`,
      );
      return { kind: "function", key: `(${texts.join(",")})->${result.key}`, parameters, result };
    }
    case "object": {
      const fields = type.fields
        .map(({ name, type: field, optional }) => ({
          name,
          type: normalise(field, context),
          optional: optional === true,
        }))
        .sort((a, b) => (a.name < b.name ? -1 : 1));
      const texts = fields.map(({ name, type: { key }, optional }) => `${name}${optional ? "?" : ""}:${key}`);
      return { kind: "object", key: `{${texts.join(",")}}`, fields };
    }
    case "verbatim": {
      const text = normalText(type.text);
      return { kind: "verbatim", key: `\`${text}\``, written: { text } };
    }
    case "unresolved":
      return { kind: "unknown", key: `?${type.name}` };
  }
}

function normaliseAll(types: readonly LiftedType[], context: CompareContext): Normal[] {
  return types.map((type) => normalise(type, context));
}

export function atom(name: string): Normal {
  return { kind: "atom", key: name, name };
}

function argumentsKey(parts: readonly Normal[]): string {
  return parts.length === 0 ? "" : `<${parts.map(({ key }) => key).join(",")}>`;
}

/** Flat, sorted, without repetition; `true | false` is `bool`, and a union with `any` is `any`. */
function unionOf(members: readonly Normal[]): Normal {
  const byKey = new Map<string, Normal>();
  const add = (member: Normal) => {
    if (member.kind === "union") member.members.forEach(add);
    else byKey.set(member.key, member);
  };
  members.forEach(add);
  const any = byKey.get("any");
  if (any) return any;
  if (byKey.has("true") && byKey.has("false")) {
    byKey.delete("true");
    byKey.delete("false");
    byKey.set("bool", atom("bool"));
  }
  const sorted = [...byKey.values()].sort((a, b) => (a.key < b.key ? -1 : 1));
  if (sorted.length === 1) return sorted[0]!;
  return { kind: "union", key: sorted.map(({ key }) => key).join("|"), members: sorted };
}

/** Puts `any` for type parameters. */
export function erase(type: LiftedType, parameters: readonly string[]): LiftedType {
  return substitute(type, parameters, []);
}

/** Puts type arguments for type parameters; a missing argument is `any`. */
export function substitute(
  type: LiftedType,
  parameters: readonly string[],
  given: readonly LiftedType[],
): LiftedType {
  if (parameters.length === 0) return type;
  if (type.kind === "parameter") {
    const index = parameters.indexOf(type.name);
    return index < 0 ? type : (given[index] ?? { kind: "primitive", name: "any" });
  }
  if (type.kind === "verbatim") {
    const text = type.text.replace(/(?<![\p{L}\p{N}_$.])[\p{L}_$][\p{L}\p{N}_$]*/gu, (word) => {
      const argument = given[parameters.indexOf(word)];
      return argument === undefined ? word : printLifted(argument);
    });
    return text === type.text ? type : { kind: "verbatim", text };
  }
  return mapParts(type, (part) => substitute(part, parameters, given));
}
