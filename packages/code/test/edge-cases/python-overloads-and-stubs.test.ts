import { describe, expect, it } from "vitest";
import { brief, driftOf, python } from "../drift/support.js";

/** Module `m` in `m.py`, with a stub beside it. */
const stubbed = (declarations: string, source: string, stub: string) =>
  brief(driftOf(`module m "m.py" {\n${declarations}\n}`, { "m.py": source, "m.pyi": stub }));

/** Module `m` in a stub alone. */
const stub = (declarations: string, text: string) =>
  brief(driftOf(`module m "m.pyi" {\n${declarations}\n}`, { "m.pyi": text }));

const PARSE = "fn parse(value: string) -> int\nfn parse(value: bytes) -> float";
const OVERLOADS = `from typing import overload

@overload
def parse(value: str) -> int: ...
@overload
def parse(value: bytes) -> float: ...
`;

describe("overloads and stubs of Python", () => {
  it("@overload without an implementation in a stub", () => {
    expect(stub(PARSE, OVERLOADS)).toEqual([]);
    expect(stub("fn parse(value: string) -> int", OVERLOADS)).toEqual([
      "unlisted-symbol warning m.pyi:6 m.parse  ≠ parse(value: bytes)",
    ]);
  });

  it("overloads on __new__ and __init__", () => {
    const contract = "class Point {\n  new(x: int)\n  new(text: string)\n}";
    for (const [method, receiver, body] of [
      ["__init__", "self", "self._x = args"],
      ["__new__", "cls", "return super().__new__(cls)"],
    ]) {
      const code = (second: string) => `from typing import overload

class Point:
    @overload
    def ${method}(${receiver}, x: int): ...
    @overload
    def ${method}(${receiver}, text: ${second}): ...
    def ${method}(${receiver}, *args):
        ${body}
`;
      expect(python(contract, code("str"))).toEqual([]);
      expect(python(contract, code("bytes"))).toEqual([
        "parameter-type m.py:7 m.Point.new#2 text: string ≠ text: bytes",
      ]);
    }
  });

  it("overloads that only tell receivers apart", () => {
    const contract = "class Box<T> {\n  new(value: T)\n  first() -> any\n}";
    const code = `from typing import Generic, TypeVar, overload

T = TypeVar("T")
U = TypeVar("U")

class Box(Generic[T]):
    def __init__(self, value: T) -> None:
        self._value = value
    @overload
    def first(self: "Box[int]") -> int: ...
    @overload
    def first(self: "Box[U]") -> U: ...
    def first(self):
        return self._value
`;
    expect(python(contract.replace("-> any", "-> int"), code)).toEqual([]);
    expect(python(contract.replace("first() -> any", "first(a: int) -> int"), code)).toEqual([
      "parameter-missing m.py:10 m.Box.first a: int ≠ ",
      'unlisted-member warning m.py:12 m.Box.first  ≠ first(self: "Box[U]")',
    ]);
  });

  it("a constructor with type variables of its own", () => {
    const contract = "class Task {\n  new(run: () -> any, ...arguments: any)\n}";
    const code = `from typing import Callable, TypeVar

R = TypeVar("R")

class Task:
    def __init__(self, run: Callable[[], R], *arguments: R) -> None:
        self._run = run
`;
    expect(python(contract, code)).toEqual([]);
    expect(python(contract.replace("() -> any", "(int) -> any"), code)).toEqual([
      "parameter-type m.py:6 m.Task.new run: (int) -> any ≠ run: () -> any",
    ]);
  });

  it("a stub beside the source says the signatures", () => {
    const declared = "fn load(path: string) -> bytes";
    const source = "def load(path):\n    return open(path, 'rb').read()\n";
    expect(stubbed(declared, source, "def load(path: str) -> bytes: ...\n")).toEqual([]);
    expect(stubbed(declared, source, "def load(path: str) -> str: ...\n")).toEqual([
      "return-type m.pyi:1 m.load bytes ≠ string",
    ]);
    expect(stubbed(declared, "def load(path): ...\n", "def load(path: str) -> bytes: ...\n")).toEqual([
      "hollow m.py:1 m.load",
    ]);
  });

  it("a stub that promises what its source lacks", () => {
    const declared = "fn load() -> int\nfn save() -> int";
    const promise = "def load() -> int: ...\ndef save() -> int: ...\n";
    expect(stubbed(declared, "def load():\n    return 1\n", promise)).toEqual([
      "missing-symbol m.py:1 m.save fn save() -> int ≠ ",
    ]);
    const dynamic = "def __getattr__(name):\n    return make(name)\n";
    expect(stubbed(declared, `def load():\n    return 1\n\n${dynamic}`, promise)).toEqual([]);
    expect(stubbed(declared, "from ext import load, save\n", promise)).toEqual([]);
  });

  it("names that other files import from a file with a stub", () => {
    const contract = `package p "p" {
  module shapes "shapes.py" { class Shape<T> { value: T } }
  module use "use.py" { uses shapes\n fn area(shape: Shape<int>) -> int }
}`;
    const files = {
      "p/__init__.py": "",
      "p/shapes.py": "class Shape:\n    def __init__(self):\n        self.value = None\n",
      "p/shapes.pyi":
        'from typing import Generic, TypeVar\n\nT = TypeVar("T")\n\nclass Shape(Generic[T]):\n    value: T\n',
      "p/use.py":
        "from .shapes import Shape\n\n\ndef area(shape: Shape[int]) -> int:\n    return shape.value\n",
    };
    expect(brief(driftOf(contract, files))).toEqual([]);
    files["p/use.py"] = files["p/use.py"].replace("Shape[int]", "Shape[str]");
    expect(brief(driftOf(contract, files))).toEqual([
      "parameter-type p/use.py:4 p.use.area shape: Shape<int> ≠ shape: Shape<string>",
    ]);
  });

  it("a stub package and py.typed say nothing of the project's own names", () => {
    const files = {
      "m.py": "import yaml\n\n\ndef load(text: str) -> yaml.Node:\n    return yaml.compose(text)\n",
      "yaml-stubs/__init__.pyi": "class Node: ...\n",
      "py.typed": "",
    };
    const contract =
      'external yaml "PyYAML >= 6" { type Node }\nmodule m "m.py" {\n  uses yaml\n  fn load(text: string) -> Node\n}';
    expect(brief(driftOf(contract, files))).toEqual([]);
  });
});
