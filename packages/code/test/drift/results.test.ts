import { describe, expect, it } from "vitest";
import { python, typescript } from "./support.js";

const py = (declaration: string, code: string) => python(declaration, `${code}\n    return work()\n`);
const ts = (declaration: string, code: string) => typescript(declaration, `${code} {\n  return work();\n}\n`);

describe("a result", () => {
  it("differs", () => {
    expect(py("fn f() -> int", "def f() -> str:")).toEqual(["return-type m.py:1 m.f int ≠ string"]);
    expect(ts("fn f() -> int", "export function f(): string")).toEqual([
      "return-type m.ts:1 m.f int ≠ string",
    ]);
    expect(py("fn f()", "def f() -> int:")).toEqual(["return-type m.py:1 m.f void ≠ int"]);
    expect(
      ts(
        "fn f() -> User?\nrecord User { id: int }",
        "export interface User { id: number }\nexport function f(): User | null",
      ),
    ).toEqual(["return-type m.ts:2 m.f User? ≠ User | null"]);
  });

  it("is void where the code says nothing and returns nothing", () => {
    expect(python("fn f(a: int)", "def f(a: int):\n    print(a)\n")).toEqual([]);
    expect(typescript("fn f(a: int)", "export function f(a: number) {\n  console.log(a);\n}\n")).toEqual([]);
  });

  it("is not annotated", () => {
    expect(py("fn f() -> int", "def f():")).toEqual(["missing-annotation warning m.py:1 m.f  ≠ the result"]);
    expect(ts("fn f() -> int", "export function f()")).toEqual([
      "missing-annotation warning m.ts:1 m.f  ≠ the result",
    ]);
    expect(py("fn f() -> any", "def f():")).toEqual([]);
  });

  it("leads nowhere", () => {
    expect(py("fn f() -> int", "from .gone import Money\n\n\ndef f() -> Money:")).toEqual([
      "unknown m.py:4 m.f",
    ]);
    expect(
      ts("fn f() -> int", 'import type { Money } from "./gone.js";\nexport function f(): Money'),
    ).toEqual(["unknown m.ts:2 m.f"]);
  });
});

describe("an asynchronous result", () => {
  it.each([
    ["async fn f() -> int", "async def f() -> int:", "export async function f(): Promise<number>"],
    ["fn f() -> future<int>", "async def f() -> int:", "export async function f(): Promise<number>"],
    ["async fn f() -> int", "def f() -> Awaitable[int]:", "export function f(): Promise<number>"],
    [
      "fn f() -> stream<int>",
      "async def f() -> AsyncIterator[int]:\n    yield 1",
      "export async function* f(): AsyncGenerator<number>",
    ],
    ["async fn f()", "async def f() -> None:", "export async function f(): Promise<void>"],
  ])("agrees: %s is %s and %s", (declaration, pyCode, tsCode) => {
    expect(
      python(
        declaration,
        `from collections.abc import AsyncIterator, Awaitable\n\n\n${pyCode}\n    ${pyCode.includes("yield") ? "yield 2" : "return await work()"}\n`,
      ),
    ).toEqual([]);
    expect(ts(declaration, tsCode)).toEqual([]);
  });

  it("is asynchronous on one side only: the modifier differs and nothing else", () => {
    expect(py("async fn f() -> int", "def f() -> int:")).toEqual(["modifier m.py:1 m.f async ≠ not async"]);
    expect(py("fn f() -> int", "async def f() -> int:")).toEqual(["modifier m.py:1 m.f not async ≠ async"]);
    expect(ts("async fn f() -> int", "export function f(): number")).toEqual([
      "modifier m.ts:1 m.f async ≠ not async",
    ]);
    expect(ts("fn f() -> int", "export async function f(): Promise<number>")).toEqual([
      "modifier m.ts:1 m.f not async ≠ async",
    ]);
  });

  it("resolves to another type", () => {
    expect(py("async fn f() -> int", "async def f() -> str:")).toEqual([
      "return-type m.py:1 m.f int ≠ string",
    ]);
    expect(ts("async fn f() -> int", "export async function f(): Promise<string>")).toEqual([
      "return-type m.ts:1 m.f int ≠ string",
    ]);
  });
});

