import { readFileSync } from "node:fs";
import { parseContract } from "../../src/syntax/index.js";

/** The text of a file in `fixtures`. */
export function fixture(name: string): string {
  return readFileSync(new URL(`fixtures/${name}`, import.meta.url), "utf8");
}

/** Every fixture that is a well-formed contract. */
export const corpus: readonly string[] = ["plane-battle.contract", "everything.contract"];

/** Messages with the text they point at, in order. */
export function problemsOf(text: string): string[] {
  return parseContract(text, "test.contract").problems.map(
    (problem) =>
      `${problem.message} @ ${JSON.stringify(text.slice(problem.offset, problem.offset + problem.length))}`,
  );
}

/** A contract with one module that holds the text. */
export function inModule(text: string): string {
  return `module test "test.py" {\n${text}\n}\n`;
}

/** A contract with one class that holds the text, and a function after the class. */
export function inClass(text: string): string {
  return inModule(`  class Test {\n    ${text}\n  }\n  fn after()`);
}
