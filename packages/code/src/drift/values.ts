import { type Expression, lastName, type PrimitiveName, printExpression, type Type } from "@contractc/kernel";
import type { CodeFile, CodeProject } from "../project/project.js";
import type { CodeDefault, CodeLiteral } from "../reading/signature.js";
import { toExpression } from "../types/literals.js";
import { lookUp } from "./locate.js";

/** How a value of the code relates to one of the contract; `unknown` where the code's is no literal. */
export type ValueVerdict = "same" | "different" | "unknown";

/** How many constants that name each other are followed. */
const CONSTANT_DEPTH = 5;

/**
 * Compares a literal of the contract with a value of the code. Numbers are compared by value; a name of the code is
 * followed to the constant it stands for.
 */
export function compareValue(
  expected: Expression,
  actual: CodeDefault,
  file: CodeFile,
  project: CodeProject,
): ValueVerdict {
  const literal = actual.literal ?? arithmetic(actual.text);
  return literal ? compareLiteral(expected, literal, file, project, CONSTANT_DEPTH) : "unknown";
}

function compareLiteral(
  expected: Expression,
  actual: CodeLiteral,
  file: CodeFile,
  project: CodeProject,
  depth: number,
): ValueVerdict {
  if (actual.kind === "name") return compareName(expected, actual.name, file, project, depth);
  const inner = (item: Expression, other: CodeLiteral) => compareLiteral(item, other, file, project, depth);
  switch (expected.kind) {
    case "string":
      return verdict(actual.kind === "string" && actual.value === expected.value);
    case "number":
      return verdict(actual.kind === "number" && sameNumber(expected.text, actual.text));
    case "boolean":
      return verdict(actual.kind === "boolean" && actual.value === expected.value);
    case "null":
      return verdict(actual.kind === "null" || actual.kind === "undefined");
    case "list": {
      if (actual.kind !== "list" || actual.items.length !== expected.items.length) return "different";
      return worst(expected.items.map((item, index) => inner(item, actual.items[index]!)));
    }
    case "map": {
      if (actual.kind !== "map" || actual.entries.length !== expected.entries.length) return "different";
      return worst(
        expected.entries.map((entry) => {
          const other = actual.entries.find(({ key }) => inner(entry.key, key) === "same");
          return other ? inner(entry.value, other.value) : "different";
        }),
      );
    }
    case "member":
    case "declaration":
    case "call":
    case "variable":
    case "unresolved":
      return "unknown";
  }
}

function compareName(
  expected: Expression,
  name: string,
  file: CodeFile,
  project: CodeProject,
  depth: number,
): ValueVerdict {
  if (expected.kind === "member" || expected.kind === "declaration") {
    // `Side.Player` of the contract is `Side.Player`, `types.Side.Player` or, in Python, `Side.Player.value`.
    const wanted = expected.kind === "member" ? expected.name : lastName(expected.target);
    const parts = name.split(".");
    return verdict(parts.at(-1) === wanted || (parts.at(-1) === "value" && parts.at(-2) === wanted));
  }
  if (depth === 0 || name.includes(".")) return "unknown";
  const found = lookUp(project, file, name);
  if (found.kind !== "found") return "unknown";
  const { file: origin, symbols } = found.definition;
  const constant = symbols.find((symbol) => symbol.kind === "variable");
  if (constant?.kind !== "variable" || !constant.constant || symbols.length > 1) return "unknown";
  const literal = constant.value && (constant.value.literal ?? arithmetic(constant.value.text));
  return literal ? compareLiteral(expected, literal, origin, project, depth - 1) : "unknown";
}

function verdict(same: boolean): ValueVerdict {
  return same ? "same" : "different";
}

function worst(verdicts: readonly ValueVerdict[]): ValueVerdict {
  if (verdicts.includes("different")) return "different";
  return verdicts.includes("unknown") ? "unknown" : "same";
}

function sameNumber(a: string, b: string): boolean {
  return a === b || number(a) === number(b);
}

function number(text: string): number {
  return Number(text.replaceAll("_", "").replace(/n$/, ""));
}

