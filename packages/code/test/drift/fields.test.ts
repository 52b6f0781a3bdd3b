import { describe, expect, it } from "vitest";
import { python, typescript } from "./support.js";

describe("a field", () => {
  it("is no parameter that the constructor drops, unless a base out of sight may keep it", () => {
    expect(
      python("class C { a: int }", "class C:\n    def __init__(self, a: int) -> None:\n        work(a)\n"),
    ).toEqual(["missing-member m.py:1 m.C.a a: int ≠ "]);
    expect(
      python(
        "class C { a: int }",
        "from somewhere import Base\n\n\nclass C(Base):\n    def __init__(self, a: int) -> None:\n        super().__init__(a)\n",
      ),
    ).toEqual([]);
  });

  it("is an attribute, a property, a getter or a parameter that is kept", () => {
    expect(
      python(
        "class C { a: int, b: int, c: int, d: int }",
        `
        class C:
            a: int = 1

            def __init__(self, b: int, d: int) -> None:
                self.b = b
                self.d = d

            @property
            def c(self) -> int:
                return work()
        `,
      ),
    ).toEqual([]);
    expect(
      typescript(
        "class C { a: int, b: int, c: int, d: int }",
        `
        export class C {
          a = 1;
          constructor(public b: number, protected e: number, public d: number) {}
          get c(): number { return work(); }
        }
        `,
      ),
    ).toEqual([]);
  });

  it("has another type wherever it is realised", () => {
    expect(
      python(
        "class C { a: int, b: int, c: int, d: int }",
        `
        class C:
            a: str = "1"

            def __init__(self, b: str, d: str) -> None:
                self.b = b
                self.d = d

            @property
            def c(self) -> str:
                return work()
        `,
      ),
    ).toEqual([
      "field-type m.py:2 m.C.a int ≠ string",
      "field-type m.py:4 m.C.b int ≠ string",
      "field-type m.py:4 m.C.d int ≠ string",
      "field-type m.py:9 m.C.c int ≠ string",
    ]);
  });

  it("has no type", () => {
    expect(
      python("class C { a: int }", "class C:\n    def __init__(self) -> None:\n        self.a = work()\n"),
    ).toEqual(["missing-annotation warning m.py:3 m.C.a a: int ≠ "]);
    expect(typescript("class C { a: int }", "export class C {\n  a = work();\n}\n")).toEqual([
      "missing-annotation warning m.ts:2 m.C.a a: int ≠ ",
    ]);
  });

  it("may be left out: `a?: T` and `a: T?` are one in Python and two in TypeScript", () => {
    const py = "from dataclasses import dataclass\n\n\n@dataclass\nclass R:\n    a: int | None = None\n";
    expect(python("record R { a?: int }", py)).toEqual([]);
    expect(python("record R { a: int? }", py)).toEqual([]);
    expect(typescript("record R { a?: int }", "export interface R { a?: number }\n")).toEqual([]);
    expect(typescript("record R { a: int? }", "export interface R { a: number | undefined }\n")).toEqual([]);
    expect(typescript("record R { a?: int }", "export interface R { a: number | undefined }\n")).toEqual([
      "field-type m.ts:1 m.R.a R.a?: int ≠ R.a: float?",
    ]);
    expect(typescript("record R { a: int }", "export interface R { a?: number }\n")).toEqual([
      "field-type m.ts:1 m.R.a R.a: int ≠ R.a?: float",
    ]);
    expect(
      python(
        "record R { a?: int }",
        "from typing import NotRequired, TypedDict\n\n\nclass R(TypedDict):\n    a: NotRequired[int]\n",
      ),
    ).toEqual([]);
  });

  it("has another default, or none where the fields make the constructor", () => {
    const dataclass = "from dataclasses import dataclass\n\n\n@dataclass\nclass R:\n";
    expect(python("record R { a: int = 3 }", `${dataclass}    a: int = 4\n`)).toEqual([
      "field-default m.py:6 m.R.a 3 ≠ 4",
    ]);
    expect(python("record R { a: int = 3 }", `${dataclass}    a: int\n`)).toEqual([
      "field-default m.py:6 m.R.a 3 ≠ ",
    ]);
    expect(typescript("class C { a: int = 3 }", "export class C {\n  a = 4;\n}\n")).toEqual([
      "field-default m.ts:2 m.C.a 3 ≠ 4",
    ]);
    expect(typescript("record R { a: int = 3 }", "export interface R { a?: number }\n")).toEqual([]);
  });

  it("is readonly on one side only; a whole class that differs is one finding", () => {
    expect(
      typescript(
        "record R { readonly a: int, b: int }",
        "export interface R { a: number; readonly b: number }\n",
      ),
    ).toEqual([
      "modifier m.ts:1 m.R.a readonly ≠ not readonly",
      "modifier m.ts:1 m.R.b not readonly ≠ readonly",
    ]);
    expect(
      python(
        "record R { a: int, b: int }",
        "from dataclasses import dataclass\n\n\n@dataclass(frozen=True)\nclass R:\n    a: int\n    b: int\n",
      ),
    ).toEqual(["modifier m.py:5 m.R not readonly ≠ readonly"]);
    expect(
      python(
        "record R { readonly a: int, readonly b: int }",
        "from dataclasses import dataclass\n\n\n@dataclass(frozen=True)\nclass R:\n    a: int\n    b: int\n",
      ),
    ).toEqual([]);
    expect(
      python("record R { a: int }", "from typing import NamedTuple\n\n\nclass R(NamedTuple):\n    a: int\n"),
    ).toEqual([]);
    expect(
      typescript("class C { a: int }", "export class C {\n  get a(): number { return work(); }\n}\n"),
    ).toEqual([]);
  });

  it("that holds a function may be a method", () => {
    expect(
      typescript("interface C { f: (int) -> bool }", "export interface C { f(a: number): boolean }\n"),
    ).toEqual([]);
    expect(
      typescript("interface C { f: (int) -> bool }", "export interface C { f(a: string): boolean }\n"),
    ).toEqual(["field-type m.ts:1 m.C.f (int) -> bool ≠ (a: string) -> bool"]);
  });
});

