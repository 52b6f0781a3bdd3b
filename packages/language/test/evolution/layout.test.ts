import { describe, expect, test } from "vitest";
import { Contract, changedLines, ROOT, type Short } from "./support.js";

const TEXT = `// The head of the file.
contract Test version "1.0.0"

/* Requirements. */
requirement Fast must "It is fast" { accept "in time" } // one line

role maker "Makes things" {
  read "**" // everything
}

package p "p" {
  // The first module.
  module a "a.py" {
    owner maker // its maker
    uses b

    // What it is about.
    /// A point.
    record Point { x: int, y: int }
    error Bad { why: string, code: int }

    /// Moves a point.
    fn move(
      point: Point, // which one
      by: int = 1
    ) -> Point
      // Before the clauses.
      requires "by is positive" // always
      example move(Point(1, 2)) == Point(2, 2)

    class Walker {
      // Where it is.
      at: Point // now
      walk() -> void
      new(at: Point)
    }
    fn last()
  }
  module b "b.py" { fn only() -> int }
  module c "c.py" {}
}
// The end.
`;

/** What each action changes of the text: whole lines, so that everything else is seen to stay. */
const CASES: [Short, string[]][] = [
  [{ op: "add", target: "p.a", content: "uses c" }, ["-    uses b", "+    uses b, c"]],
  [{ op: "add", target: "p.a", content: "satisfies Fast" }, ["+    satisfies Fast"]],
  [
    { op: "add", target: "p.a", content: '@allow("graph/unused-use", "soon")\nuses c' },
    ['+    @allow("graph/unused-use", "soon")', "+    uses c"],
  ],
  [{ op: "add", target: "p.a", content: "const ONE: int = 1" }, ["+", "+    const ONE: int = 1"]],
  [
    { op: "add", target: "p.a.Point", content: "z: int = 0" },
    ["-    record Point { x: int, y: int }", "+    record Point { x: int, y: int, z: int = 0 }"],
  ],
  [
    { op: "add", target: "p.a.Point", content: "/// Depth.\nz: int = 0" },
    [
      "-    record Point { x: int, y: int }",
      "+    record Point { x: int, y: int",
      "+      /// Depth.",
      "+      z: int = 0",
      "+    }",
    ],
  ],
  [{ op: "add", target: "p.a.Walker", content: "steps: int" }, ["+      steps: int"]],
  [{ op: "add", target: "p.a.Walker.walk", content: "raises Bad" }, ["+        raises Bad"]],
  [{ op: "add", target: "p.a.move", content: "raises Bad" }, ["+      raises Bad"]],
  [
    { op: "add", target: "p.a.last", content: 'requires "x"\nexample last()' },
    ['+      requires "x"', "+      example last()"],
  ],
  [
    { op: "add", target: "p.b", content: "fn more()" },
    [
      '-  module b "b.py" { fn only() -> int }',
      '+  module b "b.py" { fn only() -> int',
      "+    fn more()",
      "+  }",
    ],
  ],
  [
    { op: "add", target: "p.c", content: "uses b\nfn f()" },
    ['-  module c "c.py" {}', '+  module c "c.py" {', "+    uses b", "+", "+    fn f()", "+  }"],
  ],
  [
    { op: "add", target: "p", content: 'module d "d.py" {\n  fn d()\n}' },
    ['+  module d "d.py" {', "+    fn d()", "+  }"],
  ],
  [
    { op: "add", target: "", content: 'requirement Small could "It is small"' },
    ['+requirement Small could "It is small"', "+"],
  ],
  [
    { op: "add", target: "Fast", content: 'accept "twice"' },
    [
      '-requirement Fast must "It is fast" { accept "in time" } // one line',
      '+requirement Fast must "It is fast" { accept "in time", accept "twice" } // one line',
    ],
  ],
  [{ op: "add", target: "role maker", content: 'write "p/**"' }, ['+  write "p/**"']],
  [
    { op: "add", target: "role maker", content: 'read "x"' },
    ['-  read "**" // everything', '+  read "**", "x" // everything'],
  ],
  [
    {
      op: "update",
      target: "p.a.move",
      content: "fn move(point: Point, by: int = 2, far: bool = false) -> Point",
    },
    ["-      by: int = 1", "+      by: int = 2, far: bool = false"],
  ],
  [
    { op: "update", target: "p.a.move", content: "async fn move(point: Point, by: int = 1) -> Point" },
    ["-    fn move(", "+    async fn move("],
  ],
  [
    { op: "update", target: "p.a.move", content: 'requires "by is not zero"' },
    ['-      requires "by is positive" // always', '+      requires "by is not zero" // always'],
  ],
  [
    { op: "update", target: "p.a.Point", content: "record Point { x: int, y: float }" },
    ["-    record Point { x: int, y: int }", "+    record Point { x: int, y: float }"],
  ],
  [
    {
      op: "update",
      target: "p.a.Walker",
      content: "class Walker {\n  at: Point?\n  walk(far: bool) -> void\n  new(at: Point)\n}",
    },
    [
      "-      at: Point // now",
      "-      walk() -> void",
      "+      at: Point? // now",
      "+      walk(far: bool) -> void",
    ],
  ],
  [
    { op: "update", target: "p.a.Walker.at", content: "at: Point?" },
    ["-      at: Point // now", "+      at: Point? // now"],
  ],
  [{ op: "update", target: "p.a", content: "uses c, b" }, ["-    uses b", "+    uses c, b"]],
  [
    { op: "update", target: "p.a", content: 'module a "other.py"' },
    ['-  module a "a.py" {', '+  module a "other.py" {'],
  ],
  [
    { op: "update", target: "Fast", content: 'requirement Fast should "It is fast"' },
    [
      '-requirement Fast must "It is fast" { accept "in time" } // one line',
      '+requirement Fast should "It is fast" { accept "in time" } // one line',
    ],
  ],
  [
    { op: "update", target: "", content: 'contract Test version "1.1.0"' },
    ['-contract Test version "1.0.0"', '+contract Test version "1.1.0"'],
  ],
  [{ op: "refine", target: "p.a.move", content: "/// By so many steps." }, ["+    /// By so many steps."]],
  [
    { op: "refine", target: "p.a.Walker.walk", content: '/// One step.\nensures "it moved"' },
    ["+      /// One step.", '+        ensures "it moved"'],
  ],
  [
    { op: "refine", target: "p.a.last", content: '@deprecated("use move")' },
    ['+    @deprecated("use move")'],
  ],
  [{ op: "refine", target: "p.c", content: "/// Nothing yet." }, ["+  /// Nothing yet."]],
  [{ op: "remove", target: "p.a.last" }, ["-    fn last()"]],
  [{ op: "remove", target: "p.a.Walker.at" }, ["-      at: Point // now"]],
  [
    { op: "remove", target: "p.a.Bad.code" },
    ["-    error Bad { why: string, code: int }", "+    error Bad { why: string }"],
  ],
  [{ op: "remove", target: "p.a.Bad" }, ["-    error Bad { why: string, code: int }"]],
  [
    { op: "remove", target: "p.a.move", content: 'requires "by is positive"' },
    ['-      requires "by is positive" // always'],
  ],
  [{ op: "remove", target: "p.a", content: "uses b" }, ["-    uses b"]],
  [{ op: "remove", target: "p.c" }, ['-  module c "c.py" {}']],
  [
    { op: "remove", target: "Fast" },
    ['-requirement Fast must "It is fast" { accept "in time" } // one line'],
  ],
  [
    { op: "rename", target: "p.a.Point", content: "Spot" },
    [
      "-    record Point { x: int, y: int }",
      "+    record Spot { x: int, y: int }",
      "-      point: Point, // which one",
      "+      point: Spot, // which one",
      "-    ) -> Point",
      "+    ) -> Spot",
      "-      example move(Point(1, 2)) == Point(2, 2)",
      "+      example move(Spot(1, 2)) == Spot(2, 2)",
      "-      at: Point // now",
      "+      at: Spot // now",
      "-      new(at: Point)",
      "+      new(at: Spot)",
    ],
  ],
  [
    { op: "rename", target: "role maker", content: "owner" },
    [
      '-role maker "Makes things" {',
      '+role owner "Makes things" {',
      "-    owner maker // its maker",
      "+    owner owner // its maker",
    ],
  ],
];

