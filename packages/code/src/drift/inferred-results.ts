import type { CodeReturn, CodeSignature } from "../reading/signature.js";
import { libraryName } from "../types/lift.js";
import { type LiftedType, primitive } from "../types/lifted.js";
import type { DriftContext } from "./context.js";
import { lookUp } from "./locate.js";
import { compareIn, liftIn, type Subject } from "./subject.js";

/**
 * Looks for a plain `return` of a function without an annotation that cannot be what the contract says. What is
 * computed says nothing, and what fits is still not annotated.
 *
 * @param wanted what a `return` has to give: of an `async def`, what it resolves to
 * @returns the first that does not fit, with its type
 */
export function contradicted(
  context: DriftContext,
  subject: Subject,
  wanted: LiftedType,
  signature: CodeSignature,
): { returned: CodeReturn; type: LiftedType } | undefined {
  for (const returned of signature.returned ?? []) {
    const type = typeOf(context, subject, signature, returned);
    if (type && compareIn(context, subject, wanted, type) === "incompatible") return { returned, type };
  }
  return undefined;
}

function typeOf(
  context: DriftContext,
  subject: Subject,
  signature: CodeSignature,
  returned: CodeReturn,
): LiftedType | undefined {
  switch (returned.kind) {
    case "text":
      return primitive(returned.bytes ? "bytes" : "string");
    case "self":
      return subject.scope.self;
    case "parameter": {
      const parameter = signature.parameters.find(({ name }) => name === returned.name);
      // A default of `None` may be what is returned, and a check may have ruled it out.
      return parameter?.type && !parameter.default ? liftIn(context, subject, parameter.type) : undefined;
    }
    case "call":
      return resultOfCall(context, subject, returned);
    case "literal": {
      const { literal } = returned;
      if (literal.kind === "null") return primitive("null");
      if (literal.kind === "boolean") return primitive("bool");
      if (literal.kind !== "number") return undefined;
      return primitive(/^[-+]?[\d_]+$|^[-+]?0[xob]/i.test(literal.text) ? "int" : "float");
    }
  }
}

/** What a constructor makes, and what a function says that it returns; nothing for what is wrapped or overloaded. */
function resultOfCall(
  context: DriftContext,
  subject: Subject,
  call: CodeReturn & { kind: "call" },
): LiftedType | undefined {
  const meaning = context.project.resolveName(subject.file.path, call.name);
  if (meaning.kind === "global") {
    const known = libraryName(meaning, subject.scope);
    return known?.to === "primitive" && !call.awaited ? primitive(known.name) : undefined;
  }
  if (meaning.kind !== "symbol" || meaning.member !== undefined) return undefined;
  const found = lookUp(context.project, subject.file, call.name);
  if (found.kind !== "found") return undefined;
  const { file, symbols } = found.definition;
  const [symbol, ...others] = symbols;
  if (!symbol || others.length > 0 || symbol.conditional) return undefined;
  if (symbol.kind === "class") {
    const isMade = symbol.members.some(({ name, kind }) => name === "__new__" && kind !== "field");
    if (isMade || call.awaited || symbol.typeParameters.length > 0) return undefined;
    return liftIn(context, subject, { kind: "name", name: call.name, arguments: [], ...spanOf(call) });
  }
  if (symbol.kind !== "function" || symbol.decorators.length > 0) return undefined;
  const [signature, ...overloads] = symbol.signatures;
  if (!signature?.result || overloads.length > 0 || signature.typeParameters.length > 0) return undefined;
  if (signature.generator || (signature.async === true) !== (call.awaited === true)) return undefined;
  return context.lift(signature.result, context.scope(file));
}

function spanOf({ start, end }: CodeReturn): { start: number; end: number } {
  return { start, end };
}
