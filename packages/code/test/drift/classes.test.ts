import { describe, expect, it } from "vitest";
import { brief, driftOf, python, typescript } from "./support.js";

describe("bases", () => {
  it("that the contract names must be reached, also through others", () => {
    const declarations = "class A { x: int }\nclass B extends A { }";
    expect(python(declarations, "class A:\n    x: int = 1\n\n\nclass B:\n    pass\n")).toEqual([
      "base m.py:5 m.B A ≠ ",
    ]);
    expect(
      python(
        declarations,
        "class A:\n    x: int = 1\n\n\nclass _Middle(A):\n    pass\n\n\nclass B(_Middle):\n    pass\n",
      ),
    ).toEqual([]);
    expect(typescript(declarations, "export class A { x = 1 }\nexport class B {}\n")).toEqual([
      "base m.ts:2 m.B A ≠ ",
    ]);
  });

  it("that the contract knows must be named, others need not", () => {
    const declarations = "class A { x: int }\nclass B { y: int }";
    expect(
      python(
        declarations,
        "from threading import Thread\n\n\nclass A:\n    x: int = 1\n\n\nclass B(A, Thread):\n    y: int = 1\n",
      ),
    ).toEqual(["base m.py:8 m.B  ≠ A"]);
    expect(
      typescript(declarations, "export class A { x = 1 }\nexport class B extends A { y = 1 }\n"),
    ).toEqual(["base m.ts:2 m.B  ≠ A"]);
  });

  it("have type arguments", () => {
    expect(
      typescript(
        "class Store<T> { get() -> T }\nclass Names extends Store<string> { }",
        "export class Store<T> { get(): T { return work(); } }\nexport class Names extends Store<number> {}\n",
      ),
    ).toEqual(["base m.ts:2 m.Names Store<string> ≠ "]);
  });

  it("lead nowhere", () => {
    expect(python("class B { y: int }", "from .gone import A\n\n\nclass B(A):\n    y: int = 1\n")).toEqual([
      "unknown m.py:4 m.B  ≠ A",
    ]);
  });

  it("are external types that the contract names", () => {
    const contract =
      'external pygame "pygame >= 2" { class Sprite { } }\nmodule m "m.py" { uses pygame\n class Player extends Sprite { x: int } }';
    expect(
      brief(
        driftOf(contract, {
          "m.py": "import pygame\n\n\nclass Player(pygame.sprite.Sprite):\n    x: int = 1\n",
        }),
      ),
    ).toEqual([]);
    expect(brief(driftOf(contract, { "m.py": "class Player:\n    x: int = 1\n" }))).toEqual([
      "base m.py:1 m.Player Sprite ≠ ",
    ]);
  });
});

describe("an interface", () => {
  const declarations =
    "interface Shape { area() -> float }\nclass Square implements Shape { area() -> float }";
  const square = "class Square:\n    def area(self) -> float:\n        return work()\n";

  it("is a Protocol or an ABC in Python, and a class that fits it need not name it", () => {
    expect(
      python(
        declarations,
        `from typing import Protocol\n\n\nclass Shape(Protocol):\n    def area(self) -> float: ...\n\n\n${square}`,
      ),
    ).toEqual([]);
    expect(
      python(
        declarations,
        `from abc import ABC, abstractmethod\n\n\nclass Shape(ABC):\n    @abstractmethod\n    def area(self) -> float: ...\n\n\n${square}`,
      ),
    ).toEqual([]);
    expect(
      python(
        declarations,
        `class Shape:\n    def area(self) -> float:\n        return work()\n\n\n${square}`,
      ),
    ).toEqual(["kind m.py:1 m.Shape interface ≠ class"]);
  });

  it("is an interface, a type literal or an abstract class in TypeScript", () => {
    const code = "export class Square implements Shape { area(): number { return work(); } }\n";
    expect(typescript(declarations, `export interface Shape { area(): number }\n${code}`)).toEqual([]);
    expect(typescript(declarations, `export type Shape = { area(): number };\n${code}`)).toEqual([]);
    expect(
      typescript(declarations, `export abstract class Shape { abstract area(): number }\n${code}`),
    ).toEqual([]);
    expect(
      typescript(
        declarations,
        `export interface Shape { area(): number }\n${code.replace(" implements Shape", "")}`,
      ),
    ).toEqual(["base m.ts:2 m.Square Shape ≠ "]);
  });
});

