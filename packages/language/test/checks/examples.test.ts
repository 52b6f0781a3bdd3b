import { describe, expect, test } from "vitest";
import { applyFix, expectClean, expectFindings, HEADER } from "../support/tester.js";

const module = (examples: string) => `module m "m.py" {
  enum Side { Left, Right }
  abstract class Shape { name: string }
  record Point { x: int, y: int = 0, side?: Side }
  error Gone { why: string }
  class Box<T> {
    new(value: T, *, size: int = 1)
    get() -> T
    static of(text: string) -> Box<string>
  }
  fn f(a: int, b: float = 1.0, ...rest: string) -> Point
    raises Gone
  fn f(a: string) -> string
  async fn later(point: Point?) -> list<Point>
  fn count() -> iterator<int>
${examples.replace(/^/gm, "    example ")}
}`;

describe("examples", () => {
  test.each([
    "f(1) == Point(1)",
    'f(1, 2, "a", "b").x == 1',
    'f("a") == "b"',
    "f(a: 1, b: 2.5).side == Side.Left",
    "f(1) raises Gone",
    "later(null) == [Point(1, 2)]",
    "count() == [1, 2]",
    "Box(1, size: 2).get() == 3",
    'Box.of("a").get() == "a"',
    'Gone("x").message == "x"',
    '"t" { let box = Box("a"); box.get() == "a"; box.get().length == 1 }',
  ])("%s", (example) => {
    expectClean(module(example));
  });

  test.each([
    ["⟦Point()⟧.x == 1", /`Point` needs a `x`/],
    ["Point(1, 2, Side.Left, ⟦4⟧) == Point(1)", /takes at most 3 arguments/],
    ['Point(⟦"1"⟧) == Point(1)', /does not fit `x: int` of `Point`/],
    ["Point(1, ⟦z⟧: 2) == Point(1)", /has no parameter `z`/],
    ["Point(1).⟦xx⟧ == 1", /`Point` has no member `xx`/],
    ["Point(1).x == ⟦1.5⟧", /of the type `int`, and never equal to `1.5`/],
    ['Box.of("a").get() == ⟦1⟧', /of the type `string`/],
    ["⟦Shape⟧() == null", /`Shape` is abstract/],
    ["Point(1, ⟦x⟧: 2) == Point(1)", /`x` is given twice/],
  ] as const)("%s is a finding", (example, message) => {
    expectFindings(module(example), [{ code: "type/example", message, symbol: "m.count" }]);
  });

  test("of overloads one has to fit", () => {
    expectFindings(module('⟦f(1, "a")⟧ == Point(1)'), [
      { code: "type/example", message: /^No overload of `f` takes/ },
    ]);
  });

  test("a misspelt argument has a fix", () => {
    const { findings } = expectFindings(module("Point(1, ⟦sied⟧: Side.Left).x == 1"), ["type/example"]);
    expect(applyFix(HEADER + module("Point(1, sied: Side.Left).x == 1"), findings[0]!)).toContain(
      "Point(1, side: Side.Left)",
    );
  });
});
