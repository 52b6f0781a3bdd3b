import { describe, expect, it } from "vitest";
import { brief, type Contract, check } from "../imports/support.js";

const three: Contract["modules"] = { "p.a": "p/a.py", "p.b": "p/b.py", "p.c": "p/c.py" };

describe("the import graph of Python", () => {
  it("imports under if TYPE_CHECKING are edges for types only", () => {
    const files = {
      "p/a.py": "from typing import TYPE_CHECKING\n\nif TYPE_CHECKING:\n    from .b import B\n",
      "p/b.py": "from .a import A\n\n\nclass B: ...\n",
    };
    expect(brief({ modules: three, uses: ["p.a type p.b", "p.b -> p.a"] }, files)).toEqual([]);
    expect(brief({ modules: three, uses: ["p.b -> p.a"] }, files)).toEqual([
      "import/undeclared p/a.py:4 p.a: uses type b",
    ]);
    files["p/a.py"] = "import typing as t\n\nif t.TYPE_CHECKING:\n    from .b import B\n";
    expect(brief({ modules: three, uses: ["p.a type p.b", "p.b -> p.a"] }, files)).toEqual([]);
  });

  it("types may be used of one pair only", () => {
    const files = {
      "p/a.py": "from .b import B\nfrom .c import C\n",
      "p/b.py": "class B: ...\n",
      "p/c.py": "class C: ...\n",
    };
    expect(brief({ modules: three, uses: ["p.a type p.b", "p.a -> p.c"] }, files)).toEqual([
      "import/undeclared p/a.py:1 p.a: uses b",
    ]);
  });

  it("imports in functions are edges but close no circle at load time", () => {
    const files = {
      "p/a.py": "from .b import g\n",
      "p/b.py": "def g():\n    from .a import x\n    return x\n",
    };
    expect(brief({ modules: three, uses: ["p.a -> p.b", "p.b lazy p.a"] }, files)).toEqual([]);
    expect(brief({ modules: three, uses: ["p.a -> p.b"] }, files)).toEqual([
      "import/undeclared p/b.py:2 p.b: uses lazy a",
    ]);
    files["p/b.py"] = "from .a import x\n";
    expect(brief({ modules: three, uses: ["p.a -> p.b", "p.b lazy p.a"] }, files)).toEqual([
      "import/cycle p/b.py:1 p.b: a -> b -> a",
      "import/undeclared p/b.py:1 p.b: uses a",
    ]);
  });

  it("a circle is judged over all its edges, with its path and the lines of its imports", () => {
    const files: Record<string, string> = {
      "p/a.py": "from .b import B\n",
      "p/b.py": "x = 1\nfrom .c import C\n",
      "p/c.py": "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from .a import A\n",
    };
    const uses = ["p.a -> p.b", "p.b -> p.c", "p.c type p.a"];
    expect(brief({ modules: three, uses }, files)).toEqual([]);
    files["p/c.py"] = "from .a import A\n";
    const { findings } = check({ modules: three, uses: [...uses, "p.c -> p.a"] }, files);
    expect(findings.map(({ code, actual }) => [code, actual])).toEqual([
      ["import/cycle", "a -> b -> c -> a"],
    ]);
    expect(findings[0]!.related.map(({ line, message }) => `${line} ${message}`)).toEqual([
      expect.stringMatching(/^\d+ declared here$/),
      "1 `a` imports `b`",
      "2 `b` imports `c`",
    ]);
  });

  it("a huge circle is cut in its message, with a count", () => {
    const count = 1000;
    const modules: Record<string, string> = {};
    const files: Record<string, string> = {};
    const uses: string[] = [];
    for (let at = 0; at < count; at++) {
      const next = (at + 1) % count;
      modules[`m${at}`] = `m${at}.py`;
      files[`m${at}.py`] = `import m${next}\n`;
      uses.push(`m${at} -> m${next}`);
    }
    const { findings } = check({ modules, uses }, files);
    expect(findings.map(({ code }) => code)).toEqual(["import/cycle"]);
    expect(findings[0]!.message).toMatch(/-> … 991 more … ->/);
    expect(findings[0]!.message.length).toBeLessThan(400);
    expect(findings[0]!.actual!.length).toBeLessThan(120);
  });

  it("dynamic imports with a literal are edges, others are none", () => {
    const files = {
      "p/a.py":
        'import importlib\n\n\ndef f(name):\n    importlib.import_module(name)\n    return importlib.import_module("p.b")\n',
      "p/b.py": "class B: ...\n",
    };
    expect(brief({ modules: three, uses: ["p.a lazy p.b"] }, files)).toEqual([]);
    expect(brief({ modules: three }, files)).toEqual(["import/undeclared p/a.py:6 p.a: uses lazy b"]);
  });

  it("third-party packages by what one installs and by what code imports", () => {
    const files = { "p/a.py": "import yaml\nfrom PIL import Image\nimport os, json\nimport attr\n" };
    const modules = { "p.a": "p/a.py" };
    const externals = {
      yaml: ["PyYAML >= 6", "yaml"] as [string, string],
      pillow: ["Pillow", "PIL"] as [string, string],
      attr: "attrs >= 23",
    };
    expect(
      brief({ modules, externals, uses: ["p.a -> <yaml>", "p.a -> <pillow>", "p.a -> <attr>"] }, files),
    ).toEqual([]);
    expect(brief({ modules, externals, uses: ["p.a -> <yaml>", "p.a -> <pillow>"] }, files)).toEqual([
      "import/external p/a.py:4 p.a: uses attr",
    ]);
  });

  it("a failed import is optional", () => {
    const files = {
      "p/a.py": "try:\n    import ujson\n    from . import b\nexcept ImportError:\n    ujson = None\n",
      "p/b.py": "",
    };
    expect(brief({ modules: three }, files)).toEqual([]);
  });

  it("imports of tests inside of a folder module are not the module's", () => {
    const files = {
      "p/core/__init__.py": "from .step import step\n",
      "p/core/step.py": "def step(): ...\n",
      "p/core/tests/test_step.py": "import pytest\nfrom p.other import helper\n",
      "p/other.py": "def helper(): ...\n",
    };
    expect(brief({ modules: { "p.core": "p/core/", "p.other": "p/other.py" } }, files)).toEqual([]);
  });

  it("barrels that belong to no module stand for what they pass on", () => {
    const files = {
      "p/a.py": "from p.parts import B\n",
      "p/parts/__init__.py": "from .b import *\n",
      "p/parts/b.py": "class B: ...\n",
    };
    const modules = { "p.a": "p/a.py", "p.b": "p/parts/b.py" };
    expect(brief({ modules, uses: ["p.a -> p.b"] }, files)).toEqual([]);
    expect(brief({ modules }, files)).toEqual(["import/undeclared p/a.py:1 p.a: uses b"]);
  });

  it("namespace packages, a src layout and several roots", () => {
    const modules = { "x.a": "src/x/a.py", "x.b": "src/x/sub/b.py", tool: "libs/tool/src/tool/main.py" };
    const files = {
      "src/x/a.py": "from x.sub import b\nimport x.sub.b\nfrom tool.main import run\n",
      "src/x/sub/b.py": "class B: ...\n",
      "libs/tool/pyproject.toml": '[project]\nname = "tool"\n',
      "libs/tool/src/tool/__init__.py": "",
      "libs/tool/src/tool/main.py": "def run(): ...\n",
    };
    expect(brief({ modules, uses: ["x.a -> x.b", "x.a -> tool"] }, files)).toEqual([]);
    expect(brief({ modules }, files)).toEqual([
      "import/undeclared src/x/a.py:1 x.a: uses b",
      "import/undeclared src/x/a.py:3 x.a: uses tool",
    ]);
  });

  it.each([
    ["setuptools", '[tool.setuptools.package-dir]\n"" = "lib"\n'],
    ["setuptools find", '[tool.setuptools.packages.find]\nwhere = ["lib"]\n'],
    ["hatch", '[tool.hatch.build.targets.wheel]\npackages = ["lib/x"]\n'],
    ["poetry", '[tool.poetry]\nname = "x"\npackages = [{ include = "x", from = "lib" }]\n'],
    ["pdm", '[tool.pdm.build]\npackage-dir = "lib"\n'],
    ["pytest", '[tool.pytest.ini_options]\npythonpath = ["lib"]\n'],
  ])("roots by the settings of %s", (_, settings) => {
    const modules = { "x.a": "lib/x/a.py", "x.b": "lib/x/b.py" };
    const files = {
      "pyproject.toml": settings,
      "lib/x/__init__.py": "",
      "lib/x/a.py": "import x.b\n",
      "lib/x/b.py": "",
    };
    expect(brief({ modules, uses: ["x.a -> x.b"] }, files)).toEqual([]);
    expect(brief({ modules }, files)).toEqual(["import/undeclared lib/x/a.py:1 x.a: uses b"]);
  });

  it.each([
    ["setup.cfg", "[options]\npackage_dir =\n    =lib\npackages = find:\n"],
    ["setup.py", 'from setuptools import setup\n\nsetup(name="x", package_dir={"": "lib"})\n'],
  ])("roots by %s", (name, text) => {
    const modules = { "x.a": "lib/x/a.py", "x.b": "lib/x/b.py" };
    const files = { [name]: text, "lib/x/__init__.py": "", "lib/x/a.py": "import x.b\n", "lib/x/b.py": "" };
    expect(brief({ modules, uses: ["x.a -> x.b"] }, files)).toEqual([]);
    expect(brief({ modules }, files)).toEqual(["import/undeclared lib/x/a.py:1 x.a: uses b"]);
  });

  it("projects of fixtures are roots for their own files only", () => {
    const modules = { "x.a": "src/x/a.py", "x.b": "src/x/b.py" };
    const files = {
      "pyproject.toml": "[project]\nname = 'x'\ndependencies = ['build']\n",
      "src/x/__init__.py": "",
      "src/x/a.py": "import build\nimport x.b\n",
      "src/x/b.py": "",
      "tests/fixtures/demo/pyproject.toml": "[project]\nname = 'demo'\n",
      "tests/fixtures/demo/build.py": "",
      "tests/fixtures/demo/x.py": "",
    };
    const externals = { build: "build" };
    expect(brief({ modules, externals, uses: ["x.a -> x.b", "x.a -> <build>"] }, files)).toEqual([]);
  });

  it("a namespace package of which another part is installed", () => {
    const modules = { "x.a": "src/x/a.py" };
    const files = { "src/x/a.py": "from x.core.model import Base\n", "src/x/x.py": "" };
    expect(brief({ modules, externals: { x: "x-core" }, uses: ["x.a -> <x>"] }, files)).toEqual([]);
  });

  it("the package of the importing file comes before others of its name", () => {
    const modules = {
      "one.a": "one/app/a.py",
      "one.u": "one/app/utils.py",
      "two.u": "two/app/utils.py",
      "two.a": "two/app/a.py",
    };
    const files = {
      "one/pyproject.toml": "",
      "one/app/__init__.py": "",
      "one/app/a.py": "from app.utils import x\n",
      "one/app/utils.py": "x = 1\n",
      "two/pyproject.toml": "",
      "two/app/__init__.py": "",
      "two/app/a.py": "from app.utils import x\n",
      "two/app/utils.py": "x = 1\n",
    };
    expect(brief({ modules, uses: ["one.a -> one.u", "two.a -> two.u"] }, files)).toEqual([]);
  });

  it("five hundred packages in one project are found at once", () => {
    const modules: Record<string, string> = {};
    const files: Record<string, string> = {};
    const uses: string[] = [];
    for (let at = 0; at < 600; at++) {
      modules[`p${at}.a`] = `libs/p${at}/src/p${at}/a.py`;
      files[`libs/p${at}/pyproject.toml`] = `[project]\nname = "p${at}"\n`;
      files[`libs/p${at}/src/p${at}/__init__.py`] = "";
      files[`libs/p${at}/src/p${at}/a.py`] = at > 0 ? `import p${at - 1}.a\n` : "";
      if (at > 0) uses.push(`p${at}.a -> p${at - 1}.a`);
    }
    const start = performance.now();
    expect(brief({ modules, uses }, files)).toEqual([]);
    expect(performance.now() - start).toBeLessThan(10_000);
  });
});
