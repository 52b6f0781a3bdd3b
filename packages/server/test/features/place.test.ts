import { expect, test } from "vitest";
import { placeAt } from "../../src/features/completion/place.js";

/** What is expected at the bar, with the blocks around it. */
function at(marked: string): string {
  const offset = marked.indexOf("|");
  const place = placeAt(marked.slice(0, offset) + marked.slice(offset + 1), offset);
  const { expected, blocks, prefix, qualifier } = place;
  const detail = expected.kind === "text" ? ` ${expected.what}` : "";
  const around = blocks.map(({ head, name }) => `${head} ${name}`.trim()).join(" > ");
  return [around, expected.kind + detail, prefix, qualifier?.join(".") ?? ""]
    .filter((part) => part !== "")
    .join(" | ");
}

test.each([
  ["|", "statement"],
  ["req|", "statement | req"],
  ['module a "a.py" {\n  |', "module a | statement"],
  ['module a "a.py" {\n  fn f(x: |', "module a | type"],
  ['module a "a.py" {\n  fn f(x: list<in|', "module a | type | in"],
  ['module a "a.py" {\n  fn f(|', "module a | nothing"],
  ['module a "a.py" {\n  fn f() -> m.|', "module a | type | m"],
  ['module a "a.py" {\n  type A = |', "module a | type"],
  ['module a "a.py" {\n  uses b, |', "module a | container"],
  ['module a "a.py" {\n  uses type |', "module a | container"],
  ['module a "a.py" {\n  class A extends |', "module a | base"],
  ['module a "a.py" {\n  class A { f() raises |', "module a > class A | error"],
  ['module a "a.py" {\n  fn f()\n    example |', "module a | expression"],
  ['module a "a.py" {\n  fn f()\n    example f(|', "module a | expression"],
  ['module a "a.py" {\n  states S initial A final B {\n    A -> |', "module a > states S | state"],
  ['module a "a.py" {\n  states S initial A final B {\n    A -> B on |', "module a > states S | trigger"],
  ["@|", "annotation"],
  ['@allow("gr|', "text @allow | gr"],
  ['@allow("graph/cycle", "w|', "text @allow why | w"],
  ['import "./|"', "text import | ./"],
  ["// com|", "nothing | com"],
  ["/// doc |", "nothing"],
  ["flow F = |", "function"],
  ["flow F = a.f -> b.|", "function | b"],
  ["layers a > |", "container"],
  ["forbid a -> |", "container"],
])("%j is a place for: %s", (marked, expected) => {
  expect(at(marked)).toBe(expected);
});
