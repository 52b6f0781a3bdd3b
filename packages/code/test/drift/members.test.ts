import { describe, expect, it } from "vitest";
import { brief, driftOf, python, typescript } from "./support.js";

describe("a method", () => {
  it("is missing, with the nearest name", () => {
    expect(
      python(
        "class C { save(path: path) }",
        "from pathlib import Path\n\n\nclass C:\n    def safe(self, path: Path) -> None:\n        work(path)\n",
      ),
    ).toEqual(["missing-member m.py:5 m.C.save save(path: path) ≠ "]);
    expect(
      typescript("class C { save(name: string) }", "export class C {\n  run(): void { work(); }\n}\n"),
    ).toEqual([
      "missing-member m.ts:1 m.C.save save(name: string) ≠ ",
      "unlisted-member warning m.ts:2 m.C.run  ≠ run",
    ]);
  });

  it("is compared like a function", () => {
    expect(
      python(
        "class C { f(a: int) -> bool }",
        "class C:\n    def f(self, b: int) -> int:\n        return work(b)\n",
      ),
    ).toEqual(["parameter-name m.py:2 m.C.f a ≠ b", "return-type m.py:2 m.C.f bool ≠ int"]);
  });

  it("may be a property that holds a function", () => {
    expect(
      typescript(
        "class C { f(a: int) -> bool }",
        "export class C {\n  f = (a: number): boolean => a > 0;\n}\n",
      ),
    ).toEqual([]);
    expect(
      typescript(
        "interface C { f(a: int) -> bool }",
        "export interface C {\n  f: (a: number) => string;\n}\n",
      ),
    ).toEqual(["return-type m.ts:2 m.C.f bool ≠ string"]);
  });

  it("is a field in the code, or a field is a method", () => {
    expect(
      python(
        "class C { f() -> int }",
        "class C:\n    @property\n    def f(self) -> int:\n        return work()\n",
      ),
    ).toEqual(["kind m.py:3 m.C.f method ≠ field"]);
    expect(
      typescript("class C { f: int }", "export class C {\n  f(): number { return work(); }\n}\n"),
    ).toEqual(["kind m.ts:2 m.C.f field ≠ method"]);
  });

  it("may be inherited from a base of another file, with its type arguments", () => {
    const contract =
      'module m "m.ts" { record User { id: int }\n class Users { get(id: int) -> User?\n find(id: int) -> int } }';
    expect(
      brief(
        driftOf(contract, {
          "m.ts":
            'import { Store } from "./store.js";\nexport interface User { id: number }\nexport class Users extends Store<User> {}\n',
          "store.ts":
            "export class Store<T> {\n  get(id: number): T | undefined { return work(id); }\n  find(id: number): T { return work(id); }\n}\n",
        }),
      ),
    ).toEqual(["unlisted-file info store.ts:1   ≠ .", "return-type store.ts:3 m.Users.find int ≠ User"]);
  });

  it("returns Self", () => {
    expect(
      python(
        "class B { add(a: int) -> B }",
        "from typing import Self\n\n\nclass B:\n    def add(self, a: int) -> Self:\n        return work(a)\n",
      ),
    ).toEqual([]);
    expect(
      typescript(
        "class B { add(a: int) -> B }",
        "export class B {\n  add(a: number): this { return work(a); }\n}\n",
      ),
    ).toEqual([]);
  });

  it("is static, asynchronous or abstract on one side only", () => {
    expect(
      python(
        "abstract class C { static make() -> int, abstract run(), stop(), async wait() }",
        `
        from abc import ABC, abstractmethod


        class C(ABC):
            def make(self) -> int:
                return work()

            def run(self) -> None:
                work()

            @abstractmethod
            def stop(self) -> None: ...

            def wait(self) -> None:
                work()
        `,
      ),
    ).toEqual([
      "modifier m.py:5 m.C.make static ≠ not static",
      "modifier m.py:8 m.C.run abstract ≠ not abstract",
      "modifier m.py:12 m.C.stop not abstract ≠ abstract",
      "modifier m.py:14 m.C.wait async ≠ not async",
    ]);
    expect(
      python(
        "class C { static make() -> C }",
        "class C:\n    @classmethod\n    def make(cls) -> C:\n        return cls()\n",
      ),
    ).toEqual([]);
  });

  it("is internal: protected, or with an underscore", () => {
    expect(
      python(
        "class C { internal f() -> int, internal _g() -> int }",
        "class C:\n    def _f(self) -> int:\n        return work()\n\n    def _g(self) -> int:\n        return work()\n",
      ),
    ).toEqual([]);
    expect(
      typescript(
        "class C { internal f() -> int, g() -> int }",
        "export class C {\n  protected f(): number { return work(); }\n  protected g(): number { return work(); }\n}\n",
      ),
    ).toEqual(["modifier m.ts:3 m.C.g not internal ≠ internal"]);
    expect(
      python("class C { internal f() -> int }", "class C:\n    def f(self) -> int:\n        return work()\n"),
    ).toEqual(["modifier m.py:2 m.C.f internal ≠ not internal"]);
  });
});

