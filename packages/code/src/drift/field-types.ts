import type { Fix } from "@contractc/kernel";
import type { Span } from "../reading/signature.js";
import type { TypeVerdict } from "../types/compare.js";
import type { LiftedType } from "../types/lifted.js";
import type { DriftContext } from "./context.js";
import { relation, type Subject, whyUnknown } from "./subject.js";

/**
 * Reports that the type of a field, constant or alias differs, or cannot be told.
 *
 * @param actual the code's type
 * @param of where it is written, both types as messages show them, and what would mend it
 */
export function reportFieldType(
  context: DriftContext,
  subject: Subject,
  verdict: Exclude<TypeVerdict, "equivalent">,
  actual: LiftedType,
  of: { span: Span; texts: { expected: string; actual: string }; fixes: () => Fix[] },
): void {
  const { symbol, shown, file, within } = subject;
  const { span, texts } = of;
  const at = { file, span, within };
  if (verdict === "unknown") {
    const why = whyUnknown(actual);
    context.report("drift/unknown", at, { what: `The type of \`${shown}\``, why }, { symbol, ...texts });
    return;
  }
  context.report(
    "drift/field-type",
    at,
    { field: shown, ...texts, relation: relation(verdict) },
    { symbol, ...texts, fixes: of.fixes() },
  );
}
