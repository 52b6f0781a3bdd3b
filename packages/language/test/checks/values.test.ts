import { describe, expect, test } from "vitest";
import { applyFix, compileText, expectClean, expectFindings, withHeader } from "../support/tester.js";

const around = (type: string, value: string) =>
  `external lib "lib" { type Ext, fn make() -> Ext }
module m "m.py" {
  uses lib
  enum Side { Left = "left", Right = "right" }
  type Direction = "up" | "down"
  type Wide = int | list<Wide>
  class Animal
  class Dog extends Animal { new(name: string) }
  record Options { depth?: int, name: string = "x" }
  record Strict { depth: int }
  class Box<T>
  const LIMIT: int = 3
  fn count() -> int
  fn over(a: int) -> int
  fn over(a: string) -> string
  record R { x: ${type} = ${value} }
}`;

describe("values that fit", () => {
  test.each([
    ["int", "1"],
    ["int", "-1"],
    ["int", "0xff"],
    ["int", "1_000"],
    ["float", "1.5"],
    ["float", "1"],
    ["bool", "true"],
    ["string", '"a"'],
    ["any", "null"],
    ["json", '{ "a": [1, null] }'],
    ["object", "1"],
    ["int?", "null"],
    ["int | null", "null"],
    ["null", "null"],
    ["list<int>", "[]"],
    ["list<int>", "[1, 2]"],
    ["list<float>", "[1, 2.5]"],
    ["int[][]", "[[1], []]"],
    ["set<string>", '["a"]'],
    ["tuple<int, string>", '[1, "a"]'],
    ["map<string, int>", '{ "a": 1 }'],
    ["mapping<string, list<int>>", '{ "a": [1] }'],
    ["Direction", '"up"'],
    ["Wide", "[1, [2, []]]"],
    ["1 | 2", "2"],
    ["true", "true"],
    ["Side", "Side.Left"],
    ["Side?", "Side.Left"],
    ["Animal", 'Dog("x")'],
    ["int", "LIMIT"],
    ["int", "count()"],
    ["string", "over(1)"],
    ["Ext", "make()"],
    ["Box<int>", "Box()"],
    ["Options", "{}"],
    ["Options", '{ "depth": 1 }'],
    ["path", '"a/b"'],
    ["decimal", '"1.10"'],
    ["decimal", "1.10"],
    ["datetime", '"2024-01-01"'],
    ["duration", "30"],
    ["`Literal[1]`", "2"],
    ["(int) -> int", "count"],
    ["iterable<int>", "[1]"],
    ["sequence<string>", '"abc"'],
  ])("%s = %s", (type, value) => {
    expectClean(around(type, value));
  });
});

describe("values that do not", () => {
  test.each([
    ["int", "1.0"],
    ["int", '"1"'],
    ["int", "true"],
    ["int", "null"],
    ["int", "[]"],
    ["bool", "0"],
    ["string", "1"],
    ["float", '"x"'],
    ["object", "null"],
    ["list<int>", '[1, "a"]'],
    ["list<int>", "{}"],
    ["tuple<int, string>", "[1]"],
    ["map<string, int>", '{ "a": "b" }'],
    ["map<string, int>", "{ 1: 1 }"],
    ["Direction", '"left"'],
    ["Wide", '["a"]'],
    ["1 | 2", "3"],
    ["Side", '"left"'],
    ["Side", "1"],
    ["string", "Side.Left"],
    ["Dog", "Animal()"],
    ["string", "LIMIT"],
    ["string", "count()"],
    ["Strict", "{}"],
    ["Options", '{ "deep": 1 }'],
    ["Options", '{ "depth": "x" }'],
    ["Animal", "{}"],
  ])("%s = %s", (type, value) => {
    expectFindings(around(type, `⟦${value}⟧`), [{ code: "type/mismatch", symbol: "m.R.x" }]);
  });

  test("of parameters, constants and enums", () => {
    const { findings } = expectFindings(
      `module m "m.py" {
        const A: string = ⟦1⟧
        enum E { X = ⟦true⟧ }
        fn f(a: int = ⟦"x"⟧, b?: int = null) -> void
        event Hit(n: int = ⟦1.5⟧)
        class C {
          new(n: int = ⟦"y"⟧)
          run(n: int = ⟦"z"⟧) -> void
          opt?: int = null
        }
      }`,
      Array.from({ length: 6 }, () => "type/mismatch"),
    );
    expect(findings[0]).toMatchObject({
      message: "`1` does not fit `string`: change the value, or the type.",
      expected: "string",
      actual: "1",
      symbol: "m.A",
    });
  });

  test("have fixes: an optional type, and the enum's own value", () => {
    const text = withHeader(
      'module m "m.py" {\n  enum Side { Left = "left" }\n  record R { a: int = null, b: int | string = null, c: Side = "left" }\n}\n',
    );
    const { findings } = compileText(text);
    expect(findings.map((finding) => finding.code)).toEqual([
      "type/mismatch",
      "type/mismatch",
      "type/mismatch",
    ]);
    expect(applyFix(text, findings[0]!)).toContain("a: int? = null");
    expect(applyFix(text, findings[1]!)).toContain("b: (int | string)? = null");
    expect(applyFix(text, findings[2]!)).toContain("c: Side = Side.Left");
  });

  test("of an unknown type are not reported again", () => {
    expectFindings('module m "m.py" {\n  record R { a: ⟦Nope⟧ = 1, b: list<⟦Nope⟧> = ["x"] }\n}', [
      "name/unknown",
      "name/unknown",
    ]);
  });
});
