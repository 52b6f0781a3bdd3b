import { describe, expect, test } from "vitest";
import { applyFix, compileText, expectClean, expectFindings, withHeader } from "../support/tester.js";

describe("unknown names", () => {
  test("of every kind are reported where they stand", () => {
    expectFindings(
      `requirement Speed must "x"
      role coder
      module m "m.py" {
        owner ⟦codr⟧
        satisfies Speed, ⟦Spede⟧
        uses ⟦nothing⟧
      }
      module n "n.py" {
        handles ⟦Gone⟧
        event Done
        states S initial A final B { A -> B on ⟦Dome⟧ }
        fn f(x: ⟦Missing⟧) -> void
          raises ⟦Oops⟧
          emits ⟦Don⟧
          example f(x: ⟦g⟧()) == ⟦h⟧
          example "e" verifies ⟦Sped⟧ { let a = 1; f(a); f(⟦b⟧) raises ⟦Oops⟧ }
      }
      layers m > ⟦q⟧
      forbid m -> ⟦r⟧
      independent n, ⟦s⟧
      flow F = ⟦t⟧.f -> n.⟦k⟧`,
      [
        { code: "name/unknown", message: "There is no role `codr`: did you mean `coder`?", symbol: "m" },
        { code: "name/unknown", message: "There is no requirement `Spede`: did you mean `Speed`?" },
        { code: "name/unknown", message: "There is no module `nothing`: declare it, or correct the name." },
        { code: "name/unknown", message: "There is no event `Gone`: did you mean `Done`?" },
        { code: "name/unknown", symbol: "n.S" },
        { code: "name/unknown", symbol: "n.f" },
        { code: "name/unknown", message: "There is no error `Oops`: declare it, or correct the name." },
        "name/unknown",
        { code: "name/unknown", message: "There is no value `g`: declare it, or correct the name." },
        "name/unknown",
        "name/unknown",
        "name/unknown",
        "name/unknown",
        "name/unknown",
        "name/unknown",
        "name/unknown",
        { code: "name/unknown", message: "There is no module `t`: declare it, or correct the name." },
        {
          code: "name/unknown",
          message: "There is no function `k` in `n`: declare it, or correct the name.",
        },
      ],
    );
  });

  test("a misspelt one has a fix", () => {
    const text = withHeader('module m "m.py" {\n  record Player { x: int }\n  fn f(p: Playr) -> void\n}\n');
    const { findings } = compileText(text);
    expect(findings.map((finding) => finding.code)).toEqual(["name/unknown"]);
    expect(applyFix(text, findings[0]!)).toBe(text.replace("Playr", "Player"));
  });

  test("an unknown module is one finding, whatever would have been of it", () => {
    expectFindings(
      `module entities "e.py" {
        record Player { x: int }
      }
      module m "m.py" {
        uses ⟦entites⟧
        fn f(p: Player, q: list<Player>) -> Player
      }`,
      ["name/unknown"],
    );
  });

  test("values of an enum, and declarations of a module", () => {
    expectFindings(
      `module m "m.py" {
        enum Side { Left, Right }
        record R { side: Side = Side.⟦Lefft⟧ }
      }
      module n "n.py" {
        uses m
        fn f(a: ⟦m.Sid⟧, b: m.Side) -> void
        fn g(a: ⟦k⟧.Side) -> void
      }`,
      [
        { code: "name/unknown", message: "There is no value `Lefft` in `Side`: did you mean `Left`?" },
        { code: "name/unknown", message: "There is no type `m.Sid` in `m`: did you mean `Side`?" },
        { code: "name/unknown", message: "There is no module `k`: declare it, or correct the name." },
      ],
    );
  });

  test("a trigger that looks like nothing declared is a text", () => {
    const { kernel } = expectClean(
      'module m "m.py" {\n  event Hit\n  states S initial A final B { A -> A on start, A -> B on Hit, A -> A on f }\n  fn f() -> void\n}',
    );
    const states = kernel.signatures.m!.find((each) => each.kind === "states");
    expect(states?.kind === "states" && states.transitions.map((each) => each.trigger)).toEqual([
      { kind: "text", text: "start" },
      { kind: "event", target: "m.Hit" },
      { kind: "function", target: "m.f" },
    ]);
  });
});

