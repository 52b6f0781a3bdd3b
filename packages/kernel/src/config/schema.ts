import published from "../../schema/contract.config.schema.json" with { type: "json" };
import type { SettingSchema } from "./by-schema.js";

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

const properties: Readonly<Record<string, SettingSchema>> = published.properties;

/** The settings of `contract.config.json` in the order of its published schema, which is where they are listed. */
export const SETTINGS: readonly SettingShape[] = Object.entries(properties).map(([key, setting]) => {
  const { additionalProperties: others } = setting;
  return {
    key,
    description: setting.description ?? "",
    type: setting.type === "array" || setting.type === "object" ? setting.type : "string",
    keys: setting.propertyNames?.enum ?? Object.keys(setting.properties ?? {}),
    values: (typeof others === "object" ? others.enum : undefined) ?? [],
  };
});

/** The published schema of one setting. */
export function schemaOf(key: string): SettingSchema {
  return properties[key] ?? {};
}
