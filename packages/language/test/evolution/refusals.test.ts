import { describe, expect, test } from "vitest";
import { Contract, type Short } from "./support.js";

const TEXT = `contract Test version "1.0.0"

requirement Fast must "It is fast"
role maker "Makes things"
external lib "lib >= 1" {
  type Handle
}
layers top > low
forbid low -> lib_user "low stays plain"
independent left, right

package low "low" {
  module base "base.py" {
    owner maker
    satisfies Fast
    interface Shape { area() -> float }
    class Square implements Shape {
      side: float
      area() -> float
    }
    record Point { x: int, y: int }
    error Bad { why: string }
    event Moved(to: Point)
    states Life initial Young final Old { Young -> Old on "time" }
    enum Side { LEFT = "left", RIGHT = "right" }
    fn move(point: Point, by: int = 1) -> Point
      raises Bad
      emits Moved
      example move(Point(1, 2)) == Point(1, 3)
  }
}
package top "top" {
  module view "view.py" {
    uses base
    handles Moved
    fn draw(point: Point, side: Side) -> void
  }
}
module left "left.py" { fn l() }
module right "right.py" { fn r() }
module lib_user "lib_user.py" {
  uses lib
  fn open() -> Handle
}
flow Draw = base.move -> view.draw
`;

/** One action for each family of errors that the checker knows, with the code that it would bring in. */
const CODES: [string, Short][] = [
  ["name/unknown", { op: "add", target: "low.base", content: "fn f(x: Pointt)" }],
  ["name/duplicate", { op: "add", target: "low.base", content: "fn f()\nconst f: int = 1\nclass f {}" }],
  ["name/path-clash", { op: "add", target: "top", content: 'module other "View.py" { fn f() }' }],
  ["name/path-outside", { op: "update", target: "top.view", content: 'module view "../../view.py"' }],
  [
    "type/mismatch",
    { op: "update", target: "low.base.move", content: 'fn move(point: Point, by: int = "1") -> Point' },
  ],
  ["type/arity", { op: "add", target: "low.base", content: "fn f() -> list<int, int>" }],
  ["type/implements", { op: "update", target: "low.base.Square.area", content: "area(deep: bool) -> float" }],
  [
    "type/inheritance-cycle",
    { op: "add", target: "low.base", content: "class A extends B {}\nclass B extends A {}" },
  ],
  ["type/overload", { op: "add", target: "low.base", content: "fn g(a: int)\nfn g(b: int)" }],
  ["type/parameter-order", { op: "add", target: "low.base", content: "fn f(a: int = 1, b: int)" }],
  ["type/not-an-error", { op: "add", target: "low.base.move", content: "raises Point" }],
  ["graph/cycle", { op: "add", target: "low.base", content: '@allow("graph/layer", "no")\nuses view' }],
  ["graph/layer", { op: "add", target: "low.base", content: "uses type view" }],
  ["graph/forbidden", { op: "add", target: "low.base", content: "uses lib_user" }],
  ["graph/independent", { op: "add", target: "left", content: "uses right" }],
  ["graph/undeclared-use", { op: "add", target: "left", content: "fn f(p: Point)" }],
  ["graph/flow", { op: "update", target: "top.view.draw", content: "fn draw(side: Side) -> void" }],
  [
    "name/internal",
    {
      op: "update",
      target: "low.base.Side",
      content: 'internal enum Side { LEFT = "left", RIGHT = "right" }',
    },
  ],
  ["name/import-missing", { op: "add", target: "", content: 'import "./gone.contract"' }],
];

test.each(CODES)("an action that brings in %s is refused, and not a byte changes", (code, action) => {
  const contract = new Contract(TEXT);
  const refused = contract.refused(action);
  expect(refused.reason).toBe("errors");
  expect(refused.findings.map((finding) => finding.code)).toContain(code);
  for (const finding of refused.findings) expect(finding.severity).toBe("error");
});

