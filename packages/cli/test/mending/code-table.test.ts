import { describe, expect, it } from "vitest";
import { runOn } from "./support.js";

/** What it is about, the declarations of the contract, the code, and the code when it is mended. */
type Row = [about: string, declarations: string, before: string, after: string];

const PYTHON: Row[] = [
  [
    "a modifier: async",
    "async fn f(a: int) -> int",
    "def f(a: int) -> int:\n    return a\n",
    "async def f(a: int) -> int:\n    return a\n",
  ],
  [
    "a modifier: static",
    "class C {\n    static f(a: int) -> int\n  }",
    "class C:\n    def f(self, a: int) -> int:\n        return a\n",
    "class C:\n    @staticmethod\n    def f(a: int) -> int:\n        return a\n",
  ],
  [
    "a modifier: not static",
    "class C {\n    f(a: int) -> int\n  }",
    "class C:\n    @staticmethod\n    def f(a: int) -> int:\n        return a\n",
    "class C:\n    def f(self, a: int) -> int:\n        return a\n",
  ],
  [
    "a modifier: internal",
    "class C {\n    internal f() -> int\n    g() -> int\n  }",
    "class C:\n    def f(self) -> int:\n        return 1\n\n    def g(self) -> int:\n        return self.f()\n",
    "class C:\n    def _f(self) -> int:\n        return 1\n\n    def g(self) -> int:\n        return self._f()\n",
  ],
  [
    "a modifier: readonly",
    "record R {\n    readonly a: int\n    readonly b: int\n  }",
    "from dataclasses import dataclass\n\n\n@dataclass(slots=True)\nclass R:\n    a: int\n    b: int\n",
    "from dataclasses import dataclass\n\n\n@dataclass(slots=True, frozen=True)\nclass R:\n    a: int\n    b: int\n",
  ],
  [
    "a modifier: abstract, with its imports",
    "abstract class C {\n    abstract f() -> int\n  }",
    "class C:\n    def f(self) -> int:\n        return 1\n",
    "from abc import ABC, abstractmethod\n\n\nclass C(ABC):\n    @abstractmethod\n    def f(self) -> int:\n        return 1\n",
  ],
  [
    "a base, before what gives the form",
    "class A {\n    x: int\n  }\n  abstract class B extends A {\n    y: int\n  }",
    "from abc import ABC\n\n\nclass A:\n    x: int\n\n\nclass B(ABC):\n    y: int\n",
    "from abc import ABC\n\n\nclass A:\n    x: int\n\n\nclass B(A, ABC):\n    y: int\n",
  ],
  [
    "a base too many",
    "class A {\n    x: int\n  }\n  class B {\n    y: int\n  }",
    "class A:\n    x: int\n\n\nclass B(A):\n    y: int\n",
    "class A:\n    x: int\n\n\nclass B:\n    y: int\n",
  ],
  [
    "an annotation with an import, CRLF and a tab kept",
    "fn f(a: path, b: datetime) -> int",
    "import os\r\n\r\n\r\ndef f(a: str, b: str) -> int:\r\n\treturn len(os.sep)  # one\r\n",
    "import os\r\nfrom pathlib import Path\r\nfrom datetime import datetime\r\n\r\n\r\ndef f(a: Path, b: datetime) -> int:\r\n\treturn len(os.sep)  # one\r\n",
  ],
  [
    "several findings in one signature",
    "fn f(a: int, b: string, *, c: bool = true) -> list<int>",
    "def f(b: int, a: int, extra: str = '') -> int:\n    return a + b\n",
    "def f(a: int, b: str, *, c: bool = True) -> list[int]:\n    return a + b\n",
  ],
  [
    "a parameter in lines of their own, with comments",
    "fn f(a: int, b: int, c: int) -> int",
    "def f(\n    a: int,  # first\n    c: int,  # last\n) -> int:\n    return a + c\n",
    "def f(\n    a: int,\n    b: int,  # first\n    c: int,  # last\n) -> int:\n    return a + c\n",
  ],
  [
    "markers",
    "fn f(a: int, /, b: int, *, c: int) -> int",
    "def f(a: int, b: int, c: int) -> int:\n    return a + b + c\n",
    "def f(a: int, /, b: int, *, c: int) -> int:\n    return a + b + c\n",
  ],
  [
    "optionality",
    "fn f(a?: int, b: int = 2, c: int) -> int",
    "def f(a: int, b: int, c: int) -> int:\n    return a + b + c\n",
    "def f(a: int, b: int, c: int) -> int:\n    return a + b + c\n",
  ],
  [
    "an enum's values",
    'enum Side { Left = "left", Right = "right" }',
    'from enum import Enum\n\n\nclass Side(Enum):\n    Left = "l"  # here\n',
    'from enum import Enum\n\n\nclass Side(Enum):\n    Left = "left"  # here\n    Right = "right"\n',
  ],
  [
    "a literal of a union",
    'enum Side { Left = "left", Right = "right" }',
    'from typing import Literal\n\nSide = Literal["left"]\n',
    'from typing import Literal\n\nSide = Literal["left", "right"]\n',
  ],
  [
    "a quoted annotation",
    "class A {\n    next() -> A\n  }",
    'class A:\n    def next(self) -> "int":\n        return self\n',
    'class A:\n    def next(self) -> "A":\n        return self\n',
  ],
  [
    "a type that is defined further down",
    "class A {\n    next() -> B\n  }\n  class B {\n    x: int\n  }",
    "class A:\n    def next(self) -> int:\n        return B()\n\n\nclass B:\n    x: int\n",
    'class A:\n    def next(self) -> "B":\n        return B()\n\n\nclass B:\n    x: int\n',
  ],
  [
    "a renamed function, with its uses",
    "fn total(prices: list<float>) -> float\n  fn mean(prices: list<float>) -> float",
    '__all__ = ["totals", "mean"]\n\n\ndef totals(prices: list[float]) -> float:\n    return sum(prices)\n\n\ndef mean(prices: list[float]) -> float:\n    return totals(prices) / len(prices)\n',
    '__all__ = ["total", "mean"]\n\n\ndef total(prices: list[float]) -> float:\n    return sum(prices)\n\n\ndef mean(prices: list[float]) -> float:\n    return total(prices) / len(prices)\n',
  ],
  [
    "what only looks like the missing function stays",
    "fn get(key: string) -> int",
    "def set(key: str, value: int) -> None:\n    print(key, value)\n",
    'def set(key: str, value: int) -> None:\n    print(key, value)\n\n\ndef get(key: str) -> int:\n    raise NotImplementedError("m.get")\n',
  ],
  [
    "a parameter that the body names stays",
    "fn f(a: int) -> int",
    "def f(a: int, b: int = 0) -> int:\n    return a + b\n",
    "def f(a: int, b: int = 0) -> int:\n    return a + b\n",
  ],
  [
    "a parameter's name in f-strings, not in strings, attributes or keywords",
    "fn f(count: int, o: object) -> string",
    'def f(n: int, o: object) -> str:\n    """n times."""\n    return f"{n} n {o.n}" + str(dict(n=n))\n',
    'def f(count: int, o: object) -> str:\n    """n times."""\n    return f"{count} n {o.n}" + str(dict(n=count))\n',
  ],
];