describe("overloads", () => {
  const declarations = "fn parse(text: string) -> int\nfn parse(data: bytes) -> float";

  it("agree in any order", () => {
    expect(
      python(
        declarations,
        `
        from typing import overload


        @overload
        def parse(data: bytes) -> float: ...
        @overload
        def parse(text: str) -> int: ...
        def parse(value):
            return work(value)
        `,
      ),
    ).toEqual([]);
    expect(
      typescript(
        declarations,
        `
        export function parse(data: Uint8Array): number;
        export function parse(text: string): number;
        export function parse(value: string | Uint8Array): number {
          return work(value);
        }
        `,
      ),
    ).toEqual([]);
  });

  it("are compared one by one where one differs", () => {
    expect(
      typescript(
        declarations,
        `
        export function parse(text: string): number;
        export function parse(data: Uint8Array): string;
        export function parse(value: string | Uint8Array): number | string {
          return work(value);
        }
        `,
      ),
    ).toEqual(["return-type m.ts:2 m.parse#2 float ≠ string"]);
  });

  it("are missing or not declared", () => {
    expect(
      typescript(declarations, "export function parse(text: string): number {\n  return work(text);\n}\n"),
    ).toEqual(["missing-symbol m.ts:1 m.parse#2 parse(data: bytes) -> float ≠ "]);
    expect(
      python(
        "fn parse(text: string) -> int",
        `
        from typing import overload


        @overload
        def parse(text: str) -> int: ...
        @overload
        def parse(text: bytes) -> float: ...
        def parse(text):
            return work(text)
        `,
      ),
    ).toEqual(["unlisted-symbol warning m.py:7 m.parse  ≠ parse(text: bytes)"]);
  });
});

describe("overloads of a constructor", () => {
  const code = `
    export class C {
      constructor();
      constructor(a: number);
      constructor(private a?: number) {}
    }
  `;

  it("are declared like those of a function", () => {
    expect(typescript("class C { new(), new(a: int) }", code)).toEqual([]);
    expect(typescript("class C { new(a: int), new() }", code)).toEqual([]);
    expect(
      python(
        "class C {\n  new(a: int)\n  new(a: string, b: int)\n}",
        "from typing import overload\n\n\nclass C:\n    @overload\n    def __init__(self, a: int) -> None: ...\n    @overload\n    def __init__(self, a: str, b: int) -> None: ...\n    def __init__(self, a, b=0) -> None:\n        self._a = a\n",
      ),
    ).toEqual([]);
  });

  it("that only one side has are found", () => {
    expect(typescript("class C { new(a: int) }", code)).toEqual([
      "unlisted-member warning m.ts:2 m.C.new  ≠ new()",
    ]);
    expect(typescript("class C { new(), new(a: int), new(a: string, b: int) }", code)).toEqual([
      "missing-symbol m.ts:2 m.C.new#3 C.new(a: string, b: int) ≠ ",
    ]);
    expect(typescript("class C { new(a: string, b: int) }", code)).toHaveLength(3);
  });
});

describe("raised errors", () => {
  const declarations = "error Empty { }\nerror Full { }\nerror Huge extends Full { }\n";
  const classes =
    "class Empty(Exception):\n    pass\n\n\nclass Full(Exception):\n    pass\n\n\nclass Huge(Full):\n    pass\n\n\n";

  it("that are declared must be listed; a listed one stands for those below it", () => {
    const code = `${classes}def f(n: int) -> None:\n    if n > 9:\n        raise Huge()\n    if n < 1:\n        raise Empty()\n    raise ValueError("n")\n`;
    expect(python(`${declarations}fn f(n: int)\n  raises Full`, code)).toEqual([
      "raises m.py:17 m.f  ≠ Empty",
    ]);
    expect(python(`${declarations}fn f(n: int)\n  raises Full, Empty`, code)).toEqual([]);
  });

  it("are found in TypeScript", () => {
    const code = `
      export class Empty extends Error {}
      export class Full extends Error {}
      export class Huge extends Full {}
      export function f(n: number): void {
        if (n > 9) throw new Huge();
        if (n > 8) throw new Huge("again");
        throw new RangeError("n");
      }
    `;
    expect(typescript(`${declarations}fn f(n: int)\n  raises Empty`, code)).toEqual([
      "raises m.ts:5 m.f  ≠ Huge",
    ]);
  });
});

describe("generics", () => {
  it("agree under other names, also those of TypeVar", () => {
    expect(
      python(
        "fn first<T>(items: list<T>) -> T?",
        'from typing import TypeVar\n\nItem = TypeVar("Item")\n\n\ndef first(items: list[Item]) -> Item | None:\n    return work(items)\n',
      ),
    ).toEqual([]);
    expect(
      python(
        "fn first<T>(items: list<T>) -> T?",
        "def first[U](items: list[U]) -> U | None:\n    return work(items)\n",
      ),
    ).toEqual([]);
    expect(
      ts("fn first<T>(items: list<T>) -> T?", "export function first<U>(items: U[]): U | undefined"),
    ).toEqual([]);
  });

  it("differ in number or bound", () => {
    expect(ts("fn first<T>(items: list<T>) -> T", "export function first<A, B>(items: A[]): A")).toEqual([
      "modifier m.ts:1 m.first <T> ≠ <A, B>",
    ]);
    expect(ts("fn first<T: string>(items: list<T>) -> T", "export function first<T>(items: T[]): T")).toEqual(
      ["modifier m.ts:1 m.first T: string ≠ T"],
    );
    expect(
      ts("fn swap<A, B>(a: A, b: B) -> tuple<B, A>", "export function swap<X, Y>(a: X, b: Y): [X, Y]"),
    ).toEqual(["return-type m.ts:1 m.swap tuple<B, A> ≠ tuple<X, Y>"]);
  });
});