describe("a class", () => {
  it("is abstract on one side only", () => {
    expect(
      typescript(
        "abstract class A { x: int }\nclass B { x: int }",
        "export class A { x = 1 }\nexport abstract class B { x = 1 }\n",
      ),
    ).toEqual(["modifier m.ts:1 m.A abstract ≠ not abstract", "modifier m.ts:2 m.B not abstract ≠ abstract"]);
  });

  it("is generic under other names of its type parameters", () => {
    expect(
      typescript(
        "class Store<T> { items: list<T>, add(item: T), map<U>(change: (T) -> U) -> Store<U> }",
        "export class Store<Item> {\n  items: Item[] = [];\n  add(item: Item): void { work(item); }\n  map<To>(change: (item: Item) => To): Store<To> { return work(change); }\n}\n",
      ),
    ).toEqual([]);
    expect(
      python(
        "class Store<T> { items: list<T>, add(item: T) }",
        "from typing import Generic, TypeVar\n\nK = TypeVar('K')\n\n\nclass Store(Generic[K]):\n    items: list[K]\n\n    def add(self, item: K) -> None:\n        work(item)\n",
      ),
    ).toEqual([]);
    expect(typescript("class Store<T> { x: int }", "export class Store { x = 1 }\n")).toEqual([
      "modifier m.ts:1 m.Store <T> ≠ <>",
    ]);
  });

  it("may be merged of several declarations", () => {
    expect(
      typescript(
        "class A { x: int, y: string }",
        "export class A { x = 1 }\nexport interface A { y: string }\nexport namespace A { export const z = 1 }\n",
      ),
    ).toEqual(["unlisted-symbol warning m.ts:3 m.A.z  ≠ A.z"]);
  });
});

describe("an enum", () => {
  const declaration = 'enum Side { Left = "left", Right = "right" }';

  it.each([
    ["py", 'from enum import Enum\n\n\nclass Side(Enum):\n    Left = "left"\n    Right = "right"\n'],
    [
      "py",
      'from enum import StrEnum, auto\n\n\nclass Side(StrEnum):\n    Right = "right"\n    Left = "left"\n',
    ],
    ["py", 'from typing import Literal\n\nSide = Literal["right", "left"]\n'],
    ["ts", 'export enum Side { Left = "left", Right = "right" }\n'],
    [
      "ts",
      'export const Side = { Left: "left", Right: "right" } as const;\nexport type Side = (typeof Side)[keyof typeof Side];\n',
    ],
    ["ts", "export type Side = 'left' | 'right';\n"],
  ])("agrees in %s: %s", (language, code) => {
    expect((language === "py" ? python : typescript)(declaration, code)).toEqual([]);
  });

  it("lacks a member, has one more, has another value", () => {
    expect(
      python(declaration, 'from enum import Enum\n\n\nclass Side(Enum):\n    Left = "l"\n    Top = "top"\n'),
    ).toEqual([
      'enum-member m.py:4 m.Side Right = "right" ≠ ',
      'enum-member m.py:5 m.Side Left = "left" ≠ Left = "l"',
      "enum-member m.py:6 m.Side  ≠ Top",
    ]);
    expect(typescript(declaration, "export type Side = 'left' | 'top';\n")).toEqual([
      'enum-member m.ts:1 m.Side Right = "right" ≠ ',
      "enum-member m.ts:1 m.Side  ≠ top",
    ]);
    expect(typescript("enum N { A = 1, B = 2 }", "export enum N { A = 1, B = 3 }\n")).toEqual([
      "enum-member m.ts:1 m.N B = 2 ≠ B = 3",
    ]);
  });

  it("without values asks for names only", () => {
    expect(typescript("enum Side { Left, Right }", 'export enum Side { Left = "l", Right = "r" }\n')).toEqual(
      [],
    );
    expect(typescript("enum Side { left, right }", "export type Side = 'left' | 'right';\n")).toEqual([]);
  });
});