const TYPESCRIPT: Row[] = [
  [
    "a modifier: async, with the promise",
    "async fn f(a: int) -> int",
    "export function f(a: number): number {\n  return a;\n}\n",
    "export async function f(a: number): Promise<number> {\n  return a;\n}\n",
  ],
  [
    "a modifier: not async",
    "fn f(a: int) -> int",
    "export async function f(a: number): Promise<number> {\n  return a;\n}\n",
    "export function f(a: number): number {\n  return a;\n}\n",
  ],
  [
    "what awaits stays",
    "fn f(a: int) -> int",
    "export async function f(a: number): Promise<number> {\n  return await Promise.resolve(a);\n}\n",
    "export async function f(a: number): Promise<number> {\n  return await Promise.resolve(a);\n}\n",
  ],
  [
    "modifiers: static, internal, readonly",
    "class C {\n    readonly a: int\n    static f() -> int\n    internal g() -> int\n    h() -> int\n  }",
    "export class C {\n  a = 1;\n  async = 2;\n  f(): number { return 1; }\n  public g(): number { return 2; }\n  private h(): number { return 3; }\n}\n",
    "export class C {\n  readonly a = 1;\n  async = 2;\n  static f(): number { return 1; }\n  protected g(): number { return 2; }\n  h(): number { return 3; }\n}\n",
  ],
  [
    "abstract and type parameters of a class",
    "abstract class C<T> {\n    x: int\n  }",
    "export class C {\n  x: number = 1;\n}\n",
    "export abstract class C<T> {\n  x: number = 1;\n}\n",
  ],
  [
    "type parameters of a function",
    "fn f<T>(a: list<T>) -> int",
    "export function f(a: string[]): number {\n  return a.length;\n}\n",
    "export function f<T>(a: T[]): number {\n  return a.length;\n}\n",
  ],
  [
    "bases",
    "interface I {\n    x: int\n    f() -> int\n  }\n  class A {\n    y: int\n  }\n  class B extends A implements I {\n    x: int\n    f() -> int\n  }",
    "export interface I { x: number; f(): number }\nexport class A { y = 1; }\nexport class B {\n  x = 1;\n  f(): number { return 1; }\n}\n",
    "export interface I { x: number; f(): number }\nexport class A { y = 1; }\nexport class B extends A implements I {\n  x = 1;\n  f(): number { return 1; }\n}\n",
  ],
  [
    "export",
    "fn f() -> int\n  const A: int = 1",
    "function f(): number {\n  return 1;\n}\n\nconst A = 1;\n",
    "export function f(): number {\n  return 1;\n}\n\nexport const A = 1;\n",
  ],
  [
    "optional fields and their types",
    "record R {\n    a?: int\n    b: string\n    c: list<string>\n  }",
    "export interface R {\n  a: number; // one\n  b?: string;\n  c: string;\n}\n",
    "export interface R {\n  a?: number; // one\n  b: string;\n  c: string[];\n}\n",
  ],
  [
    "optional parameters and defaults",
    "fn f(a: int, b?: int, c: int = 3) -> int\n  fn g(a: int) -> int",
    "export function f(a: number, b: number, c: number = 4): number {\n  return a + b + c;\n}\nexport function g(a?: number): number {\n  return a ?? 1;\n}\n",
    "export function f(a: number, b?: number, c: number = 3): number {\n  return a + b + c;\n}\nexport function g(a: number): number {\n  return a ?? 1;\n}\n",
  ],
  [
    "a parameter's name, in shorthands and templates",
    "fn f(count: int) -> object",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: code, not a template
    "export function f(n: number): object {\n  return { n, m: n, text: `${n} n`, o: { n: 1 }.n };\n}\n",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: code, not a template
    "export function f(count: number): object {\n  return { n: count, m: count, text: `${count} n`, o: { n: 1 }.n };\n}\n",
  ],
  [
    "an enum and a union of literals",
    'enum E { A = "a", B = "b" }\n  enum U { x, y }',
    'export enum E {\n  A = "a"\n}\nexport type U = "x";\n',
    'export enum E {\n  A = "a",\n  B = "b",\n}\nexport type U = "x" | "y";\n',
  ],
  [
    "a renamed method",
    "class C {\n    move(step: int) -> int\n    twice() -> int\n  }",
    "export class C {\n  moves(step: number): number { return step; }\n  twice(): number { return this.moves(2); }\n}\n",
    "export class C {\n  move(step: number): number { return step; }\n  twice(): number { return this.move(2); }\n}\n",
  ],
  [
    "a member more",
    'class C {\n    a: int\n    f(b: string = "x") -> list<string>\n  }',
    "export class C {\n\ta = 1;\n}\n",
    'export class C {\n\ta = 1;\n\n\tf(b: string = "x"): string[] {\n\t\tthrow new Error("not implemented: m.C.f");\n\t}\n}\n',
  ],
];

describe.each([
  ["Python", "py", PYTHON],
  ["TypeScript", "ts", TYPESCRIPT],
] as const)("drift --fix code mends %s", (_, extension, rows) => {
  it.each(rows.map((row) => [row[0], row] as const))(
    "%s",
    async (_about, [, declarations, before, after]) => {
      const contract = `contract T version "1.0.0"\n\nmodule m "m.${extension}" {\n  ${declarations}\n}\n`;
      const path = `m.${extension}`;
      const run = await runOn({ "t.contract": contract, [path]: before }, ["drift", "--fix", "code"]);
      expect(run.files[path], run.err).toBe(after);
      expect(run.files["t.contract"]).toBe(contract);
      const again = await runOn(run.files, ["drift", "--fix", "code"]);
      expect(again.files).toEqual(run.files);
    },
  );
});
