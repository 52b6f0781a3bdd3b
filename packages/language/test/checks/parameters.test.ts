import { describe, expect, test } from "vitest";
import { expectClean, expectFindings } from "../support/tester.js";

const fn = (parameters: string, file = "m.py") => `module m "${file}" {\n  fn f(${parameters}) -> void\n}`;

describe("parameter lists that a call can use", () => {
  test.each([
    ["", []],
    ["a: int, b: int = 1", ["standard", "standard"]],
    ["a: int, /, b: int", ["positional-only", "standard"]],
    ["a: int, *, b: int = 1, c: int", ["standard", "keyword-only", "keyword-only"]],
    ["a?: int, ...b: int, c: int, **d: any", ["standard", "variadic", "keyword-only", "keyword-variadic"]],
    ["a: int, /, *, b: int", ["positional-only", "keyword-only"]],
    ["**a: any", ["keyword-variadic"]],
  ])("(%s)", (parameters, kinds) => {
    const { kernel } = expectClean(fn(parameters));
    const [f] = kernel.signatures.m!;
    expect(f?.kind === "function" && f.parameters.map((parameter) => parameter.kind)).toEqual(kinds);
  });
});

describe("parameter lists that none can", () => {
  test.each([
    ["a: int = 1, ⟦b⟧: int", /must be given, but follows `a`, which may be left out/],
    ["a?: int, /, ⟦b⟧: int", /must be given/],
    ["...a: int, ...⟦b⟧: int", /is a second variadic/],
    ["*, a: int, ...⟦b⟧: int", /comes too late: variadic/],
    ["**a: any, ⟦b⟧: int", /`\*\*a` takes everything that is left/],
    ["**a: any, **⟦b⟧: int", /is a second one/],
    ["⟦/⟧, a: int", /has nothing before it/],
    ["a: int, /, b: int, ⟦/⟧", /stands twice/],
    ["*, a: int, ⟦/⟧", /comes too late: positional-only/],
    ["a: int, ⟦*⟧", /has nothing after it/],
    ["a: int, ⟦*⟧, **b: any", /has nothing after it/],
    ["*, a: int, ⟦*⟧, b: int", /stands twice/],
    ["...a: int, ⟦*⟧, b: int", /is not needed/],
    ["...⟦a⟧: int = 1", /may always be left out/],
  ])("(%s)", (parameters, message) => {
    expectFindings(fn(parameters), [{ code: "type/parameter-order", message, symbol: "m.f" }]);
  });

  test("nothing follows a variadic parameter in TypeScript", () => {
    expectFindings(fn("...a: int, ⟦b⟧: int", "m.ts"), ["type/parameter-order"]);
  });

  test("of methods, constructors and events", () => {
    expectFindings(
      'module m "m.py" {\n  class C {\n    new(a: int = 1, ⟦b⟧: int)\n    run(a: int = 1, ⟦b⟧: int) -> void\n  }\n  event E(a: int = 1, ⟦b⟧: int)\n}',
      ["type/parameter-order", "type/parameter-order", "type/parameter-order"],
    );
  });
});

describe("overloads", () => {
  test("differ in what they take", () => {
    expectFindings(
      `module m "m.py" {
        fn f(a: int) -> int
        fn f(a: int, b: int) -> int
        fn f(a: string) -> int
        fn ⟦f⟧(other: int) -> string
        fn f(*, a: int) -> int
        fn f(*, b: int) -> int
        class C {
          run() -> int
          ⟦run⟧() -> string
          new(a: int)
          new(a: string)
          ⟦new⟧(b: int)
        }
      }`,
      [
        {
          code: "type/overload",
          symbol: "m.f#4",
          message: "Two declarations of `f` take the same parameters: change or remove one of them.",
        },
        { code: "type/overload", symbol: "m.C.run#2" },
        { code: "type/overload", symbol: "m.C.new#3" },
      ],
    );
  });

  test("differ in the bounds of their type parameters", () => {
    expectFindings(
      `module m "m.py" {
        fn f<T: int>(a: T) -> T
        fn f<T: string>(a: T) -> T
        fn ⟦f⟧<U: int>(a: U) -> U
      }`,
      [{ code: "type/overload", symbol: "m.f#3" }],
    );
  });

  test("may differ in names alone in TypeScript", () => {
    expectFindings(
      `module m "m.ts" {
        fn join(property: string) -> int
        fn join(table: string) -> int
        fn ⟦join⟧(table: string) -> int
      }`,
      [{ code: "type/overload", symbol: "m.join#3" }],
    );
  });
});
