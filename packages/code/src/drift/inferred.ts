import type { Resolved, TypeResolver } from "../reading/resolver.js";
import type { CodeType, Span } from "../reading/signature.js";
import { settledType } from "../types/constructed.js";
import type { DriftContext } from "./context.js";
import type { Report, Subject } from "./subject.js";

/** What the code does not write but its compiler infers. */
export interface Inferred {
  /** Absent where the compiler cannot tell, or gives `any`, which says nothing. */
  type?: CodeType;
  /** The compiler cannot tell since something is not there. */
  missing?: string;
}

const NOTHING: Inferred = {};

/** What the code writes, where that says all. */
export function writtenType(
  context: DriftContext,
  { file }: Subject,
  type: CodeType | undefined,
): CodeType | undefined {
  return settledType(context.project, file.path, type);
}

/** The type of a variable, field or parameter without an annotation. */
export function inferredType(context: DriftContext, subject: Subject, name: Span): Inferred {
  const inferred = infer(context, subject, (resolver) => resolver.typeOf(subject.file.path, name));
  // The compiler gives `any[]` where nothing is said of a rest parameter.
  const isRest = inferred.type?.kind === "array" && isAny(inferred.type.element);
  return isRest && subject.file.text.slice(0, name.start).trimEnd().endsWith("...") ? NOTHING : inferred;
}

/** What a function without an annotation returns. */
export function inferredResult(context: DriftContext, subject: Subject, name: Span): Inferred {
  return infer(context, subject, (resolver) => resolver.resultOf(subject.file.path, name));
}

function infer(
  context: DriftContext,
  subject: Subject,
  ask: (resolver: TypeResolver) => Resolved<CodeType> | undefined,
): Inferred {
  const resolver = context.project.resolver?.(subject.file.language);
  const resolved = resolver && ask(resolver);
  if (!resolved) return NOTHING;
  if (resolved.kind === "unknown") return resolved.isMissing ? { missing: resolved.why } : NOTHING;
  const type = resolved.value;
  return isAny(type) ? NOTHING : { type };
}

function isAny(type: CodeType): boolean {
  return type.kind === "name" && type.name === "any";
}

/**
 * Says that an inferred type cannot be told because the code's packages are not all there. A warning: nothing is known
 * to be wrong.
 */
export function reportUntold(
  subject: Subject,
  what: string,
  missing: string,
  at: { span: Span; key?: string },
  report: Report,
): void {
  report(
    "drift/unknown",
    { file: subject.file, span: at.span, within: subject.within },
    { what, why: missing },
    { symbol: subject.symbol, severity: "warning", ...(at.key === undefined ? {} : { key: at.key }) },
  );
}