describe("ambiguous names", () => {
  test("are not those in full, which may be the end of others", () => {
    expectClean(`module context "context.ts" { class Context { x: int } }
      package jsx "jsx" {
        module context "context.ts" { class Context { y: int } }
      }
      module m "m.ts" {
        uses context, jsx.context
        fn f(a: context.Context) -> jsx.context.Context
      }`);
  });

  test("two used modules offer one", () => {
    const text = `module a "a.py" {
        record Point { x: int }
        record Own { x: int }
      }
      module b "b.py" {
        record Point { x: int }
        internal record Own { x: int }
      }
      module c "c.py" {
        uses a, b
        fn f(p: ⟦Point⟧, q: b.Point, r: Own) -> void
      }`;
    const { findings } = expectFindings(text, [
      {
        code: "name/ambiguous",
        message: "The type `Point` could be `a.Point` or `b.Point`: write which one.",
      },
    ]);
    expect(findings[0]!.fixes.map((fix) => fix.edits[0]!.text)).toEqual(["a.Point", "b.Point"]);
  });

  test("two packages have a module of one name", () => {
    const { findings } = expectFindings(
      `package p "p" { module util "util.py" { fn f() } }
      package q "q" { module util "util.py" { fn f() } module near "near.py" { uses util } }
      module m "m.py" { uses ⟦util⟧ }
      module n "n.py" { uses q.util }`,
      ["name/ambiguous"],
    );
    expect(findings[0]!.fixes.map((fix) => fix.edits[0]!.text)).toEqual(["p.util", "q.util"]);
  });

  test("a module that names a module of its own name means the other one", () => {
    const { kernel } = expectClean(
      'package a "a" { module util "util.py" { fn f() } }\npackage b "b" { module util "util.py" { uses util } }',
    );
    expect(kernel.graph.uses.map(({ from, to }) => [from, to])).toEqual([["b.util", "a.util"]]);
  });
});

describe("names of the wrong kind", () => {
  test("are told from unknown ones", () => {
    expectFindings(
      `package p "p" { module m "m.py" { fn f() } }
      module n "n.py" {
        uses ⟦p⟧
        record R { x: int }
        const C: int = 1
        fn g(x: ⟦C⟧) -> ⟦g⟧
          emits ⟦R⟧
      }`,
      [
        { code: "name/wrong-kind", message: "`p` is a package, where a module is expected: name a module." },
        { code: "name/wrong-kind", message: "`C` is a constant, where a type is expected: name a type." },
        "name/wrong-kind",
        { code: "name/wrong-kind", message: "`R` is a record, where an event is expected: name an event." },
      ],
    );
  });

  test("internal declarations of used modules", () => {
    expectFindings(
      'module a "a.py" {\n  internal record R { x: int }\n  fn f(r: R) -> void\n}\nmodule b "b.py" {\n  uses a\n  fn g(r: ⟦R⟧, s: ⟦a.R⟧) -> void\n}',
      ["name/internal", "name/internal"],
    );
  });
});

