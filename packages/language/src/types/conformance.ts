import {
  type Field,
  type Language,
  type Method,
  type Parameter,
  printType,
  type Signature,
  type Type,
} from "@contractc/kernel";
import { optional } from "../resolver/type-forms.js";
import { type Assignability, isVoid } from "./assignable.js";
import { valueFits } from "./values.js";
import { ANY, substitute } from "./world.js";

const LITERALS: ReadonlySet<string> = new Set(["string", "number", "boolean"]);

type FieldOrMethod = Field | Method;

/**
 * Whether members may stand for a member of a base class or an interface.
 *
 * @param own the member of that name, or its overloads
 * @param wanted the member of the base; one of its overloads
 * @param language whose rules hold; the strict ones where there is none
 * @returns what is wrong, for the end of a sentence; `undefined` where it fits
 */
export function memberFits(
  types: Assignability,
  own: readonly (FieldOrMethod | { kind: "constructor" })[],
  wanted: FieldOrMethod | { kind: "constructor" },
  language: Language | undefined,
): string | undefined {
  const [first] = own;
  if (!first || first.kind === "constructor" || wanted.kind === "constructor") return undefined;
  // A class of TypeScript may have one of each; a contract names one of them.
  if (language === "typescript" && Boolean(first.static) !== Boolean(wanted.static)) return undefined;
  if (first.kind === "field" && wanted.kind === "method") {
    if (types.fits(first.type, functionOf(wanted))) return undefined;
    return "it is a field, and there a method";
  }
  if (first.kind === "method" && wanted.kind === "field") {
    const fits = own.some(
      (method) => method.kind === "method" && types.fits(functionOf(method), wanted.type),
    );
    return fits ? undefined : "it is a method, and there a field";
  }
  if (Boolean(first.static) !== Boolean(wanted.static)) {
    return first.static ? "it is static, and there it is not" : "it is not static, and there it is";
  }
  if (first.kind === "field") return wanted.kind === "field" ? fieldFits(types, first, wanted) : undefined;
  if (wanted.kind !== "method") return undefined;
  let problem: string | undefined;
  for (const method of own) {
    if (method.kind !== "method") continue;
    const found = signatureFits(types, method, wanted, language);
    if (found === undefined) return undefined;
    problem ??= found;
  }
  return problem;
}

/** A method as the type of a field that holds a function. Its own type parameters stand for anything. */
function functionOf(method: Method): Type {
  const open = new Map((method.typeParameters ?? []).map(({ name }): [string, Type] => [name, ANY]));
  return {
    kind: "function",
    parameters: method.parameters
      .filter(({ kind }) => kind !== "keyword-only" && kind !== "keyword-variadic")
      .map(({ name, type, kind, optional: isOptional }) => ({
        name,
        type: substitute(type, open),
        ...(isOptional ? { optional: true as const } : {}),
        ...(kind === "variadic" ? { rest: true as const } : {}),
      })),
    result: substitute(resultOf(method), open),
  };
}

function fieldFits(types: Assignability, own: Field, wanted: Field): string | undefined {
  if (own.optional && !wanted.optional) return "it may be left out, and there it may not";
  if (types.fits(own.type, wanted.optional ? optional(wanted.type) : wanted.type)) return undefined;
  // One that stays what it is holds that value alone.
  if (
    own.readonly &&
    own.default &&
    LITERALS.has(own.default.kind) &&
    valueFits(types, own.default, wanted.type)
  )
    return undefined;
  return `its type is \`${printType(own.type)}\`, and there \`${printType(wanted.type)}\``;
}

/**
 * Parameters are contravariant, results covariant. TypeScript takes less care of methods: the types of parameters may be
 * narrower as well as wider, whatever is not needed may be left away, and where nothing is returned anything may be.
 */
function signatureFits(
  types: Assignability,
  own: Signature,
  wanted: Signature,
  language: Language | undefined,
): string | undefined {
  const given = own.typeParameters ?? [];
  const asked = wanted.typeParameters ?? [];
  // Of methods whose type parameters do not pair up, only the shapes could be compared.
  if (given.length !== asked.length) return undefined;
  let { parameters } = wanted;
  let expected = resultOf(wanted);
  if (asked.length > 0) {
    const renaming = new Map(
      asked.map(({ name }, at): [string, Type] => [name, { kind: "parameter", name: given[at]!.name }]),
    );
    parameters = parameters.map((parameter) => ({
      ...parameter,
      type: substitute(parameter.type, renaming),
    }));
    expected = substitute(expected, renaming);
  }
  const problem =
    language === "typescript"
      ? parametersFitLoosely(types, own.parameters, parameters)
      : parametersFit(types, own.parameters, parameters);
  if (problem !== undefined) return problem;
  if (language === "typescript" && isVoid(types.world.expand(expected))) return undefined;
  const result = resultOf(own);
  if (types.fits(result, expected)) return undefined;
  return `it returns \`${printType(result)}\`, and there \`${printType(expected)}\``;
}

