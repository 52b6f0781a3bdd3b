import type { JsonMember, JsonNode } from "../text/json-document.js";
import type { SettingSchema } from "./schema.js";

/** Where settings that are described by their schema alone have mistakes. */
export interface SettingReports {
  /** @param within the path of the object that holds the key */
  unknown(member: JsonMember, within: string, known: readonly string[]): void;
  /** @param expected as the rest of a sentence: "an object", "one of …" */
  invalid(path: string, expected: string, node: JsonNode): void;
}

/**
 * Reads a setting by its schema. What is wrong is told and left out; the rest of it counts.
 *
 * @param path of the setting, such as `agents.small.kind`
 * @param text of the whole document: numbers and words are read from it
 * @returns `undefined` where nothing of it can be used
 */
export function readSetting(
  node: JsonNode,
  schema: SettingSchema,
  path: string,
  text: string,
  reports: SettingReports,
): unknown {
  switch (node.kind) {
    case "object":
      if (schema.type === "object") return readObject(node, schema, path, text, reports);
      break;
    case "array":
      if (schema.type === "array") return readArray(node, schema, path, text, reports);
      break;
    case "string":
      if (isText(node.value, schema)) return node.value;
      break;
    case "number": {
      const value = Number(text.slice(node.start, node.end));
      if (isNumber(value, schema)) return value;
      break;
    }
    case "boolean":
      if (schema.type === "boolean") return text.slice(node.start, node.end) === "true";
      break;
  }
  reports.invalid(path, expectedOf(schema), node);
  return undefined;
}

function readObject(
  node: JsonNode & { kind: "object" },
  schema: SettingSchema,
  path: string,
  text: string,
  reports: SettingReports,
): unknown {
  const known = Object.keys(schema.properties ?? {});
  const result: Record<string, unknown> = {};
  for (const member of node.members) {
    const own =
      schema.properties && Object.hasOwn(schema.properties, member.key)
        ? schema.properties[member.key]
        : undefined;
    const inner = own ?? (schema.additionalProperties || undefined);
    if (!inner) {
      reports.unknown(member, path, known);
      continue;
    }
    const value = readSetting(member.value, inner, `${path}.${member.key}`, text, reports);
    // Not by assignment: `__proto__` is a key as any other.
    if (value !== undefined)
      Object.defineProperty(result, member.key, { value, enumerable: true, configurable: true });
  }
  const missing = (schema.required ?? []).filter((key) => !Object.hasOwn(result, key));
  if (missing.length === 0) return result;
  // One that is there and wrong has been told.
  const absent = missing.find((key) => !node.members.some((member) => member.key === key));
  if (absent !== undefined) reports.invalid(path, `an object with \`${absent}\``, node);
  return undefined;
}

function readArray(
  node: JsonNode & { kind: "array" },
  schema: SettingSchema,
  path: string,
  text: string,
  reports: SettingReports,
): unknown {
  if (node.items.length < (schema.minItems ?? 0)) {
    reports.invalid(path, expectedOf(schema), node);
    return undefined;
  }
  return node.items.flatMap((item) => {
    const value = readSetting(item, schema.items ?? {}, path, text, reports);
    return value === undefined ? [] : [value];
  });
}

function isText(value: string, { type, enum: values, pattern }: SettingSchema): boolean {
  if (values) return values.includes(value);
  return type === "string" && (pattern === undefined || new RegExp(pattern, "u").test(value));
}

function isNumber(value: number, { type, minimum }: SettingSchema): boolean {
  if (type !== "number" && !(type === "integer" && Number.isInteger(value))) return false;
  return Number.isFinite(value) && value >= (minimum ?? Number.NEGATIVE_INFINITY);
}

function expectedOf({ type, enum: values, minimum, minItems = 0, pattern }: SettingSchema): string {
  if (values) return `one of ${values.map((value) => `"${value}"`).join(", ")}`;
  switch (type) {
    case "integer":
    case "number":
      return `a ${type === "integer" ? "whole " : ""}number${minimum === undefined ? "" : ` from ${minimum}`}`;
    case "array":
      return minItems > 0 ? "a list that is not empty" : "a list";
    case "object":
      return "an object";
    case "boolean":
      return "true or false";
    default:
      return pattern === undefined || pattern === "\\S" ? "a text" : `a text of the form ${pattern}`;
  }
}