describe("a constructor", () => {
  it("is not asked for without `new`", () => {
    expect(
      python(
        "class C { a: int }",
        "class C:\n    def __init__(self, a: int, b: str = 'x') -> None:\n        self.a = a\n",
      ),
    ).toEqual([]);
  });

  it("differs", () => {
    expect(
      python(
        "class C { new(a: int, b: string) }",
        "class C:\n    def __init__(self, a: int) -> None:\n        work(a)\n",
      ),
    ).toEqual(["parameter-missing m.py:2 m.C.new b: string ≠ "]);
    expect(
      typescript(
        "class C { new(a: int) }",
        "export class C {\n  constructor(private readonly a: string) {}\n}\n",
      ),
    ).toEqual(["parameter-type m.ts:2 m.C.new a: int ≠ a: string"]);
    expect(typescript("class C { new(a: int) }", "export class C {}\n")).toEqual([
      "parameter-missing m.ts:1 m.C.new a: int ≠ ",
    ]);
  });

  it("is made of the fields of a dataclass and those above it", () => {
    const code = `
      from dataclasses import dataclass, field


      @dataclass
      class A:
          x: int


      @dataclass
      class B(A):
          y: str
          tags: list[str] = field(default_factory=list)
          total: int = field(init=False, default=0)
    `;
    const declarations =
      "record A { x: int }\nrecord B extends A { y: string, tags: list<string> = [], total: int\n  new(x: int, y: string, tags: list<string> = [])\n}";
    expect(python(declarations, code)).toEqual([]);
    expect(python(declarations.replace("new(x: int, ", "new("), code)).toEqual([
      "parameter-extra m.py:6 m.B.new  ≠ x: int",
    ]);
  });

  it("is inherited, from the project or from outside", () => {
    expect(
      python(
        "class A { new(x: int) }\nclass B extends A { new(x: int) }",
        "class A:\n    def __init__(self, x: int) -> None:\n        work(x)\n\n\nclass B(A):\n    pass\n",
      ),
    ).toEqual([]);
    expect(
      python("class B { new(x: int) }", "from threading import Thread\n\n\nclass B(Thread):\n    pass\n"),
    ).toEqual(["unknown m.py:4 m.B.new new(x: int) ≠ "]);
  });
});

describe("a member that the contract does not declare", () => {
  it("is reported where it is public and nobody's above", () => {
    expect(
      python(
        "class Shape { area() -> float }\nclass Square extends Shape { side: float }",
        `
        class Shape:
            def area(self) -> float:
                return work()


        class Square(Shape):
            def __init__(self, side: float) -> None:
                self.side = side
                self._cache = 0.0
                self.color = "red"

            def area(self) -> float:
                return self.side**2

            def __repr__(self) -> str:
                return "square"

            def grow(self) -> None:
                self.side += 1
        `,
      ),
    ).toEqual([
      "unlisted-member warning m.py:10 m.Square.color  ≠ color",
      "unlisted-member warning m.py:18 m.Square.grow  ≠ grow",
    ]);
    expect(
      typescript(
        "class Square { side: float }",
        `
        export class Square {
          #cache = 0;
          private hidden = 1;
          protected shared = 2;
          constructor(public side: number, public color: string, private size: number) {}
          toString(): string { return "square"; }
          *[Symbol.iterator](): Generator<number> { yield this.side; }
          get area(): number { return this.side ** 2; }
          set area(value: number) { this.side = Math.sqrt(value); }
        }
        `,
      ),
    ).toEqual([
      "unlisted-member warning m.ts:5 m.Square.color  ≠ color",
      "unlisted-member warning m.ts:8 m.Square.area  ≠ area",
    ]);
  });
});
