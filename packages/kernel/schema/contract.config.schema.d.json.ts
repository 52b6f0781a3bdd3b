/** What a value of the settings may be: the part of JSON Schema that the schema of the settings is written in. */
interface SettingSchema {
  description?: string;
  type?: "string" | "number" | "integer" | "boolean" | "array" | "object";
  enum?: string[];
  pattern?: string;
  minimum?: number;
  minItems?: number;
  items?: SettingSchema;
  properties?: Record<string, SettingSchema>;
  required?: string[];
  /** The keys of an object, where they are listed. */
  propertyNames?: { enum: string[] };
  /** The values of an object's keys; `false` where it has those of `properties` only. */
  additionalProperties?: SettingSchema | false;
}

declare const schema: { properties: Record<string, SettingSchema> };
export = schema;
