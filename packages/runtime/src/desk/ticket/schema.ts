import { z } from "zod";
import { EXPECTATIONS, type Failure, GATES, TICKET_FORMAT, type Ticket } from "../../model/index.js";
import { ANSWERS } from "../answers/index.js";

const SOURCES = [
  ...GATES,
  "review",
  "audit",
  "scope",
  "person",
  "proposal",
] as const satisfies Failure["source"][];

const FAILURE = z.looseObject({
  class: z.enum(["code", "environment", "requirement", "contract"]),
  source: z.enum(SOURCES),
  module: z.string().describe("Owner of the failing frame; empty where it is nobody's"),
  fingerprint: z.string(),
  summary: z.string(),
  tests: z.array(z.string()),
  exit: z.int().optional(),
  excerpt: z.array(z.string()).describe("At most 20 lines"),
  tail: z.string().describe("At most 2,000 characters"),
  anchors: z.array(z.strictObject({ file: z.string(), line: z.int().positive() })),
  cause: z.string().optional(),
  findings: z.array(z.looseObject({ code: z.string(), message: z.string() })).optional(),
});

/** A ticket as its published schema has it. */
export const TICKET = z.strictObject({
  format: z.literal(TICKET_FORMAT),
  run: z.string(),
  task: z.string().describe("Such as module:core.collision"),
  kind: z.enum(["contract", "module", "tests", "package", "whole", "review"]),
  attempt: z.int().positive().describe("A result counts for the latest attempt only"),
  round: z.int().positive(),
  role: z.string(),
  expects: z.enum(EXPECTATIONS).describe("What may be handed in"),
  subject: z.string().describe("Module or package; empty for the contract and the whole"),
  contract: z.string().optional().describe("Hash of what the contract says to the subject"),
  brief: z.string(),
  goal: z.string(),
  context: z.string().describe("The bounded part of the contract"),
  tokens: z.int().nonnegative(),
  writes: z.array(z.string()).describe("Paths that may be written; one that ends in / is a folder"),
  except: z
    .array(z.string())
    .optional()
    .describe("Paths below a folder of `writes` that belong to other tasks"),
  files: z.array(
    z.strictObject({
      path: z.string(),
      content: z.string(),
      id: z.string().describe("The id that git gives the content"),
      cut: z.literal(true).optional().describe("`content` is the beginning only"),
    }),
  ),
  failures: z.array(FAILURE),
  reports: z.array(z.string()).optional(),
  lessons: z.array(z.string()),
  answers: z.array(z.strictObject({ question: z.string(), answer: z.string() })),
});

/** Holds the schema to the type: a field of one that the other lacks does not compile. */
type Same = keyof Ticket extends keyof z.infer<typeof TICKET>
  ? keyof z.infer<typeof TICKET> extends keyof Ticket
    ? true
    : never
  : never;
const _same: Same = true;
type EverySource = Exclude<Failure["source"], (typeof SOURCES)[number]> extends never ? true : never;
const _every: EverySource = true;

/** The published JSON Schemas, by the name of their file. */
export function publishedSchemas(): Record<string, object> {
  void [_same, _every];
  return {
    "ticket.schema.json": {
      $id: "ticket.schema.json",
      title: "What a worker of contractc is given",
      ...z.toJSONSchema(TICKET, { io: "input" }),
    },
    "result.schema.json": {
      $id: "result.schema.json",
      title: "What a worker of contractc hands in, by what its ticket expects",
      $schema: "https://json-schema.org/draft/2020-12/schema",
      $defs: Object.fromEntries(
        EXPECTATIONS.map((expects) => {
          const { $schema: _, ...schema } = z.toJSONSchema(ANSWERS[expects], { io: "input" });
          return [expects, schema];
        }),
      ),
      anyOf: EXPECTATIONS.map((expects) => ({ $ref: `#/$defs/${expects}` })),
    },
  };
}
