import { describe, expect, it } from "vitest";
import { check } from "./support.js";

const IMPORTS = "import os\nimport numpy\nimport yaml\nfrom dotenv import load_dotenv\n";

/** What is reported of packages that no manifest names: the place and what the manifest lacks. */
function unlisted(
  files: Record<string, string>,
  modules: Record<string, string> = { page: "page.py" },
): string[] {
  return check({ modules }, files)
    .findings.filter(({ code }) => code === "import/unlisted-package")
    .map(({ file, line, expected }) => `${file.replace("/repo/app/", "")}:${line} ${expected}`);
}

const pyproject = (body: string) => `[project]\nname = "shop"\nversion = "1"\n${body}`;
const setup = (body: string) => `from setuptools import setup\n${body}\n`;

describe("a package that Python code imports", () => {
  it("is a warning at its first import where the manifest does not name it, once for a module", () => {
    const { findings } = check(
      { modules: { page: "page.py" }, uses: ["page -> <numpy>"], externals: { numpy: "numpy >= 2" } },
      {
        "page.py": "import numpy\nimport numpy.linalg\n",
        "pyproject.toml": pyproject("dependencies = []\n"),
      },
    );
    expect(findings).toHaveLength(1);
    expect(findings[0]).toMatchObject({
      code: "import/unlisted-package",
      severity: "warning",
      file: "/repo/app/page.py",
      line: 1,
      column: 1,
      symbol: "page",
      message:
        "Module `page` imports the package `numpy`, which no manifest of the project names (the nearest is `pyproject.toml`). Add it there, or take the import out.",
    });
    expect(findings[0]!.related.map(({ line, message }) => [line, message])).toEqual([
      [1, "declared here"],
      [2, "imported here too"],
    ]);
  });

  it.each<[string, Record<string, string>]>([
    ["PEP 621", { "pyproject.toml": pyproject('dependencies = ["NumPy>=2", "PyYAML", "python-dotenv"]\n') }],
    [
      "extras and groups",
      {
        "pyproject.toml": pyproject(
          'dependencies = ["numpy"]\n[project.optional-dependencies]\nx = ["pyyaml"]\n[dependency-groups]\ndev = ["python_dotenv"]\n',
        ),
      },
    ],
    [
      "Poetry",
      {
        "pyproject.toml":
          '[tool.poetry.dependencies]\npython = "^3.10"\nnumpy = "^2"\nPyYAML = {version = "*"}\n[tool.poetry.group.dev.dependencies]\npython-dotenv = "*"\n',
      },
    ],
    [
      "requirement files",
      {
        "requirements.txt": "-r requirements/base.txt\nnumpy==2.0 # fast\n",
        "requirements/base.txt": "pyyaml\npython-dotenv\n",
      },
    ],
    [
      "setup.cfg",
      { "setup.cfg": "[options]\ninstall_requires =\n    numpy\n    PyYAML\n    python-dotenv\n" },
    ],
    ["setup.py", { "setup.py": setup('setup(install_requires=["numpy", "pyyaml", "python-dotenv"])') }],
    ["Pipfile", { Pipfile: '[packages]\nnumpy = "*"\npyyaml = "*"\npython-dotenv = "*"\n' }],
    [
      "files that setuptools reads",
      {
        "pyproject.toml": pyproject(
          'dynamic = ["dependencies"]\n[tool.setuptools.dynamic]\ndependencies = { file = ["deps.in"] }\n',
        ),
        "deps.in": "numpy\npyyaml\npython-dotenv\n",
      },
    ],
  ])("is known from %s", (_, manifests) => {
    const files = { "page.py": `${IMPORTS}import pandas\n`, ...manifests };
    expect(unlisted(files)).toEqual([expect.stringMatching(/^page\.py:5 pandas in /)]);
  });

  it.each<[string, Record<string, string>]>([
    ["there is no manifest", {}],
    ["a manifest only sets tools", { "pyproject.toml": "[tool.ruff]\nline-length = 100\n" }],
    ["requirements are dynamic", { "pyproject.toml": pyproject('dynamic = ["dependencies"]\n') }],
    ["setup.py computes them", { "setup.py": setup("setup(install_requires=read('requirements'))") }],
    ["setup.py adds to them", { "setup.py": setup('setup(install_requires=["six"] + MORE)') }],
    ["setup.py is handed them", { "setup.py": setup('setup(name="x", install_requires=["six"], **more)') }],
    ["a manifest does not parse", { "pyproject.toml": "[project\n", "requirements.txt": "six\n" }],
    ["a requirement has only an address", { "requirements.txt": "git+https://example.org/x.git\n" }],
    ["a requirement file is missing", { "requirements.txt": "-r base.txt\n" }],
    ["conda installs", { "requirements.txt": "six\n", "environment.yml": "dependencies: [numpy]\n" }],
  ])("is not judged where %s", (_, manifests) => {
    expect(unlisted({ "page.py": IMPORTS, ...manifests })).toEqual([]);
  });

  it("is not asked for by optional imports, imports for types, tests and settings", () => {
    const files = {
      "requirements.txt": "six\n",
      "page.py":
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import numpy\ntry:\n    import yaml\nexcept ImportError:\n    yaml = None\n",
      "test_page.py": "import numpy\n",
      "noxfile.py": "import numpy\n",
    };
    expect(unlisted(files, { page: "page.py", test: "test_page.py", nox: "noxfile.py" })).toEqual([]);
  });

  it("may be what a requirement of another name gives", () => {
    const page = { "page.py": "import obscure\n" };
    expect(unlisted({ ...page, "requirements.txt": "some-thing\n" })).toEqual([]);
    expect(unlisted({ ...page, "requirements.txt": "python-obscure\n" })).toEqual([]);
    expect(unlisted({ ...page, "requirements.txt": "requests\npytest-xdist\n" })).toEqual([
      "page.py:1 obscure in requirements.txt",
    ]);
  });

  it("is accepted by a comment and by `@allow`", () => {
    const manifest = { "requirements.txt": "six\n" };
    const comment = "# contract-ignore import/unlisted-package: comes with the host\nimport numpy\n";
    expect(unlisted({ ...manifest, "page.py": comment })).toEqual([]);
    const allows = { page: [{ code: "import/unlisted-package", reason: "comes with the host" }] };
    const { findings } = check(
      { modules: { page: "page.py" }, allows },
      { ...manifest, "page.py": "import numpy\n" },
    );
    expect(findings.map(({ code }) => code)).toEqual(["import/external"]);
  });
});

