import { expect, test } from "vitest";
import { dedent } from "../python/read.js";
import { expectedText, workspace } from "./support.js";

/** Builds one module `m` in `m.py` over a file and returns what the file then holds. */
function inserted(declarations: string, code: string, more: Record<string, string> = {}): string {
  const space = workspace(`${CONTRACT}\nmodule m "m.py" {\n${declarations}\n}`, {
    "m.py": dedent(code),
    ...more,
  });
  space.build();
  const text = space.read("m.py");
  // A second build finds nothing to add, and the file still parses.
  expect(space.build().writes).toEqual([]);
  expect(space.drift().filter(({ code: found }) => /missing|unparsable/.test(found))).toEqual([]);
  return text;
}

const CONTRACT = `
external pygame "pygame >= 2.5" { type Surface }
package model "model" {
  module entities "entities.py" { class Player { x: int }, enum Side { Left = "left", Right = "right" } }
}`;

test("nothing is touched in a file that lacks nothing", () => {
  const code = "def f( a :int)->int :\n\treturn a  # odd, but ours\n";
  expect(inserted("fn f(a: int) -> int", code)).toBe(code);
});

test("a missing function goes to the end of the file", () => {
  expect(inserted("fn f() -> int\nfn g(a?: string) -> list<int>", "def f() -> int:\n    return 1\n")).toBe(
    expectedText(`
      def f() -> int:
          return 1


      def g(a: str | None = None) -> list[int]:
          raise NotImplementedError("m.g")
    `),
  );
});

test("new definitions stand above the code that starts the program", () => {
  const code = `
    import sys

    def f() -> None:
        pass

    if __name__ == "__main__":
        f()
  `;
  expect(inserted("fn f() -> void\nrecord R { a: int }", code)).toBe(
    expectedText(`
      import sys
      from dataclasses import dataclass

      def f() -> None:
          pass


      @dataclass
      class R:
          a: int


      if __name__ == "__main__":
          f()
    `),
  );
});

test("missing members go behind those that the contract names before them", () => {
  const code = `
    class Player:
        """The plane."""

        x: int  # from the left
        z: int

        def __init__(self, x: int) -> None:
            self.x = x

        @property
        def health(self) -> int:
            return 3

        def move(self, by: int) -> bool:
            if by:
                return True
            return False  # stays

        # drawing
        def draw(self) -> None:
            print(self.x)


    # the end
  `;
  const declarations = `
    class Player {
      x: int
      y: int = 0
      z: int
      health: int
      new(x: int)
      move(by: int) -> bool
      /// Stops at once.
      stop()
      draw()
      hide() -> bool
    }`;
  expect(inserted(declarations, code)).toBe(
    expectedText(`
      class Player:
          """The plane."""

          x: int  # from the left
          y: int = 0
          z: int

          def __init__(self, x: int) -> None:
              self.x = x

          @property
          def health(self) -> int:
              return 3

          def move(self, by: int) -> bool:
              if by:
                  return True
              return False  # stays

          def stop(self) -> None:
              """Stops at once."""
              raise NotImplementedError("m.Player.stop")

          # drawing
          def draw(self) -> None:
              print(self.x)

          def hide(self) -> bool:
              raise NotImplementedError("m.Player.hide")


      # the end
    `),
  );
});

test.each([
  [
    "class A:\n    pass\n",
    'class A:\n    x: int\n\n    def f(self) -> None:\n        raise NotImplementedError("m.A.f")\n',
  ],
  [
    "class A:\n    ...\n",
    'class A:\n    x: int\n\n    def f(self) -> None:\n        raise NotImplementedError("m.A.f")\n',
  ],
  [
    "class A: pass\n",
    'class A:\n    x: int\n\n    def f(self) -> None:\n        raise NotImplementedError("m.A.f")\n',
  ],
  [
    "class A: pass  # later\n",
    'class A:\n    x: int\n    pass  # later\n\n    def f(self) -> None:\n        raise NotImplementedError("m.A.f")\n',
  ],
  [
    'class A:\n    """Doc."""\n',
    'class A:\n    """Doc."""\n\n    x: int\n\n    def f(self) -> None:\n        raise NotImplementedError("m.A.f")\n',
  ],
  [
    'class A: "Doc."\n',
    'class A:\n    "Doc."\n\n    x: int\n\n    def f(self) -> None:\n        raise NotImplementedError("m.A.f")\n',
  ],
  [
    "class A:\n    def g(self): ...",
    'class A:\n    x: int\n\n    def g(self): ...\n\n    def f(self) -> None:\n        raise NotImplementedError("m.A.f")',
  ],
  [
    "class A: y = 1; z = 2\n",
    'class A:\n    x: int\n    y = 1; z = 2\n\n    def f(self) -> None:\n        raise NotImplementedError("m.A.f")\n',
  ],
])("members of %j", (code, expected) => {
  expect(inserted("class A { x: int, f() }", code)).toBe(expected);
});

