import published from "../../schema/contract.config.schema.json" with { type: "json" };

/** What one setting of `contract.config.json` may be. */
export interface SettingShape {
  /** The setting's name. */
  key: string;
  /** What it is for; empty where the schema does not say. */
  description: string;
  type: "string" | "array" | "object";
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
    keys: setting.propertyNames?.enum ?? [],
    values: setting.additionalProperties?.enum ?? [],
  }),
);