describe("a package that TypeScript code imports", () => {
  const web = { web: "packages/web/src/web.ts" };
  const files = (code: string, own: object, root: object = {}) => ({
    "packages/web/src/web.ts": code,
    "packages/web/package.json": JSON.stringify(own),
    "package.json": JSON.stringify(root),
  });

  it("has to stand in the manifest of the package, or in one around it", () => {
    const code =
      'import a from "a/part";\nimport b from "b";\nimport c from "c";\nimport d from "@s/d";\nimport e from "e";\nimport "f/style.css";\nimport fs from "node:fs";\nimport path from "path";\n';
    const own = { dependencies: { a: "1" }, devDependencies: { b: "1" }, peerDependencies: { c: "1" } };
    expect(unlisted(files(code, own, { devDependencies: { "@s/d": "1" } }), web)).toEqual([
      "packages/web/src/web.ts:5 e in packages/web/package.json",
      "packages/web/src/web.ts:6 f in packages/web/package.json",
    ]);
  });

  it.each<[string, string, Record<string, string>]>([
    ["its types are listed", 'import type { Node } from "estree";\n', {}],
    ["types of a scope are listed", 'import type { X } from "@a/b";\n', {}],
    [
      "it is of the workspace",
      'import { core } from "@shop/core";\n',
      { "packages/core/package.json": '{"name":"@shop/core"}' },
    ],
    ["the build makes it", 'import { x } from "@shop/generated";\n', {}],
    [
      "a declaration file speaks of it",
      'import x from "made-up/x";\n',
      { "env.d.ts": 'declare module "made-up/*" { export default 1; }\n' },
    ],
    [
      "a bundler may mean a folder",
      'import x from "components/x";\n',
      { "packages/web/src/components/y.ts": "export {};\n" },
    ],
    [
      "its name is none of a package",
      'import x from "virtual:x";\nimport y from "~/y";\nimport z from "$lib/z";\n',
      {},
    ],
    ["Deno has a list of its own", 'import x from "elsewhere";\n', { "deno.json": "{}" }],
  ])("is not asked for where %s", (_, code, more) => {
    const own = { name: "@shop/web", devDependencies: { "@types/estree": "1", "@types/a__b": "1" } };
    expect(unlisted({ ...files(code, own), ...more }, web)).toEqual([]);
  });

  it("may come to the root of a workspace from its packages, and not from one of them to another", () => {
    const root = { workspaces: ["packages/*"], devDependencies: {} };
    const all = {
      ...files('import a from "a";\n', { dependencies: {} }, root),
      "packages/core/package.json": JSON.stringify({ name: "core", dependencies: { a: "1" } }),
      "make.ts": 'import a from "a";\n',
    };
    expect(unlisted(all, { ...web, make: "make.ts" })).toEqual([
      "packages/web/src/web.ts:1 a in packages/web/package.json",
    ]);
  });

  it("is not judged without a list of dependencies", () => {
    expect(unlisted(files('import a from "a";\n', { type: "module" }), web)).toEqual([]);
  });
});
