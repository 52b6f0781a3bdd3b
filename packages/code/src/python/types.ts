import type { CodeType, Span } from "../reading/signature.js";
import { type Expression, parseExpression } from "./expression.js";
import { literalOf } from "./literals.js";

/** What an annotation's names stand for, as far as this file tells. */
export interface TypeNames {
  /** The name behind a possibly renamed or qualified one of `typing`: `t.Literal` is `Literal`. */
  known(name: string): string;
}

/** Quotes within quotes; `"List['Node']"` has two levels. */
const MAXIMUM_QUOTES = 8;

/**
 * Parses an annotation.
 *
 * @param text the file's text
 * @param span the annotation; a quoted one is read as what stands between the quotes
 */
export function parseType(text: string, span: Span, names: TypeNames): CodeType {
  return toType(parseExpression(text, span.start, span.end), text, names);
}

/** An expression read as a type. What can be none is `other`. */
export function toType(expression: Expression, text: string, names: TypeNames, quotes = 0): CodeType {
  const { start, end } = expression;
  const other = (): CodeType => ({ kind: "other", text: text.slice(start, end), start, end });
  const inner = (item: Expression) => toType(item, text, names, quotes);
  switch (expression.kind) {
    case "name":
      return { kind: "name", name: expression.name, arguments: [], start, end };
    case "constant":
      return expression.value === null ? { kind: "literal", literal: { kind: "null" }, start, end } : other();
    case "ellipsis":
      return { kind: "ellipsis", start, end };
    case "list":
      return { kind: "list", items: expression.items.map(inner), start, end };
    case "tuple":
      // `tuple[()]`
      return expression.items.length === 0 ? { kind: "tuple", items: [], start, end } : other();
    case "union":
      return { kind: "union", members: flatten(expression.members.map(inner)), start, end };
    case "star": {
      // PEP 646: `*Ts` is `Unpack[Ts]`.
      return { kind: "name", name: "Unpack", arguments: [inner(expression.value)], start, end };
    }
    case "string":
      return quotes < MAXIMUM_QUOTES ? quoted(expression, text, names, quotes + 1) : other();
    case "subscript": {
      if (expression.value.kind !== "name") return other();
      const name = expression.value.name;
      return {
        kind: "name",
        name,
        arguments: typeArguments(name, expression.items, text, names, quotes),
        start,
        end,
      };
    }
    default:
      return other();
  }
}

function typeArguments(
  name: string,
  items: Expression[],
  text: string,
  names: TypeNames,
  quotes: number,
): CodeType[] {
  const known = names.known(name);
  if (known === "Literal") return items.map((item) => literalType(item, text));
  if (known === "Annotated") {
    // Only the first argument is a type; strings among the rest are no forward references.
    return items.map((item, i) => (i === 0 ? toType(item, text, names, quotes) : literalType(item, text)));
  }
  return items.map((item) => toType(item, text, names, quotes));
}

function literalType(item: Expression, text: string): CodeType {
  const { start, end } = item;
  const literal = literalOf(item);
  return literal
    ? { kind: "literal", literal, start, end }
    : { kind: "other", text: text.slice(start, end), start, end };
}

function quoted(
  expression: Expression & { kind: "string" },
  text: string,
  names: TypeNames,
  quotes: number,
): CodeType {
  const { start, end, value } = expression;
  const blank = value.length - value.trimStart().length;
  if (expression.verbatim !== undefined) {
    const from = expression.verbatim + blank;
    const parsed = parseExpression(text, from, expression.verbatim + value.length);
    return toType(parsed, text, names, quotes);
  }
  // Escapes or several parts: the places inside are lost, the whole string stands for each of them.
  return moved(toType(parseExpression(value, blank, value.length), value, names, quotes), { start, end });
}

/** The same type, with every part at one place. */
function moved(type: CodeType, { start, end }: Span): CodeType {
  const place = { start, end };
  const all = (types: CodeType[]) => types.map((item) => moved(item, place));
  switch (type.kind) {
    case "name":
      return { ...type, ...place, arguments: all(type.arguments) };
    case "union":
      return { ...type, ...place, members: all(type.members) };
    case "list":
    case "tuple":
      return { ...type, ...place, items: all(type.items) };
    default:
      return { ...type, ...place };
  }
}

function flatten(members: CodeType[]): CodeType[] {
  return members.flatMap((member) => (member.kind === "union" ? member.members : [member]));
}

/** Calls `visit` for each name in a type, outermost first. */
export function eachName(type: CodeType, visit: (name: string) => void): void {
  switch (type.kind) {
    case "name":
      visit(type.name);
      for (const argument of type.arguments) eachName(argument, visit);
      break;
    case "union":
      for (const member of type.members) eachName(member, visit);
      break;
    case "list":
    case "tuple":
      for (const item of type.items) eachName(item, visit);
      break;
  }
}

/** The type with some names written differently, at the same places. */
export function renameTypes(type: CodeType, from: string, to: string): CodeType {
  const all = (types: CodeType[]) => types.map((item) => renameTypes(item, from, to));
  switch (type.kind) {
    case "name":
      return { ...type, name: type.name === from ? to : type.name, arguments: all(type.arguments) };
    case "union":
      return { ...type, members: all(type.members) };
    case "list":
    case "tuple":
      return { ...type, items: all(type.items) };
    default:
      return type;
  }
}
