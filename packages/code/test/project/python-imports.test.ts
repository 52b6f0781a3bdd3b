import type { Target } from "@contractc/kernel";
import { describe, expect, it } from "vitest";
import type { ImportTarget } from "../../src/index.js";
import { type Files, open } from "./support.js";

const python = (...roots: string[]): Target[] => [{ language: "python", roots }];

/** Where an import leads, in short: a path, `folder:…`, `std:…`, `package:…`, `-`. */
function lead(target: ImportTarget): string {
  if (target.kind === "file") return target.path;
  if (target.kind === "external") return `${target.std ? "std" : "package"}:${target.name}`;
  return target.kind === "unresolved" ? "-" : `${target.kind}:${target.path}`;
}
const leads = (
  files: Files,
  from: string,
  specifiers: string[],
  targets = python("."),
  root = "/repo/app",
) => {
  const project = open(files, { targets, root });
  return Object.fromEntries(specifiers.map((each) => [each, lead(project.resolveImport(from, each))]));
};

describe("absolute imports of Python", () => {
  it("find packages, modules, stubs and namespace packages", () => {
    const files = [
      "main.py",
      "model/entities.py",
      "core/__init__.py",
      "core/game.py",
      "core/game.pyi",
      "core/native.pyi",
      "core/deep/inner.py",
    ];
    expect(
      leads(files, "main.py", [
        "core",
        "core.game",
        "core.native",
        "core.deep",
        "core.deep.inner",
        "core.missing",
        "core.game.step",
        "model",
        "model.entities",
        "main",
      ]),
    ).toEqual({
      core: "core/__init__.py",
      "core.game": "core/game.py",
      "core.native": "core/native.pyi",
      "core.deep": "folder:core/deep",
      "core.deep.inner": "core/deep/inner.py",
      "core.missing": "-",
      "core.game.step": "-",
      model: "folder:model",
      "model.entities": "model/entities.py",
      main: "main.py",
    });
  });

  it("prefer a package to a module of the same name, and a module to a namespace folder", () => {
    const files = ["main.py", "a.py", "a/__init__.py", "b.py", "b/c.py"];
    expect(leads(files, "main.py", ["a", "b", "b.c"])).toEqual({ a: "a/__init__.py", b: "b.py", "b.c": "-" });
  });

  it("tell the standard library from installed packages, which go by their top name", () => {
    expect(
      leads(["main.py"], "main.py", [
        "os",
        "os.path",
        "tomllib",
        "asyncore",
        "__future__",
        "google.cloud.storage",
      ]),
    ).toEqual({
      os: "std:os",
      "os.path": "std:os",
      tomllib: "std:tomllib",
      asyncore: "std:asyncore",
      __future__: "std:__future__",
      "google.cloud.storage": "package:google",
    });
  });

  it("let a project's module, but no mere folder, come before the standard library", () => {
    const files = ["main.py", "queue.py", "logging/setup_log.py", "sys.py"];
    expect(leads(files, "main.py", ["queue", "logging", "logging.handlers", "sys"])).toEqual({
      queue: "queue.py",
      logging: "std:logging",
      "logging.handlers": "std:logging",
      sys: "std:sys",
    });
  });

  it("do not take a folder for an installed package that has more in it", () => {
    const files = ["main.py", "alembic/env.py"];
    expect(leads(files, "main.py", ["alembic.env", "alembic.op"])).toEqual({
      "alembic.env": "alembic/env.py",
      "alembic.op": "package:alembic",
    });
  });

  it("know the src layout without being told", () => {
    const files = ["pyproject.toml", "src/shop/__init__.py", "src/shop/cart.py", "tests/test_cart.py"];
    expect(leads(files, "tests/test_cart.py", ["shop", "shop.cart", "src.shop.cart"])).toEqual({
      shop: "src/shop/__init__.py",
      "shop.cart": "src/shop/cart.py",
      "src.shop.cart": "src/shop/cart.py",
    });
  });

  it("know every distribution of a repository", () => {
    const files = [
      "services/a/pyproject.toml",
      "services/a/alpha/__init__.py",
      "services/b/setup.py",
      "services/b/src/beta/core.py",
      "run.py",
    ];
    expect(leads(files, "run.py", ["alpha", "beta.core"])).toEqual({
      alpha: "services/a/alpha/__init__.py",
      "beta.core": "services/b/src/beta/core.py",
    });
  });

  it("hold to stated roots in their order", () => {
    const files = ["lib/util.py", "app/util.py", "app/main.py", "lib/only.py", "other/x.py"];
    expect(leads(files, "app/main.py", ["util", "only", "x"], python("app", "lib"))).toEqual({
      util: "app/util.py",
      only: "lib/only.py",
      x: "package:x",
    });
  });

  it("find a package whose folder is the root itself", () => {
    const files = ["__init__.py", "models.py", "sub/__init__.py"];
    expect(
      leads(files, "models.py", ["shop", "shop.models", "shop.sub", "shop.none"], python("."), "/src/shop"),
    ).toEqual({
      shop: "__init__.py",
      "shop.models": "models.py",
      "shop.sub": "sub/__init__.py",
      "shop.none": "-",
    });
  });

  it("look beside a script, and beside the outermost package of a test", () => {
    const files = [
      "tools/run.py",
      "tools/helpers.py",
      "tests/pkg/__init__.py",
      "tests/pkg/test_a.py",
      "tests/pkg/data.py",
    ];
    expect(leads(files, "tools/run.py", ["helpers"])).toEqual({ helpers: "tools/helpers.py" });
    expect(leads(files, "tests/pkg/test_a.py", ["pkg.data", "helpers"])).toEqual({
      "pkg.data": "tests/pkg/data.py",
      helpers: "package:helpers",
    });
  });
});

describe("relative imports of Python", () => {
  const files = [
    "pkg/__init__.py",
    "pkg/a.py",
    "pkg/sub/__init__.py",
    "pkg/sub/b.py",
    "pkg/space/c.py",
    "top.py",
  ];

  it("count their dots from the file's package", () => {
    expect(leads(files, "pkg/sub/b.py", [".", ".b", "..", "..a", "..sub", "..space.c", "..none"])).toEqual({
      ".": "pkg/sub/__init__.py",
      ".b": "pkg/sub/b.py",
      "..": "pkg/__init__.py",
      "..a": "pkg/a.py",
      "..sub": "pkg/sub/__init__.py",
      "..space.c": "pkg/space/c.py",
      "..none": "-",
    });
  });

  it("mean the package itself in an __init__.py", () => {
    expect(leads(files, "pkg/sub/__init__.py", [".", ".b", "..a"])).toEqual({
      ".": "pkg/sub/__init__.py",
      ".b": "pkg/sub/b.py",
      "..a": "pkg/a.py",
    });
  });

  it("never leave the root", () => {
    expect(leads(files, "pkg/a.py", ["..top", "...top", "....x"])).toEqual({
      "..top": "top.py",
      "...top": "-",
      "....x": "-",
    });
  });
});
