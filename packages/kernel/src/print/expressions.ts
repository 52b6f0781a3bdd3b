import type { RaisedError } from "../model/declarations.js";
import type { Example, ExampleStep, Expression } from "../model/expressions.js";
import { breakMark, printClauseNames } from "./break-marks.js";
import type { Lines } from "./lines.js";
import { printName } from "./names.js";
import { type PrintOptions, printTarget } from "./types.js";

/** An expression as a contract writes it, on one line. */
export function printExpression(expression: Expression, options: PrintOptions = {}): string {
  const print = (inner: Expression) => printExpression(inner, options);
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
      return `[${expression.items.map(print).join(", ")}]`;
    case "map":
      return `{${expression.entries.map(({ key, value }) => ` ${print(key)}: ${print(value)}`).join(",")}${expression.entries.length > 0 ? " " : ""}}`;
    case "variable":
    case "unresolved":
      return printName(expression.name);
    case "declaration":
      return printTarget(expression.target, options);
    case "member":
      return `${print(expression.object)}.${printName(expression.name)}`;
    case "call": {
      const given = expression.arguments.map(({ name, value }) =>
        name === undefined ? print(value) : `${printName(name)}: ${print(value)}`,
      );
      return `${print(expression.callee)}(${given.join(", ")})`;
    }
  }
}

/** An `example` clause, on one line. */
export function printExample(example: Example, options: PrintOptions = {}): string {
  const steps = example.steps.map((step) => printStep(step, options));
  const head = exampleHead(example);
  return isOneLiner(example) ? `${head} ${steps[0]}` : `${head} { ${steps.join("; ")} }`;
}

/** The same into lines that have begun, each step on a line of its own. */
export function writeExample(out: Lines, example: Example, options: PrintOptions): void {
  const marked = { ...options, breaks: true };
  const steps = example.steps.map((step) => printStep(step, marked));
  const head = exampleHead(example, marked);
  if (isOneLiner(example)) {
    out.line(`${head} ${steps[0]}`);
    return;
  }
  out.block(head, steps.length === 0, () => {
    // What starts like this would be read with the step before it.
    const joined = (next: string | undefined) => next !== undefined && /^(?:-|raises\b)/.test(next);
    steps.forEach((step, at) => {
      out.line(step + (joined(steps[at + 1]) ? ";" : ""));
    });
  });
}

function isOneLiner({ title, steps }: Example): boolean {
  return title === undefined && steps.length === 1;
}

function exampleHead({ title, verifies }: Example, options: PrintOptions = {}): string {
  const shown = title === undefined ? "" : ` ${JSON.stringify(title)}`;
  if (verifies === undefined) return `example${shown}`;
  const names = printClauseNames(verifies.map(printName), options);
  return `example${shown} ${breakMark("clause", options)}verifies ${names}`;
}

function printStep(step: ExampleStep, options: PrintOptions): string {
  switch (step.kind) {
    case "let":
      return `let ${printName(step.name)} = ${printExpression(step.value, options)}`;
    case "do":
      return printExpression(step.value, options);
    case "equal":
      return `${printExpression(step.actual, options)} ${breakMark("clause", options)}== ${printExpression(step.expected, options)}`;
    case "raises":
      return `${printExpression(step.actual, options)} ${breakMark("clause", options)}raises ${printRaised(step.error, options)}`;
  }
}

/** A raised error as a contract names it. */
export function printRaised(error: RaisedError, options: PrintOptions = {}): string {
  return error.kind === "declared" ? printTarget(error.target, options) : printName(error.name);
}
