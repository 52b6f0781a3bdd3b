import type { JsonMember, JsonNode } from "../text/json-document.js";

/** What the published schema of a setting may say. */
export interface SettingSchema {
  description?: string;
  type?: string;
  properties?: Readonly<Record<string, SettingSchema>>;
  required?: readonly string[];
  propertyNames?: { enum?: readonly string[] };
  /** `false`: only the listed properties. */
  additionalProperties?: boolean | SettingSchema;
  items?: SettingSchema;
  enum?: readonly string[];
  pattern?: string;
  minimum?: number;
}

/** Told of what does not fit; the setting is left out then. */
export interface SchemaFaults {
  unknown(member: JsonMember, within: string, known: readonly string[]): void;
  invalid(key: string, expected: string, node: JsonNode): void;
}

/**
 * The value of a setting as its published schema wants it. What does not fit is told and left out, and the rest holds.
 *
 * @param key the setting's name, for messages
 * @returns `undefined` where nothing of it can be used
 */
export function valueBySchema(
  node: JsonNode,
  schema: SettingSchema,
  key: string,
  faults: SchemaFaults,
): unknown {
  switch (schema.type) {
    case "object":
      return objectBySchema(node, schema, key, faults);
    case "array": {
      const items = node.kind === "array" ? node.items : undefined;
      if (!items) return fault(node, key, "a list", faults);
      const values = items.map((item) => valueBySchema(item, schema.items ?? {}, key, faults));
      return values.filter((value) => value !== undefined);
    }
    case "boolean":
      return node.kind === "boolean" ? node.value : fault(node, key, "true or false", faults);
    case "integer":
    case "number": {
      const { minimum = 0 } = schema;
      const what = schema.type === "integer" ? "a whole number" : "a number";
      const fits = node.kind === "number" && node.value >= minimum;
      if (!fits || (schema.type === "integer" && !Number.isSafeInteger(node.value)))
        return fault(node, key, `${what} from ${minimum}`, faults);
      return node.value;
    }
    default:
      return textBySchema(node, schema, key, faults);
  }
}

function textBySchema(node: JsonNode, schema: SettingSchema, key: string, faults: SchemaFaults): unknown {
  if (schema.enum) {
    const isOne = node.kind === "string" && schema.enum.includes(node.value);
    return isOne ? node.value : fault(node, key, `one of ${listed(schema.enum)}`, faults);
  }
  const isText = node.kind === "string" && new RegExp(schema.pattern ?? "", "u").test(node.value);
  return isText ? node.value : fault(node, key, expectedText(schema), faults);
}

function objectBySchema(node: JsonNode, schema: SettingSchema, key: string, faults: SchemaFaults): unknown {
  if (node.kind !== "object") return fault(node, key, "an object", faults);
  const { properties = {}, additionalProperties, required = [] } = schema;
  const entries = node.members.flatMap((member): [string, unknown][] => {
    const own = Object.hasOwn(properties, member.key) ? properties[member.key] : undefined;
    const other = typeof additionalProperties === "object" ? additionalProperties : undefined;
    const within = own ?? other;
    if (!within) {
      faults.unknown(member, key, Object.keys(properties));
      return [];
    }
    const value = valueBySchema(member.value, within, own ? member.key : `${key}.${member.key}`, faults);
    return value === undefined ? [] : [[member.key, value]];
  });
  const given = new Set(node.members.map((member) => member.key));
  const missing = required.filter((name) => !given.has(name));
  if (missing.length > 0) return fault(node, key, `an object with ${listed(missing)}`, faults);
  return Object.fromEntries(entries);
}

function fault(node: JsonNode, key: string, expected: string, faults: SchemaFaults): undefined {
  faults.invalid(key, expected, node);
  return undefined;
}

function expectedText({ pattern, description = "" }: SettingSchema): string {
  if (pattern?.startsWith("^https?") === true) return "the address of a server, as http://localhost:8080/v1";
  if (pattern === "\\S") return "a text that is not empty";
  return description === "" ? "a text" : `a name (${description.split(";")[0]!.toLowerCase()})`;
}

/** `"a", "b" and "c"`. */
export function listed(words: readonly string[]): string {
  return words
    .map((word) => JSON.stringify(word))
    .join(", ")
    .replace(/, (?=[^,]*$)/, " and ");
}
