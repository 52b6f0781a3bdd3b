import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DIAGNOSTICS, memoryFileSystem, parseConfig, readConfig } from "@contractc/kernel";
import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, test } from "vitest";
import { ROOT } from "./support/cli.js";

const schema = JSON.parse(
  readFileSync(join(ROOT, "packages/kernel/schema/contract.config.schema.json"), "utf8"),
);

test("the pages of diagnostics and the schema of settings are what the registry makes of them", () => {
  const script = join(ROOT, "scripts/diagnostics-docs.mjs");
  const { status, stderr } = spawnSync(process.execPath, [script, "--check"], { encoding: "utf8" });
  expect(stderr).toBe("");
  expect(status).toBe(0);
});

test.each(Object.keys(DIAGNOSTICS))("%s has a page", (code) => {
  expect(existsSync(join(ROOT, `docs/diagnostics/${code}.md`))).toBe(true);
});

test.each([
  ["{}", true],
  ['{ "severities": { "graph/unused-use": "off" }, "excludes": ["legacy/"] }', true],
  ['{ "$schema": "x" }', true],
  ['{ "severity": {} }', false],
  ['{ "severities": { "graph/unused": "off" } }', false],
  ['{ "severities": { "graph/unused-use": "no" } }', false],
  ['{ "excludes": "legacy/" }', false],
  ['{ "excludes": [""] }', false],
  ["[]", false],
] as const)("schema and reader agree on %s", (text, valid) => {
  expect(new Ajv2020().validate(schema, JSON.parse(text))).toBe(valid);
  expect(parseConfig("/w/contract.config.json", text).findings.length === 0).toBe(valid);
});

test("a folder without settings has the defaults", () => {
  expect(readConfig(memoryFileSystem({}), "/w")).toEqual({
    config: { severities: {}, excludes: [], agents: {}, roles: {} },
    findings: [],
  });
});
