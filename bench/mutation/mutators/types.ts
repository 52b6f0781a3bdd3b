import type { Code, Type } from "@contractc/kernel";
import { type Mutation, type Mutator, replace, type Site } from "../mutation.ts";
import type { Span, TypeNode } from "../syntax/outline.ts";
import { textOf } from "../syntax/outline.ts";
import { parameters } from "./parameters.ts";
import { callables, members, symbols } from "./places.ts";

/** A place in the code with a written type, and what the contract has there. */
interface TypePlace {
  at: string;
  symbol: string;
  span: Span;
  type: Type;
  codes: readonly Code[];
  also?: readonly Code[];
  /** Taking the annotation away leaves the code without a type. */
  bare?: Span;
}

/** A parameter that is a field as well has one type in two places. */
const KEPT: readonly Code[] = [
  "drift/field-type",
  "drift/parameter-type",
  "drift/missing-annotation",
  "drift/field-default",
];

type Where = "parameter" | "result" | "field" | "constant" | "alias";

function* places(site: Site, where: Where): Generator<TypePlace> {
  switch (where) {
    case "parameter":
      for (const place of parameters(site)) {
        const { parameter, declared, address } = place;
        if (!parameter.type) continue;
        yield {
          at: `${address}(${parameter.name})`,
          symbol: address,
          span: parameter.type,
          // `a?: T` equals `a: T?`.
          type:
            declared.optional && !declared.default
              ? { kind: "optional", type: declared.type }
              : declared.type,
          codes: ["drift/parameter-type"],
          // The constructor keeps it in a field.
          ...(place.contract.kind === "constructor" ? { also: KEPT } : {}),
          ...(parameter.default
            ? {}
            : {
                bare: { start: parameter.optional?.end ?? parameter.nameSpan.end, end: parameter.type.end },
              }),
        };
      }
      return;
    case "result":
      for (const { callable, contract, address } of callables(site)) {
        if (!callable.result || contract.kind === "constructor") continue;
        yield {
          at: address,
          symbol: address,
          span: callable.result,
          type: contract.result,
          codes: ["drift/return-type"],
          ...(callable.body ? { bare: { start: callable.resultAt, end: callable.result.end } } : {}),
        };
      }
      return;
    case "field":
      for (const { code, contract, address, owner } of members(site)) {
        if (contract.kind !== "field" || !code.type) continue;
        // A setter says the type once more.
        if (
          code.kind === "property" &&
          owner.members.some((each) => each !== code && each.name === code.name)
        )
          continue;
        yield {
          at: address,
          symbol: address,
          span: code.type,
          type: contract.type,
          codes: ["drift/field-type"],
          ...(code.indirect ? { also: KEPT } : {}),
          ...(code.kind === "field" && !code.value && site.outline.language === "typescript"
            ? { bare: { start: code.optional?.end ?? code.nameSpan.end, end: code.type.end } }
            : {}),
        };
      }
      return;
    case "constant":
    case "alias":
      for (const { code, contract, address } of symbols(site)) {
        if (contract.kind !== (where === "constant" ? "const" : "alias")) continue;
        // `X: TypeAlias = …` and `X = …` of Python.
        const isValue = contract.kind === "alias" && code.kind === "constant";
        const span = isValue ? code.value : code.type;
        if (!span) continue;
        yield { at: address, symbol: address, span, type: contract.type, codes: ["drift/field-type"] };
      }
  }
}

const PYTHON = ["int", "str", "bytes", "complex"];
const TYPESCRIPT = ["number", "string", "boolean", "symbol"];
/** Names of these stand for what the plain types stand for, too. */
/** Words of the annotation's own form, which say more than a type, and patterns. */
const FORM =
  /\b(ClassVar|Final|TypeAlias|infer|is|asserts|unique|InitVar|Annotated|NoReturn|Required|NotRequired)\b/;
const ALIKE = /number|string|boolean|symbol|int|str|bytes|complex|Date|float|Decimal|UUID|Path/i;

function replaced(where: Where): Mutator {
  return {
    kind: `type/${where}`,
    *mutations(site) {
      const names = site.outline.language === "python" ? PYTHON : TYPESCRIPT;
      for (const place of comparable(site, where)) {
        const before = textOf(site.outline, place.span);
        if (FORM.test(before)) continue;
        const others = names.filter((name) => !before.toLowerCase().includes(name));
        const name = others.length > 0 ? site.random.pick(others) : undefined;
        if (name === undefined || (ALIKE.test(before) && others.length < names.length - 1)) continue;
        yield mutation(site, place, [replace(place.span, name)]);
      }
    },
  };
}

