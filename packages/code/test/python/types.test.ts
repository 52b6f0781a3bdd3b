import { describe, expect, it } from "vitest";
import { functionOf, show } from "./read.js";

function type(annotation: string, before = "") {
  return functionOf(`${before}def f() -> ${annotation}: return x\n`, "f").signatures[0]?.result;
}

describe("annotations", () => {
  it("are read as types", () => {
    const same = [
      "int",
      "t.Optional[int]",
      "dict[str, list[int]]",
      "Callable[[int, str], None]",
      "Callable[..., int]",
      "tuple[int, ...]",
      "int | str | None",
      "a.b.c.D[E]",
    ];
    expect(same.map((one) => show(type(one)))).toEqual(same);
    expect(show(type("tuple[()]"))).toBe("tuple[()]");
    expect(show(type("tuple[int, *Ts]"))).toBe("tuple[int, Unpack[Ts]]");
    expect(show(type("(int | (str | None))"))).toBe("int | str | None");
    expect(show(type("list[\n        int,  # why\n    ]"))).toBe("list[int]");
  });

  it("in quotes are read as well, at their places", () => {
    const text = "def f() -> \"dict[str, 'Node'] | None\": return x\n";
    const found = functionOf(text, "f").signatures[0]?.result;
    expect(show(found)).toBe("dict[str, Node] | None");
    const argument =
      found?.kind === "union" && found.members[0]?.kind === "name" && found.members[0].arguments[1];
    expect(argument && text.slice(argument.start, argument.end)).toBe("Node");
    expect(show(type("list['A | B']"))).toBe("list[A | B]");
    expect(show(type("'A' | None"))).toBe("A | None");
    expect(show(type("' int '"))).toBe("int");
    expect(show(type("'Li' 'st[int]'"))).toBe("List[int]");
    expect(show(type("'\\x41'"))).toBe("A");
    expect(show(type('"""\n  A[\n    int\n  ]\n"""'))).toBe("A[int]");
  });

  it("whose quotes hide escapes stand at the whole string", () => {
    const text = "def f() -> 'list[\\x41]': return x\n";
    const found = functionOf(text, "f").signatures[0]?.result;
    const argument = found?.kind === "name" ? found.arguments[0] : undefined;
    expect(argument && text.slice(argument.start, argument.end)).toBe("'list[\\x41]'");
  });

  it("keep the literals of Literal and the rest of Annotated", () => {
    const literal = type("t.Literal['a', 1, -1, True, None, Side.Left]", "import typing as t\n");
    expect(
      literal?.kind === "name" && literal.arguments.map((one) => one.kind === "literal" && one.literal),
    ).toEqual([
      { kind: "string", value: "a" },
      { kind: "number", text: "1" },
      { kind: "number", text: "-1" },
      { kind: "boolean", value: true },
      { kind: "null" },
      { kind: "name", name: "Side.Left" },
    ]);
    const annotated = type("Annotated['int', 'not a type', Gt(0)]");
    expect(show(annotated)).toBe(`Annotated[int, '{"kind":"string","value":"not a type"}, <other Gt(0)>]`);
  });

  it("that are no types are kept as text", () => {
    for (const text of [
      "1 + 2",
      "make(1)",
      "x[0].y",
      "{'a': int}",
      "lambda: int",
      "3",
      "not a",
      "b'x'",
      "f'{x}'",
      "True",
    ]) {
      expect(type(text)).toMatchObject({ kind: "other", text });
    }
    expect(type("'some words here'")).toMatchObject({ kind: "other", text: "some words here" });
    expect(show(type("list[1 + 2, int]"))).toBe("list[<other 1 + 2>, int]");
    expect(show(type("dict[a:b, int]"))).toBe("dict[<other a:b>, int]");
  });
});
