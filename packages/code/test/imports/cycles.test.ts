import { describe, expect, it } from "vitest";
import { brief, type Contract, check } from "./support.js";

const letters: Contract["modules"] = { a: "a.py", b: "b.py", c: "c.py", d: "d.py", e: "e.py" };
const cycles = (parts: Contract, files: Record<string, string>) =>
  brief(parts, files).filter((line) => line.startsWith("import/cycle"));

describe("a circle of imports", () => {
  it("is reported once for all modules in it, with its shortest way round and every import on it", () => {
    const uses = ["a -> b", "b -> c", "c -> d", "d -> a", "d -> b", "c -> e"];
    const { findings } = check(
      { modules: letters, uses },
      {
        "a.py": "import b\n",
        "b.py": "x = 1\nfrom c import y\n",
        "c.py": "import d\nimport e\ny = 1\n",
        "d.py": "import a\nimport b\n",
        "e.py": "z = 1\n",
      },
    );
    expect(findings).toHaveLength(1);
    expect(findings[0]).toMatchObject({
      code: "import/cycle",
      severity: "error",
      symbol: "d",
      file: "/repo/app/d.py",
      line: 2,
      expected: "no circle of imports",
      actual: "b -> c -> d -> b",
      message:
        "The code's imports run in a circle: `b -> c -> d -> b` (the shortest cycle among 4 modules). Take out one of these imports (this one is `b`), move it into the function that needs it, or import for types only.",
    });
    expect(findings[0]!.related.map(({ file, line, message }) => [file, line, message])).toEqual([
      ["/repo/app/app.contract", 13, "declared here"],
      ["/repo/app/b.py", 2, "`b` imports `c`"],
      ["/repo/app/c.py", 1, "`c` imports `d`"],
    ]);
  });

  it("is shown at the import that the contract does not declare", () => {
    const files = { "a.py": "import b\n", "b.py": "import c\n", "c.py": "import a\n" };
    expect(brief({ modules: letters, uses: ["b -> c", "c -> a"] }, files)).toEqual([
      "import/cycle a.py:1 a: a -> b -> c -> a",
      "import/undeclared a.py:1 a: uses b",
    ]);
  });

  it("is found once for each separate group", () => {
    const files = { "a.py": "import b\n", "b.py": "import a\n", "c.py": "import d\n", "d.py": "import c\n" };
    const uses = ["a -> b", "b -> a", "c -> d", "d -> c"];
    expect(cycles({ modules: letters, uses }, files)).toEqual([
      "import/cycle b.py:1 b: a -> b -> a",
      "import/cycle d.py:1 d: c -> d -> c",
    ]);
  });

  it.each([
    ["types only", "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import a\n"],
    ["a function", "def f():\n    import a\n"],
    ["a caught failure", "try:\n    import a\nexcept ImportError:\n    a = None\n"],
  ])("is not closed by an import for %s", (_, closing) => {
    const uses = ["a -> b", "b -> a"];
    expect(cycles({ modules: letters, uses }, { "a.py": "import b\n", "b.py": closing })).toEqual([]);
  });

  it("is not closed by a TypeScript import that the compiler drops", () => {
    const modules = { a: "a.ts", b: "b.ts" };
    const files = (closing: string) => ({
      "a.ts": 'import { b } from "./b.js";\nexport class A { run = b }\n',
      "b.ts": closing,
    });
    const uses = ["a -> b", "b -> a"];
    const dropped = files('import { A } from "./a.js";\nexport const b = (a: A): A => a;\n');
    expect(cycles({ modules, uses }, dropped)).toEqual([]);
    const late = files('export const b = async () => new (await import("./a.js")).A();\n');
    expect(cycles({ modules, uses }, late)).toEqual([]);
    const real = files('import { A } from "./a.js";\nexport const b = (): A => new A();\n');
    expect(cycles({ modules, uses }, real)).toEqual(["import/cycle b.ts:1 b: a -> b -> a"]);
  });

  it("is not closed by a stub or declaration file, which never runs", () => {
    const python = {
      "a.py": "import b\n",
      "a.pyi": "import b\n",
      "b.py": "x = 1\n",
      "b.pyi": "from a import A\n",
    };
    expect(brief({ modules: letters, uses: ["a -> b", "b type a"] }, python)).toEqual([]);
    const typescript = {
      "a.ts": 'import { b } from "./b.js";\nexport const a = b;\n',
      "b.js": "export const b = 1;\n",
      "b.d.ts": 'export { a } from "./a.js";\nexport declare const b: number;\n',
    };
    const modules = { a: "a.ts", b: "b.js" };
    expect(brief({ modules, uses: ["a -> b", "b type a"] }, typescript)).toEqual([]);
  });

  it("is none between a package and its own submodules", () => {
    const files = {
      "pkg/__init__.py": "from . import a\nfrom .b import B\n",
      "pkg/a.py": "from . import b\nfrom pkg import b as again\nimport pkg.b\n",
      "pkg/b.py": "class B: ...\n",
    };
    const modules = { pkg: "pkg/__init__.py", a: "pkg/a.py", b: "pkg/b.py" };
    expect(brief({ modules, uses: ["pkg -> a", "pkg -> b", "a -> b"] }, files)).toEqual([]);
  });

  it("is one where a submodule takes a name that its package defines", () => {
    const files = {
      "pkg/__init__.py": "VERSION = 1\nfrom .a import A\n",
      "pkg/a.py": "from pkg import VERSION\nclass A: ...\n",
    };
    const modules = { pkg: "pkg/__init__.py", a: "pkg/a.py" };
    expect(cycles({ modules, uses: ["pkg -> a"] }, files)).toEqual([
      "import/cycle pkg/a.py:1 a: a -> pkg -> a",
    ]);
  });

  it("is none inside of one folder module, but one between two", () => {
    const files = {
      "x/__init__.py": "from .one import One\n",
      "x/one.py": "from .two import Two\nclass One: ...\n",
      "x/two.py": "from .one import One\nfrom y.three import Three\nclass Two: ...\n",
      "y/__init__.py": "",
      "y/three.py": "class Three: ...\n",
      "y/four.py": "from x.one import One\n",
    };
    const uses = ["x -> y", "y -> x"];
    expect(cycles({ modules: { x: "x/", y: "y/" }, uses }, files)).toEqual([
      "import/cycle y/four.py:1 y: x -> y -> x",
    ]);
    expect(cycles({ modules: { x: "x/" } }, files)).toEqual([]);
  });

  it("is accepted where the contract accepts it, and only then", () => {
    const files = { "a.py": "import b\n", "b.py": "import a\n" };
    const uses = ["a -> b", "b -> a"];
    const accept = (code: string, reason?: string) => ({
      "b -> a": [{ code, ...(reason ? { reason } : {}) }],
    });
    expect(cycles({ modules: letters, uses, allows: accept("graph/cycle", "until 2.0") }, files)).toEqual([]);
    expect(cycles({ modules: letters, uses, allows: accept("import/cycle", "until 2.0") }, files)).toEqual(
      [],
    );
    expect(cycles({ modules: letters, uses, allows: accept("graph/cycle") }, files)).toHaveLength(1);
    const longer = { ...files, "b.py": "import a\nimport c\n", "c.py": "import a\n" };
    expect(
      cycles(
        { modules: letters, uses: [...uses, "b -> c", "c -> a"], allows: accept("graph/cycle", "why") },
        longer,
      ),
    ).toEqual(["import/cycle c.py:1 c: a -> b -> c -> a"]);
  });
});
