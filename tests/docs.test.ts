import { readFileSync } from "node:fs";
import { memoryFileSystem } from "@contractc/kernel";
import { compile } from "@contractc/language";
import { describe, expect, test } from "vitest";
import { type Fence, fencesOf } from "./support/markdown.js";

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), "utf8");

/** The errors and warnings of a contract, placed in the document that shows it. */
function faults(document: string, fence: Fence, imported: Record<string, string>): string[] {
  const fs = memoryFileSystem({ ...imported, "/docs/shown.contract": fence.text });
  const { findings } = compile({ fs, root: "/docs/shown.contract" });
  return findings
    .filter(({ severity }) => severity !== "info")
    .map(({ line, code, message }) => `${document}:${fence.line + line - 1} ${code} ${message}`);
}

// A block with a file name is a file that another block imports; one that `shows` a file stands for itself.
describe.each([
  "README.md",
  "docs/language.md",
  "docs/tutorial.md",
  "docs/formatting.md",
  "docs/typescript.md",
])("%s", (document) => {
  const imported: Record<string, string> = {};
  const blocks = fencesOf(read(document)).filter(({ language }) => language === "contract");
  const contracts = blocks.filter(({ info, text }) => {
    const whole = info === "" || info.startsWith("shows ");
    if (!whole) imported[`/docs/${info}`] = text;
    return whole;
  });

  test("has contracts, and each of its files is imported by one", () => {
    expect(contracts.length).toBeGreaterThan(0);
    const text = contracts.map((contract) => contract.text).join("");
    for (const file of Object.keys(imported))
      expect(text).toContain(`import "./${file.slice("/docs/".length)}"`);
  });

  test.each(contracts)("line $line compiles", (contract) => {
    expect(faults(document, contract, imported)).toEqual([]);
  });
});

test("links of the reference lead somewhere", () => {
  const text = read("docs/language.md");
  const headings = new Set(
    [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) =>
      heading
        .toLowerCase()
        .replace(/[^\w\- ]/g, "")
        .replaceAll(" ", "-"),
    ),
  );
  const targets = [...text.matchAll(/\]\(#([^)]+)\)/g)].map(([, target = ""]) => target);
  expect(targets.length).toBeGreaterThan(0);
  expect(targets.filter((target) => !headings.has(target))).toEqual([]);
});
