import type { ArrowFunctionExpression, Function as FunctionNode } from "oxc-parser";
import type { CodeSignature, CodeSignatures, CodeType, Span } from "../reading/signature.js";
import { type BodyFacts, lookInto } from "./bodies.js";
import { inferType } from "./infer.js";
import type { TypeReader } from "./types.js";

export type FunctionLike = FunctionNode | ArrowFunctionExpression;

/**
 * Reads a function with its body.
 *
 * @param from behind the name, where the parameter list or the type parameters follow
 * @param whole the span of the signature
 */
export function readFunction(
  node: FunctionLike,
  from: number,
  whole: Span,
  types: TypeReader,
  inConstructor = false,
): { signature: CodeSignature } & Pick<CodeSignatures, "hollow" | "raises"> {
  const signature = types.signature(node, from, whole);
  inferParameters(node, signature, types);
  const facts = lookInto(node.body, types, inConstructor);
  if (signature.result === undefined && !inConstructor) inferResult(signature, facts);
  return { signature, raises: facts.raises, ...(facts.hollow && { hollow: facts.hollow }) };
}

/** A parameter without a type has that of its default. */
function inferParameters(node: FunctionLike, signature: CodeSignature, types: TypeReader): void {
  // `this` is no parameter of the signature, and comes first.
  const skipped = node.params.length - signature.parameters.length;
  for (const [index, parameter] of signature.parameters.entries()) {
    if (parameter.type !== undefined) continue;
    const given = node.params[index + skipped];
    const pattern = given?.type === "TSParameterProperty" ? given.parameter : given;
    if (pattern?.type !== "AssignmentPattern") continue;
    const type = inferType(pattern.right, types);
    if (type !== undefined) parameter.type = type;
  }
}

function inferResult(signature: CodeSignature, facts: BodyFacts): void {
  if (signature.generator) return;
  if (facts.returnsNothing) signature.returnsNothing = true;
  if (facts.result === undefined) return;
  const { start, end } = facts.result;
  signature.result = signature.async ? promiseOf(facts.result, { start, end }) : facts.result;
}

function promiseOf(type: CodeType, span: Span): CodeType {
  if (type.kind === "name" && type.name === "Promise") return type;
  return { kind: "name", name: "Promise", arguments: [type], ...span };
}
