import { describe, expect, it } from "vitest";
import { python } from "../drift/support.js";

const body = "\n    return work()\n";
/** A function `f` with one parameter. */
const taking = (type: string, annotation: string, imports: string) =>
  python(`fn f(a: ${type})`, `${imports}\n\ndef f(a: ${annotation}) -> None:\n    work(a)\n`);

describe("annotations of Python", () => {
  it("an annotation that is a complex string", () => {
    const imports = "from typing import Optional, Union";
    for (const annotation of [
      "\"Optional[dict[str, 'list[int]']]\"",
      '"dict[str, list[int]] | None"',
      "Optional['dict[str, list[int]]']",
      '"""Union[\n    None, dict[str, list[int]]\n]"""',
      '("dict[str, "\n    "list[int]] | None")',
    ]) {
      expect(taking("map<string, list<int>>?", annotation, imports)).toEqual([]);
    }
    expect(taking("map<string, list<int>>?", "\"Optional[dict[str, 'list[str]']]\"", imports)).toEqual([
      "parameter-type m.py:3 m.f a: map<string, list<int>>? ≠ a: map<string, list<string>>?",
    ]);
  });

  it("strings inside Annotated metadata are no types", () => {
    const imports = "from typing import Annotated, Literal";
    expect(taking("int", 'Annotated[int, "Player", {"min": 0}, Field(gt=0)]', imports)).toEqual([]);
    expect(taking("int?", 'Annotated["int | None", "see List[Foo]"]', imports)).toEqual([]);
    expect(taking('"a" | "b"', 'Annotated[Literal["a", "b"], "x[y"]', imports)).toEqual([]);
    expect(taking("int", 'Annotated[str, "int"]', imports)).toEqual([
      "parameter-type m.py:3 m.f a: int ≠ a: string",
    ]);
  });

  it("non-type expressions as annotations", () => {
    for (const annotation of [
      "1 + 2",
      "lambda: 3",
      "{'a': 1}",
      "f(3)",
      "not x",
      "[int, str]",
      "x if y else z",
    ]) {
      expect(taking("int", annotation, "")).toHaveLength(1);
      expect(taking("int", annotation, "")[0]).toMatch(/^parameter-type m\.py:2 m\.f a: int ≠ a: `/);
      expect(taking(`\`${annotation.replaceAll("'", '"')}\``, annotation, "")).toEqual([]);
    }
  });

  it("PEP 695 type statements and type parameters", () => {
    const contract = "type Pair<T> = tuple<T, T>\nfn first<T>(pair: Pair<T>) -> T";
    expect(
      python(contract, `type Pair[T] = tuple[T, T]\n\ndef first[T](pair: Pair[T]) -> T:${body}`),
    ).toEqual([]);
    expect(
      python(contract, `type Pair[T] = tuple[T, int]\n\ndef first[T](pair: Pair[T]) -> T:${body}`),
    ).toEqual(["field-type m.py:1 m.Pair tuple<T, T> ≠ tuple<T, int>"]);
    expect(python("class Box<T: int> {\n  value: T\n}", "class Box[T: int]:\n    value: T\n")).toEqual([]);
    expect(python("class Box<T: int> {\n  value: T\n}", "class Box[T: str]:\n    value: T\n")).toEqual([
      "modifier m.py:1 m.Box T: int ≠ T: string",
    ]);
  });

  it("PEP 696 defaults of type parameters", () => {
    expect(python("class Box<T> {\n  value: T\n}", "class Box[T = int]:\n    value: T\n")).toEqual([]);
    expect(
      python(
        "class Box<T> {\n  value: T\n}",
        'from typing import Generic\nfrom typing_extensions import TypeVar\n\nT = TypeVar("T", default=int)\n\nclass Box(Generic[T]):\n    value: T\n',
      ),
    ).toEqual([]);
  });

  it("TypeAlias, a type statement and a plain assignment are one kind", () => {
    const contract = "type Ids = list<int>";
    const imports = "from typing import TypeAlias, TypeAliasType\n\n";
    for (const code of [
      "Ids = list[int]",
      "Ids: TypeAlias = list[int]",
      'Ids: TypeAlias = "list[int]"',
      "type Ids = list[int]",
      'Ids = TypeAliasType("Ids", list[int])',
    ]) {
      expect(python(contract, `${imports}${code}\n`)).toEqual([]);
      expect(python(contract, `${imports}${code.replace("int]", "str]")}\n`)).toEqual([
        "field-type m.py:3 m.Ids list<int> ≠ list<string>",
      ]);
    }
  });

  it("Self, Never and LiteralString", () => {
    const imports = "from typing import LiteralString, Never, NoReturn, Self\n\n";
    const contract = "class A {\n  copy() -> A\n}";
    const code = (result: string) =>
      `${imports}class A:\n    def copy(self) -> ${result}:\n        return work()\n`;
    expect(python(contract, code("Self"))).toEqual([]);
    expect(python(contract, code('"A"'))).toEqual([]);
    expect(python(contract, code("Never"))).toEqual(["return-type m.py:4 m.A.copy A ≠ Never"]);
    expect(python("fn f() -> `Never`", `${imports}def f() -> Never:\n    raise work()\n`)).toEqual([]);
    expect(python("fn f(a: string)", `${imports}def f(a: LiteralString) -> None:\n    work(a)\n`)).toEqual(
      [],
    );
  });

  it("Final and ClassVar", () => {
    const imports = "from typing import ClassVar, Final\n\n";
    expect(python("const LIMIT: int = 3", `${imports}LIMIT: Final[int] = 3\n`)).toEqual([]);
    expect(python("const limit: int = 3", `${imports}limit: Final = 3\n`)).toEqual([]);
    expect(python("const LIMIT: int = 3", `${imports}LIMIT: Final[int] = 4\n`)).toEqual([
      "const-value m.py:3 m.LIMIT 3 ≠ 4",
    ]);
    const contract = "class A {\n  static count: int\n  readonly name: string\n}";
    const code = `${imports}class A:\n    count: ClassVar[int] = 0\n    name: Final[str] = "a"\n`;
    expect(python(contract, code)).toEqual([]);
    expect(python(contract, code.replace("Final[str]", "str"))).toEqual([
      "modifier m.py:5 m.A.name readonly ≠ not readonly",
    ]);
  });

  it("NewType is an alias", () => {
    const code = 'from typing import NewType\n\nUserId = NewType("UserId", int)\n\n';
    const contract = "type UserId = int\nfn find(id: UserId) -> UserId";
    expect(python(contract, `${code}def find(id: UserId) -> UserId:${body}`)).toEqual([]);
    expect(python("type UserId = string", code)).toEqual(["field-type m.py:3 m.UserId string ≠ int"]);
  });

  it("a name of a compatibility module that stands for itself", () => {
    const code =
      "bytes = bytes\nstr = str\ntable = dict\n\n\ndef f(a: bytes, b: table[str, int]) -> str:\n    return work()\n";
    expect(python("fn f(a: bytes, b: map<string, int>) -> string\nconst table: any", code)).toEqual([]);
    expect(python("fn f(a: string, b: map<string, int>) -> string\nconst table: any", code)).toEqual([
      "parameter-type m.py:6 m.f a: string ≠ a: bytes",
    ]);
  });
});
