import { QUALITY_KINDS } from "@contractc/kernel";
import { z } from "zod";

/** A change of the contract, as evolution takes it; base and author are added by whoever passes it on. */
export const ACTION = z.object({
  op: z.enum(["add", "update", "refine", "remove", "rename"]),
  target: z.string().describe("Address, such as model.entities.Player; empty for the contract itself"),
  content: z.string().nullish().describe("Contract text; null for remove"),
  reason: z.string(),
});

const NAME = z.string().regex(/^[\p{L}_$][\p{L}\p{N}_$]*$/u);

/** What an analyst makes of a request. */
export const REQUIREMENTS = z.object({
  name: NAME.describe("Name of the product: one identifier, such as PlaneBattle"),
  requirements: z.array(
    z.object({
      name: NAME.describe("One identifier, such as HighScores"),
      priority: z.enum(["must", "should", "could"]),
      text: z.string().describe("Who, in which situation, does what"),
      accept: z.array(z.string()).describe("How one sees that it is done"),
    }),
  ),
  qualities: z.array(
    z.object({ name: NAME, kind: z.enum(QUALITY_KINDS), text: z.string(), accept: z.array(z.string()) }),
  ),
  questions: z.array(
    z.object({
      text: z.string(),
      why: z.string().describe("What depends on the answer"),
      assumed: z.string().nullish().describe("The answer that is assumed as long as there is none"),
    }),
  ),
});
export type RequirementsDocument = z.infer<typeof REQUIREMENTS>;

/** A draft of a contract. */
export const CONTRACT = z.object({
  text: z.string().describe("The complete contract"),
  summary: z.string(),
});
export type ContractDocument = z.infer<typeof CONTRACT>;

/** What an auditor says of a draft. */
export const AUDIT = z.object({
  items: z.array(
    z.object({
      address: z.string().describe("What it is about; empty for the contract itself"),
      kind: z.enum(["ambiguity", "gap", "excess"]),
      severity: z.enum(["high", "low"]),
      text: z.string(),
      settle: z.string().nullish().describe("What would settle it"),
    }),
  ),
});
export type AuditDocument = z.infer<typeof AUDIT>;

/** Which way a request goes. */
export const TRIAGE = z.object({
  way: z.enum(["direct", "pipeline", "person"]),
  reason: z.string(),
  file: z.string().nullish().describe("Of a direct edit"),
  module: z.string().nullish().describe("Address of the module that the file belongs to"),
});
export type TriageDocument = z.infer<typeof TRIAGE>;
