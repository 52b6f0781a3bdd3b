import type { CodeTypeParameter } from "@contractc/code";
import { describe, expect, it } from "vitest";
import { classOf, functionOf, methodOf, read, show, symbol } from "./read.js";

function shown(parameters: readonly CodeTypeParameter[] | undefined): string[] {
  return (parameters ?? []).map((one) => (one.bound ? `${one.name}: ${show(one.bound)}` : one.name));
}

const VARIABLES = `
from typing import Generic, Protocol, TypeVar, Callable, Iterator
import typing as t
T = TypeVar("T")
B = t.TypeVar("B", bound="Base[int]")
C = TypeVar(
    "C",
    int,
    "str",
)
P = t.ParamSpec("P")
Ts = t.TypeVarTuple("Ts")
`;

describe("type variables", () => {
  it("are no symbols, but known with their bounds", () => {
    const module = read(VARIABLES);
    expect(module.symbols).toEqual([]);
    expect(shown(module.typeVariables)).toEqual(["T", "B: Base[int]", "C: int | str", "P", "Ts"]);
  });

  it("make the functions generic that mention them, in order of appearance", () => {
    const of = (head: string) => {
      const found = functionOf(`${VARIABLES}\ndef f${head}: return x\n`, "f");
      return shown(found.signatures[0]?.typeParameters);
    };
    expect(of("(a: list[B], b: T) -> 'dict[T, C]'")).toEqual(["B: Base[int]", "T", "C: int | str"]);
    expect(of("(a: Callable[P, T], *args: P.args, **kw: P.kwargs) -> T")).toEqual(["P", "T"]);
    expect(of("(a: int) -> int")).toEqual([]);
    expect(of("(a: t.AnyStr) -> t.AnyStr")).toEqual([]);
    const any = functionOf("from typing import AnyStr\ndef f(a: AnyStr) -> AnyStr: return a\n", "f");
    expect(shown(any.signatures[0]?.typeParameters)).toEqual(["AnyStr: str | bytes"]);
    expect(read("from typing import AnyStr\n").typeVariables).toBeUndefined();
  });

  it("belong to the class that is generic over them, and not to its methods", () => {
    const text = `${VARIABLES}
class A(Base[T], Generic[C, T]):
    def m(self, a: T, b: B) -> C: return a
class D(Base[T]): x: T
class E(Protocol[B]): x: B
`;
    expect(shown(classOf(text, "A").typeParameters)).toEqual(["C: int | str", "T"]);
    expect(shown(methodOf(classOf(text, "A"), "m").signatures[0]?.typeParameters)).toEqual(["B: Base[int]"]);
    expect(shown(classOf(text, "D").typeParameters)).toEqual(["T"]);
    expect(shown(classOf(text, "E").typeParameters)).toEqual(["B: Base[int]"]);
    expect(classOf(text, "A").extends.map(show)).toEqual(["Base[T]"]);
  });

  it("of self are Self", () => {
    const text = `${VARIABLES}
class A:
    def m(self: T, other: T) -> list[T]: return [self]
    @classmethod
    def c(cls: type[B], a: C) -> B: return cls()
`;
    const m = methodOf(classOf(text, "A"), "m").signatures[0];
    expect([shown(m?.typeParameters), show(m?.parameters[0]?.type), show(m?.result)]).toEqual([
      [],
      "Self",
      "list[Self]",
    ]);
    const c = methodOf(classOf(text, "A"), "c").signatures[0];
    expect([shown(c?.typeParameters), show(c?.result)]).toEqual([["C: int | str"], "Self"]);
  });

  it("make an alias generic", () => {
    const module = read(`${VARIABLES}\nPair = t.Tuple[T, C]\n`);
    expect(shown(symbol(module, "alias", "Pair").typeParameters)).toEqual(["T", "C: int | str"]);
  });
});

describe("type parameters of PEP 695", () => {
  it("are declared by functions, classes and type statements", () => {
    const text = `
      def f[T: "Base", *Ts, **P, S: (int, str)](a: T) -> S: return a
      class A[K, V: Sequence[int]](Base[K]):
          def m[W](self, a: W, b: K) -> V: return b
      type Pairs[T] = list[tuple[T, T]]
      type Plain = int
    `;
    const f = functionOf(text, "f").signatures[0];
    expect(shown(f?.typeParameters)).toEqual(["T: Base", "Ts", "P", "S: int | str"]);
    expect(shown(classOf(text, "A").typeParameters)).toEqual(["K", "V: Sequence[int]"]);
    expect(shown(methodOf(classOf(text, "A"), "m").signatures[0]?.typeParameters)).toEqual(["W"]);
    const pairs = symbol(read(text), "alias", "Pairs");
    expect([shown(pairs.typeParameters), show(pairs.type)]).toEqual([["T"], "list[tuple[T, T]]"]);
    expect(show(symbol(read(text), "alias", "Plain").type)).toBe("int");
  });

  it("may have defaults (PEP 696), which the grammar does not know", () => {
    const text =
      "class A[T: int = bool, *Ts = *tuple[int, str], **P = [int]]: x: T\n\ndef f[T = list[int]](a: T = 1) -> T: return a\n\ntype X[T = int] = list[T]\n";
    const module = read(text);
    expect(module.problems).toEqual([]);
    expect(shown(symbol(module, "class", "A").typeParameters)).toEqual(["T: int", "Ts", "P"]);
    const f = symbol(module, "function", "f");
    expect(shown(f.signatures[0]?.typeParameters)).toEqual(["T"]);
    expect(f.signatures[0]?.parameters[0]?.default?.text).toBe("1");
    expect(show(symbol(module, "alias", "X").type)).toBe("list[T]");
    expect(text.slice(f.nameSpan.start, f.nameSpan.end)).toBe("f");
  });
});