describe.each([
  ["LF", "\n", ""],
  ["CRLF with a byte order mark", "\r\n", "\uFEFF"],
])("%s", (_, lineBreak, bom) => {
  test.each(CASES)("$op $target $content", (action, expected) => {
    const contract = new Contract({ [ROOT]: bom + TEXT.replaceAll("\n", lineBreak) });
    contract.accepted(action);
    const after = contract.text();
    expect(after.startsWith(bom)).toBe(true);
    expect(after.slice(bom.length).replaceAll(lineBreak, "")).not.toMatch(/[\r\n]/);
    expect(changedLines(TEXT, after.slice(bom.length).replaceAll(lineBreak, "\n"))).toEqual(expected);
  });
});

test("tabs stay tabs", () => {
  const contract = new Contract(
    'contract T version "1"\nmodule m "m.py" {\n\tclass A {\n\t\tx: int\n\t}\n}\n',
  );
  contract.accepted([
    { op: "add", target: "m.A", content: 'f() -> int\n  ensures "even"' },
    { op: "add", target: "m.A.f", content: "raises ValueError" },
  ]);
  expect(contract.text()).toContain(
    '\n\t\tx: int\n\t\tf() -> int\n\t\t  ensures "even"\n\t\t  raises ValueError\n\t}',
  );
});

