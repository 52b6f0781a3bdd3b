import type { z } from "zod";
import type { Expectation, WorkerResult } from "../../model/index.js";
import { ANSWERS } from "./results.js";

export type ParsedAnswer = { kind: "result"; result: WorkerResult } | { kind: "broken"; problem: string };

/**
 * Reads what a worker says at its end.
 *
 * @param answer text with one JSON object in it, or the object itself
 */
export function parseAnswer(expects: Expectation, answer: unknown): ParsedAnswer {
  const found = typeof answer === "string" ? jsonIn(answer) : { value: answer };
  if (found === undefined) return { kind: "broken", problem: "there is no JSON object in the answer" };
  const parsed = ANSWERS[expects].safeParse(unwrapped(found.value));
  if (!parsed.success) return { kind: "broken", problem: problemsOf(parsed.error) };
  return { kind: "result", result: withoutNulls(parsed.data) as WorkerResult };
}

/** At most as many problems are told: the rest is mostly a consequence. */
const TOLD = 5;

function problemsOf({ issues }: z.ZodError): string {
  const lines = issues.slice(0, TOLD).map(({ path, message }) => {
    const at = path.length === 0 ? "the answer" : path.join(".");
    return `${at}: ${message}`;
  });
  const more = issues.length - lines.length;
  return lines.join("; ") + (more > 0 ? `; and ${more} more` : "");
}

/** Structured output wants an object at the root, which holds the result. */
function unwrapped(value: unknown): unknown {
  if (typeof value !== "object" || value === null || "kind" in value || !("result" in value)) return value;
  return value.result;
}

/** Absent and `null` are the same to a model, and not to us. */
function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).filter(([, each]) => each !== null && each !== undefined);
  return Object.fromEntries(entries.map(([key, each]) => [key, withoutNulls(each)]));
}

/**
 * The JSON object in a text: all of it, in a fence, or the last one that stands at the beginning of a line.
 *
 * @returns `undefined` where there is none
 */
export function jsonIn(text: string): { value: unknown } | undefined {
  const whole = parse(text.trim());
  if (whole) return whole;
  const fences = [...text.matchAll(/```(?:json)?[^\S\n]*\n([\s\S]*?)\n[^\S\n]*```/g)].reverse();
  for (const [, body] of fences) {
    const fenced = parse(body!.trim());
    if (fenced) return fenced;
  }
  const end = text.lastIndexOf("}");
  const starts = [...text.matchAll(/^[^\S\n]*\{/gm)].map(({ index }) => index);
  const first = text.indexOf("{");
  for (const start of [...starts, ...(first < 0 ? [] : [first])]) {
    const part = start < end ? parse(text.slice(start, end + 1).trim()) : undefined;
    if (part) return part;
  }
  return undefined;
}

function parse(text: string): { value: object } | undefined {
  if (!text.startsWith("{")) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? { value } : undefined;
  } catch {
    return undefined;
  }
}
