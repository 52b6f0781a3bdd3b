import { describe, expect, test } from "vitest";
import { expectClean, expectFindings } from "../support/tester.js";

describe("what is declared twice", () => {
  test("within a module, a class, an enum and a parameter list", () => {
    const { findings } = expectFindings(
      `module m "m.py" {
        record R { x: int, ⟦x⟧: int }
        class ⟦R⟧
        fn f(a: int, ⟦a⟧: string) -> void
        const ⟦f⟧: int = 1
        class C {
          run() -> void
          ⟦run⟧: int
          new(x: int)
          new(x: string)
        }
        enum E { A, B, ⟦A⟧ }
        fn g<T, ⟦T⟧>(x: T) -> void
        event R2
        states ⟦R2⟧ { A -> B on "x" }
      }`,
      Array.from({ length: 8 }, () => "name/duplicate"),
    );
    expect(findings[0]!.related).toEqual([
      expect.objectContaining({ message: "first declared here", line: 3, column: 20 }),
    ]);
  });

  test("at the top, across kinds that share their names", () => {
    expectFindings(
      `requirement Auth must "x"
      requirement ⟦Auth⟧ must "y"
      quality ⟦Auth⟧ security "z"
      role coder
      role ⟦coder⟧
      decision D "x" because "y"
      decision ⟦D⟧ "x" because "y"
      external lib "lib"
      package core "core" { module a "a.py" { fn f() -> int } module ⟦a⟧ "b.py" { fn g() } }
      package ⟦core⟧ "core2" { module c "c.py" { fn g() -> nothing } }
      module ⟦lib⟧ "lib.py" { fn g() }
      requirement ⟦core⟧ could "w"
      flow F = a.f -> a.f
      flow ⟦F⟧ = a.f -> a.f`,
      [
        "name/duplicate",
        "name/duplicate",
        "name/duplicate",
        "name/duplicate",
        "name/duplicate",
        "name/duplicate",
        "name/duplicate",
        "name/duplicate",
        "name/duplicate",
      ],
    );
  });

  test("clauses, targets, entries and annotations", () => {
    expectFindings(
      `target python { check "a", ⟦check⟧ "b" }
      target ⟦python⟧ {}
      role r { read "a", read "b" }
      requirement Q must "q"
      module a "a.py" { fn f() }
      module m "m.py" {
        owner r
        ⟦owner r⟧
        satisfies Q, ⟦Q⟧
        uses a
        uses ⟦a⟧
        uses type a
        event E
        @stable
        @⟦stable⟧
        @allow("x/y", "a")
        @allow("x/z", "b")
        fn f() -> void
      }
      module n "n.py" {
        uses m
        handles E, ⟦E⟧
      }`,
      Array.from({ length: 7 }, () => "name/duplicate"),
    );
  });

  test("not overloads, nor an interface and a value of one name", () => {
    const { kernel } = expectClean(
      'module m "m.ts" {\n  fn f(a: int) -> int\n  fn f(a: string) -> string\n  interface X { a: int }\n  const X: int = 1\n  class C {\n    g(a: int) -> void\n    g(a: string) -> void\n  }\n}',
    );
    expect(kernel.signatures.m!.map((each) => each.address)).toEqual(["m.f", "m.f#2", "m.X", "m.X#2", "m.C"]);
  });

  test("in two files", () => {
    const { findings } = expectFindings(
      {
        "/w/root.contract":
          'contract R version "1.0.0"\nimport "./b.contract"\nmodule m "m.py" { fn f() }\nrole r\n',
        "/w/b.contract": 'module ⟦m⟧ "n.py" { fn f() -> Missing }\nrole ⟦r⟧\n',
      },
      ["name/duplicate", "name/duplicate"],
    );
    expect(findings[0]!.related[0]).toMatchObject({ file: "/w/root.contract", line: 3, column: 8 });
  });
});
