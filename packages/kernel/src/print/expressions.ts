import type { RaisedError } from "../model/declarations.js";
import type { Example, ExampleStep, Expression } from "../model/expressions.js";
import { lastName, printName } from "./names.js";

/** An expression as a contract writes it, on one line. */
export function printExpression(expression: Expression): string {
  switch (expression.kind) {
    case "string":
      return JSON.stringify(expression.value);
    case "number":
      return expression.text;
    case "boolean":
      return String(expression.value);
    case "null":
      return "null";
    case "list":
      return `[${expression.items.map(printExpression).join(", ")}]`;
    case "map":
      return `{${expression.entries.map(({ key, value }) => ` ${printExpression(key)}: ${printExpression(value)}`).join(",")}${expression.entries.length > 0 ? " " : ""}}`;
    case "variable":
    case "unresolved":
      return printName(expression.name);
    case "declaration":
      return printName(lastName(expression.target));
    case "member":
      return `${printExpression(expression.object)}.${printName(expression.name)}`;
    case "call": {
      const given = expression.arguments.map(({ name, value }) =>
        name === undefined ? printExpression(value) : `${printName(name)}: ${printExpression(value)}`,
      );
      return `${printExpression(expression.callee)}(${given.join(", ")})`;
    }
  }
}

/** An `example` clause, on one line. */
export function printExample(example: Example): string {
  const title = example.title === undefined ? "" : ` ${JSON.stringify(example.title)}`;
  const verifies =
    example.verifies === undefined ? "" : ` verifies ${example.verifies.map(printName).join(", ")}`;
  const steps = example.steps.map(printStep);
  const body = steps.length === 1 && example.title === undefined ? steps[0] : `{ ${steps.join("; ")} }`;
  return `example${title}${verifies} ${body}`;
}

function printStep(step: ExampleStep): string {
  switch (step.kind) {
    case "let":
      return `let ${printName(step.name)} = ${printExpression(step.value)}`;
    case "do":
      return printExpression(step.value);
    case "equal":
      return `${printExpression(step.actual)} == ${printExpression(step.expected)}`;
    case "raises":
      return `${printExpression(step.actual)} raises ${printRaised(step.error)}`;
  }
}

/** A raised error as a contract names it. */
export function printRaised(error: RaisedError): string {
  return printName(error.kind === "declared" ? lastName(error.target) : error.name);
}
