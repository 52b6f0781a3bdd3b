import type { Resolved, TypeResolver } from "../reading/resolver.js";
import type { CodeType, Span } from "../reading/signature.js";
import { settledType } from "../types/constructed.js";
import type { TypeReader } from "./types.js";

/** What the code writes, where that says all. */
export function writtenType({ scope }: TypeReader, type: CodeType | undefined): CodeType | undefined {
  return settledType(scope.project, scope.file, type);
}

/**
 * What the compiler infers for a variable, field or parameter that the code gives no type; nothing where it cannot tell.
 *
 * @param name where its name stands
 */
export function inferredType(types: TypeReader, name: Span): CodeType | undefined {
  return infer(types, (resolver) => resolver.typeOf(types.scope.file, name));
}

/** What the compiler infers for the result of a function. */
export function inferredResult(types: TypeReader, name: Span): CodeType | undefined {
  return infer(types, (resolver) => resolver.resultOf(types.scope.file, name));
}

function infer(
  { scope }: TypeReader,
  ask: (resolver: TypeResolver) => Resolved<CodeType> | undefined,
): CodeType | undefined {
  const resolver = scope.project.resolver?.(scope.language);
  const resolved = resolver && ask(resolver);
  return resolved?.kind === "known" ? resolved.value : undefined;
}
