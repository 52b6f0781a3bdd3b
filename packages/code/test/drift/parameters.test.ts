import { describe, expect, it } from "vitest";
import { python, typescript } from "./support.js";

/** The same fault in both languages. */
function both(declaration: string, parameters: { py: string; ts: string }): { py: string[]; ts: string[] } {
  return {
    py: python(declaration, `def f(${parameters.py}) -> None:\n    print("f")\n`),
    ts: typescript(declaration, `export function f(${parameters.ts}): void {\n  console.log("f");\n}\n`),
  };
}

describe("a parameter list", () => {
  it("that is the same has no drift", () => {
    expect(
      both("fn f(a: int, b: string? , c: bool = true)", {
        py: "a: int, b: str | None = None, c: bool = True",
        ts: "a: number, b?: string, c: boolean = true",
      }),
    ).toEqual({ py: [], ts: [] });
  });

  it("lacks a parameter", () => {
    expect(both("fn f(a: int, b: string)", { py: "a: int", ts: "a: number" })).toEqual({
      py: ["parameter-missing m.py:1 m.f b: string ≠ "],
      ts: ["parameter-missing m.ts:1 m.f b: string ≠ "],
    });
  });

  it("has one more", () => {
    expect(both("fn f(a: int)", { py: "a: int, deep: bool = False", ts: "a: number, deep = false" })).toEqual(
      {
        py: ["parameter-extra m.py:1 m.f  ≠ deep: bool = false"],
        ts: ["parameter-extra m.ts:1 m.f  ≠ deep: bool = false"],
      },
    );
  });

  it("has one more in front: the others keep their names", () => {
    expect(
      both("fn f(a: int, b: int)", { py: "z: int, a: int, b: int", ts: "z: number, a: number, b: number" }),
    ).toEqual({
      py: ["parameter-extra m.py:1 m.f  ≠ z: int"],
      ts: ["parameter-extra m.ts:1 m.f  ≠ z: float"],
    });
  });

  it("stands in another order: one finding", () => {
    expect(
      both("fn f(a: int, b: string, c: bool)", {
        py: "c: bool, b: str, a: int",
        ts: "b: string, a: number, c: boolean",
      }),
    ).toEqual({
      py: ["parameter-order m.py:1 m.f a, b, c ≠ c, b, a"],
      ts: ["parameter-order m.ts:1 m.f a, b, c ≠ b, a, c"],
    });
  });

  it("has another name: an error in Python, a warning in TypeScript", () => {
    expect(
      both("fn f(first: int, b: string)", { py: "one: int, b: str", ts: "one: number, b: string" }),
    ).toEqual({
      py: ["parameter-name m.py:1 m.f first ≠ one"],
      ts: ["parameter-name warning m.ts:1 m.f first ≠ one"],
    });
  });

  it("is renamed and of another type: no missing and additional parameter", () => {
    expect(both("fn f(first: int)", { py: "one: str", ts: "one: string" })).toEqual({
      py: ["parameter-name m.py:1 m.f first ≠ one", "parameter-type m.py:1 m.f first: int ≠ one: string"],
      ts: [
        "parameter-name warning m.ts:1 m.f first ≠ one",
        "parameter-type m.ts:1 m.f first: int ≠ one: string",
      ],
    });
  });

  it("has another name on purpose", () => {
    expect(
      both('fn f(@name(python: "class_", typescript: "klass") class: int)', {
        py: "class_: int",
        ts: "klass: number",
      }),
    ).toEqual({ py: [], ts: [] });
  });

  it("has other types: wider, narrower, other", () => {
    expect(
      both("fn f(a: int, b: int | string, c: list<int>)", {
        py: "a: int | str, b: int, c: dict[str, int]",
        ts: "a: number | string, b: number, c: Map<string, number>",
      }),
    ).toEqual({
      py: [
        "parameter-type m.py:1 m.f a: int ≠ a: int | string",
        "parameter-type m.py:1 m.f b: int | string ≠ b: int",
        "parameter-type m.py:1 m.f c: list<int> ≠ c: map<string, int>",
      ],
      ts: [
        "parameter-type m.ts:1 m.f a: int ≠ a: float | string",
        "parameter-type m.ts:1 m.f b: int | string ≠ b: float",
        "parameter-type m.ts:1 m.f c: list<int> ≠ c: map<string, float>",
      ],
    });
  });

  it("gives no types: one warning", () => {
    expect(both("fn f(a: int, b: string, c: any)", { py: "a, b, c", ts: "a, b, c" })).toEqual({
      py: ["missing-annotation warning m.py:1 m.f  ≠ the parameters `a`, `b`"],
      ts: ["missing-annotation warning m.ts:1 m.f  ≠ the parameters `a`, `b`"],
    });
  });

  it("depends on a name that leads nowhere", () => {
    expect(both("fn f(a: int)", { py: "a: Money", ts: "a: Money" })).toEqual({
      py: ["unknown m.py:1 m.f int ≠ Money"],
      ts: ["unknown m.ts:1 m.f int ≠ Money"],
    });
  });
});

