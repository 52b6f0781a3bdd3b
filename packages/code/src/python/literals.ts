import type { CodeDefault, CodeLiteral, Span } from "../reading/signature.js";
import { type Expression, parseExpression } from "./expression.js";

/** Longer values are data, not declarations: they are not read, and not kept. */
const MAXIMUM_VALUE = 4_000;

/** The value of an expression, where it is a literal. */
export function literalOf(expression: Expression): CodeLiteral | undefined {
  switch (expression.kind) {
    case "string":
      return { kind: "string", value: expression.value };
    case "number":
      return { kind: "number", text: expression.text };
    case "constant":
      return expression.value === null ? { kind: "null" } : { kind: "boolean", value: expression.value };
    case "name":
      return { kind: "name", name: expression.name };
    case "list":
    case "tuple": {
      const items = expression.items.map(literalOf);
      return items.every((item) => item !== undefined) ? { kind: "list", items } : undefined;
    }
    case "map": {
      const entries: { key: CodeLiteral; value: CodeLiteral }[] = [];
      for (const entry of expression.entries) {
        const key = literalOf(entry.key);
        const value = literalOf(entry.value);
        if (!key || !value) return undefined;
        entries.push({ key, value });
      }
      return { kind: "map", entries };
    }
    case "call":
      return expression.arguments.length === 0 ? emptyCollection(expression.callee) : undefined;
    default:
      return undefined;
  }
}

/** `list()`, `dict()` and the like, also without the call: a `default_factory`. */
export function emptyCollection(callee: Expression): CodeLiteral | undefined {
  if (callee.kind !== "name") return undefined;
  if (callee.name === "list" || callee.name === "tuple" || callee.name === "set")
    return { kind: "list", items: [] };
  return callee.name === "dict" ? { kind: "map", entries: [] } : undefined;
}

/** A default or value; nothing where it is too long to be one. */
export function defaultOf(text: string, span: Span): CodeDefault | undefined {
  const { start, end } = span;
  if (end - start > MAXIMUM_VALUE) return undefined;
  return defaultFrom(parseExpression(text, start, end), text, span);
}

/** Like {@link defaultOf}, of an expression that is already parsed. `span` is what counts as its text. */
export function defaultFrom(expression: Expression, text: string, span: Span = expression): CodeDefault {
  const { start, end } = span;
  const literal = literalOf(expression);
  const value = { text: text.slice(start, end), start, end };
  return literal ? { ...value, literal } : value;
}
