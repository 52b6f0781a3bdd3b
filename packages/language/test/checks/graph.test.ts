import { describe, expect, test } from "vitest";
import { expectClean, expectFindings } from "../support/tester.js";

const modules = (uses: Record<string, string>, more = "") =>
  [
    ...Object.entries(uses).map(
      ([name, clauses]) => `module ${name} "${name}.py" { ${clauses}${clauses ? "\n" : ""} fn f() -> int }`,
    ),
    more,
  ].join("\n");

describe("cycles", () => {
  test("each component is one finding, at the use that closes its shortest cycle", () => {
    const { findings } = expectFindings(
      modules({
        c: "uses a",
        a: "uses b, d",
        b: "uses ⟦a⟧, c",
        d: "uses a",
        x: "uses y",
        y: "uses ⟦x⟧",
        z: "uses x",
      }),
      [
        {
          code: "graph/cycle",
          symbol: "b",
          message: /^These modules use each other: `a -> b -> a` \(the shortest cycle among 4 modules\)\./,
        },
        { code: "graph/cycle", symbol: "y", message: /^These modules use each other: `x -> y -> x`\. / },
      ],
    );
    expect(findings[0]!.related.map((place) => [place.message, place.line])).toEqual([
      ["`a` uses `b`", 4],
      ["`b` uses `a`", 6],
    ]);
  });

  test("of one module with itself", () => {
    expectFindings(modules({ a: "uses ⟦a⟧" }), [{ code: "graph/cycle", message: /`a -> a`/ }]);
  });

  test("type and lazy edges close none", () => {
    expectClean(modules({ a: "uses b", b: "uses type a\n uses lazy a" }));
  });

  test("where a pair has both kinds, the load-time edge counts", () => {
    expectFindings(modules({ a: "uses b", b: "uses type a\n uses ⟦a⟧" }), ["graph/cycle"]);
  });

  test("are accepted with a reason", () => {
    expectClean(modules({ a: "uses b", b: '@allow("graph/cycle", "until the split")\n uses a' }));
  });

  test("are not accepted without one, nor by another code", () => {
    expectFindings(modules({ a: "uses b", b: '⟦@allow("graph/cycle")⟧\n uses ⟦a⟧' }), [
      "policy/suppression-reason",
      "graph/cycle",
    ]);
    expectFindings(modules({ a: "uses b", b: '⟦@allow("graph/layer", "why")⟧\n uses ⟦a⟧' }), [
      "policy/unused-suppression",
      "graph/cycle",
    ]);
  });

  test("one accepted edge leaves the other cycles of a component", () => {
    expectFindings(
      modules({ a: '@allow("graph/cycle", "why")\n uses b\n uses c', b: "uses a", c: "uses ⟦a⟧" }),
      ["graph/cycle"],
    );
  });
});

const layered = (ui: string, core: string, model: string, rule: string) => `
package ui "ui" { module hud "hud.py" { ${ui}\n fn f() -> int } module menu "menu.py" { uses hud\n fn f() -> int } }
package core "core" { module game "game.py" { ${core}\n fn f() -> int } }
package model "model" { module m "m.py" { ${model}\n fn f() -> int } }
${rule}`;

describe("layers", () => {
  test("upper ones use lower ones, and themselves", () => {
    expectClean(layered("uses game, m", "uses m", "", "layers ui > core > model"));
  });

  test("nothing goes up, types neither", () => {
    const { findings } = expectFindings(
      layered("", "uses ⟦hud⟧", "uses type ⟦game⟧, ⟦menu⟧", "layers ui > core > model"),
      [
        {
          code: "graph/layer",
          symbol: "core.game",
          message:
            "`core.game` (layer `core`) may not use `ui.hud` (layer `ui`): the layers are `ui > core > model`, and only upper ones use lower ones.",
        },
        "graph/layer",
        "graph/layer",
      ],
    );
    expect(findings[0]!.related).toEqual([
      expect.objectContaining({ file: "/project/root.contract", line: 10, column: 1, message: "the layers" }),
    ]);
  });

  test("may be modules; what is in none is free", () => {
    expectFindings(layered("", "uses ⟦hud⟧", "uses menu", "layers hud > core"), ["graph/layer"]);
  });

  test("an edge may be accepted", () => {
    expectClean(layered("", '@allow("graph/layer", "why") uses hud', "", "layers ui > core"));
  });
});