const REASONS: [string, Short, string][] = [
  ["syntax", { op: "add", target: "low.base", content: "fn f(" }, "cannot stand in module `low.base`"],
  ["syntax", { op: "add", target: "low.base", content: '}\nmodule x "x.py" {' }, "cannot stand in"],
  ["syntax", { op: "add", target: "low.base", content: "// only a comment" }, "nothing to add"],
  ["syntax", { op: "add", target: "low", content: "fn f()" }, "cannot stand in package `low`"],
  ["syntax", { op: "add", target: "", content: "uses base" }, "cannot stand in the root file"],
  ["missing", { op: "add", target: "low.bas", content: "fn f()" }, "did you mean `low.base`?"],
  ["missing", { op: "update", target: "low.base.mov", content: "fn mov()" }, "did you mean `low.base.move`?"],
  ["missing", { op: "remove", target: "base.move" }, "did you mean `low.base.move`?"],
  ["missing", { op: "remove", target: "top.view", content: "uses right" }, "has no such `uses`"],
  [
    "exists",
    { op: "add", target: "low.base", content: "class Point {}" },
    "There is record `low.base.Point` already.",
  ],
  ["exists", { op: "add", target: "low.base", content: "fn move()" }, "function `low.base.move` already"],
  ["exists", { op: "add", target: "top.view", content: "uses base" }, "`uses base` already"],
  ["exists", { op: "add", target: "low.base", content: "owner maker" }, "has an owner already"],
  ["exists", { op: "add", target: "low.base", content: "satisfies Fast" }, "`satisfies Fast` already"],
  ["exists", { op: "add", target: "low.base.move", content: "raises Bad" }, "`raises Bad` already"],
  [
    "exists",
    { op: "add", target: "low.base.move", content: "example move(Point(1,2))==Point(1,3)" },
    "this `example` already",
  ],
  [
    "exists",
    { op: "add", target: "low.base.Side", content: 'LEFT = "l"' },
    "value `low.base.Side.LEFT` already",
  ],
  ["exists", { op: "add", target: "", content: "role maker" }, "role `role maker` already"],
  ["exists", { op: "add", target: "", content: 'contract Other version "1"' }, "header already"],
  [
    "exists",
    { op: "rename", target: "low.base.Point", content: "Side" },
    "there is enum `low.base.Side` already",
  ],
  ["mismatch", { op: "add", target: "low.base.Point.x", content: "y: int" }, "Nothing can be added to field"],
  ["mismatch", { op: "update", target: "low.base.Point", content: "fn Point()" }, "cannot become a function"],
  [
    "mismatch",
    { op: "update", target: "low.base.move", content: "fn walk()" },
    "`rename` gives function `low.base.move` another name",
  ],
  [
    "mismatch",
    { op: "update", target: "low.base", content: 'module base "base.py" { fn f() }' },
    "heading and clauses alone",
  ],
  [
    "mismatch",
    { op: "update", target: "low.base.move.by", content: "by: int" },
    "with the declaration it stands in",
  ],
  ["mismatch", { op: "remove", target: "" }, "The root file cannot be removed"],
  [
    "unchanged",
    { op: "update", target: "low.base.Point", content: "record Point {\n  x: int\n  y: int\n}" },
    "is so already",
  ],
  ["unchanged", { op: "rename", target: "low.base.Point", content: "Point" }, "has that name already"],
  [
    "signature",
    { op: "refine", target: "low.base", content: "fn f()" },
    "changes signatures or dependencies",
  ],
  [
    "signature",
    { op: "refine", target: "low.base.move", content: "raises ValueError" },
    "changes signatures or dependencies",
  ],
  [
    "signature",
    { op: "refine", target: "top.view", content: "uses left" },
    "changes signatures or dependencies",
  ],
  ["referenced", { op: "remove", target: "low.base.Point" }, "is still used by"],
  ["referenced", { op: "remove", target: "low.base" }, "still used by `top.view`"],
  ["referenced", { op: "remove", target: "Fast" }, "still used by `low.base`"],
  ["referenced", { op: "remove", target: "role maker" }, "still used by `low.base`"],
  ["referenced", { op: "remove", target: "low.base.Moved" }, "`top.view`"],
  ["referenced", { op: "remove", target: "low.base.move" }, "`flow Draw`"],
  ["referenced", { op: "remove", target: "lib.Handle" }, "`lib_user.open`"],
  ["syntax", { op: "rename", target: "low.base.Point", content: "record Spot" }, "new name alone"],
  ["mismatch", { op: "rename", target: "layers 1", content: "x" }, "has no name that could be changed"],
  [
    "base",
    { op: "add", target: "low.base", content: "fn f()", base: "0".repeat(64) },
    "never had the hash 000000000000…",
  ],
];

describe("an action is refused, and not a byte changes", () => {
  test.each(REASONS)("%s: %o", (reason, action, message) => {
    const refused = new Contract(TEXT).refused(action);
    expect([refused.reason, refused.message]).toEqual([reason, expect.stringContaining(message)]);
    expect(refused.index).toBe(0);
  });
});

test("findings in the content have their place in it", () => {
  const refused = new Contract(TEXT).refused({
    op: "add",
    target: "low.base",
    content: "fn f()\nfn g(a: int",
  });
  expect(refused.findings.map(({ file, line, code }) => `${file}:${line} ${code}`)).toEqual([
    "action 1:2 syntax/error",
  ]);
});

test("one wrong action stops a batch, which says which one it is", () => {
  const contract = new Contract(TEXT);
  const refused = contract.refused([
    { op: "add", target: "left", content: "fn more()" },
    { op: "add", target: "right", content: "fn more(p: Point)" },
    { op: "add", target: "low.base", content: "fn more()" },
  ]);
  expect([refused.index, refused.reason]).toEqual([1, "errors"]);
  expect(refused.findings.map(({ code }) => code)).toEqual(["graph/undeclared-use"]);
});

test("what one action breaks a later one of the batch may mend", () => {
  const contract = new Contract(TEXT);
  contract.accepted([
    { op: "add", target: "left", content: "fn more(p: Point)" },
    { op: "add", target: "left", content: "uses base" },
  ]);
  expect(contract.text()).toContain('module left "left.py" {\n');
});

test("what refers to each other is removed together", () => {
  const contract = new Contract(
    'contract T version "1"\nmodule m "m.py" {\n  class A { b: B }\n  class B { a: A }\n  fn f()\n}\n',
  );
  expect(contract.refused({ op: "remove", target: "m.A" }).reason).toBe("referenced");
  contract.accepted([
    { op: "remove", target: "m.A" },
    { op: "remove", target: "m.B" },
  ]);
  expect(contract.text()).toBe('contract T version "1"\nmodule m "m.py" {\n  fn f()\n}\n');
});

test("a contract with errors may be changed, as long as none is added", () => {
  const contract = new Contract(TEXT.replace("fn l()", "fn l(x: Gone)"));
  expect(contract.refused({ op: "add", target: "right", content: "fn f(x: Lost)" }).findings).toHaveLength(1);
  contract.accepted({ op: "add", target: "right", content: "fn f()" });
  expect(contract.refused({ op: "add", target: "left", content: "fn k(x: Gone)" }).reason).toBe("errors");
});
