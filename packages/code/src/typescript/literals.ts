import type { Expression, PropertyKey, TemplateLiteral } from "oxc-parser";
import type { CodeDefault, CodeLiteral } from "../reading/signature.js";
import type { Source } from "./source.js";

/** Values larger than this are data, not a default that a contract would spell out. */
const MOST_ITEMS = 1_000;
const MOST_TEXT = 400;

/** `x as T`, `x satisfies T`, `x!`, `<T>x` and parentheses around an expression are taken off. */
export function unwrap(expression: Expression): Expression {
  let inner = expression;
  for (;;) {
    switch (inner.type) {
      case "TSAsExpression":
      case "TSSatisfiesExpression":
      case "TSTypeAssertion":
      case "TSNonNullExpression":
      case "ParenthesizedExpression":
        inner = inner.expression;
        break;
      default:
        return inner;
    }
  }
}

/** @returns the default's text, and its value where it is a literal */
export function readDefault(expression: Expression, source: Source): CodeDefault {
  const literal = readLiteral(expression);
  const value: CodeDefault = { ...source.span(expression), text: source.slice(expression) };
  if (literal !== undefined) value.literal = literal;
  return value;
}

/** As {@link readDefault}, but without a value for long texts that are no literal, such as a table of functions. */
export function readValue(expression: Expression, source: Source): CodeDefault | undefined {
  const value = readDefault(expression, source);
  return value.literal !== undefined || value.text.length <= MOST_TEXT ? value : undefined;
}

/** @returns the value an expression writes out; `undefined` where it has to be computed */
export function readLiteral(expression: Expression): CodeLiteral | undefined {
  return new LiteralReader().read(expression, 0);
}

class LiteralReader {
  #items = 0;

  read(wrapped: Expression, depth: number): CodeLiteral | undefined {
    if (++this.#items > MOST_ITEMS || depth > 50) return undefined;
    const expression = unwrap(wrapped);
    switch (expression.type) {
      case "Literal":
        return plainLiteral(expression);
      case "TemplateLiteral":
        return templateText(expression);
      case "UnaryExpression":
        return signed(expression.operator, expression.argument);
      case "Identifier":
        return expression.name === "undefined"
          ? { kind: "undefined" }
          : { kind: "name", name: expression.name };
      case "MemberExpression": {
        const name = dottedName(expression);
        return name === undefined ? undefined : { kind: "name", name };
      }
      case "ArrayExpression": {
        const items: CodeLiteral[] = [];
        for (const element of expression.elements) {
          if (element === null || element.type === "SpreadElement") return undefined;
          const item = this.read(element, depth + 1);
          if (item === undefined) return undefined;
          items.push(item);
        }
        return { kind: "list", items };
      }
      case "ObjectExpression": {
        const entries: { key: CodeLiteral; value: CodeLiteral }[] = [];
        for (const property of expression.properties) {
          if (property.type !== "Property" || property.kind !== "init" || property.method) return undefined;
          const key = keyName(property.key, property.computed);
          const value = key === undefined ? undefined : this.read(property.value, depth + 1);
          if (key === undefined || value === undefined) return undefined;
          entries.push({ key: { kind: "string", value: key }, value });
        }
        return { kind: "map", entries };
      }
      default:
        return undefined;
    }
  }
}

function plainLiteral(node: Extract<Expression, { type: "Literal" }>): CodeLiteral | undefined {
  if ("regex" in node) return undefined;
  if ("bigint" in node) return { kind: "number", text: node.raw ?? `${node.bigint}n` };
  if (node.value === null) return { kind: "null" };
  if (typeof node.value === "string") return { kind: "string", value: node.value };
  if (typeof node.value === "boolean") return { kind: "boolean", value: node.value };
  if (typeof node.value === "number") return { kind: "number", text: node.raw ?? String(node.value) };
  return undefined;
}

/** @returns a template without substitutions as a string */
export function templateText(node: TemplateLiteral): CodeLiteral | undefined {
  const cooked = node.expressions.length === 0 ? node.quasis[0]?.value.cooked : undefined;
  return typeof cooked === "string" ? { kind: "string", value: cooked } : undefined;
}

function signed(operator: string, argument: Expression): CodeLiteral | undefined {
  if (operator === "void") return { kind: "undefined" };
  if ((operator !== "-" && operator !== "+") || argument.type !== "Literal") return undefined;
  const literal = plainLiteral(argument);
  if (literal?.kind !== "number") return undefined;
  return operator === "-" ? { kind: "number", text: `-${literal.text}` } : literal;
}

/** @returns `a.b.c`, `this.a`; `undefined` for what is no chain of names */
export function dottedName(expression: Expression): string | undefined {
  const names: string[] = [];
  let node = unwrap(expression);
  for (;;) {
    if (node.type === "Identifier") names.push(node.name);
    else if (node.type === "ThisExpression") names.push("this");
    else if (node.type === "MemberExpression" && !node.computed) {
      if (node.property.type === "PrivateIdentifier") return undefined;
      names.push(node.property.name);
      node = unwrap(node.object);
      continue;
    } else return undefined;
    return names.reverse().join(".");
  }
}

/** @returns a property's name; of a computed one only where it is a literal */
export function keyName(key: PropertyKey, computed: boolean): string | undefined {
  if (!computed && key.type === "Identifier") return key.name;
  if (key.type === "PrivateIdentifier") return `#${key.name}`;
  const literal = readLiteral(key as Expression);
  if (literal?.kind === "string") return literal.value;
  if (literal?.kind === "number") return String(Number(literal.text.replaceAll("_", "")));
  return undefined;
}
