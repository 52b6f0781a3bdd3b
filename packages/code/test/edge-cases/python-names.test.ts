import { describe, expect, it } from "vitest";
import { brief, driftOf, python } from "../drift/support.js";

const PARTS = `package p "p" {
  module a "a.py" { class A { } }
  module b "b.py" { class B { } }
  module use "use.py" { uses a, b\n fn make(a: A) -> B }
}`;
const USE = "from p import A, B\n\n\ndef make(a: A) -> B:\n    return B()\n";
const parts = (init: string, use = USE) =>
  brief(
    driftOf(PARTS, {
      "p/__init__.py": init,
      "p/a.py": '__all__ = ["A"]\n\n\nclass A: ...\n',
      "p/b.py": '__all__ = ("B",)\n\n\nclass B: ...\n',
      "p/use.py": use,
    }),
  );
const WRONG = ["return-type p/use.py:4 p.use.make B ≠ A"];

describe("names of Python", () => {
  it("wildcard imports and __all__ built at run time", () => {
    for (const init of [
      "from .a import *\nfrom .b import *\n",
      'from .a import A\nfrom .b import B\n__all__ = ["A"]\n__all__ += ["B"]\n',
      'from .a import A\nfrom .b import B\n__all__ = []\n__all__.extend(["A"])\n__all__.append("B")\n',
      "from . import a, b\nfrom .a import *\nfrom .b import *\n__all__ = a.__all__ + list(b.__all__)\n",
      "from .a import *\nfrom .b import *\n__all__ = (\n    a.__all__ +\n    b.__all__\n)\n",
      "from . import a, b\nfrom .a import *\nfrom .b import *\n__all__ = [*a.__all__, *b.__all__]\n",
      "from .a import *\nfrom .b import *\n__all__ = [name for name in dir() if name[0] != '_']\n",
    ]) {
      expect(parts(init)).toEqual([]);
      expect(parts(init, USE.replace("-> B", "-> A"))).toEqual(WRONG);
    }
  });

  it("a name outside of __all__ is not passed on by a star", () => {
    const contract = `package p "p" {
  module a "a.py" { class Hidden { } }
  module use "use.py" { uses a\n fn make() -> Hidden }
}`;
    const files = {
      "p/__init__.py": "",
      "p/a.py": '__all__ = ["Hidden"]\n\n\nclass Hidden: ...\n',
      "p/use.py": "from .a import *\n\n\ndef make() -> Hidden:\n    return work()\n",
    };
    expect(brief(driftOf(contract, files))).toEqual([]);
    files["p/a.py"] = "__all__ = []\n\n\nclass Hidden: ...\n";
    expect(brief(driftOf(contract, files))).toEqual(["unknown p/use.py:4 p.use.make"]);
  });

  it("wildcard imports that come back to themselves", () => {
    const init = "from .a import *\nfrom .b import *\nfrom p import *\n";
    expect(parts(init)).toEqual([]);
    const ring = {
      "p/__init__.py": "",
      "p/a.py": "from .b import *\n\n\nclass A: ...\n",
      "p/b.py": "from .a import *\n\n\nclass B: ...\n",
      "p/use.py": "from .a import A, B\n\n\ndef make(a: A) -> B:\n    return B()\n",
    };
    expect(brief(driftOf(PARTS, ring))).toEqual([]);
    ring["p/use.py"] = ring["p/use.py"].replace("-> B", "-> Gone");
    expect(brief(driftOf(PARTS, ring))).toEqual(
      ["unknown p/use.py:4 p.use.make B ≠ Gone"].map((text) => text.replace(" B ≠ Gone", "")),
    );
  });

  it("an alias that leads back to itself", () => {
    const code =
      "from typing import Union\n\nJson = Union[dict[str, 'Json'], list['Json'], str]\n\n\ndef f(a: Json) -> None:\n    work(a)\n";
    expect(python("type Json = map<string, Json> | list<Json> | string\nfn f(a: Json)", code)).toEqual([]);
    const ring = "A = 'B'\nB = 'A'\n\n\ndef f(a: 'A') -> None:\n    work(a)\n";
    expect(python("fn f(a: int)\nconst A: any\nconst B: any", ring)).toEqual([
      "parameter-type m.py:5 m.f a: int ≠ a: A",
    ]);
  });

  it("a module with __getattr__", () => {
    const code =
      "def __getattr__(name: str) -> int:\n    return load(name)\n\n\ndef f() -> int:\n    return 1\n";
    expect(python("fn f() -> int", code)).toEqual([]);
  });

  it("conditional definitions by version, platform and type checking", () => {
    const contract = "fn f(a: int) -> int";
    for (const code of [
      "import sys\n\nif sys.version_info >= (3, 11):\n    def f(a: int) -> int:\n        return new(a)\nelse:\n    def f(a):\n        return old(a)\n",
      "import sys\n\nif sys.version_info < (3, 11):\n    def f(a):\n        return old(a)\nelse:\n    def f(a: int) -> int:\n        return new(a)\n",
      "from typing import TYPE_CHECKING\n\nif TYPE_CHECKING:\n    def f(a: int) -> int: ...\nelse:\n    f = make()\n",
      "try:\n    from fast import f\nexcept ImportError:\n    def f(a: int) -> int:\n        return slow(a)\n",
    ]) {
      expect(python(contract, code)).toEqual([]);
    }
  });

  it("a fallback after a failed import", () => {
    const code = `try:
    import json5 as json
except ImportError:
    import json

try:
    from ujson import loads
except ImportError:
    loads = None


def f(text: str) -> int:
    return json.loads(text)
`;
    expect(python("fn f(text: string) -> int", code)).toEqual([]);
  });

  it("names that are deleted", () => {
    const code = "def helper() -> int:\n    return 1\n\n\ndef f() -> int:\n    return 2\n\n\ndel helper\n";
    expect(python("fn f() -> int", code)).toEqual([]);
    expect(python("fn f() -> int\nfn helper() -> int", code)).toEqual([
      "missing-symbol m.py:1 m.helper fn helper() -> int ≠ ",
    ]);
  });

  it("names that are defined again", () => {
    const code = "def f(a: str) -> int:\n    return 1\n\n\ndef f(a: int) -> int:\n    return 2\n";
    expect(python("fn f(a: int) -> int", code)).toEqual([]);
    expect(python("fn f(a: string) -> int", code)).toEqual(["parameter-type m.py:5 m.f a: string ≠ a: int"]);
  });

  it("re-exports through __init__, relative and absolute", () => {
    for (const init of [
      "from .a import A\nfrom p.b import B\n",
      "from p.a import A as A\nfrom .b import B as B\n",
    ]) {
      expect(parts(init)).toEqual([]);
      expect(parts(init, USE.replace("-> B", "-> A"))).toEqual(WRONG);
    }
  });

  it("names of a module by its alias", () => {
    const use = "import p.a\nimport p.b as other\n\n\ndef make(a: p.a.A) -> other.B:\n    return other.B()\n";
    expect(parts("", use)).toEqual([]);
    expect(parts("", use.replace("-> other.B", "-> p.a.A"))).toEqual([
      "return-type p/use.py:5 p.use.make B ≠ A",
    ]);
  });

  it("a type that cannot be determined is never taken for equal", () => {
    const code = (module: string) =>
      `from ${module} import Money\n\n\ndef f() -> Money:\n    return work()\n`;
    expect(python("fn f() -> int", code(".gone"))).toEqual(["unknown m.py:4 m.f"]);
    expect(python("fn f() -> any", code(".gone"))).toEqual(["unknown m.py:4 m.f"]);
    expect(python("fn f() -> int", code("installed"))).toEqual(["return-type m.py:4 m.f int ≠ Money"]);
  });
});
