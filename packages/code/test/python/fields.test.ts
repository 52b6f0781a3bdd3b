import { describe, expect, it } from "vitest";
import { classOf, dedent, fieldOf, read, show, symbol } from "./read.js";

function fields(text: string, name = "A"): string[] {
  return classOf(text, name).members.flatMap((one) => {
    if (one.kind !== "field") return [];
    const marks = [one.static && "static", one.readonly && "readonly", one.optional && "optional"].filter(
      Boolean,
    );
    const head = [...marks, `${one.origin} ${one.name}: ${show(one.type)}`].join(" ");
    return [one.default ? `${head} = ${one.default.text}` : head];
  });
}

describe("fields", () => {
  it("are declared in the class body", () => {
    const text = `
      from typing import ClassVar, Final
      import typing as t
      class A:
          """Doc."""
          x: int
          y: "str | None" = None
          """The y."""
          count: ClassVar[int] = 0
          shared: t.ClassVar = {}
          limit: Final = 10
          both: ClassVar[Final[int]] = 1
          plain = 3
          a = b = "x"
          __slots__ = ("x", "late")
          __hash__ = None
    `;
    expect(fields(text)).toEqual([
      "declaration x: int",
      "declaration y: str | None = None",
      "static declaration count: int = 0",
      "static declaration shared: - = {}",
      "readonly declaration limit: - = 10",
      "static readonly declaration both: int = 1",
      "declaration plain: - = 3",
      'declaration a: - = "x"',
      'declaration b: - = "x"',
      "declaration late: -",
    ]);
    expect(fieldOf(classOf(text, "A"), "y").doc).toBe("The y.");
  });

  it("of data classes know their factories", () => {
    const text = `
      from dataclasses import dataclass, field, InitVar, KW_ONLY
      @dataclass
      class A:
          a: int = field(default=3, repr=False)
          b: list[int] = field(default_factory=list)
          c: "Other" = field(default_factory=lambda: Other(1))
          _: KW_ONLY
          d: InitVar[int] = 0
          e: str = field(init=False)
          shared = 1
    `;
    expect(fields(text)).toEqual([
      "declaration a: int = 3",
      "declaration b: list[int] = field(default_factory=list)",
      "declaration c: Other = field(default_factory=lambda: Other(1))",
      "declaration e: str",
      "static declaration shared: - = 1",
    ]);
    expect(fieldOf(classOf(text, "A"), "b").default?.literal).toEqual({ kind: "list", items: [] });
  });

  it("of attrs and pydantic classes as well", () => {
    const text = `
      import attr
      from pydantic import BaseModel, Field
      @attr.s
      class A:
          x = attr.ib(type=int)
          y = attr.ib(default=2)
          z: str = attr.ib(factory=list)
      class M(BaseModel):
          a: int = Field(..., gt=0)
          b: int = Field(3)
          c: int = Field(default=4, alias="C")
          model_config = {}
          d: list[str] = Field(default_factory=list)
    `;
    expect(fields(text)).toEqual([
      "declaration x: int",
      "declaration y: - = 2",
      "declaration z: str = attr.ib(factory=list)",
    ]);
    expect(fields(text, "M")).toEqual([
      "declaration a: int",
      "declaration b: int = 3",
      "declaration c: int = 4",
      "declaration d: list[str] = Field(default_factory=list)",
    ]);
  });

  it("of typed dictionaries may be missing", () => {
    const text = `
      from typing import NotRequired, ReadOnly, Required, TypedDict
      class A(TypedDict):
          x: int
          y: NotRequired[str]
          z: ReadOnly[NotRequired[int]]
      class B(TypedDict, total=False):
          x: int
          y: Required[str]
    `;
    expect(fields(text)).toEqual([
      "declaration x: int",
      "optional declaration y: str",
      "readonly optional declaration z: int",
    ]);
    expect(fields(text, "B")).toEqual(["optional declaration x: int", "declaration y: str"]);
  });

  it("are assigned to self, typed where an annotation or a parameter settles it", () => {
    const text = `
      class A:
          known: int = 1
          def __init__(self, a: int, b: str = "", c=None, d: "int | None" = None, *rest: int, **more: str) -> None:
              self.a = a
              self.b: bytes = b.encode()
              self.c = c
              if d is None:
                  d = 3
              self.d = d
              self.rest = rest
              self.more = more
              self.known = 2
              self._hidden = 0
              self.x, (self.y, other) = 1, (2, 3)
              self.p = self.q = a
              self.a.b = 1
              self.items["k"] = 1
              other.z = 1
              with open("f") as handle:
                  self.handle = handle
          def later(this, a: str):
              this.a = a
              this.late: float = 1.0
              def inner(self): self.no = 1
          @staticmethod
          def s(self): self.no = 1
    `;
    expect(fields(text)).toEqual([
      "declaration known: int = 1",
      "self a: int",
      "self b: bytes",
      "self c: -",
      "self d: -",
      "self rest: -",
      "self more: -",
      "self _hidden: - = 0",
      "self x: -",
      "self y: -",
      "self p: -",
      "self q: int",
      "self handle: -",
      "self late: float",
    ]);
    expect(fieldOf(classOf(text, "A"), "_hidden").visibility).toBe("protected");
  });

  it("have exact places", () => {
    const text = dedent("class A:\n    def __init__(self, größe: int):\n        self.größe = größe\n");
    const field = fieldOf(symbol(read(text), "class", "A"), "größe");
    expect(text.slice(field.nameSpan.start, field.nameSpan.end)).toBe("größe");
    expect(text.slice(field.span.start, field.span.end)).toBe("self.größe = größe");
  });
});

describe("properties", () => {
  it("are fields: read-only until there is a setter, whatever comes after it", () => {
    const text = `
      from functools import cached_property
      import functools
      class A:
          @property
          def a(self) -> int:
              """The a."""
              return self._a
          @property
          def b(self) -> int: return 1
          @b.setter
          def b(self, value: int) -> None: self._b = value
          @b.deleter
          def b(self) -> None: del self._b
          @cached_property
          def c(self) -> list[int]: return []
          @functools.cached_property
          def d(self) -> str: return ""
          @Base.e.setter
          def e(self, value: str) -> None: self._e = value
          def get_f(self) -> float: return 1.0
          def set_f(self, value): self._f = value
          f = property(get_f, set_f)
          g = property(get_f)
    `;
    expect(fields(text).filter((one) => one.includes("property"))).toEqual([
      "readonly property a: int",
      "property b: int",
      "readonly property c: list[int]",
      "readonly property d: str",
      "property e: str",
      "property f: float",
      "readonly property g: float",
    ]);
    const owner = classOf(text, "A");
    expect(fieldOf(owner, "a").doc).toBe("The a.");
    expect(owner.members.filter((one) => one.name === "b")).toHaveLength(1);
    const { span } = fieldOf(owner, "b");
    const source = dedent(text);
    expect(source.slice(span.start, span.end)).toMatch(/^@property\n.*del self\._b$/s);
  });

  it("of the project's own kind count where they have the usual name", () => {
    const text = `
      class cached_property: pass
      class A:
          @cached_property
          def a(self) -> int: return 1
    `;
    expect(fields(text)).toEqual(["readonly property a: int"]);
  });
});
