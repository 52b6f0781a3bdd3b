import { describe, expect, it } from "vitest";
import { classOf, dedent, fieldOf, member, methodOf, read, show, showParameters, symbol } from "./read.js";

function forms(text: string): unknown[] {
  return read(text).symbols.flatMap((one) =>
    one.kind === "class" ? [[one.name, one.form, one.abstract ?? false, one.frozen ?? false]] : [],
  );
}

describe("classes", () => {
  it("take their form from bases and decorators, under any name", () => {
    const text = `
      import dataclasses, attr, attrs, typing as t, pydantic
      from dataclasses import dataclass as dc
      from attrs import define, frozen
      from typing import NamedTuple, Protocol as P
      from typing_extensions import TypedDict
      from ._compat import BaseModel
      class Plain(object): x = 1
      class Shape(P): x: int
      class Generic(P[T]): x: int
      @dc
      class A: x: int
      @dataclasses.dataclass(frozen=True, slots=True)
      class B: x: int
      @attr.s(auto_attribs=True)
      class C: x: int
      @define
      class D: x: int
      @frozen
      class E: x: int
      @attrs.define(frozen=True)
      class F: x: int
      @pydantic.dataclasses.dataclass
      class G: x: int
      class Model(BaseModel): x: int
      class Child(Model): y: int
      class Frozen(pydantic.BaseModel, frozen=True): x: int
      class Configured(pydantic.BaseModel):
          model_config = pydantic.ConfigDict(frozen=True)
          x: int
      class OldStyle(pydantic.BaseModel):
          x: int
          class Config:
              allow_mutation = False
      class Row(NamedTuple): x: int
      class Keys(TypedDict): x: int
      class MoreKeys(Keys, total=False): y: int
      @other.define
      class Other: x: int
      @dc
      class Sub(A): y: int
      class NoData(A): y: int
    `;
    expect(forms(text)).toEqual([
      ["Plain", "class", false, false],
      ["Shape", "interface", false, false],
      ["Generic", "interface", false, false],
      ["A", "dataclass", false, false],
      ["B", "dataclass", false, true],
      ["C", "dataclass", false, false],
      ["D", "dataclass", false, false],
      ["E", "dataclass", false, true],
      ["F", "dataclass", false, true],
      ["G", "dataclass", false, false],
      ["Model", "dataclass", false, false],
      ["Child", "dataclass", false, false],
      ["Frozen", "dataclass", false, true],
      ["Configured", "dataclass", false, true],
      ["OldStyle", "dataclass", false, true],
      ["Row", "named-tuple", false, true],
      ["Keys", "typed-dict", false, false],
      ["MoreKeys", "typed-dict", false, false],
      ["Other", "class", false, false],
      ["Sub", "dataclass", false, false],
      ["NoData", "class", false, false],
    ]);
  });

  it("are abstract by base, metaclass or member", () => {
    const text = `
      import abc
      from abc import ABC, ABCMeta, abstractmethod
      class A(ABC): x = 1
      class B(metaclass=abc.ABCMeta): x = 1
      class C(Base):
          @abstractmethod
          def m(self): ...
      class D(Base):
          @abc.abstractproperty
          def p(self): ...
      class E(Base):
          def m(self): return 1
    `;
    expect(forms(text)).toEqual([
      ["A", "class", true, false],
      ["B", "class", true, false],
      ["C", "class", true, false],
      ["D", "class", true, false],
      ["E", "class", false, false],
    ]);
    expect(methodOf(classOf(text, "C"), "m").abstract).toBe(true);
    expect(fieldOf(classOf(text, "D"), "p").abstract).toBe(true);
  });

  it("keep their real bases as types", () => {
    const bases = (head: string) =>
      classOf(`from typing import *\nfrom abc import ABC\nclass A${head}: x = 1\n`, "A").extends.map(show);
    expect(bases("(Base[int, 'Late'], pkg.Mixin, metaclass=Meta)")).toEqual(["Base[int, Late]", "pkg.Mixin"]);
    expect(bases("(object)")).toEqual([]);
    expect(bases("(ABC, Generic[T], Protocol, Exception)")).toEqual(["Exception"]);
    expect(bases("(make_base(), *bases, Real)")).toEqual(["Real"]);
    expect(bases("")).toEqual([]);
  });

  it("see no form in a name that the file itself defines", () => {
    expect(forms("class Protocol: x = 1\nclass A(Protocol): x = 1\n")).toEqual([
      ["Protocol", "class", false, false],
      ["A", "class", false, false],
    ]);
  });

  it("have methods of every kind, with their visibility", () => {
    const owner = classOf(
      `
      class A:
          def public(self, a: int) -> str: return ""
          def _protected(self): self.x()
          def __private(self): self.x()
          def __eq__(self, other): return True
          @staticmethod
          def s(a: int) -> int: return a
          @classmethod
          async def c(cls, a: int) -> "A": return cls()
          renamed = public
          class Nested:
              def inner(self): import lazily
      `,
      "A",
    );
    expect(owner.members.map((one) => [one.kind, one.name, one.visibility, one.static ?? false])).toEqual([
      ["method", "public", "public", false],
      ["method", "_protected", "protected", false],
      ["method", "__private", "private", false],
      ["method", "__eq__", "public", false],
      ["method", "s", "public", true],
      ["method", "c", "public", true],
      ["method", "renamed", "public", false],
    ]);
    expect(methodOf(owner, "c").classMethod).toBe(true);
    expect(methodOf(owner, "c").signatures[0]?.async).toBe(true);
    expect(showParameters(methodOf(owner, "renamed").signatures[0]?.parameters ?? [])).toBe("a: int");
  });

  it("are built by __init__, or by __new__ where there is none", () => {
    const made = classOf("class A:\n    def __new__(cls, a: int): return object()\n", "A");
    expect([made.members[0]?.kind, made.members[0]?.name]).toEqual(["constructor", "__new__"]);
    const both = classOf(
      "class A:\n    def __new__(cls, *args): return object()\n    def __init__(self, a: int): self.a = a\n",
      "A",
    );
    const constructors = both.members.filter((one) => one.kind === "constructor").map((one) => one.name);
    expect(constructors).toEqual(["__init__"]);
  });

  it("say where members can be added", () => {
    const place = (text: string) => {
      const { body } = classOf(text, "A");
      return [dedent(text).slice(body.start, body.end), body.indent];
    };
    expect(place("class A:\n  x: int\n  y: int\n\nz = 1\n")).toEqual(["x: int\n  y: int", "  "]);
    expect(place("class A: pass\n")).toEqual(["pass", "    "]);
    expect(place("if x:\n\tclass A:\n\t\tpass\n")).toEqual(["pass", "\t\t"]);
    expect(place('class A(\n    Base,\n):\n    """Doc."""\n')).toEqual(['"""Doc."""', "    "]);
  });

  it("may define members under conditions; the first definition counts", () => {
    const owner = classOf(
      `
      import sys
      from typing import TYPE_CHECKING
      class A:
          if sys.version_info < (3, 8):
              def m(self, old): return 1
          else:
              def m(self, new): return 1
          try:
              x: int = compute()
          except KeyError:
              x: str = ""
          if TYPE_CHECKING:
              def declared(self) -> int: ...
              y: int
      `,
      "A",
    );
    expect(owner.members.map((one) => one.name)).toEqual(["m", "x", "declared", "y"]);
    expect(showParameters(methodOf(owner, "m").signatures[0]?.parameters ?? [])).toBe("new");
    expect(show(fieldOf(owner, "x").type)).toBe("int");
    expect(member(owner, "declared").hollow).toBeUndefined();
  });

  it("in functional form are classes", () => {
    const module = read(`
      from collections import namedtuple
      import typing as t
      from dataclasses import make_dataclass
      A = namedtuple("A", "x y, z", defaults=(1,))
      B = namedtuple("B", ["x", "y"])
      C = t.NamedTuple("C", [("x", int), ("y", "t.List[str]")])
      D = t.TypedDict("D", {"x": int, "a-b": t.NotRequired[str]}, total=True)
      E = t.TypedDict("E", {"x": t.Required[int], "y": str}, total=False)
      F = make_dataclass("F", ["x", ("y", int)], frozen=True)
      class G(namedtuple("G", "x y")):
          def sum(self) -> int: return self.x + self.y
    `);
    const shown = module.symbols.map((one) => {
      if (one.kind !== "class") return one.kind;
      const fields = one.members.map((field) =>
        field.kind === "field"
          ? `${field.name}${field.optional ? "?" : ""}: ${show(field.type)}${field.default ? ` = ${field.default.text}` : ""}`
          : field.name,
      );
      return `${one.form} ${one.name} ${one.frozen ?? false} { ${fields.join("; ")} }`;
    });
    expect(shown).toEqual([
      "named-tuple A true { x: -; y: -; z: - = 1 }",
      "named-tuple B true { x: -; y: - }",
      "named-tuple C true { x: int; y: t.List[str] }",
      "typed-dict D false { x: int; a-b?: str }",
      "typed-dict E false { x: int; y?: str }",
      "dataclass F true { x: -; y: int }",
      "named-tuple G true { x: -; y: -; sum }",
    ]);
    const first = symbol(module, "class", "C").members[0];
    expect(first && first.nameSpan.end - first.nameSpan.start).toBe(1);
  });
});
