import { describe, expect, it } from "vitest";
import { read } from "./read.js";

describe("__all__", () => {
  it("is put together from literals", () => {
    expect(read("__all__ = [\"a\", 'b']\n").exported).toEqual(["a", "b"]);
    expect(read('__all__: list[str] = ("a", "b",)\n').exported).toEqual(["a", "b"]);
    expect(
      read(`
        __all__ = ["a"] + [
            "b",  # why
        ] + (["c"])
        __all__ += ["d"]
        __all__.extend(("e", "a"))
        __all__.append("f")
        __all__.remove("b")
        if x:
            __all__ += ["g"]
      `).exported,
    ).toEqual(["a", "c", "d", "e", "f", "g"]);
    expect(read("__all__ = []\n").exported).toEqual([]);
  });

  it("is unknown where it is computed, and absent where there is none", () => {
    expect(read("__all__ = [n for n in dir()]\n").exported).toBeUndefined();
    const joined = read('__all__ = ["a"] + other.__all__\n');
    expect([joined.exported, joined.exportedFrom]).toEqual([["a"], ["other"]]);
    expect(read('__all__ = ["a"] + other.names()\n').exported).toBeUndefined();
    const added = read('__all__ = ["a"]\n__all__ += other.__all__\n');
    expect([added.exported, added.exportedFrom]).toEqual([["a"], ["other"]]);
    expect(read("x = 1\n").exported).toBeUndefined();
  });

  it("exports names with an underscore", () => {
    const module = read('__all__ = ["_a"]\ndef _a(): return 1\ndef _b(): return 1\ndef c(): return 1\n');
    expect(module.symbols.map((one) => [one.name, one.exported])).toEqual([
      ["_a", true],
      ["_b", false],
      ["c", true],
    ]);
  });
});

describe("re-exports", () => {
  function reExports(text: string, file: string): string[] {
    return read(text, file).symbols.flatMap((one) =>
      one.kind === "re-export"
        ? [
            `${one.name} = ${one.specifier}:${one.original}${one.exported ? "" : " hidden"}${one.typeOnly ? " type" : ""}`,
          ]
        : [],
    );
  }

  it("of an __init__ file are what it imports from its own package", () => {
    const text = `
      import os
      from typing import TYPE_CHECKING
      from .x import a, b as c, _hidden
      from . import sub
      from .y import *
      from pkg.model.z import d
      from other import e
      if TYPE_CHECKING:
          from .t import T
      def f():
          from .lazy import g
    `;
    expect(reExports(text, "src/pkg/model/__init__.py")).toEqual([
      "a = .x:a",
      "c = .x:b",
      "_hidden = .x:_hidden hidden",
      "sub = .:sub",
      "d = pkg.model.z:d",
      "T = .t:T type",
    ]);
    expect(reExports(text, "src/pkg/model/other.py")).toEqual([]);
  });

  it("of any file are what __all__ lists and what is imported as itself", () => {
    const text = `
      import json
      import yaml as yaml
      from x import a, b as b, c as d
      __all__ = ["json", "a", "missing"]
    `;
    expect(reExports(text, "pkg/mod.py")).toEqual(["json = json:*", "yaml = yaml:*", "a = x:a", "b = x:b"]);
  });

  it("step back for what the file defines itself, except variables that replace a failed import", () => {
    const module = read(
      `
      try:
          from .fast import run, level
      except ImportError:
          def run(): return 1
          level = None
      `,
      "pkg/__init__.py",
    );
    expect(module.symbols.map((one) => `${one.kind} ${one.name} ${one.conditional ?? false}`)).toEqual([
      "re-export level false",
      "function run true",
    ]);
  });
});