/** An asynchronous function returns a future of what it resolves to. */
function resultOf(signature: Signature): Type {
  return signature.async
    ? { kind: "apply", name: "future", arguments: [signature.result] }
    : signature.result;
}

function parametersFit(
  types: Assignability,
  own: readonly Parameter[],
  wanted: readonly Parameter[],
): string | undefined {
  if (own.every(isStandard) && wanted.every(isStandard)) return standardFit(types, own, wanted);
  const positional = own.filter(isPositional);
  const variadic = own.find(({ kind }) => kind === "variadic");
  const keywords = own.find(({ kind }) => kind === "keyword-variadic");
  const taken = new Set<Parameter>();

  for (const [at, asked] of wanted.filter(isPositional).entries()) {
    const taking = positional[at] ?? variadic;
    if (!taking) return lacks(asked);
    taken.add(taking);
    const problem = parameterFits(types, taking, asked);
    if (problem !== undefined) return problem;
  }
  for (const asked of wanted.filter(({ kind }) => kind === "keyword-only")) {
    const taking =
      own.find(({ name, kind }) => name === asked.name && (kind === "keyword-only" || kind === "standard")) ??
      keywords;
    if (!taking) return lacks(asked);
    taken.add(taking);
    const problem = parameterFits(types, taking, asked);
    if (problem !== undefined) return problem;
  }
  for (const [kind, taking] of [
    ["variadic", variadic],
    ["keyword-variadic", keywords],
  ] as const) {
    const asked = wanted.find((parameter) => parameter.kind === kind);
    if (!asked) continue;
    if (!taking) return lacks(asked);
    const problem = parameterFits(types, taking, asked);
    if (problem !== undefined) return problem;
  }
  const extra = own.find(
    (parameter) =>
      !taken.has(parameter) &&
      !parameter.optional &&
      (isPositional(parameter) || parameter.kind === "keyword-only"),
  );
  return extra && demands(extra);
}

/** What most signatures come to: one parameter after the other. */
function standardFit(
  types: Assignability,
  own: readonly Parameter[],
  wanted: readonly Parameter[],
): string | undefined {
  for (let at = 0; at < wanted.length; at++) {
    const asked = wanted[at]!;
    const taking = own[at];
    if (!taking) return lacks(asked);
    const problem = parameterFits(types, taking, asked);
    if (problem !== undefined) return problem;
  }
  const extra = own.slice(wanted.length).find(({ optional }) => !optional);
  return extra && demands(extra);
}

function lacks({ name }: Parameter): string {
  return `it lacks the parameter \`${name}\``;
}

function demands({ name }: Parameter): string {
  return `it demands a parameter \`${name}\` more`;
}

function isStandard({ kind }: Parameter): boolean {
  return kind === "standard";
}

/** As TypeScript compares the parameters of methods, by position. */
function parametersFitLoosely(
  types: Assignability,
  own: readonly Parameter[],
  wanted: readonly Parameter[],
): string | undefined {
  const asked = wanted.filter(isPositional);
  const rest = wanted.find(({ kind }) => kind === "variadic");
  const positional = own.filter(isPositional);
  const variadic = own.find(({ kind }) => kind === "variadic");
  const count = Math.max(asked.length, rest ? positional.length : 0, rest && variadic ? 1 : 0);
  for (let at = 0; at < count; at++) {
    const given = asked[at] ?? rest;
    const taking = positional[at] ?? variadic;
    if (!given || !taking) break;
    const [from, to] = [effective(given), effective(taking)];
    if (!types.fits(from, to) && !types.fits(to, from)) return differentParameter(taking, given);
  }
  const extra = rest ? undefined : positional.slice(asked.length).find(({ optional: may }) => !may);
  return extra && demands(extra);
}

function parameterFits(types: Assignability, own: Parameter, asked: Parameter): string | undefined {
  const collects = own.kind === "variadic" || own.kind === "keyword-variadic";
  if (asked.optional && !own.optional && !collects)
    return `the parameter \`${own.name}\` may not be left out`;
  // What may be left out is filled in where it is not given.
  const given = own.optional ? asked.type : effective(asked);
  const accepted = effective(own);
  if (types.fits(given, accepted)) return undefined;
  return differentParameter(own, asked);
}

function differentParameter(own: Parameter, asked: Parameter): string {
  return `the parameter \`${own.name}\` takes \`${printType(own.type)}\`, and there \`${printType(asked.type)}\``;
}

/** `a?: T` equals `a: T?`; a default that is not `null` says nothing of what may be passed. */
function effective(parameter: Parameter): Type {
  return parameter.optional && parameter.default === undefined ? optional(parameter.type) : parameter.type;
}

function isPositional({ kind }: Parameter): boolean {
  return kind === "positional-only" || kind === "standard";
}