test("a file without a final line end gets one only where something is put at its end", () => {
  const contract = new Contract('contract T version "1"\nmodule m "m.py" { fn f() }');
  contract.accepted({ op: "add", target: "", content: 'module n "n.py" { fn g() }' });
  expect(contract.text()).toBe(
    'contract T version "1"\nmodule m "m.py" { fn f() }\n\nmodule n "n.py" { fn g() }\n',
  );
});

describe("parameters in another order", () => {
  const orders = (names: readonly string[]): string[][] =>
    names.length < 2
      ? [[...names]]
      : names.flatMap((name) => orders(names.filter((each) => each !== name)).map((rest) => [name, ...rest]));
  const PARAMETERS = ["amount: int", "currency: string", "note: string?", "to: list<int>"];
  const text = (parameters: readonly string[]) =>
    `contract Test version "1.0.0"\nmodule a "a.py" {\n  fn charge(${parameters.join(", ")}) -> bool // asks\n}\n`;

  test.each(orders(PARAMETERS).slice(1))("%s, %s, %s, %s: no space more or less", (...parameters) => {
    const contract = new Contract(text(PARAMETERS));
    const content = `fn charge(${parameters.join(", ")}) -> bool`;
    contract.accepted({ op: "update", target: "a.charge", content });
    expect(contract.text()).toBe(text(parameters));
  });

  test.each([1, 2, 3])("fewer or more of them", (count) => {
    for (const some of orders(PARAMETERS).map((order) => order.slice(0, count))) {
      const contract = new Contract(text(PARAMETERS));
      contract.accepted({
        op: "update",
        target: "a.charge",
        content: `fn charge(${some.join(", ")}) -> bool`,
      });
      expect(contract.text()).toBe(text(some));
      const content = `fn charge(${PARAMETERS.join(", ")}) -> bool`;
      contract.accepted({ op: "update", target: "a.charge", content });
      expect(contract.text()).toBe(text(PARAMETERS));
    }
  });
});
