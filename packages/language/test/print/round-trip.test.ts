import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type Kernel, nodeFileSystem, printKernel } from "@contractc/kernel";
import { compile } from "@contractc/language";
import { describe, expect, test } from "vitest";
import { compileFiles, compileText } from "../support/tester.js";

const file = (path: string) => fileURLToPath(new URL(`../../../../${path}`, import.meta.url));
const fixture = (name: string) => readFileSync(new URL(`../fixtures/${name}`, import.meta.url), "utf8");

const errorsOf = (findings: readonly { severity: string; line: number; message: string }[]) =>
  findings.filter(({ severity }) => severity === "error").map(({ line, message }) => `${line} ${message}`);

function reprinted(kernel: Kernel): Kernel {
  const { kernel: again, findings } = compileText(printKernel(kernel));
  expect(errorsOf(findings)).toEqual([]);
  return again;
}

function expectRoundTrip(kernel: Kernel): void {
  const again = reprinted(kernel);
  expect({ ...again, positions: {} }).toEqual({ ...kernel, positions: {} });
  expect(printKernel(again)).toBe(printKernel(kernel));
}

describe("a printed kernel compiles to the same kernel", () => {
  test.each(["everything.contract", "plane-battle.contract"])("%s", (name) => {
    const { kernel, findings } = compileFiles({
      "/w/root.contract": fixture(name),
      "/w/shared.contract": "",
    });
    expect(errorsOf(findings)).toEqual([]);
    expectRoundTrip(kernel);
  });

  test.each(["plane-battle", "link-shortener"])("the example %s", (name) => {
    const root = file(`examples/${name}/${name}.contract`);
    const { kernel, sound } = compile({ fs: nodeFileSystem(), root });
    expect(sound).toBe(true);
    expectRoundTrip(kernel);
  });

  test("names that mean two things are qualified", () => {
    const { kernel, findings } = compileText(`
module a "a.py" {
  /// One.
  class Thing
  error Bad
  event Done
  fn make() -> Thing
}
module b "b.py" {
  class Thing
}
package inner "inner" {
  module a "a.py" { class Other }
}
module c "c.py" {
  uses a, b, inner.a
  handles a.Done
  /// Turns one into the other.
  fn turn(thing: a.Thing) -> b.Thing
    raises Bad
    emits Done
  fn other(it: Other) -> list<a.Thing>
}
module type "type.py" { class T }
module d "d.py" {
  uses \`type\`
  uses lazy a
  class Bad
  fn f(@name(python: "t_") t: T, bad: Bad) -> void
    raises a.Bad
}
flow Both = a.make -> c.turn
`);
    expect(errorsOf(findings)).toEqual([]);
    expectRoundTrip(kernel);
    const text = printKernel(kernel);
    expect(text).toContain("fn turn(thing: a.Thing) -> b.Thing");
    expect(text).toContain("fn other(it: Other) -> list<a.Thing>");
    expect(text).toContain("raises a.Bad");
    expect(text).toContain('@name(python: "t_") t: T');
  });
});
