import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { contractc, workspace, write } from "./support/cli.js";

const PARTS = 400;

function large(): string {
  const modules = Array.from(
    { length: PARTS },
    (_, at) =>
      `module part${at} "part${at}.ts" {\n  /// Everything about part ${at}, of which there is a lot to say here and there.\n  fn run${at}(text: string, count: int = ${at}) -> string\n}\n`,
  );
  return `contract Large version "1.0.0"\n\n${modules.join("\n")}`;
}

/** A folder with an installed package, where tools keep their caches. */
function installed(): string {
  const folder = workspace({ "main.contract": large() });
  mkdirSync(join(folder, "node_modules"));
  return folder;
}

function entries(folder: string): string[] {
  return readdirSync(join(folder, "node_modules/.cache/contractc"));
}

it("answers a second check as it did the first, and a third after a change as it should", () => {
  const folder = installed();
  const first = contractc(folder, "check");
  expect(first.stdout).toBe(`✓ 1 contract, ${PARTS} modules: no findings\n`);
  expect(entries(folder)).toHaveLength(1);
  expect(contractc(folder, "check")).toEqual(first);
  expect(contractc(folder, "check", "--no-cache")).toEqual(first);
  write(folder, "main.contract", large().replace("count: int = 7)", "count: integer = 7)"));
  const faulty = contractc(folder, "check");
  expect(faulty.status).toBe(1);
  expect(faulty.stdout).toContain("name/unknown");
  expect(contractc(folder, "check")).toEqual(faulty);
  expect(contractc(folder, "check", "--format", "json").status).toBe(1);
  expect(entries(folder)).toHaveLength(1);
});

it("builds a damaged entry again", () => {
  const folder = installed();
  const first = contractc(folder, "check");
  const [name = ""] = entries(folder);
  const path = join(folder, "node_modules/.cache/contractc", name);
  writeFileSync(path, '{"result":{"contracts":1,"modules":0,"findings":[]}}');
  expect(contractc(folder, "check")).toEqual(first);
});
