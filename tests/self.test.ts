import { expect, test } from "vitest";
import { contractc, findingsOf, ROOT } from "./support/cli.js";

test("this repository keeps its own contract", () => {
  expect(findingsOf(ROOT, "check", "contractc.contract").findings).toEqual([]);
  expect(findingsOf(ROOT, "drift", "contractc.contract").findings).toEqual([]);
}, 120_000);

test("every contract in the repository is sound, formatted, and kept by its code", () => {
  const { status, stdout } = contractc(ROOT, "drift");
  expect(status, stdout).toBe(0);
  expect(stdout).toContain("no findings");
  expect(findingsOf(ROOT, "check").summary).toMatchObject({ errors: 0, warnings: 0 });
  expect(contractc(ROOT, "fmt", "--check", "contractc.contract", "examples").status).toBe(0);
}, 120_000);