/** `T` becomes `T | None`. */
function widened(where: Where): Mutator {
  return {
    kind: `type/${where}-nullable`,
    *mutations(site) {
      for (const place of comparable(site, where)) {
        const before = textOf(site.outline, place.span);
        const isPython = site.outline.language === "python";
        // What takes everything, takes nothing as well.
        if (
          /\b(None|Optional|null|undefined|void|never|any|unknown|object|Any|NoReturn|Never)\b/.test(before)
        )
          continue;
        if (FORM.test(before) || mayBeNull(site, place.type)) continue;
        const after = isPython ? `Optional[${before}]` : `(${before}) | null`;
        const text = isPython && !/^["']/.test(before) ? `${before} | None` : after;
        yield mutation(site, place, [replace(place.span, text)]);
      }
    },
  };
}

/** An alias may have it inside. */
function mayBeNull(site: Site, type: Type): boolean {
  if (type.kind === "union") return type.members.some((member) => mayBeNull(site, member));
  if (type.kind !== "reference") return type.kind === "optional" || type.kind === "parameter";
  return Object.values(site.declared.kernel.signatures).some((all) =>
    all.some((each) => each.kind === "alias" && each.address === type.target),
  );
}

/** A list of it. */
function wrapped(where: Where): Mutator {
  return {
    kind: `type/${where}-list`,
    *mutations(site) {
      for (const place of comparable(site, where)) {
        const before = textOf(site.outline, place.span);
        if (FORM.test(before)) continue;
        const isPython = site.outline.language === "python";
        yield mutation(site, place, [replace(place.span, isPython ? `list[${before}]` : `Array<${before}>`)]);
      }
    },
  };
}

/** Something inside of it: the element of a list, a member of a union. */
function inner(where: Where): Mutator {
  return {
    kind: `type/${where}-inside`,
    *mutations(site) {
      const names = site.outline.language === "python" ? PYTHON : TYPESCRIPT;
      for (const place of comparable(site, where)) {
        const node = site.outline.types.find(
          ({ start, end }) => start === place.span.start && end === place.span.end,
        );
        const leaf = node && firstLeaf(site, node);
        if (!leaf || leaf === node) continue;
        const before = textOf(site.outline, place.span);
        const others = names.filter((name) => !before.toLowerCase().includes(name));
        const name = others.length > 0 ? site.random.pick(others) : undefined;
        if (name === undefined) continue;
        yield mutation(site, place, [replace(leaf, name)]);
      }
    },
  };
}

/** The first part that is a plain name and not one of those that may stand for others. */
function firstLeaf(site: Site, node: TypeNode): TypeNode | undefined {
  if (node.name === "Literal" || node.name === "Annotated" || node.name.endsWith("Callable"))
    return undefined;
  if (node.arguments.length === 0) {
    const text = textOf(site.outline, node);
    const plain = /^(int|str|bytes|number|string|boolean|bool|float)$/.test(text);
    return plain ? node : undefined;
  }
  for (const argument of node.arguments) {
    const leaf = firstLeaf(site, argument);
    if (leaf) return leaf;
  }
  return undefined;
}

function missing(where: "parameter" | "result" | "field"): Mutator {
  return {
    kind: `type/${where}-annotation-removed`,
    *mutations(site) {
      for (const { bare, ...place } of comparable(site, where)) {
        if (!bare) continue;
        // What a body returns, the compiler of TypeScript can tell; that a body of Python returns nothing, we can.
        const isNone = textOf(site.outline, place.span) === "None";
        if (where === "result" && (isNone || site.outline.language === "typescript")) continue;
        yield {
          ...mutation(site, place, [replace(bare, "")]),
          expected: {
            // The compiler may tell the type, or that it cannot.
            codes: ["drift/missing-annotation", "drift/unknown", ...place.codes],
            symbols: [place.symbol],
            also: [
              ...(place.also ?? []),
              ...(site.outline.language === "python" ? (["drift/modifier"] as const) : []),
            ],
          },
        };
      }
    },
  };
}

/** The contract says something there that not everything fits. */
function* comparable(site: Site, where: Where): Generator<TypePlace> {
  for (const place of places(site, where)) {
    const { type } = place;
    const vague = type.kind === "primitive" && (type.name === "any" || type.name === "json");
    if (!vague && !isVagueText(textOf(site.outline, place.span))) yield place;
  }
}

function isVagueText(text: string): boolean {
  return /^["']?(t\.|typing\.)?(Any|any|unknown|object|Incomplete)["']?$/.test(text);
}

function mutation(site: Site, place: Omit<TypePlace, "bare">, edits: Mutation["edits"]): Mutation {
  return {
    at: place.at,
    file: site.outline.path,
    edits,
    // A type variable of Python that stands nowhere else is gone with the type.
    expected: {
      codes: place.codes,
      symbols: [place.symbol],
      also: [
        ...(place.also ?? []),
        ...(site.outline.language === "python" ? (["drift/modifier"] as const) : []),
      ],
    },
  };
}

const WHERE: Where[] = ["parameter", "result", "field", "constant", "alias"];

export const typeMutators: Mutator[] = [
  ...WHERE.map(replaced),
  ...WHERE.map(widened),
  ...WHERE.map(wrapped),
  ...WHERE.map(inner),
  missing("parameter"),
  missing("result"),
  missing("field"),
];
