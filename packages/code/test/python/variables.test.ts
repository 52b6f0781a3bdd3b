import { describe, expect, it } from "vitest";
import { read, show, symbol } from "./read.js";

function shown(text: string): string[] {
  return read(text).symbols.map((one) => {
    if (one.kind === "variable") {
      const value = one.value ? ` = ${one.value.text}` : "";
      return `${one.constant ? "constant" : "variable"} ${one.name}: ${show(one.type)}${value}`;
    }
    return one.kind === "alias" ? `alias ${one.name} = ${show(one.type)}` : `${one.kind} ${one.name}`;
  });
}

describe("variables", () => {
  it("are constant by Final or capitals", () => {
    expect(
      shown(`
        from typing import Final
        import typing as t
        LIMIT = 10
        _HIDDEN_2: int = 3
        ratio: Final = 0.5
        name: t.Final[str] = "x"
        plain = 1
        declared: "list[int]"
        call = lambda x: x
        Mixed = 1
      `),
    ).toEqual([
      "constant LIMIT: - = 10",
      "constant _HIDDEN_2: int = 3",
      "constant ratio: - = 0.5",
      'constant name: str = "x"',
      "variable plain: - = 1",
      "variable declared: list[int]",
      "variable call: - = lambda x: x",
      "variable Mixed: - = 1",
    ]);
  });

  it("may be assigned together", () => {
    expect(shown("A, b = 1, 2\n(c, [d, *e]) = f()\ng = h = 3\nx.y = 1\nx[0] = 1\ni, *j = 1, 2, 3\n")).toEqual(
      [
        "constant A: - = 1",
        "variable b: - = 2",
        "variable c: -",
        "variable d: -",
        "variable e: -",
        "variable g: - = 3",
        "variable h: - = 3",
        "variable i: -",
        "variable j: -",
      ],
    );
  });

  it("are one, however often they are assigned", () => {
    expect(shown("x: int\nx = 3\nx += 1\nx = 'y'\n")).toEqual(["variable x: int = 3"]);
    expect(shown("def f(): return 1\nf = wrap(f)\n")).toEqual(["function f"]);
    expect(shown("f = None\ndef f(): return 1\n")).toEqual(["function f"]);
    expect(shown("x = 1\ndel x\ny = 1\nif y:\n    del y\n")).toEqual(["variable y: - = 1"]);
  });

  it("leave out names of the language, loops and programs", () => {
    expect(
      shown(`
        __version__ = "1"
        __all__ = []
        for i in range(3):
            last = i
        while False:
            inner = 1
        with open("f") as handle:
            text = handle.read()
        if __name__ == "__main__":
            result = main()
            def helper(): return 1
      `),
    ).toEqual(["variable text: - = handle.read()"]);
  });

  it("that are long data have no value", () => {
    const [table] = read(`TABLE = [${"1, ".repeat(3_000)}]\n`).symbols;
    expect(table?.kind === "variable" && table.value).toBeUndefined();
  });

  it("may be documented below", () => {
    const module = read('LIMIT = 10\n"""How many."""\nother = 1\n');
    expect(symbol(module, "variable", "LIMIT").doc).toBe("How many.");
    expect(symbol(module, "variable", "other").doc).toBeUndefined();
  });
});

describe("aliases", () => {
  it("are assignments that are clearly types", () => {
    expect(
      shown(`
        import typing as t
        from collections.abc import Mapping
        import pygame
        from .model import Entity
        class Local: x = 1
        A: t.TypeAlias = "dict[str, Local]"
        B = t.Union[int, "Local"]
        C = t.Optional[int]
        D = t.Literal["a", "b"]
        E = dict[str, int]
        F = int | None
        G = Local | Entity
        H = Mapping[str, t.Any]
        I = t.Callable[[int], None]
        J = Local
        K = int
        Screen = pygame.Surface
        UserId = t.NewType("UserId", int)
        M = t.TypeAliasType("M", list[int])
        N = t.Any
        O = Entity[int]
      `).filter((one) => !one.startsWith("re-export")),
    ).toEqual([
      "class Local",
      "alias A = dict[str, Local]",
      "alias B = t.Union[int, Local]",
      "alias C = t.Optional[int]",
      `alias D = t.Literal['{"kind":"string","value":"a"}, '{"kind":"string","value":"b"}]`,
      "alias E = dict[str, int]",
      "alias F = int | None",
      "alias G = Local | Entity",
      "alias H = Mapping[str, t.Any]",
      "alias I = t.Callable[[int], None]",
      "alias J = Local",
      "alias K = int",
      "alias Screen = pygame.Surface",
      "alias UserId = int",
      "alias M = list[int]",
      "alias N = t.Any",
      "alias O = Entity[int]",
    ]);
  });

  it("are no look-ups, flags, calls or other values", () => {
    expect(
      shown(`
        import re, os
        from .settings import CONFIG, Options
        FLAGS = re.A | re.B
        first = CONFIG["a"]
        Second = TABLE[0]
        Third = Options["a"]
        mask = 1 | 2
        home = os.environ
        text = "int | None"
        made = Options()
        value = None
        current = Options
      `).every((one) => !one.startsWith("alias")),
    ).toBe(true);
  });
});