describe("what may be left out", () => {
  it.each([
    ["a: int?", "a: int | None = None", "a?: number"],
    ["a: int?", "a: int | None", "a: number | undefined"],
    ["a?: int", "a: int = 3", "a = 3"],
    ["a?: int", "a: int | None = None", "a?: number"],
    ["a: int? = null", "a: int | None = None", "a?: number"],
    ["a: int = 1_000", "a: int = 1000", "a = 1000"],
    ["a: float = 60000", "a: float = 60 * 1_000.0", "a: number = 60 * 1000"],
    ["a: list<int> = []", "a: list[int] = []", "a: number[] = []"],
    ["a: float = 1.50", "a: float = 1.5", "a: number = 1.5"],
  ])("agrees: %s is %s and %s", (contract, py, ts) => {
    expect(both(`fn f(${contract})`, { py, ts })).toEqual({ py: [], ts: [] });
  });

  it.each([
    ["a: int", "a: int = 3", "a = 3", "a: int", "a: int = 3", "a = 3"],
    ["a?: int", "a: int", "a: number", "a?: int", "a: int", "a: number"],
    ["a: int = 3", "a: int", "a: number", "a: int = 3", "a: int", "a: number"],
    ["a: int = 3", "a: int = 4", "a = 4", "a: int = 3", "a: int = 4", "a = 4"],
    ["a: int = 3", "a: int | None = None", "a?: number", "a: int = 3", "a: int | None = None", "a?: number"],
    ['a: string = "x"', "a: str = 'y'", "a = 'y'", 'a: string = "x"', "a: str = 'y'", "a = 'y'"],
    ["a: int? = null", "a: int = 3", "a = 3", "a: int? = null", "a: int = 3", "a = 3"],
    [
      "a: int? = null",
      "a: int | None = 3",
      "a: number = 3",
      "a: int? = null",
      "a: int | None = 3",
      "a: number = 3",
    ],
  ])("differs: %s is not %s and %s", (contract, py, ts, expected, foundPy, foundTs) => {
    expect(both(`fn f(${contract})`, { py, ts })).toEqual({
      py: [`parameter-default m.py:1 m.f ${expected} ≠ ${foundPy}`],
      ts: [`parameter-default m.ts:1 m.f ${expected} ≠ ${foundTs}`],
    });
  });

  it("is demanded and not null", () => {
    expect(both("fn f(a: int?)", { py: "a: int", ts: "a: number" })).toEqual({
      py: ["parameter-type m.py:1 m.f a: int? ≠ a: int"],
      ts: ["parameter-type m.ts:1 m.f a: int? ≠ a: float"],
    });
  });

  it("is null in the contract and demanded by Python", () => {
    expect(both("fn f(a: int? = null)", { py: "a: int | None", ts: "a: number | undefined" })).toEqual({
      py: ["parameter-default m.py:1 m.f a: int? = null ≠ a: int | None"],
      ts: [],
    });
  });

  it("may be null, but Python takes none", () => {
    expect(
      both("fn f(a: int?, b: int? = null)", { py: "a: int = 3, b: int = None", ts: "a = 3, b?: number" }),
    ).toEqual({
      py: ["parameter-type m.py:1 m.f a: int? ≠ a: int"],
      ts: [],
    });
  });

  it("follows a default to the constant that it names, and says so where it cannot", () => {
    const declaration = "const LIMIT: int = 10\nfn f(a: int = 10, b: int = 3)";
    expect(
      python(
        declaration,
        "LIMIT: int = 10\n\n\ndef f(a: int = LIMIT, b: int = compute()) -> None:\n    print(a)\n",
      ),
    ).toEqual(["unknown info m.py:4 m.f 3 ≠ compute()"]);
    expect(
      typescript(
        declaration,
        "export const LIMIT = 10;\nexport function f(a: number = LIMIT, b: number = compute()): void {\n  console.log(a);\n}\n",
      ),
    ).toEqual(["unknown info m.ts:2 m.f 3 ≠ compute()"]);
  });
});

describe("the way to pass a parameter", () => {
  const py = (declaration: string, parameters: string) =>
    python(declaration, `def f(${parameters}) -> None:\n    print("f")\n`);

  it("is the same", () => {
    expect(
      py("fn f(a: int, /, b: int, *, c: int, **rest: string)", "a: int, /, b: int, *, c: int, **rest: str"),
    ).toEqual([]);
    expect(py("fn f(...all: int)", "*numbers: int")).toEqual([]);
    expect(
      typescript(
        "fn f(a: int, ...all: string)",
        "export function f(a: number, ...rest: string[]): void {\n  console.log(a);\n}\n",
      ),
    ).toEqual([]);
  });

  it("differs: keyword-only parameters together are one finding", () => {
    expect(py("fn f(a: int, *, b: int, c: int)", "a: int, b: int, c: int")).toEqual([
      "parameter-kind m.py:1 m.f keyword-only ≠ positional or by name",
    ]);
    expect(py("fn f(a: int, b: int)", "a: int, *, b: int")).toEqual([
      "parameter-kind m.py:1 m.f positional or by name ≠ keyword-only",
    ]);
    expect(py("fn f(a: int)", "a: int, /")).toEqual([
      "parameter-kind m.py:1 m.f positional or by name ≠ positional-only",
    ]);
    expect(py("fn f(...a: int)", "a: int")).toEqual([
      "parameter-kind m.py:1 m.f variadic ≠ positional or by name",
    ]);
  });

  it("does not ask for the names of positional-only parameters or the order of keyword-only ones", () => {
    expect(py("fn f(a: int, /)", "b: int, /")).toEqual([]);
    expect(py("fn f(*, a: int, b: int)", "*, b: int, a: int")).toEqual([]);
  });

  it("takes a destructured parameter for the declared one", () => {
    expect(
      typescript(
        "record Options { deep: bool }\nfn f(options: Options)",
        "export interface Options { deep: boolean }\nexport function f({ deep }: Options): void {\n  console.log(deep);\n}\n",
      ),
    ).toEqual([]);
  });
});
