import { describe, expect, it } from "vitest";
import { brief, driftOf, python } from "../drift/support.js";

describe("classes of Python", () => {
  it("a property is an attribute with setter and deleter", () => {
    const code = (accessors: string) => `class A:
    @property
    def size(self) -> int:
        return self._size
${accessors}`;
    const setter = "    @size.setter\n    def size(self, value: int) -> None:\n        self._size = value\n";
    const deleter = "    @size.deleter\n    def size(self) -> None:\n        del self._size\n";
    for (const accessors of [setter, setter + deleter, deleter + setter]) {
      expect(python("class A {\n  size: int\n}", code(accessors))).toEqual([]);
    }
    expect(python("class A {\n  readonly size: int\n}", code(deleter))).toEqual([]);
    expect(python("class A {\n  readonly size: int\n}", code(deleter + setter))).toEqual([
      "modifier m.py:3 m.A.size readonly ≠ not readonly",
    ]);
    expect(python("class A {\n  size() -> int\n}", code(""))).toEqual([
      "kind m.py:3 m.A.size method ≠ field",
    ]);
  });

  it("a TypedDict with Required and NotRequired keys", () => {
    const head = "from typing import NotRequired, Required, TypedDict\n\n";
    const contract = "record Movie {\n  title: string\n  year?: int\n}";
    expect(
      python(contract, `${head}class Movie(TypedDict):\n    title: str\n    year: NotRequired[int]\n`),
    ).toEqual([]);
    expect(
      python(
        contract,
        `${head}class Movie(TypedDict, total=False):\n    title: Required[str]\n    year: int\n`,
      ),
    ).toEqual([]);
    expect(
      python(contract, `${head}Movie = TypedDict("Movie", {"title": str, "year": NotRequired[int]})\n`),
    ).toEqual([]);
    expect(python(contract, `${head}class Movie(TypedDict):\n    title: str\n    year: int\n`)).toEqual([
      "field-type m.py:5 m.Movie.year int ≠ int",
    ]);
  });

  it("a NamedTuple in its functional and its class form", () => {
    const contract = "record Point {\n  readonly x: int\n  readonly y: int = 0\n}";
    const head = "from collections import namedtuple\nfrom typing import NamedTuple\n\n";
    expect(python(contract, `${head}class Point(NamedTuple):\n    x: int\n    y: int = 0\n`)).toEqual([]);
    expect(
      python(
        "record Point {\n  x: int\n  y: int\n}",
        `${head}Point = NamedTuple("Point", [("x", int), ("y", int)])\n`,
      ),
    ).toEqual([]);
    expect(
      python("record Point {\n  x: any\n  y: any\n}", `${head}Point = namedtuple("Point", "x y")\n`),
    ).toEqual([]);
    expect(python(contract, `${head}class Point(NamedTuple):\n    x: int\n    y: str = ""\n`)).toEqual([
      "field-type m.py:6 m.Point.y int ≠ string",
      'field-default m.py:6 m.Point.y 0 ≠ ""',
    ]);
  });

  it("an Enum in its functional form", () => {
    const contract = 'enum Side { Left = "left", Right = "right" }';
    const head = "from enum import Enum\n\n";
    expect(python(contract, `${head}class Side(Enum):\n    Left = "left"\n    Right = "right"\n`)).toEqual(
      [],
    );
    expect(python(contract, `${head}Side = Enum("Side", {"Left": "left", "Right": "right"})\n`)).toEqual([]);
    expect(python("enum Side { Left, Right }", `${head}Side = Enum("Side", "Left Right")\n`)).toEqual([]);
    expect(python(contract, `${head}Side = Enum("Side", {"Left": "left", "Right": "r"})\n`)).toEqual([
      'enum-member m.py:3 m.Side Right = "right" ≠ Right = "r"',
    ]);
  });

  it("Protocol bases", () => {
    const code = `from typing import Protocol

class Sized(Protocol):
    def size(self) -> int: ...

class Box(Sized):
    def size(self) -> int:
        return 3
`;
    expect(
      python("interface Sized {\n  size() -> int\n}\nclass Box implements Sized {\n  size() -> int\n}", code),
    ).toEqual([]);
    expect(python("interface Sized {\n  size() -> int\n}\nclass Box {\n  size() -> int\n}", code)).toEqual([
      "base m.py:6 m.Box  ≠ Sized",
    ]);
  });

  it("a Protocol with bodies is an abstract class", () => {
    const code = `from typing import Protocol

class Base(Protocol):
    def name(self) -> str: ...
    def shout(self) -> str:
        return self.name().upper()

class Dog(Base):
    def name(self) -> str:
        return "Rex"
`;
    const contract =
      "abstract class Base {\n  abstract name() -> string\n  shout() -> string\n}\nclass Dog extends Base {\n  name() -> string\n}";
    expect(python(contract, code)).toEqual([]);
    expect(python(contract, code.replace("shout(self) -> str", "shout(self) -> int"))).toEqual([
      "return-type m.py:5 m.Base.shout string ≠ int",
    ]);
  });

  it("a class that leaves members abstract is abstract without saying so", () => {
    const contract = `abstract class Reader {
  abstract read() -> int
}
abstract class Buffered extends Reader {
  size() -> int
}`;
    const code = `from abc import ABC, abstractmethod

class Reader(ABC):
    @abstractmethod
    def read(self) -> int: ...

class Buffered(Reader):
    def size(self) -> int:
        return 3
`;
    expect(python(contract, code)).toEqual([]);
    expect(python(contract.replace("abstract class Reader", "class Reader"), code)).toContain(
      "modifier m.py:3 m.Reader not abstract ≠ abstract",
    );
  });

  it("Generic bases in both spellings", () => {
    const contract = "class Box<T> {\n  value: T\n}\nclass IntBox extends Box<int> {\n}";
    const old =
      'from typing import Generic, TypeVar\n\nT = TypeVar("T")\n\nclass Box(Generic[T]):\n    value: T\n\nclass IntBox(Box[int]): ...\n';
    expect(python(contract, old)).toEqual([]);
    expect(python(contract, "class Box[T]:\n    value: T\n\nclass IntBox(Box[int]): ...\n")).toEqual([]);
    expect(python(contract, old.replace("Box[int]", "Box[str]"))).toEqual([
      "base m.py:8 m.IntBox Box<int> ≠ ",
    ]);
  });

  it("__slots__", () => {
    const contract = "class A {\n  x: any\n  y: any\n}";
    expect(python(contract, 'class A:\n    __slots__ = ("x", "y")\n')).toEqual([]);
    expect(python("class A {\n  x: any\n}", 'class A:\n    __slots__ = ("x", "y")\n')).toEqual([
      "unlisted-member warning m.py:2 m.A.y  ≠ y",
    ]);
  });

  it("dataclasses, attrs and pydantic classes are records", () => {
    const contract = 'record User {\n  id: int\n  name: string = "x"\n}';
    for (const [head, tail] of [
      ["from dataclasses import dataclass\n\n@dataclass\nclass User:", ""],
      ["from attrs import define\n\n@define\nclass User:", ""],
      ["import attr\n\n@attr.s(auto_attribs=True)\nclass User:", ""],
      ["from pydantic import BaseModel\n\nclass User(BaseModel):", ""],
    ]) {
      expect(python(contract, `${head}\n    id: int\n    name: str = "x"\n${tail}`)).toEqual([]);
      expect(python(contract, `${head}\n    id: str\n    name: str = "x"\n${tail}`)).toEqual([
        expect.stringMatching(
          /^field-type m\.py:5 m\.User\.id int ≠ string$|^field-type m\.py:4 m\.User\.id int ≠ string$/,
        ),
      ]);
    }
  });

  it("a class attribute that a subclass sets again", () => {
    const contract = "class A {\n  static kind: string\n}\nclass B extends A {\n  static kind: any\n}";
    const code =
      'from typing import ClassVar\n\nclass A:\n    kind: ClassVar[str] = "a"\n\nclass B(A):\n    kind = "b"\n';
    expect(python(contract, code)).toEqual([]);
  });

  it("a method that is called new is no constructor", () => {
    const contract = "class A {\n  new(x: int)\n  `new`(y: int) -> A\n}";
    const code =
      'class A:\n    def __init__(self, x: int) -> None:\n        self._x = x\n\n    def new(self, y: int) -> "A":\n        return A(y)\n';
    expect(python(contract, code)).toEqual([]);
    expect(python(contract, code.replace("y: int", "y: str"))).toEqual([
      "parameter-type m.py:5 m.A.new y: int ≠ y: string",
    ]);
  });

  it("bases through an alias, a module and a re-export", () => {
    const contract = `package p "p" {
  module base "base.py" { class Base { name() -> string } }
  module use "use.py" { uses base\n class One extends Base { }\n class Two extends Base { } }
}`;
    const files = {
      "p/__init__.py": "from .base import Base as Root\n",
      "p/base.py": "class Base:\n    def name(self) -> str:\n        return work()\n",
      "p/use.py": "from . import Root, base as b\n\n\nclass One(Root): ...\n\n\nclass Two(b.Base): ...\n",
    };
    expect(brief(driftOf(contract, files))).toEqual([]);
    files["p/use.py"] = files["p/use.py"].replace("Two(b.Base)", "Two");
    expect(brief(driftOf(contract, files))).toEqual(["base p/use.py:7 p.use.Two Base ≠ "]);
  });
});