test("the file's line ends, tabs and byte order mark are kept", () => {
  const code = "\uFEFFimport os\r\n\r\nclass A:\r\n\tdef f(self) -> None:\r\n\t\tprint(os)\r\n";
  expect(inserted("class A { f(), g(p: path) }\nfn h() -> void", code)).toBe(
    "\uFEFFimport os\r\nfrom pathlib import Path\r\n\r\nclass A:\r\n\tdef f(self) -> None:\r\n\t\tprint(os)\r\n\r\n" +
      '\tdef g(self, p: Path) -> None:\r\n\t\traise NotImplementedError("m.A.g")\r\n\r\n\r\n' +
      'def h() -> None:\r\n\traise NotImplementedError("m.h")\r\n',
  );
});

test("imports that are there serve, whatever they are called", () => {
  const code = `
    from __future__ import annotations

    import pygame as pg
    from typing import Any as Whatever
    from model.entities import Player as Plane

    def f() -> None:
        print(pg, Plane)
  `;
  const declarations = "uses pygame, entities\nfn f() -> void\nfn g(s: Surface, p: Player, x: any) -> void";
  expect(inserted(declarations, code)).toBe(
    expectedText(`
      from __future__ import annotations

      import pygame as pg
      from typing import Any as Whatever
      from model.entities import Player as Plane

      def f() -> None:
          print(pg, Plane)


      def g(s: pg.Surface, p: Plane, x: Whatever) -> None:
          raise NotImplementedError("m.g")
    `),
  );
});

test("annotations are quoted where Python would evaluate them, and imports for types are guarded", () => {
  const code = `
    #!/usr/bin/env python
    # A licence.

    """What it does."""

    def f() -> None:
        print("f")
  `;
  const declarations = "uses type entities\nfn f() -> void\nfn g(p: Player?) -> list<Later>\nclass Later {}";
  expect(inserted(declarations, code)).toBe(
    expectedText(`
      #!/usr/bin/env python
      # A licence.

      """What it does."""

      from typing import TYPE_CHECKING

      if TYPE_CHECKING:
          from model.entities import Player

      def f() -> None:
          print("f")


      def g(p: "Player | None" = None) -> "list[Later]":
          raise NotImplementedError("m.g")


      class Later:
          pass
    `),
  );
});

test("a guarded block of imports takes more", () => {
  const code = `
    from __future__ import annotations
    from typing import TYPE_CHECKING

    if TYPE_CHECKING:
        from os import PathLike

    def f(p: PathLike[str]) -> None:
        print(p)
  `;
  const declarations = "uses type entities\nfn g(p: Player) -> void";
  expect(inserted(declarations, code)).toContain(
    "if TYPE_CHECKING:\n    from os import PathLike\n    from model.entities import Player\n\ndef f(",
  );
});

test("a name that means something else is imported under another", () => {
  const code = "class Player:\n    x = 1\n";
  expect(
    inserted("uses entities\nfn f(p: entities.Player) -> void\nfn g(d: date, any: any) -> void", code),
  ).toBe(
    [
      "from datetime import date",
      "from typing import Any",
      "from model.entities import Player as model_entities_Player",
      "",
      "",
      "class Player:",
      "    x = 1",
      "",
      "",
      'def f(p: "model_entities_Player") -> None:',
      '    raise NotImplementedError("m.f")',
      "",
      "",
      "def g(d: date, any: Any) -> None:",
      '    raise NotImplementedError("m.g")',
      "",
    ].join("\n"),
  );
});

test("dataclasses keep what may follow what", () => {
  const code = `
    from dataclasses import dataclass

    @dataclass
    class R:
        b: int
        c: int = 1
  `;
  expect(inserted("record R { a: int = 0, b: int, c: int = 1, d: int, e: list<int> = [] }", code)).toBe(
    expectedText(`
      from dataclasses import dataclass
      from dataclasses import field

      @dataclass
      class R:
          a: int = field(default=0, kw_only=True)
          b: int
          c: int = 1
          d: int = field(kw_only=True)
          e: list[int] = field(default_factory=list)
    `),
  );
});

