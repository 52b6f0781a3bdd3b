import type { Expression, PrimitiveName, Type } from "@contractc/kernel";
import { union } from "../resolver/type-forms.js";

/** The type of a literal, as a constant without a type has it; `undefined` where only a type can tell. */
export function literalType(expression: Expression): Type | undefined {
  const primitive = (name: PrimitiveName): Type => ({ kind: "primitive", name });
  switch (expression.kind) {
    case "string":
      return primitive("string");
    case "number":
      return primitive(isInteger(expression.text) ? "int" : "float");
    case "boolean":
      return primitive("bool");
    case "list": {
      const items = expression.items.map(literalType);
      return items.length > 0 && items.every(isKnown)
        ? { kind: "apply", name: "list", arguments: [union(items)] }
        : undefined;
    }
    case "map": {
      const keys = expression.entries.map((entry) => literalType(entry.key));
      const values = expression.entries.map((entry) => literalType(entry.value));
      return keys.length > 0 && keys.every(isKnown) && values.every(isKnown)
        ? { kind: "apply", name: "map", arguments: [union(keys), union(values)] }
        : undefined;
    }
    default:
      return undefined;
  }
}

function isKnown(type: Type | undefined): type is Type {
  return type !== undefined;
}

/** @param text a number as written */
export function isInteger(text: string): boolean {
  return /^-?(?:0[xX]|[0-9_]+$)/.test(text);
}
