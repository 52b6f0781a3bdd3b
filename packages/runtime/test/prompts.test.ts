import { readdirSync, readFileSync } from "node:fs";
import { memoryFileSystem, nodeFileSystem } from "@contractc/kernel";
import { expect, test } from "vitest";
import {
  BUILT_IN_ROLES,
  briefOf,
  EXPECTATIONS,
  fillPrompt,
  installedPrompts,
  loadPrompts,
  PROMPTS,
} from "../src/index.js";
import { kernelOf, PLANE } from "./support/contract.js";

const folder = installedPrompts();
const prompts = loadPrompts(nodeFileSystem(), folder);
const kernel = kernelOf(PLANE);

test("every file of the folder is a prompt with a version, and every prompt is a file", () => {
  expect(readdirSync(folder).sort()).toEqual(PROMPTS.map((name) => `${name}.md`).sort());
  for (const name of PROMPTS) expect(prompts[name].version).toBeGreaterThanOrEqual(1);
});

test("each role has a brief in four parts, with a contract and without", () => {
  const parts = ["# Who you are", "# What you answer for", "# What you get and hand in", "# Red lines"];
  for (const role of [...BUILT_IN_ROLES, "backend"]) {
    for (const expects of EXPECTATIONS) {
      for (const known of [kernel, undefined]) {
        const brief = briefOf(known, { role, expects }, prompts);
        const heads = brief.match(/^# .*$/gm)?.filter((head) => head !== "# The language");
        expect(heads, `${role} ${expects}`).toEqual(parts);
        expect(brief).not.toMatch(/\{\{|\n{3}/);
      }
    }
  }
});

test("a brief says what the contract says of the role", () => {
  const brief = briefOf(kernel, { role: "backend", expects: "code" }, prompts);
  expect(brief).toContain("You are backend, a developer of Plane 1.0.0, written in python.");
  expect(brief).toContain("The contract says of your role: Implements the rules");
  expect(brief).toContain("`python -m pytest`, `python -m main --headless`");
  expect(brief).toContain("- The rules know no window (because they are tested without one)");
  expect(brief).toContain("Of third-party packages only pygame >= 2.5 may be imported");
  expect(briefOf(kernel, { role: "reviewer", expects: "review" }, prompts)).toContain("You are reviewer");
});

test("briefs leave no doubt that words on execution count for nothing", () => {
  for (const name of ["coder", "tester", "reviewer", "integrator"] as const) {
    expect(prompts[name].text).toMatch(/what you claim is ignored/);
  }
});

test("the example of the language that models are shown is a sound contract", () => {
  const [, text] = /```contract\n([\s\S]*?)```/.exec(readFileSync(`${folder}/generator.md`, "utf8"))!;
  expect(kernelOf(text!).modules.map(({ address }) => address)).toEqual(["core.links", "main"]);
});

test("a prompt without a version, or with a name that nobody knows, is a broken installation", () => {
  const files = Object.fromEntries(PROMPTS.map((name) => [`/p/${name}.md`, "---\nversion: 1\n---\nText\n"]));
  expect(loadPrompts(memoryFileSystem(files), "/p").coder).toEqual({ version: 1, text: "Text" });
  expect(() => loadPrompts(memoryFileSystem({ ...files, "/p/coder.md": "Text" }), "/p")).toThrow("coder.md");
  expect(() => fillPrompt({ version: 1, text: "{{nobody}}" }, {})).toThrow("{{nobody}}");
});
