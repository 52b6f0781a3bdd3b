import type { Expression } from "@contractc/kernel";
import type { CodeLiteral } from "../reading/signature.js";

/** A literal of the code as an expression of the contract; nothing for one that holds a name. */
export function toExpression(literal: CodeLiteral): Expression | undefined {
  switch (literal.kind) {
    case "string":
      return { kind: "string", value: literal.value };
    case "number":
      return { kind: "number", text: literal.text };
    case "boolean":
      return { kind: "boolean", value: literal.value };
    case "null":
    case "undefined":
      return { kind: "null" };
    case "list": {
      const items = literal.items.map(toExpression);
      return items.every((item) => item !== undefined) ? { kind: "list", items } : undefined;
    }
    case "map": {
      const entries = [];
      for (const entry of literal.entries) {
        const key = toExpression(entry.key);
        const value = toExpression(entry.value);
        if (!key || !value) return undefined;
        entries.push({ key, value });
      }
      return { kind: "map", entries };
    }
    case "name":
      return undefined;
  }
}
