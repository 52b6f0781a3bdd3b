import { z } from "zod";
import type { Expectation } from "../../model/index.js";
import { ACTION, AUDIT, CONTRACT, REQUIREMENTS, TRIAGE } from "./documents.js";

/*
 * What a worker may answer. There is no place for a word on whether anything ran or passed: unknown keys are dropped, so
 * that what a model says of execution reaches nobody.
 */

const FILES = z.object({
  kind: z.literal("files"),
  files: z
    .array(z.object({ path: z.string(), content: z.string() }))
    .describe("Whole files that were not written already"),
  summary: z.string().describe("At most three sentences"),
  risks: z.array(z.string()),
});

const ERROR = z.object({
  kind: z.literal("error"),
  error: z.string().describe("What is missing"),
  question: z.string().nullish().describe("For a person, where one can answer it"),
});

const ACTIONS = z.object({ kind: z.literal("actions"), actions: z.array(ACTION).min(1), reason: z.string() });

const FINDING = z.object({
  text: z.string(),
  file: z.string().nullish(),
  line: z.int().positive().nullish(),
  clause: z.string().nullish().describe("The clause or requirement that is broken"),
});

const REVIEW = z.object({
  kind: z.literal("review"),
  review: z.object({
    clauses: z.array(z.object({ clause: z.string(), met: z.boolean(), where: z.string().nullish() })),
    blocking: z.array(FINDING),
    suggestions: z.array(FINDING),
    contract: z
      .object({ reason: z.string(), actions: z.array(ACTION) })
      .nullish()
      .describe("Where the contract is incomplete rather than the code wrong"),
  }),
});

const document = <T extends z.ZodType>(type: T) =>
  z.object({ kind: z.literal("document"), document: type, summary: z.string() });

/** What a worker may hand in, by what its ticket asks for. */
export const ANSWERS = {
  code: z.discriminatedUnion("kind", [FILES, ERROR, ACTIONS]),
  tests: z.discriminatedUnion("kind", [FILES, ERROR]),
  merge: z.discriminatedUnion("kind", [FILES, ERROR]),
  review: z.discriminatedUnion("kind", [REVIEW, ERROR]),
  repair: z.discriminatedUnion("kind", [ACTIONS, ERROR]),
  requirements: z.discriminatedUnion("kind", [document(REQUIREMENTS), ERROR]),
  /** Of a contract that exists, the generator changes parts. */
  contract: z.discriminatedUnion("kind", [document(CONTRACT), ACTIONS, ERROR]),
  audit: z.discriminatedUnion("kind", [document(AUDIT), ERROR]),
  triage: z.discriminatedUnion("kind", [document(TRIAGE), ERROR]),
} satisfies Record<Expectation, z.ZodType>;

/** Whether a ticket asks for files. */
export function asksForFiles(expects: Expectation): boolean {
  return expects === "code" || expects === "tests" || expects === "merge";
}

/**
 * The JSON Schema of an answer, in the form that servers take for structured output: an object at the root, every property
 * required, nothing else allowed.
 */
export function answerSchema(expects: Expectation): Record<string, unknown> {
  const known = SCHEMAS.get(expects);
  if (known) return known;
  const { $schema: _, ...result } = z.toJSONSchema(ANSWERS[expects], { io: "input" }) as Record<
    string,
    unknown
  >;
  const schema = strict({ type: "object", properties: { result }, required: ["result"] }) as Record<
    string,
    unknown
  >;
  SCHEMAS.set(expects, schema);
  return schema;
}

const SCHEMAS = new Map<Expectation, Record<string, unknown>>();

/** Words of JSON Schema that structured output of some servers lacks. What they say is checked when the answer is read. */
const UNSUPPORTED = new Set(["minItems", "exclusiveMinimum", "minimum", "maximum", "pattern", "format"]);

function strict(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(strict);
  if (typeof schema !== "object" || schema === null) return schema;
  const result: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(schema)) {
    if (key === "properties") {
      const properties = Object.entries(value as Record<string, unknown>);
      result[key] = Object.fromEntries(properties.map(([name, each]) => [name, strict(each)]));
    } else if (key === "oneOf") result.anyOf = strict(value);
    else if (key === "const") Object.assign(result, { type: "string", enum: [value] });
    else if (!UNSUPPORTED.has(key)) result[key] = strict(value);
  }
  if (typeof result.properties === "object" && result.properties !== null) {
    result.required = Object.keys(result.properties);
    result.additionalProperties = false;
  }
  return result;
}
