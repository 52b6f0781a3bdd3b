import { describe, expect, it } from "vitest";
import { brief, driftOf, python } from "../drift/support.js";

describe("functions of Python", () => {
  it("decorators that keep or wrap a signature, a rule for each", () => {
    const known: [string, string][] = [
      ["import functools", "@functools.lru_cache(maxsize=None)"],
      ["from functools import cache", "@cache"],
      ["from functools import singledispatch", "@singledispatch"],
      ["import click", '@click.command()\n@click.option("--a", default=1)'],
      ["import pytest", "@pytest.fixture"],
      ["from typing import final", "@final"],
      ["from warnings import deprecated", '@deprecated("gone soon")'],
      ["from app import app", '@app.get("/items")'],
      ["from somewhere import unknown", "@unknown(3)"],
    ];
    for (const [imports, decorators] of known) {
      const code = `${imports}\n\n${decorators}\ndef f(a: int) -> int:\n    return work(a)\n`;
      expect(python("fn f(a: int) -> int", code)).toEqual([]);
      expect(python("fn f(a: string) -> int", code)).toEqual([
        expect.stringMatching(/^parameter-type m\.py:[45] m\.f a: string ≠ a: int$/),
      ]);
    }
  });

  it("a wrapper made with functools.wraps is no function of its own", () => {
    const code = `import functools
from collections.abc import Callable

def logged(run: Callable[[int], int]) -> Callable[[int], int]:
    @functools.wraps(run)
    def wrapper(value: int) -> int:
        return run(value)
    return wrapper
`;
    expect(python("fn logged(run: (int) -> int) -> (int) -> int", code)).toEqual([]);
    expect(python("fn logged(run: (int) -> int) -> (int) -> string", code)).toEqual([
      "return-type m.py:4 m.logged (int) -> string ≠ (int) -> int",
    ]);
  });

  it("a context manager by decorator", () => {
    const code = (
      async: string,
      iterator: string,
    ) => `from contextlib import asynccontextmanager, contextmanager
from collections.abc import AsyncIterator, Iterator

@${async}contextmanager
${async ? "async " : ""}def opened(path: str) -> ${iterator}[int]:
    yield work(path)
`;
    expect(python("fn opened(path: string) -> iterator<int>", code("", "Iterator"))).toEqual([]);
    expect(python("fn opened(path: string) -> stream<int>", code("async", "AsyncIterator"))).toEqual([]);
    const external =
      'external contextlib "std" { type AbstractContextManager<T>, type AbstractAsyncContextManager<T> }';
    const module = (declared: string) =>
      `contract Test version "1.0.0"\n${external}\nmodule m "m.py" {\n  uses contextlib\n  ${declared}\n}`;
    expect(
      manager(module("fn opened(path: string) -> AbstractContextManager<int>"), code("", "Iterator")),
    ).toEqual([]);
    expect(
      manager(
        module("fn opened(path: string) -> AbstractAsyncContextManager<int>"),
        code("async", "AsyncIterator"),
      ),
    ).toEqual([]);
    expect(
      manager(module("fn opened(path: string) -> AbstractContextManager<string>"), code("", "Iterator")),
    ).toEqual(["return-type m.py:5 m.opened AbstractContextManager<string> ≠ AbstractContextManager<int>"]);
  });

  it("a lambda and a partial that are assigned", () => {
    const lambda = "double = lambda value: value * 2\n";
    expect(python("fn double(value: any) -> any", lambda)).toEqual([]);
    expect(python("fn double(number: any) -> any", lambda)).toEqual([
      "parameter-name m.py:1 m.double number ≠ value",
    ]);
    const partial = "from functools import partial\n\nload = partial(open, mode='rb')\n";
    expect(python("fn load(path: string) -> any", partial)).toEqual([
      "unknown m.py:3 m.load fn load(path: string) -> any ≠ ",
    ]);
    expect(python("const load: any", partial)).toEqual([]);
  });

  it("generators, with and without annotation", () => {
    const head = "from collections.abc import AsyncGenerator, AsyncIterator, Generator, Iterator\n\n";
    const rows: [string, string][] = [
      ["iterator<int>", "def f() -> Iterator[int]:\n    yield 1\n"],
      ["iterator<int>", "def f() -> Generator[int, str, None]:\n    yield 1\n"],
      ["stream<int>", "async def f() -> AsyncIterator[int]:\n    yield 1\n"],
      ["stream<int>", "async def f() -> AsyncGenerator[int, None]:\n    yield 1\n"],
    ];
    for (const [type, code] of rows) {
      expect(python(`fn f() -> ${type}`, head + code)).toEqual([]);
      expect(python(`fn f() -> ${type.replace("int", "string")}`, head + code)).toHaveLength(1);
    }
    expect(python("fn f() -> iterator<int>", "def f():\n    yield 1\n")).toEqual([
      "missing-annotation warning m.py:1 m.f  ≠ the result",
    ]);
    expect(python("fn f() -> any", "def f():\n    yield 1\n")).toEqual([]);
  });

  it("async def", () => {
    expect(python("async fn f() -> int", "async def f() -> int:\n    return await work()\n")).toEqual([]);
    expect(python("fn f() -> future<int>", "async def f() -> int:\n    return await work()\n")).toEqual([]);
    expect(python("fn f() -> int", "async def f() -> int:\n    return await work()\n")).toEqual([
      "modifier m.py:1 m.f not async ≠ async",
    ]);
    expect(python("async fn f() -> int", "def f() -> int:\n    return work()\n")).toEqual([
      "modifier m.py:1 m.f async ≠ not async",
    ]);
  });

  it("a yield in a nested function, a lambda or a comprehension is not the function's", () => {
    const code = `def f() -> int:
    def inner():
        yield 1
    later = lambda: (yield)
    total = [value for value in inner()]
    return len(total) + work(later)
`;
    expect(python("fn f() -> int", code)).toEqual([]);
    const scopes =
      "names = [name for name in load()]\nvalues = {key: value for key, value in load()}\n\n\ndef f() -> int:\n    return 1\n";
    expect(python("fn f() -> int\nconst names: any\nconst values: any", scopes)).toEqual([]);
  });

  it("a result that is not annotated but plainly something else", () => {
    const head = "class Player:\n    pass\n\n\ndef known() -> str:\n    return work()\n\n\n";
    const contract = (result: string) => `class Player { }\nfn known() -> string\nfn f(a: int) -> ${result}`;
    const annotation = ["missing-annotation warning m.py:9 m.f  ≠ the result"];
    const rows: [string, string, string][] = [
      ["return 3", "int", "string"],
      ["return 'a'", "string", "int"],
      ["return f'{a}'", "string", "bool"],
      ["return True", "bool", "string"],
      ["return Player()", "Player", "string"],
      ["return a", "int", "string"],
      ["return known()", "string", "int"],
      ["if a:\n        return 1\n    return None", "int?", "int"],
      ["if a:\n        return 1\n    else:\n        return 'x'", "int | string", "int"],
    ];
    for (const [body, right, wrong] of rows) {
      const code = `${head}def f(a: int):\n    ${body}\n`;
      expect(python(contract(right), code)).toEqual(annotation);
      const [found, ...others] = python(contract(wrong), code);
      expect(others).toEqual([]);
      expect(found).toMatch(/^return-type m\.py:9 m\.f /);
    }
    for (const body of [
      "return work(a)",
      "a = work()\n    return a",
      "return [x for x in a]",
      "return a.b",
    ]) {
      expect(python(contract("string"), `${head}def f(a: int):\n    ${body}\n`)).toEqual(annotation);
    }
  });

  it("a method that returns self", () => {
    const code = "class A:\n    def same(self):\n        return self\n";
    expect(python("class A {\n  same() -> A\n}", code)).toEqual([
      "missing-annotation warning m.py:2 m.A.same  ≠ the result",
    ]);
    expect(python("class A {\n  same() -> string\n}", code)).toEqual([
      "return-type m.py:2 m.A.same string ≠ A",
    ]);
  });
});

function manager(contract: string, code: string): string[] {
  return brief(driftOf(contract, { "m.py": code }));
}