describe("a record", () => {
  it.each([
    ["@dataclass\nclass R:\n    a: int\n    b: str | None = None\n"],
    ["class R(NamedTuple):\n    a: int\n    b: str | None = None\n"],
    ["class R(TypedDict):\n    a: int\n    b: str | None\n"],
    ["class R(BaseModel):\n    a: int\n    b: str | None = None\n"],
    ["@define\nclass R:\n    a: int\n    b: str | None = None\n"],
    [
      "class R:\n    def __init__(self, a: int, b: str | None = None) -> None:\n        self.a = a\n        self.b = b\n",
    ],
  ])("of Python: %s", (code) => {
    const imports =
      "from dataclasses import dataclass\nfrom typing import NamedTuple, TypedDict\nfrom attrs import define\nfrom pydantic import BaseModel\n\n\n";
    expect(python("record R { a: int, b: string? }", imports + code)).toEqual([]);
  });

  it.each([
    ["export interface R { a: number; b: string | undefined }"],
    ["export type R = { b: string | undefined; a: number };"],
    ["export class R { constructor(public a: number, public b: string | undefined) {} }"],
    ["export interface Base { a: number }\nexport interface R extends Base { b: string | undefined }"],
  ])("of TypeScript: %s", (code) => {
    const base = code.includes("Base")
      ? "record Base { a: int }\nrecord R extends Base { b: string? }"
      : "record R { a: int, b: string? }";
    expect(typescript(base, code)).toEqual([]);
  });

  it("that is computed cannot be compared", () => {
    expect(
      typescript(
        "record R { a: int }",
        'import { z } from "zod";\nexport const R = z.object({ a: z.number() });\nexport type R = z.infer<typeof R>;\n',
      ),
    ).toEqual(["unknown m.ts:3 m.R record R ≠ "]);
  });
});