describe("names out of reach", () => {
  const model =
    'package model "model" {\n  module entities "entities.py" {\n    record Player { x: int }\n    error Bad\n    event Hit\n  }\n}\n';

  test("are one finding for the module that is not used, with the others as related places", () => {
    const { findings } = expectFindings(
      `${model}module m "m.py" {\n  handles ⟦Hit⟧\n  fn f(p: Player) -> Player\n    raises Bad\n}`,
      [
        {
          code: "graph/undeclared-use",
          symbol: "m",
          message: "`Hit` is of `model.entities`, which `m` does not use: add `uses entities`.",
        },
      ],
    );
    expect(findings[0]!.related.map((place) => place.message)).toEqual([
      "`model.entities.Hit` is declared here",
      "`Player` needs it too",
      "`Player` needs it too",
      "`Bad` needs it too",
    ]);
  });

  test.each([
    [
      "after the last use",
      "  uses other\n  fn f(p: Player) -> void\n",
      "  uses other, entities\n  fn f(p: Player) -> void\n",
    ],
    [
      "after the other clauses",
      "  satisfies R\n  uses type other\n  fn f(p: Player) -> void\n",
      "  satisfies R\n  uses type other\n  uses entities\n  fn f(p: Player) -> void\n",
    ],
    [
      "in a module without clauses",
      "  fn f(p: Player) -> void\n",
      "  uses entities\n  fn f(p: Player) -> void\n",
    ],
    ["on one line", " fn f(p: Player) -> void ", "\n  uses entities\n  fn f(p: Player) -> void "],
  ])("have a fix: %s", (_, body, fixed) => {
    const text = withHeader(
      `requirement R must "r"\nmodule other "o.py" { fn g() }\n${model}module m "m.py" {${body.startsWith(" fn") ? "" : "\n"}${body}}\n`,
    );
    const { findings } = compileText(text);
    expect(findings.map((finding) => finding.code)).toEqual(["graph/undeclared-use"]);
    const after = applyFix(text, findings[0]!);
    expect(after).toContain(fixed);
    expect(compileText(after).findings).toEqual([]);
  });

  test("the fix qualifies the module where its short name would not do", () => {
    const text = withHeader(
      'package p "p" { module util "util.py" { record A { x: int } } }\npackage q "q" { module util "util.py" { record B { x: int } } }\nmodule m "m.py" {\n  fn f(b: B, a: p.util.A) -> void\n}\n',
    );
    const { findings } = compileText(text);
    expect(findings.map((finding) => finding.fixes[0]!.edits[0]!.text.trim())).toEqual([
      "uses q.util",
      "uses p.util",
    ]);
  });

  test("of several modules each is offered", () => {
    const { findings } = expectFindings(
      'module a "a.py" { record P { x: int } }\nmodule b "b.py" { record P { x: int } }\nmodule c "c.py" {\n  fn f(p: ⟦P⟧) -> void\n}',
      ["graph/undeclared-use"],
    );
    expect(findings[0]!.fixes.map((fix) => fix.title)).toEqual(["Add `uses a` to c", "Add `uses b` to c"]);
  });

  test("the types of an external", () => {
    expectFindings('external lib "lib" { type T }\nmodule a "a.py" {\n  fn f(t: ⟦T⟧) -> void\n}', [
      { code: "graph/undeclared-use", message: "`T` is of `lib`, which `a` does not use: add `uses lib`." },
    ]);
  });

  test("externals name each other's types without a use", () => {
    expectClean('external a "a" { type T }\nexternal b "b" { fn f(t: T) -> void }');
  });
});

describe("raised errors", () => {
  test("built-in exceptions are those of the module's language", () => {
    expectFindings(
      'module a "a.py" {\n  fn f() -> void\n    raises ValueError, ⟦RangeError⟧\n}\nmodule b "b.ts" {\n  fn f() -> void\n    raises RangeError, ⟦ValueError⟧\n}',
      ["name/unknown", "name/unknown"],
    );
  });

  test("a declared error hides a built-in one", () => {
    const { kernel } = expectClean(
      'module a "a.py" {\n  error KeyError\n  fn f() -> void\n    raises KeyError, OSError\n}',
    );
    const f = kernel.signatures.a!.at(-1)!;
    expect(f.kind === "function" && f.raises).toEqual([
      { kind: "declared", target: "a.KeyError" },
      { kind: "builtin", name: "OSError" },
    ]);
  });
});
