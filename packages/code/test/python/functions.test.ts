import { describe, expect, it } from "vitest";
import { classOf, functionOf, methodOf, read, show, showParameters, symbol } from "./read.js";

describe("functions", () => {
  it("tell asynchronous ones and generators apart", () => {
    const module = read(`
      async def plain(): return 1
      def generator():
          for x in range(3):
              if x:
                  y = yield x
      async def stream():
          async with lock:
              yield 1
      def delegated(): return (yield from other())
      def none():
          """We yield nothing."""
          items = [lambda: (yield)]
          def inner(): yield 1
          return items
      def head():
          while (yield 1): pass
      def branch(a):
          if a: pass
          elif (yield a): pass
    `);
    const flags = module.symbols.map((one) => {
      const signature = one.kind === "function" ? one.signatures[0] : undefined;
      return [one.name, signature?.async ?? false, signature?.generator ?? false];
    });
    expect(flags).toEqual([
      ["plain", true, false],
      ["generator", false, true],
      ["stream", true, true],
      ["delegated", false, true],
      ["none", false, false],
      ["head", false, true],
      ["branch", false, true],
    ]);
  });

  it("say that they return nothing only where the body shows it", () => {
    const module = read(`
      def assigns(a): a.b = 1
      def bare(a):
          if a: return
          return None
      def inner():
          def f(): return 1
          f()
      def value(a):
          for x in a:
              try: return x
              finally: pass
      def annotated(a) -> int: a()
      def generator(): yield 1
      def hollow(): pass
      def todo(): raise NotImplementedError
    `);
    const nothing = module.symbols.flatMap((one) =>
      one.kind === "function" && one.signatures[0]?.returnsNothing ? one.name : [],
    );
    expect(nothing).toEqual(["assigns", "bare", "inner"]);
    expect(
      functionOf("def stub(a): ...\n", "stub", "core/module.pyi").signatures[0]?.returnsNothing,
    ).toBeUndefined();
  });

  it("keep decorators with their arguments", () => {
    const found = functionOf(
      `
      @app.route("/a", methods=["GET"])
      @ functools . lru_cache
      @table[0](1)
      def f(): return 1
      `,
      "f",
    );
    expect(found.decorators.map(({ name, arguments: list }) => [name, list])).toEqual([
      ["app.route", '("/a", methods=["GET"])'],
      ["functools.lru_cache", undefined],
      ["table", undefined],
    ]);
  });

  it("span their decorators, their signature only its head", () => {
    const text = "@dec\nasync def f(a) -> int:\n    return a\n\nx = 1\n";
    const found = functionOf(text, "f");
    expect(text.slice(found.span.start, found.span.end)).toBe("@dec\nasync def f(a) -> int:\n    return a");
    const [signature] = found.signatures;
    expect(text.slice(signature?.start, signature?.end)).toBe("async def f(a) -> int");
    expect(text.slice(found.nameSpan.start, found.nameSpan.end)).toBe("f");
  });

  it("defined again count as last defined", () => {
    const found = functionOf("def f(a): return a\ndef f(b): return b\n", "f");
    expect(showParameters(found.signatures[0]?.parameters ?? [])).toBe("b");
  });

  it("under a second name are functions as well", () => {
    const module = read("def f(a: int) -> str: return ''\ng = f\n");
    const alias = symbol(module, "function", "g");
    expect(showParameters(alias.signatures[0]?.parameters ?? [])).toBe("a: int");
    expect(alias.nameSpan.start).toBe("def f(a: int) -> str: return ''\n".length);
  });
});

describe("overloads", () => {
  it("are the signatures of one function, without the implementation", () => {
    const found = functionOf(
      `
      import typing as t
      @t.overload
      def f(a: int) -> int: ...
      @t.overload
      def f(a: str, b: int = 1) -> str: ...
      def f(a, b=1):
          """What it does."""
          if not a: raise ValueError("a")
          return a
      `,
      "f",
    );
    expect(found.signatures.map((one) => `${showParameters(one.parameters)} -> ${show(one.result)}`)).toEqual(
      ["a: int -> int", "a: str, b: int = 1 -> str"],
    );
    expect(found.doc).toBe("What it does.");
    expect(found.raises.map((one) => one.name)).toEqual(["ValueError"]);
    expect(found.hollow).toBeUndefined();
  });

  it("need no implementation in a stub, and one for each Python version counts once", () => {
    const found = functionOf(
      `
      import sys
      from typing import overload
      @overload
      def f(a: int) -> int: ...
      if sys.version_info >= (3, 11):
          @overload
          def f(a: str) -> str: ...
      else:
          @overload
          def f(a: bytes) -> str: ...
      `,
      "f",
      "core/module.pyi",
    );
    expect(found.signatures.map((one) => showParameters(one.parameters))).toEqual(["a: int", "a: str"]);
  });

  it("of methods and constructors lose self in each signature", () => {
    const owner = classOf(
      `
      from typing import overload
      class A:
          @overload
          def __init__(self, a: int) -> None: ...
          @overload
          def __init__(self, a: str, /) -> None: ...
          def __init__(self, a): self.a = a
          @overload
          @classmethod
          def make(cls, a: int) -> "A": ...
          @overload
          @classmethod
          def make(cls) -> "A": ...
          @classmethod
          def make(cls, a=1): return cls(a)
      `,
      "A",
    );
    const made = methodOf(owner, "__init__");
    expect(made.kind).toBe("constructor");
    expect(made.signatures.map((one) => showParameters(one.parameters))).toEqual(["a: int", "p:a: str"]);
    const make = methodOf(owner, "make");
    expect([make.static, make.classMethod]).toEqual([true, true]);
    expect(make.signatures.map((one) => showParameters(one.parameters))).toEqual(["a: int", ""]);
  });
});
