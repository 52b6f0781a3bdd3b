import type { Expression } from "oxc-parser";
import type { CodeType, Span } from "../reading/signature.js";
import { dottedName, readLiteral } from "./literals.js";
import type { TypeReader } from "./types.js";

/** Generic classes of the standard library: without type arguments their type depends on more than the syntax. */
const GENERIC = new Set([
  ...["Array", "Map", "Promise", "ReadableStream", "Set", "TransformStream", "WeakMap", "WeakRef", "WeakSet"],
  ...["WritableStream", "CustomEvent", "FinalizationRegistry", "MessageEvent", "Proxy", "Function", "Object"],
]);
const COMPARISONS = new Set(["==", "!=", "===", "!==", "<", "<=", ">", ">=", "in", "instanceof"]);
const ARITHMETIC = new Set(["-", "*", "/", "%", "**", "<<", ">>", ">>>", "&", "|", "^"]);

/**
 * The type of an expression where its syntax alone settles it, widened as for a variable that can be assigned to:
 * `3` is `number`. Never guesses: a missing answer is left to those who can look further.
 */
export function inferType(expression: Expression, types: TypeReader, depth = 0): CodeType | undefined {
  if (depth > 50) return undefined;
  const span = types.source.span(expression);
  switch (expression.type) {
    case "TSAsExpression":
    case "TSTypeAssertion":
      if (isConst(expression.typeAnnotation)) return inferConst(expression.expression, types, depth + 1);
      return types.type(expression.typeAnnotation);
    case "TSSatisfiesExpression":
    case "ParenthesizedExpression":
      return inferType(expression.expression, types, depth + 1);
    case "TSNonNullExpression":
      return undefined;
    case "Literal":
      if ("regex" in expression) return named("RegExp", span);
      if ("bigint" in expression) return named("bigint", span);
      return expression.value === null ? undefined : named(typeof expression.value, span);
    case "TemplateLiteral":
      return named("string", span);
    case "UnaryExpression":
      if (expression.operator === "!" || expression.operator === "delete") return named("boolean", span);
      if (expression.operator === "typeof") return named("string", span);
      if (expression.operator === "void") return undefined;
      return onlyNumber(inferType(expression.argument, types, depth + 1), span);
    case "BinaryExpression": {
      if (COMPARISONS.has(expression.operator)) return named("boolean", span);
      if (expression.left.type === "PrivateIdentifier") return undefined;
      const left = inferType(expression.left, types, depth + 1);
      const right = inferType(expression.right, types, depth + 1);
      if (expression.operator === "+" && (isNamed(left, "string") || isNamed(right, "string"))) {
        return named("string", span);
      }
      const numeric = expression.operator === "+" || ARITHMETIC.has(expression.operator);
      return numeric && isNamed(left, "number") ? onlyNumber(right, span) : undefined;
    }
    case "ConditionalExpression": {
      const yes = inferType(expression.consequent, types, depth + 1);
      const no = inferType(expression.alternate, types, depth + 1);
      return sameType(yes, no) ? { ...yes!, ...span } : undefined;
    }
    case "NewExpression": {
      const name = dottedName(expression.callee);
      if (name === undefined || name.startsWith("this")) return undefined;
      const given = types.arguments(expression.typeArguments);
      return given.length === 0 && GENERIC.has(name)
        ? undefined
        : { kind: "name", name, arguments: given, ...(given.length === 0 && { constructed: true }), ...span };
    }
    case "ArrowFunctionExpression":
    case "FunctionExpression": {
      const result = expression.returnType;
      if (!result || expression.generator) return undefined;
      const parameters = types.parameters(expression.params);
      if (parameters.some((parameter) => parameter.type === undefined)) return undefined;
      return {
        kind: "function",
        parameters,
        result: types.type(result.typeAnnotation),
        typeParameters: types.typeParameters(expression.typeParameters),
        ...span,
      };
    }
    default:
      return undefined;
  }
}

/** `x as const`: literals keep their value; a list of them is a read-only tuple. */
function inferConst(expression: Expression, types: TypeReader, depth: number): CodeType | undefined {
  const span = types.source.span(expression);
  if (expression.type !== "ArrayExpression") return inferType(expression, types, depth);
  const items: CodeType[] = [];
  for (const element of expression.elements) {
    const literal = element === null || element.type === "SpreadElement" ? undefined : readLiteral(element);
    if (literal === undefined || !PLAIN.has(literal.kind)) return undefined;
    items.push({ kind: "literal", literal, ...types.source.span(element!) });
  }
  return { kind: "tuple", items, readonly: true, ...span };
}

const PLAIN = new Set(["string", "number", "boolean", "null", "undefined"]);

/** Whether a type is the `const` of `as const`. */
export function isConst(
  type: { type: string } & Partial<{ typeName: { type: string; name?: string } }>,
): boolean {
  return (
    type.type === "TSTypeReference" && type.typeName?.type === "Identifier" && type.typeName.name === "const"
  );
}

/** @returns whether two inferred types are plainly the same name without arguments */
export function sameType(a: CodeType | undefined, b: CodeType | undefined): boolean {
  return a?.kind === "name" && a.arguments.length === 0 && isNamed(b, a.name);
}

function isNamed(type: CodeType | undefined, name: string): boolean {
  return type?.kind === "name" && type.name === name && type.arguments.length === 0;
}

function onlyNumber(type: CodeType | undefined, span: Span): CodeType | undefined {
  return isNamed(type, "number") ? named("number", span) : undefined;
}

function named(name: string, span: Span): CodeType {
  return { kind: "name", name, arguments: [], ...span };
}
