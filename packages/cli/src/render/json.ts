import type { Finding } from "@contractc/kernel";
import { summarise } from "./summary.js";

/** The findings as the one object that `findings.schema.json` describes. */
export function renderJson(findings: readonly Finding[]): string {
  return `${JSON.stringify({ findings, summary: summarise(findings) }, null, 2)}\n`;
}