/** Whether a literal of the code is a value of a type; `unknown` where that depends on a declaration. */
export function literalFits(type: Type, literal: CodeLiteral): "yes" | "no" | "unknown" {
  switch (type.kind) {
    case "primitive":
      return primitiveFits(type.name, literal);
    case "literal":
      return "value" in literal && literal.value === type.value ? "yes" : "unknown";
    case "optional":
      return literal.kind === "null" || literal.kind === "undefined"
        ? "yes"
        : literalFits(type.type, literal);
    case "union": {
      const answers = type.members.map((member) => literalFits(member, literal));
      if (answers.includes("yes")) return "yes";
      return answers.includes("unknown") ? "unknown" : "no";
    }
    case "apply": {
      const [first, second] = type.arguments;
      if (literal.kind === "list" && first && (type.name === "list" || type.name === "sequence")) {
        return allFit(literal.items.map((item) => literalFits(first, item)));
      }
      if (literal.kind === "map" && first && second && (type.name === "map" || type.name === "mapping")) {
        return allFit(
          literal.entries.flatMap(({ key, value }) => [literalFits(first, key), literalFits(second, value)]),
        );
      }
      return literal.kind === "name" || literal.kind === "list" ? "unknown" : "no";
    }
    default:
      return "unknown";
  }
}

function allFit(answers: readonly ("yes" | "no" | "unknown")[]): "yes" | "no" | "unknown" {
  if (answers.includes("no")) return "no";
  return answers.includes("unknown") ? "unknown" : "yes";
}

function primitiveFits(name: PrimitiveName, literal: CodeLiteral): "yes" | "no" | "unknown" {
  if (name === "any" || name === "json") return "yes";
  if (literal.kind === "name") return "unknown";
  const fits: Partial<Record<PrimitiveName, boolean>> = {
    int: literal.kind === "number" && Number.isInteger(number(literal.text)),
    float: literal.kind === "number",
    duration: literal.kind === "number",
    bool: literal.kind === "boolean",
    string: literal.kind === "string",
    path: literal.kind === "string",
    uuid: literal.kind === "string",
    decimal: literal.kind === "string",
    null: literal.kind === "null",
  };
  const known = fits[name];
  if (known === undefined) return "unknown";
  return known ? "yes" : "no";
}

const ARITHMETIC = /^[\d\s._+\-*/()]+$/;
const TOKEN = /\d[\d_]*(?:\.\d+)?|\*\*|[-+*/()]/g;

/** The value of `60 * 1000` and the like, which code writes where a contract writes the number. */
export function arithmetic(text: string): CodeLiteral | undefined {
  if (!ARITHMETIC.test(text)) return undefined;
  const tokens = text.match(TOKEN) ?? [];
  if (tokens.join("") !== text.replace(/\s/g, "")) return undefined;
  let at = 0;
  const sum = (): number => {
    let value = product();
    while (tokens[at] === "+" || tokens[at] === "-") value += tokens[at++] === "+" ? product() : -product();
    return value;
  };
  const product = (): number => {
    let value = unary();
    while (tokens[at] === "*" || tokens[at] === "/") {
      if (tokens[at++] === "*") value *= unary();
      else value /= unary();
    }
    return value;
  };
  const unary = (): number => {
    if (tokens[at] === "-" || tokens[at] === "+") return tokens[at++] === "-" ? -unary() : unary();
    const base = atom();
    if (tokens[at] !== "**") return base;
    at++;
    return base ** unary();
  };
  const atom = (): number => {
    const token = tokens[at++];
    if (token !== "(") return token === undefined ? Number.NaN : number(token);
    const value = sum();
    return tokens[at++] === ")" ? value : Number.NaN;
  };
  const value = sum();
  return at === tokens.length && Number.isFinite(value) ? { kind: "number", text: String(value) } : undefined;
}

/** A value of the code in the contract's notation where it is a literal, as written otherwise. */
export function printValue(value: CodeDefault): string {
  const expression = value.literal && toExpression(value.literal);
  return expression ? printExpression(expression) : value.text;
}
