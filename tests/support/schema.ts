import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { expect } from "vitest";

const ajv = new Ajv2020({ allErrors: true, allowUnionTypes: true });

/** Fails unless the text is JSON that a published schema describes. */
export function validated(schema: string, text: string): unknown {
  const file = new URL(`../../packages/kernel/schema/${schema}.schema.json`, import.meta.url);
  const id = `urn:contractc:schema:${schema}:1`;
  const validate = ajv.getSchema(id) ?? ajv.compile(JSON.parse(readFileSync(file, "utf8")) as object);
  const value: unknown = JSON.parse(text);
  validate(value);
  expect(validate.errors ?? []).toEqual([]);
  return value;
}