test("values of enums and names of __all__", () => {
  const code = `
    from enum import Enum

    __all__ = ["Side"]

    class Side(Enum):
        Left = "left"  # first

    class Level(Enum):
        """Doc."""
  `;
  expect(
    inserted(
      'enum Side { Left = "left", Right = "right" }\nenum Level { Low = 1 }\nfn f()\ninternal fn g()',
      code,
    ),
  ).toBe(
    expectedText(`
      from enum import Enum

      __all__ = ["Side", "f"]

      class Side(Enum):
          Left = "left"  # first
          Right = "right"

      class Level(Enum):
          """Doc."""

          Low = 1


      def f() -> None:
          raise NotImplementedError("m.f")


      def g() -> None:
          raise NotImplementedError("m.g")
    `),
  );
});

test("what a new member needs when its class is defined stands above the class", () => {
  const code = `
    import os

    # The plane.
    class A:
        def f(self) -> None:
            print(os)
  `;
  const declarations = `
    class A { kind: Kind = Kind.Low, f(), g(p: int = LIMIT) }
    fn late() -> void
    const LIMIT: int = 3
    enum Kind { Low = 1 }`;
  expect(inserted(declarations, code)).toBe(
    expectedText(`
      import os
      from enum import Enum
      from typing import Final

      LIMIT: Final[int] = 3


      class Kind(Enum):
          Low = 1


      # The plane.
      class A:
          kind: "Kind" = Kind.Low

          def f(self) -> None:
              print(os)

          def g(self, p: int = LIMIT) -> None:
              raise NotImplementedError("m.A.g")


      def late() -> None:
          raise NotImplementedError("m.late")
    `),
  );
});

test("type variables that are there serve, and new ones stand behind the imports", () => {
  const code = `
    from __future__ import annotations
    from typing import Generic, TypeVar

    T = TypeVar("T")

    class Box(Generic[T]):
        value: T
  `;
  expect(inserted("class Box<T> { value: T, get() -> T }\nfn f<U>(u: U) -> U", code)).toBe(
    expectedText(`
      from __future__ import annotations
      from typing import Generic, TypeVar

      U = TypeVar("U")

      T = TypeVar("T")

      class Box(Generic[T]):
          value: T

          def get(self) -> T:
              raise NotImplementedError("m.Box.get")


      def f(u: U) -> U:
          raise NotImplementedError("m.f")
    `),
  );
});

test("what a base of the project has, or one out of sight may keep, is not missing", () => {
  const base = "class Base:\n    def move(self) -> None:\n        print(1)\n";
  const code =
    "from base import Base\nfrom somewhere import Keeper\n\nclass A(Base, Keeper):\n    def __init__(self, x: int) -> None:\n        super().__init__(x)\n";
  const declarations = "class A { x: int, new(x: int), move() }";
  expect(inserted(declarations, code, { "base.py": base })).toBe(code);
});

test("a file that does not parse is left alone and told", () => {
  const code = "def f(:\n    pass\n";
  const space = workspace('module m "m.py" { fn f() -> void, fn g() -> void }', { "m.py": code });
  const { problems, writes } = space.build();
  expect(
    problems.map(({ kind, severity, path, line, symbol }) => ({ kind, severity, path, line, symbol })),
  ).toEqual([{ kind: "unparsable", severity: "error", path: "m.py", line: 1, symbol: "m" }]);
  expect(writes.every(({ kind }) => kind === "generated")).toBe(true);
  expect(space.read("m.py")).toBe(code);
});

test("a file that is no UTF-8 is left alone and told", () => {
  const bytes = new Uint8Array([0x23, 0x20, 0xe9, 0x0a]);
  const space = workspace('module m "m.py" { fn f() -> void }', { "m.py": bytes });
  const { problems } = space.build();
  expect(problems.map(({ kind, path }) => ({ kind, path }))).toEqual([{ kind: "unparsable", path: "m.py" }]);
  expect(space.fs.readFile("/repo/m.py")).toEqual(bytes);
});

test("a folder's other files count, and its entry takes what is missing", () => {
  const contract =
    'module m "m/" { class A { x: int, f() }, fn g() -> void, fn h() -> void }\ntarget python { roots "." }';
  const space = workspace(contract, {
    "m/__init__.py": "from .inner import A\n",
    "m/inner.py": "class A:\n    x: int\n",
    "m/more.py": "def g() -> None:\n    print(1)\n",
  });
  space.build();
  expect(space.read("m/inner.py")).toBe(
    'class A:\n    x: int\n\n    def f(self) -> None:\n        raise NotImplementedError("m.A.f")\n',
  );
  expect(space.read("m/__init__.py")).toBe(
    'from .inner import A\n\n\ndef h() -> None:\n    raise NotImplementedError("m.h")\n',
  );
  expect(space.read("m/more.py")).toBe("def g() -> None:\n    print(1)\n");
});