describe("a constant", () => {
  it("has another value or type", () => {
    const declarations = 'const A: int = 3\nconst B: list<string> = ["x", "y"]\nconst C: float';
    expect(python(declarations, "A: int = 0x3\nB: list[str] = ['x', 'y']\nC: float = work()\n")).toEqual([]);
    expect(python(declarations, "A: int = 4\nB: list[str] = ['y', 'x']\nC: str = work()\n")).toEqual([
      "const-value m.py:1 m.A 3 ≠ 4",
      'const-value m.py:2 m.B ["x", "y"] ≠ ["y", "x"]',
      "field-type m.py:3 m.C float ≠ string",
    ]);
    expect(
      typescript(
        declarations,
        "export const A = 4;\nexport const B = ['x'] as const;\nexport const C = work();\n",
      ),
    ).toEqual([
      "const-value m.ts:1 m.A 3 ≠ 4",
      'const-value m.ts:2 m.B ["x", "y"] ≠ ["x"]',
      "missing-annotation warning m.ts:3 m.C float ≠ ",
    ]);
  });

  it("has its type by its value where nothing else says it", () => {
    const declarations = "const A: int\nconst B: string?\nconst C: list<int>\nconst D: map<string, int>";
    expect(python(declarations, "A = 3\nB = None\nC = [1, 2]\nD = {'a': 1}\n")).toEqual([]);
    expect(python(declarations, "A = 'x'\nB = 3\nC = [1, 'x']\nD = work()\n")).toEqual([
      'field-type m.py:1 m.A int ≠ "x"',
      "field-type m.py:2 m.B string? ≠ 3",
      'field-type m.py:3 m.C list<int> ≠ [1, "x"]',
      "missing-annotation warning m.py:4 m.D map<string, int> ≠ ",
    ]);
  });

  it("may be an object", () => {
    expect(
      typescript(
        "const LIMITS: map<string, int>",
        "export const LIMITS: Record<string, number> = { a: 1 };\n",
      ),
    ).toEqual([]);
    expect(
      typescript("const LIMITS: map<string, int>", "export const LIMITS = { a: 1 } as const;\n"),
    ).toEqual([]);
  });
});

describe("an alias", () => {
  it("is compared by name first and expanded after that", () => {
    const declarations = "type Id = int | string\nfn f(a: Id) -> int | string\nfn g(a: int | string) -> Id";
    const ts =
      "export type Id = string | number;\ntype Local = number | string;\nexport function f(a: Id): Local { return work(a); }\nexport function g(a: Id): Local { return work(a); }\n";
    expect(typescript(declarations, ts)).toEqual([]);
    const py =
      "Id = int | str\n\n\ndef f(a: Id) -> Id:\n    return work(a)\n\n\ndef g(a: int | str) -> str | int:\n    return work(a)\n";
    expect(python(declarations, py)).toEqual([]);
  });

  it("stands for another type", () => {
    expect(typescript("type Id = int | string", "export type Id = string;\n")).toEqual([
      "field-type m.ts:1 m.Id int | string ≠ string",
    ]);
    expect(python("type Id = int | string", "type Id = str\n")).toEqual([
      "field-type m.py:1 m.Id int | string ≠ string",
    ]);
  });

  it("may be recursive and generic", () => {
    expect(
      typescript(
        "type Json = string | list<Json> | map<string, Json>\ntype Pair<T> = tuple<T, T>\nfn f(a: Pair<int>) -> Json",
        "export type Json = string | Json[] | { [key: string]: Json };\nexport type Pair<A> = [A, A];\nexport function f(a: [number, number]): Json { return work(a); }\n",
      ),
    ).toEqual([]);
  });

  it("may be a verbatim type", () => {
    const contract = "type Names = `keyof Options`\nfn f(a: `Partial<Options>`)";
    expect(
      typescript(
        contract,
        "interface Options { a: 1 }\nexport type Names = keyof Options;\nexport function f(a: Partial<Options>): void { work(a); }\n",
      ),
    ).toEqual([]);
    expect(
      typescript(
        contract,
        "interface Options { a: 1 }\nexport type Names = keyof Options;\nexport function f(a: Required<Options>): void { work(a); }\n",
      ),
    ).toEqual(["parameter-type m.ts:3 m.f a: `Partial<Options>` ≠ a: Required<Options>"]);
  });
});
