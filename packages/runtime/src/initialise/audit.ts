import type { Finding } from "@contractc/kernel";
import type { ContractState } from "../contract/port.js";
import type { AuditDocument, RequirementsDocument } from "../desk/index.js";
import type { InitialiseInput } from "../driver/ports.js";
import type { Prompts } from "../prompts/index.js";
import { answerOf } from "./asking.js";
import { requirementsText } from "./requirements.js";

/**
 * Has somebody else audit a draft, once. What is wrong is not accepted in silence: it is flagged, for a person to see at the
 * checkpoint and for actions to settle later.
 *
 * @param findings of the checker: what is no error, and yet a sign of a draft that is not complete
 */
export async function auditDraft(
  input: InitialiseInput,
  prompts: Prompts,
  { kernel }: ContractState,
  requirements: RequirementsDocument,
  findings: readonly Finding[],
): Promise<string[]> {
  const told = findings.filter(
    ({ severity, code }) =>
      severity === "warning" || (code.startsWith("complete/") && code !== "complete/question"),
  );
  const checker = told.map(({ code, symbol, message }) => `${code}${symbol ? ` ${symbol}` : ""}: ${message}`);
  const answer = await answerOf(input, prompts, {
    step: "discriminator",
    role: "architect",
    expects: "audit",
    material: [
      requirementsText(requirements),
      ...(checker.length > 0 ? ["What the checker found:", ...checker.map((line) => `- ${line}`)] : []),
    ].join("\n"),
    kernel,
  });
  const warnings = told.filter(({ severity }) => severity === "warning");
  const flagged = warnings.map(({ code, message }) => `${code}: ${message}`);
  if (answer.kind === "failed") return [...flagged, `Nobody audited the draft. ${answer.detail}`];
  const { result } = answer;
  if (result.kind !== "document") {
    const why = result.kind === "error" ? result.error : "the answer was something else";
    return [...flagged, `Nobody audited the draft: ${why}`];
  }
  const { items } = result.document as AuditDocument;
  const grave = [...items].sort((a, b) => rank(a.severity) - rank(b.severity));
  return [
    ...flagged,
    ...grave.map(({ address, kind, severity, text, settle }) => {
      const at = address === "" ? "" : ` ${address}`;
      return `${severity} ${kind}${at}: ${text}${settle == null || settle === "" ? "" : ` (${settle})`}`;
    }),
  ];
}

function rank(severity: "high" | "low"): number {
  return severity === "high" ? 0 : 1;
}
