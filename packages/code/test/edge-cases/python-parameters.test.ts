import { describe, expect, it } from "vitest";
import { python } from "../drift/support.js";

const body = "\n    return work()\n";

describe("parameters of Python", () => {
  it("positional-only by / and by the __x convention", () => {
    const contract = "fn f(a: int, /, b: int) -> int";
    expect(python(contract, `def f(a: int, /, b: int) -> int:${body}`)).toEqual([]);
    expect(python(contract, `def f(__a: int, b: int) -> int:${body}`)).toEqual([]);
    expect(python(contract, `def f(a: int, b: int) -> int:${body}`)).toEqual([
      "parameter-kind m.py:1 m.f positional-only ≠ positional or by name",
    ]);
  });

  it("a renamed positional-only parameter is no break", () => {
    const contract = "fn f(first: int, /) -> int";
    expect(python(contract, `def f(other: int, /) -> int:${body}`)).toEqual([]);
    expect(python("fn f(first: int) -> int", `def f(other: int) -> int:${body}`)).toEqual([
      "parameter-name m.py:1 m.f first ≠ other",
    ]);
  });

  it("positional-only in one overload only", () => {
    const contract = "fn f(a: int, /) -> int\nfn f(a: string) -> string";
    const code = (first: string) => `from typing import overload

@overload
def f(a: int${first}) -> int: ...
@overload
def f(a: str) -> str: ...
def f(a):
    return a
`;
    expect(python(contract, code(", /"))).toEqual([]);
    expect(python(contract, code(""))).toEqual([
      "parameter-kind m.py:4 m.f positional-only ≠ positional or by name",
    ]);
  });

  it("* after / with nothing between", () => {
    expect(python("fn f(a: int, /, *, b: int) -> int", `def f(a: int, /, *, b: int) -> int:${body}`)).toEqual(
      [],
    );
    expect(python("fn f(a: int, /, *, b: int) -> int", `def f(a: int, /, b: int) -> int:${body}`)).toEqual([
      "parameter-kind m.py:1 m.f keyword-only ≠ positional or by name",
    ]);
  });

  it("a default that became None with | None in the type is one difference", () => {
    expect(python("fn f(a: int = 3) -> int", `def f(a: int | None = None) -> int:${body}`)).toEqual([
      "parameter-default m.py:1 m.f a: int = 3 ≠ a: int | None = None",
    ]);
    expect(python("fn f(a: int?) -> int", `def f(a: int | None = None) -> int:${body}`)).toEqual([]);
    expect(python("fn f(a?: int) -> int", `def f(a: int = 3) -> int:${body}`)).toEqual([]);
  });

  it("a ParamSpec and a TypeVarTuple", () => {
    const wrap = `from typing import Callable, ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")

def wrap(run: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
    return run(*args, **kwargs)
`;
    const contract = "fn wrap<P, R>(run: `Callable[P, R]`, ...args: `P.args`, **kwargs: `P.kwargs`) -> R";
    expect(python(contract, wrap)).toEqual([]);
    expect(python(contract, wrap.replace("**kwargs: P.kwargs", "**kwargs: int"))).toEqual([
      "parameter-type m.py:6 m.wrap **kwargs: `P.kwargs` ≠ kwargs: int",
    ]);
    const row = `from typing import Generic, TypeVarTuple, Unpack

Ts = TypeVarTuple("Ts")

class Row(Generic[Unpack[Ts]]):
    def __init__(self, size: int) -> None:
        self._size = size

def pair() -> Row[int, str]:
    return Row(2)
`;
    const rows = "class Row<Ts> {\n  new(size: int)\n}\nfn pair() -> Row<tuple<int, string>>";
    expect(python(rows, row)).toEqual([]);
    expect(python(rows, row.replace("Row[int, str]", "Row[int, int]"))).toEqual([
      "return-type m.py:9 m.pair Row<tuple<int, string>> ≠ Row<tuple<int, int>>",
    ]);
  });
});
