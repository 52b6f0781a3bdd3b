import type { CodeMethod } from "../reading/signature.js";
import { elementOf } from "../types/lift.js";
import { apply, type LiftedFunctionParameter, type LiftedType, primitive } from "../types/lifted.js";
import type { DriftContext } from "./context.js";
import { liftIn, type Subject } from "./subject.js";

/** A method as the function type of a field that holds it; `undefined` for an overload set or a generic method. */
export function liftMethod(
  context: DriftContext,
  subject: Subject,
  method: CodeMethod,
): LiftedType | undefined {
  const [signature, ...overloads] = method.signatures;
  if (!signature || overloads.length > 0 || signature.typeParameters.length > 0) return undefined;
  const { language } = subject.scope;
  const parameters = signature.parameters.map((parameter): LiftedFunctionParameter => {
    const type = parameter.type ? liftIn(context, subject, parameter.type) : primitive("any");
    const rest = parameter.kind === "variadic";
    return {
      name: parameter.name,
      type: rest && language === "typescript" ? elementOf(type) : type,
      ...(parameter.optional ? { optional: true } : {}),
      ...(rest ? { rest } : {}),
    };
  });
  const result = signature.result
    ? liftIn(context, subject, signature.result)
    : primitive(signature.returnsNothing ? "void" : "any");
  const isCoroutine = signature.async && !signature.generator && (language === "python" || !signature.result);
  return { kind: "function", parameters, result: isCoroutine ? apply("future", result) : result };
}
