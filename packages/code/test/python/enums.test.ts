import { describe, expect, it } from "vitest";
import { dedent, enumOf, read, symbol } from "./read.js";

function members(text: string, name = "A"): string[] {
  return enumOf(text, name).members.map((one) => (one.value ? `${one.name} = ${one.value.text}` : one.name));
}

describe("enums", () => {
  it("have the members that are assigned, and methods", () => {
    const text = `
      import enum
      class A(str, enum.Enum):
          """Doc."""
          _ignore_ = ["i"]
          label: str
          ONE = "one"
          TWO = enum.auto()
          THREE, FOUR = 3, 4
          helper = lambda x: x
          other = enum.nonmember(1)
          ONE = "again"
          def describe(self) -> str: return self.value
          @property
          def shown(self) -> str: return ""
          @classmethod
          def parse(cls, text: str) -> "A": return cls(text)
    `;
    expect(members(text)).toEqual(['ONE = "one"', "TWO = enum.auto()", "THREE = 3", "FOUR = 4"]);
    const found = enumOf(text, "A");
    expect(found.methods.map((one) => one.name)).toEqual(["describe", "parse"]);
    expect(found.doc).toBe("Doc.");
    expect(found.members[0]?.value?.literal).toEqual({ kind: "string", value: "one" });
    const source = dedent(text);
    const three = found.members[2];
    expect(source.slice(three?.nameSpan.start, three?.nameSpan.end)).toBe("THREE");
  });

  it("are known by their base, also through a base of this file", () => {
    const module = read(`
      from enum import IntFlag as F, StrEnum, Enum
      class A(F): X = 1
      class B(StrEnum): X = "x"
      class Base(Enum):
          def m(self): return 1
      class C(Base): X = 1
      class D(Other): X = 1
    `);
    expect(module.symbols.map((one) => `${one.kind} ${one.name}`)).toEqual([
      "enum A",
      "enum B",
      "enum Base",
      "enum C",
      "class D",
    ]);
  });

  it("in functional form", () => {
    const text = `
      from enum import Enum, IntEnum
      A = Enum("A", "RED GREEN")
      B = IntEnum("B", ["RED", "GREEN"])
      C = Enum("C", {"RED": 1, "GREEN": "g"})
      D = Enum("D", [("RED", 1), ("GREEN", 2)])
      E = Enum("E", names)
    `;
    expect(members(text, "A")).toEqual(["RED", "GREEN"]);
    expect(members(text, "B")).toEqual(["RED", "GREEN"]);
    expect(members(text, "C")).toEqual(["RED = 1", 'GREEN = "g"']);
    expect(members(text, "D")).toEqual(["RED = 1", "GREEN = 2"]);
    expect(members(text, "E")).toEqual([]);
    const source = dedent(text);
    const [red, green] = symbol(read(text), "enum", "A").members;
    expect(source.slice(red?.nameSpan.start, red?.nameSpan.end)).toBe("RED");
    expect(source.slice(green?.nameSpan.start, green?.nameSpan.end)).toBe("GREEN");
  });
});
