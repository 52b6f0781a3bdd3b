import type { Expression, TSEnumDeclaration, TSType } from "oxc-parser";
import type { CodeEnum, CodeLiteral } from "../reading/signature.js";
import { readBody } from "./classes.js";
import { isConst } from "./infer.js";
import { dottedName, keyName, readDefault, readLiteral, unwrap } from "./literals.js";
import type { TypeReader } from "./types.js";

export type EnumMembers = Pick<CodeEnum, "members" | "body" | "methods" | "form">;

/** Members of `enum E { … }`; those without a value are numbered on, constant expressions are computed. */
export function readEnum(node: TSEnumDeclaration, line: number, types: TypeReader): EnumMembers {
  const { source } = types;
  const values = new Map<string, number | string>();
  const members: CodeEnum["members"] = [];
  let next: number | undefined = 0;
  for (const member of node.body.members) {
    const name = keyName(member.id, member.computed) ?? source.slice(member.id);
    const read: CodeEnum["members"][number] = {
      name,
      nameSpan: source.span(member.id),
      ...source.span(member),
    };
    let value: number | string | undefined = next;
    if (member.initializer) {
      value = compute(member.initializer, node.id.name, values, 0);
      const written = readDefault(member.initializer, source);
      // `A | B` is no literal as written, but the compiler computes it, and so do we.
      delete written.literal;
      read.value = value === undefined ? written : { ...written, literal: literalOf(value) };
    } else if (value !== undefined) {
      read.value = { text: String(value), literal: literalOf(value), ...source.span(member) };
    }
    if (value !== undefined) values.set(name, value);
    next = typeof value === "number" ? value + 1 : undefined;
    members.push(read);
  }
  const body = readBody(node.body, node.body.members[0]?.start, line, types);
  return { form: "enum", members, methods: [], body };
}

function literalOf(value: number | string): CodeLiteral {
  return typeof value === "string" ? { kind: "string", value } : { kind: "number", text: String(value) };
}

/** A constant enum expression, as the language reference of TypeScript defines them. */
function compute(
  wrapped: Expression,
  enumName: string,
  known: ReadonlyMap<string, number | string>,
  depth: number,
): number | string | undefined {
  if (depth > 50) return undefined;
  const expression = unwrap(wrapped);
  switch (expression.type) {
    case "Literal": {
      const literal = readLiteral(expression);
      if (literal?.kind === "string") return literal.value;
      return literal?.kind === "number" ? Number(literal.text.replaceAll("_", "")) : undefined;
    }
    case "TemplateLiteral": {
      let text = "";
      for (const [index, quasi] of expression.quasis.entries()) {
        if (typeof quasi.value.cooked !== "string") return undefined;
        text += quasi.value.cooked;
        const substituted = expression.expressions[index];
        if (substituted === undefined) continue;
        const value = compute(substituted, enumName, known, depth + 1);
        if (value === undefined) return undefined;
        text += value;
      }
      return text;
    }
    case "Identifier":
      return known.get(expression.name);
    case "MemberExpression": {
      if (dottedName(expression.object) !== enumName) return undefined;
      const name = keyName(expression.property, expression.computed);
      return name === undefined ? undefined : known.get(name);
    }
    case "UnaryExpression": {
      const operand = compute(expression.argument, enumName, known, depth + 1);
      if (typeof operand !== "number") return undefined;
      if (expression.operator === "-") return -operand;
      if (expression.operator === "+") return operand;
      return expression.operator === "~" ? ~operand : undefined;
    }
    case "BinaryExpression": {
      if (expression.left.type === "PrivateIdentifier") return undefined;
      const left = compute(expression.left, enumName, known, depth + 1);
      const right = compute(expression.right, enumName, known, depth + 1);
      if (left === undefined || right === undefined) return undefined;
      if (typeof left === "number" && typeof right === "number")
        return calculate(left, expression.operator, right);
      return expression.operator === "+" ? `${left}${right}` : undefined;
    }
    default:
      return undefined;
  }
}

function calculate(left: number, operator: string, right: number): number | undefined {
  switch (operator) {
    case "+":
      return left + right;
    case "-":
      return left - right;
    case "*":
      return left * right;
    case "/":
      return left / right;
    case "%":
      return left % right;
    case "**":
      return left ** right;
    case "<<":
      return left << right;
    case ">>":
      return left >> right;
    case ">>>":
      return left >>> right;
    case "&":
      return left & right;
    case "|":
      return left | right;
    case "^":
      return left ^ right;
    default:
      return undefined;
  }
}

/**
 * @param init `{ A: "a", B: "b" } as const`, also frozen or with `satisfies`
 * @returns the members where every value is a string or number; the caller decides whether a type goes with it
 */
export function readConstObject(init: Expression, line: number, types: TypeReader): EnumMembers | undefined {
  const { source } = types;
  const object = constObject(init);
  if (object?.type !== "ObjectExpression" || object.properties.length === 0) return undefined;
  const members: CodeEnum["members"] = [];
  for (const property of object.properties) {
    if (property.type !== "Property" || property.kind !== "init") return undefined;
    const name = keyName(property.key, property.computed);
    const literal = name === undefined ? undefined : readLiteral(property.value);
    if (name === undefined || (literal?.kind !== "string" && literal?.kind !== "number")) return undefined;
    members.push({
      name,
      nameSpan: source.span(property.key),
      value: readDefault(property.value, source),
      ...source.span(property),
    });
  }
  const body = readBody(object, object.properties[0]!.start, line, types);
  return { form: "const-object", members, methods: [], body };
}

/** The object in `{…} as const`, `Object.freeze({…} as const)`, `({…} as const) satisfies T`, `Object.freeze({…})`. */
function constObject(init: Expression): Expression | undefined {
  let node = init;
  let fixed = false;
  for (;;) {
    if (node.type === "TSAsExpression" || node.type === "TSTypeAssertion") {
      if (!isConst(node.typeAnnotation)) return undefined;
      fixed = true;
      node = node.expression;
    } else if (node.type === "TSSatisfiesExpression" || node.type === "ParenthesizedExpression") {
      node = node.expression;
    } else if (node.type === "CallExpression") {
      const [argument] = node.arguments;
      const freezes = node.arguments.length === 1 && dottedName(node.callee) === "Object.freeze";
      if (!freezes || argument === undefined || argument.type === "SpreadElement") return undefined;
      fixed = true;
      node = argument;
    } else return fixed ? node : undefined;
  }
}

/**
 * @param type what stands right of `type X =`
 * @param name `X`, also the name of a constant object
 * @param values the object's values
 * @returns whether the type is the union of the values: `(typeof X)[keyof typeof X]`, `ValueOf<typeof X>`, or all of
 *   them written out
 */
export function isUnionOfValues(
  type: TSType,
  name: string,
  values: readonly CodeLiteral[],
  types: TypeReader,
): boolean {
  if (type.type === "TSIndexedAccessType" || type.type === "TSTypeReference") {
    const text = types.source.slice(type).replace(/[\s()]/g, "");
    const query = `typeof${name}`;
    return text === `${query}[keyof${query}]` || text.endsWith(`<${query}>`);
  }
  const written = (type.type === "TSUnionType" ? type.types : [type]).map((member) => {
    const read = types.type(member);
    return read.kind === "literal" ? JSON.stringify(read.literal) : undefined;
  });
  const wanted = new Set(values.map((value) => JSON.stringify(value)));
  return (
    written.length === wanted.size && written.every((literal) => literal !== undefined && wanted.has(literal))
  );
}
