import type { Expression, Type } from "@contractc/kernel";
import type { CodeDefault, CodeLiteral } from "../reading/signature.js";
import { toExpression } from "../types/literals.js";

/**
 * The value of a default where the contract can say it and its type takes it; what cannot be said is left out, and
 * the parameter is one that may be left out.
 */
export function defaultValue(value: CodeDefault | undefined, type: Type): Expression | undefined {
  const literal = value?.literal;
  return literal && takes(type, literal) ? toExpression(literal) : undefined;
}

function takes(type: Type, literal: CodeLiteral): boolean {
  switch (type.kind) {
    case "optional":
      return literal.kind === "null" || takes(type.type, literal);
    case "union":
      return type.members.some((member) => takes(member, literal));
    case "literal":
      return (
        ((literal.kind === "string" || literal.kind === "boolean") && literal.value === type.value) ||
        (literal.kind === "number" && Number(literal.text) === type.value)
      );
    case "primitive":
      switch (type.name) {
        case "int":
          return literal.kind === "number" && /^-?\d+$/.test(literal.text);
        case "float":
          return literal.kind === "number" && /^-?\d+(?:\.\d+)?$/.test(literal.text);
        case "bool":
          return literal.kind === "boolean";
        case "string":
          return literal.kind === "string";
        case "null":
          return literal.kind === "null";
        default:
          return false;
      }
    default:
      return false;
  }
}
