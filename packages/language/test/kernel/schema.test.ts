import { readdirSync, readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import { compileFiles, compileText } from "../support/tester.js";

const read = (name: string): object =>
  JSON.parse(readFileSync(new URL(`../../../kernel/schema/${name}.schema.json`, import.meta.url), "utf8"));
const ajv = new Ajv2020({ allErrors: true, allowUnionTypes: true });
const validateKernel = ajv.compile(read("contract.kernel"));
const validateFindings = ajv.compile(read("findings"));

const folder = new URL("../fixtures/", import.meta.url);
const contracts = readdirSync(folder).filter((name) => name.endsWith(".contract"));

function kernelOf(name: string) {
  const text = readFileSync(new URL(name, folder), "utf8");
  return compileFiles({ [`/w/${name}`]: text, "/w/shared.contract": "" });
}

describe("the published schema of the kernel", () => {
  test.each(contracts)("describes the kernel of %s", (name) => {
    const { kernel, findings } = kernelOf(name);
    expect(findings).toEqual([]);
    validateKernel(JSON.parse(JSON.stringify(kernel)));
    expect(validateKernel.errors ?? []).toEqual([]);
  });

  test("refuses what the format does not know", () => {
    const { kernel } = kernelOf("plane-battle.contract");
    expect(validateKernel({ ...kernel, surprise: 1 })).toBe(false);
    expect(validateKernel({ ...kernel, hash: "short" })).toBe(false);
  });

  test("refuses a kernel of a contract with unresolved names", () => {
    const { kernel, sound } = compileText('module a "a.py" {\n  fn run(x: Missing) -> void\n}');
    expect(sound).toBe(false);
    expect(validateKernel(kernel)).toBe(false);
  });
});

describe("the published schema of findings", () => {
  test("describes findings with fixes and related places", () => {
    const { findings } = compileText(
      'module a "a.py" {\n  record P { x: int, x: int }\n}\nmodule b "b.py" {\n  fn run(p: P, q: Pp) -> void\n}',
    );
    expect(findings).toHaveLength(3);
    const output = { findings, summary: { errors: findings.length, warnings: 0, infos: 0 } };
    validateFindings(JSON.parse(JSON.stringify(output)));
    expect(validateFindings.errors ?? []).toEqual([]);
  });

  test("refuses a finding without a code", () => {
    expect(
      validateFindings({ findings: [{ message: "x" }], summary: { errors: 1, warnings: 0, infos: 0 } }),
    ).toBe(false);
  });
});
