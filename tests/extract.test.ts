import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { contractc, workspace } from "./support/cli.js";

/** What `extract` writes for files; nothing may be found of it, and nothing need be accepted for that. */
function extracted(files: Record<string, string>): string {
  const folder = workspace(files);
  const { status, stderr } = contractc(folder, "extract", ".", "-o", "app.contract");
  expect(status, stderr).toBe(0);
  expect(stderr).not.toContain("accepted");
  const drift = contractc(folder, "drift", "--fail-on", "warning");
  expect(drift.status, drift.stdout).toBe(0);
  return readFileSync(join(folder, "app.contract"), "utf8");
}

describe("extract", () => {
  test("writes in parentheses what the code calls like a type of the contract that it does not mean", () => {
    const text = extracted({
      "node.ts": "export class Node { kind = 1 }\n",
      "visit.js":
        "/** @import { Node } from 'estree' */\nimport { Node as Own } from \"./node.js\";\n/** @param {Node} node\n * @param {Own} own\n * @returns {number} */\nexport function Node(node, own) {\n  return node === own ? 1 : 2;\n}\n",
      "package.json": '{ "name": "app", "dependencies": { "@types/estree": "1" } }',
    });
    expect(text).toMatch(/fn Node\(node: `\(Node\)`, own: node\.Node\) -> float/);
  });

  test("takes an interface merged with a class for the class, which implements what it extends", () => {
    const text = extracted({
      "spring.d.ts":
        "export interface Readable<T> {\n  subscribe(run: (value: T) => void, invalidate?: () => void): () => void;\n}\n" +
        "export interface Spring<T> extends Readable<T> {\n  subscribe(run: (value: T) => void): () => void;\n}\n" +
        "export class Spring<T> {\n  constructor(value: T);\n  static of<U>(fn: () => U): Spring<U>;\n}\n",
    });
    expect(text).toContain("class Spring<T> implements Readable<T> {");
  });

  test("keeps the value of a literal `as const`", () => {
    const text = extracted({
      "driver.ts":
        'export interface Driver { mode: "simple" | "nested" }\nexport class Oracle implements Driver {\n  mode = "nested" as const\n}\n',
    });
    expect(text).toContain('mode: "nested" = "nested"');
  });

  test("leaves out scripts that nothing can be imported from", () => {
    const text = extracted({
      "main.ts": "export const started = 1;\n",
      "page.js": "function hide(element) {\n  element.hidden = true;\n}\nhide(document.body);\n",
    });
    expect(text).not.toContain("page.js");
  });

  test("takes exports under reserved words as they are", () => {
    const text = extracted({
      "types.ts": "function _null(): null {\n  return null;\n}\nexport { _null as null };\n",
    });
    expect(text).toMatch(/fn null\(\) -> null/);
  });
});
