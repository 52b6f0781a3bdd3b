import { describe, expect, it } from "vitest";
import { classOf, dedent, fieldOf, read } from "./read.js";

function hollowNames(text: string, file?: string): string[] {
  return read(text, file).symbols.flatMap((one) => {
    if (one.kind === "function") return one.hollow ? [one.name] : [];
    if (one.kind !== "class") return [];
    return one.members.flatMap((member) => (member.hollow ? [`${one.name}.${member.name}`] : []));
  });
}

describe("hollow bodies", () => {
  it("only pass, say something or refuse", () => {
    const text = `
      def a(): pass
      def b(): ...
      def c():
          """Documented."""
      def d():
          """Documented."""
          # TODO: write it
          pass
      def e(): raise NotImplementedError
      def f():
          raise NotImplementedError("later") from None
      async def g():
          ...
          pass
    `;
    expect(hollowNames(text)).toEqual(["a", "b", "c", "d", "e", "f", "g"]);
  });

  it("have their place", () => {
    const text = dedent(`
      def f():
          # TODO
          pass

      x = 1
    `);
    const [found] = read(text).symbols;
    const hollow = found?.kind === "function" ? found.hollow : undefined;
    expect(text.slice(hollow?.start, hollow?.end)).toBe("pass");
  });

  it("do not include bodies that do anything", () => {
    const text = `
      def a(): return None
      def b(): x = 1
      def c():
          "doc"
          print()
      def d():
          raise NotImplementedErrorOfMine
      def e():
          if x: raise NotImplementedError
      def f():
          pass
          "no doc string here"
    `;
    expect(hollowNames(text)).toEqual([]);
  });

  it("are no fault of abstract methods, protocols, overloads, stubs and declarations for type checkers", () => {
    const text = `
      from abc import ABC, abstractmethod
      from typing import Protocol, overload, TYPE_CHECKING
      class A(ABC):
          @abstractmethod
          def m(self): ...
          @property
          @abstractmethod
          def p(self) -> int: ...
          def real(self): pass
      class P(Protocol):
          def m(self) -> int: ...
          @property
          def p(self) -> int: ...
      @overload
      def o(a: int) -> int: ...
      @overload
      def o(a: str) -> str: ...
      def o(a): return a
      if TYPE_CHECKING:
          def t() -> int: ...
    `;
    expect(hollowNames(text)).toEqual(["A.real"]);
    expect(hollowNames("def f() -> int: ...\nclass A:\n    def m(self): ...\n", "a/b.pyi")).toEqual([]);
  });

  it("of getters are seen", () => {
    const owner = classOf(
      "class A:\n    @property\n    def p(self) -> int: raise NotImplementedError\n",
      "A",
    );
    expect(fieldOf(owner, "p").hollow).toBeDefined();
  });
});