describe("forbidden and independent parts", () => {
  test("hold for every kind of use", () => {
    expectFindings(
      layered("uses type ⟦m⟧\n uses lazy ⟦m⟧", "uses m", "", 'forbid ui -> model "go through core"'),
      [
        {
          code: "graph/forbidden",
          symbol: "ui.hud",
          message:
            "`ui.hud` may not use `model.m`: the contract forbids it (go through core). Take the `uses` out.",
        },
        "graph/forbidden",
      ],
    );
  });

  test("independent parts do not use each other in any direction", () => {
    expectFindings(layered("uses ⟦game⟧, ⟦m⟧", "", "uses type ⟦game⟧", "independent ui, core, m"), [
      "graph/independent",
      "graph/independent",
      "graph/independent",
    ]);
  });
});

describe("flows", () => {
  const flow = (
    a: string,
    b: string,
    clauses: { a?: string; b?: string },
    hops = "a.f -> b.g",
  ) => `module t "t.py" {\n  record P { x: int }\n  record Q { y: int }\n  event Moved(p: P)\n}
module a "a.py" {\n  uses t\n ${clauses.a ?? ""}\n  fn f${a}\n}
module b "b.py" {\n  uses t\n ${clauses.b ?? ""}\n  fn g${b}\n  class C { go(p: P) -> void }\n}
flow F = ${hops}`;

  test("go along a use in either direction, or from who emits to who handles", () => {
    expectClean(flow("() -> P", "(p: P) -> void", { b: "uses a" }));
    expectClean(flow("(p: P) -> void", "(p: P) -> void", { a: "uses b" }));
    expectClean(flow("() -> int\n    emits Moved", "(p: P) -> void", { b: "handles Moved" }));
    expectClean(flow("() -> list<P>?", "(p: P) -> void", { b: "uses a" }, "a.f -> b.C.go"));
    expectClean(flow("() -> P", "(p: P) -> void", { b: "uses a" }, "b.g -> b.C.go"));
  });

  test("go nowhere else", () => {
    expectFindings(flow("() -> P", "(p: P) -> void", {}, "a.f -> ⟦b.g⟧"), [
      { code: "graph/flow", symbol: "flow F", message: /^Nothing leads from `a\.f` to `b\.g`/ },
    ]);
    expectFindings(flow("() -> P\n    emits Moved", "(p: P) -> void", {}, "a.f -> ⟦b.g⟧"), ["graph/flow"]);
  });

  test("what leaves one hop fits the next", () => {
    expectFindings(flow("() -> Q", "(p: P) -> void", { b: "uses a" }, "a.f -> ⟦b.g⟧"), [
      {
        code: "graph/flow",
        message: "What leaves `a.f` (`Q`) fits no parameter of `b.g`: change one of the two, or the flow.",
      },
    ]);
  });

  test("hops name functions", () => {
    expectFindings(
      flow("() -> P", "(p: P) -> void", { b: "uses a" }, "a.⟦h⟧ -> b.C.⟦stop⟧ -> ⟦x⟧.y -> ⟦f⟧"),
      [
        {
          code: "name/unknown",
          message: "There is no function `h` in `a`: declare it, or correct the name.",
        },
        {
          code: "name/unknown",
          message: "There is no function `stop` in `b.C`: declare it, or correct the name.",
        },
        "name/unknown",
        "name/unknown",
      ],
    );
  });

  test("the rules of an empty contract are empty", () => {
    const { kernel } = expectClean(modules({ a: "" }));
    expect(kernel.graph).toEqual({
      uses: [],
      events: [],
      flows: [],
      layers: [],
      forbidden: [],
      independent: [],
    });
  });
});
