import type { ClassDeclaration, Element, Expression, Module, Type } from "../../src/syntax/index.js";
import { parseContract } from "../../src/syntax/index.js";
import { inModule } from "./fixtures.js";

/** A type with every nesting in brackets, so that tests can compare it as text. */
export function showType(type: Type | undefined): string {
  switch (type?.$type) {
    case undefined:
      return "?";
    case "NamedType":
      return `${type.parts.join(".")}${type.arguments.length > 0 ? `<${type.arguments.map(showType).join(", ")}>` : ""}`;
    case "LiteralType":
      return type.text === undefined ? (type.number ?? type.word ?? "?") : JSON.stringify(type.text);
    case "OptionalType":
      return `optional(${showType(type.type)})`;
    case "ArrayType":
      return `array(${showType(type.element)})`;
    case "TupleType":
      return `tuple(${type.elements.map(showType).join(", ")})`;
    case "UnionType":
      return `union(${type.members.map(showType).join(", ")})`;
    case "ParenthesizedType":
      return `(${showType(type.type)})`;
    case "FunctionType": {
      const parameters = type.parameters.map(
        (parameter) =>
          `${parameter.rest ? "..." : ""}${parameter.name ?? ""}${parameter.optional ? "?" : ""}${parameter.name === undefined ? "" : ": "}${showType(parameter.type)}`,
      );
      return `function(${parameters.join(", ")} -> ${showType(type.result)})`;
    }
    default:
      return "unknown";
  }
}

/** An expression with every nesting in brackets. */
export function showExpression(expression: Expression | undefined): string {
  switch (expression?.$type) {
    case undefined:
      return "?";
    case "NameExpression":
      return expression.name;
    case "StringLiteral":
      return JSON.stringify(expression.value);
    case "NumberLiteral":
    case "BooleanLiteral":
    case "NullLiteral":
      return `${expression.$type}:${expression.text}`;
    case "ListLiteral":
      return `list(${expression.elements.map(showExpression).join(", ")})`;
    case "MapLiteral":
      return `map(${expression.entries.map((entry) => `${showExpression(entry.key)}=${showExpression(entry.value)}`).join(", ")})`;
    case "MemberExpression":
      return `${showExpression(expression.receiver)}.${expression.name}`;
    case "ParenthesizedExpression":
      return `(${showExpression(expression.expression)})`;
    case "CallExpression": {
      const types =
        expression.typeArguments.length > 0 ? `<${expression.typeArguments.map(showType).join(", ")}>` : "";
      const values = expression.arguments.map(
        (argument) =>
          `${argument.name === undefined ? "" : `${argument.name}: `}${showExpression(argument.value)}`,
      );
      return `call(${showExpression(expression.callee)}${types}; ${values.join(", ")})`;
    }
    default:
      return "unknown";
  }
}

/** The elements of a module that holds the text. */
export function elementsOf(text: string): Element[] {
  return (parseContract(inModule(text), "test.contract").root.elements[0] as Module).elements;
}

/** The class that a text declares. */
export function classOf(text: string): ClassDeclaration {
  return elementsOf(text)[0] as ClassDeclaration;
}
