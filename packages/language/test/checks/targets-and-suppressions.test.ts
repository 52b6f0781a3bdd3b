import { describe, expect, test } from "vitest";
import { applyFix, expectClean, expectFindings, HEADER } from "../support/tester.js";

const typescript = (body: string) => `module m "m.ts" {\n${body}\n}`;

describe("targets", () => {
  test("TypeScript lacks kinds of parameters", () => {
    const text = "fn f(a: int, /, b: int, *, c: int = 1) -> int";
    const { findings } = expectFindings(typescript(text.replace("/", "⟦/⟧").replace("*", "⟦*⟧")), [
      "type/target-feature",
      "type/target-feature",
    ]);
    expect(applyFix(HEADER + typescript(text), findings[1]!)).toContain("b: int, c: int = 1");
    expectClean(`module m "m.py" {\n${text}\n}`);
  });

  test("TypeScript has classes with one base", () => {
    expectFindings(typescript("class A { a: int }\nclass B { b: int }\nclass C extends A, ⟦B⟧"), [
      "type/target-feature",
    ]);
    expectClean(typescript("interface A { a: int }\ninterface B { b: int }\ninterface C extends A, B"));
  });

  test("names are those that the language can have", () => {
    const text = 'module m "m.py" {\n  record R { from: int }\n}';
    const { findings } = expectFindings(text.replace("from", "⟦from⟧"), ["type/target-name"]);
    const fixed = applyFix(HEADER + text, findings[0]!);
    expect(fixed).toContain('record R { @name(python: "from_") from: int }');
    expectClean(fixed);
    expectClean(typescript("class C {\n  delete() -> void\n}\nfn string() -> string"));
  });

  test("of what TypeScript exports may be any word", () => {
    expectClean(typescript("fn null() -> int\nclass `class` { x: int }\nconst void: int = 1"));
    expectFindings(typescript("internal fn ⟦enum⟧() -> int\nfn f(⟦new⟧: int) -> int\nfn ⟦`a-b`⟧() -> int"), [
      "type/target-name",
      "type/target-name",
      "type/target-name",
    ]);
  });
});

describe("suppressions", () => {
  test("name codes that exist", () => {
    const text = 'module m "m.py" {\n  @allow("drift/hollw", "soon")\n  fn f()\n}';
    const { findings } = expectFindings(text.replace('"drift/hollw"', '⟦"drift/hollw"⟧'), ["name/unknown"]);
    expect(applyFix(HEADER + text, findings[0]!)).toContain('@allow("drift/hollow", "soon")');
  });

  test("accept something, or are reported with the fix that takes them out", () => {
    const text = 'module m "m.py" {\n  @allow("type/bound", "soon")\n  fn f()\n}';
    const { findings } = expectFindings(text.replace(/(@allow.*)\n/, "⟦$1⟧\n"), [
      "policy/unused-suppression",
    ]);
    expect(applyFix(HEADER + text, findings[0]!)).toBe(`${HEADER}module m "m.py" {\n  fn f()\n}`);
  });

  test("of the comparison with code are not this check's business", () => {
    expectClean('module m "m.py" {\n  @allow("drift/hollow", "soon")\n  fn f()\n}');
  });
});

describe("classes as code has them", () => {
  test("a field that holds a function fits a method", () => {
    expectClean(
      typescript("interface I { run(x: int) -> string }\nclass C implements I { run: (x: int) -> string }"),
    );
    expectFindings(
      typescript(
        "interface I { run(x: int) -> string }\nclass C implements I { ⟦run⟧: (x: string) -> string }",
      ),
      ["type/implements"],
    );
  });

  test("bare generic bases have the defaults of their parameters", () => {
    expectClean('module m "m.py" {\n  class A<T = int> { f() -> T }\n  class B extends A { f() -> int }\n}');
  });
});
