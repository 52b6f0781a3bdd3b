/** What a value of the settings may be: the part of JSON Schema that the schema of the settings is written in. */
interface SettingSchema {
  description?: string;
  type?: "string" | "array" | "object";
  /** The keys of an object, where they are listed. */
  propertyNames?: { enum: string[] };
  /** The values of an object's keys. */
  additionalProperties?: { enum: string[] };
  items?: { type: "string" };
}

declare const schema: { properties: Record<string, SettingSchema> };
export = schema;
