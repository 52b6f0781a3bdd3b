import published from "../../schema/contract.config.schema.json" with { type: "json" };

export type SettingType = "string" | "number" | "integer" | "boolean" | "array" | "object";

/** The part of JSON Schema that settings are described in. */
export interface SettingSchema {
  description?: string;
  type?: SettingType;
  enum?: readonly string[];
  pattern?: string;
  minimum?: number;
  minItems?: number;
  items?: SettingSchema;
  properties?: Readonly<Record<string, SettingSchema>>;
  required?: readonly string[];
  propertyNames?: { enum: readonly string[] };
  /** Of the values whose keys are not listed; `false` where there may be none. */
  additionalProperties?: SettingSchema | false;
}

/** What one setting of `contract.config.json` may be. */
export interface SettingShape {
  /** The setting's name. */
  key: string;
  /** What it is for; empty where the schema does not say. */
  description: string;
  type: SettingType;
  /** The keys that an object may have; none of another type. */
  keys: readonly string[];
  /** The values that each of those may have; none of another type. */
  values: readonly string[];
}

/** The settings of `contract.config.json` in the order of its published schema, which is where they are listed. */
export const SETTINGS: readonly SettingShape[] = Object.entries(published.properties).map(
  ([key, setting]) => ({
    key,
    description: setting.description ?? "",
    type: setting.type ?? "string",
    keys: setting.propertyNames?.enum ?? Object.keys(setting.properties ?? {}),
    values: (setting.additionalProperties || undefined)?.enum ?? [],
  }),
);

/** The schema of one setting; `undefined` for what is none. */
export function settingSchema(key: string): SettingSchema | undefined {
  const all: Readonly<Record<string, SettingSchema>> = published.properties;
  return Object.hasOwn(all, key) ? all[key] : undefined;
}
