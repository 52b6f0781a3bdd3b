import { describe, expect, it } from "vitest";
import { dedent, read } from "./read.js";

function imports(text: string, file?: string): string[] {
  return read(text, file).imports.map((one) => {
    const names = one.names.map(({ name, local }) =>
      local === undefined || local === name ? name : `${name} as ${local}`,
    );
    return `${one.mode} ${one.specifier}: ${names.join(", ")}`;
  });
}

describe("imports", () => {
  it("of every form", () => {
    expect(
      imports(`
        from __future__ import annotations
        import a, b.c
        import d.e as f
        from g import h, i as j
        from .k import (
            l,  # why
            m as n,
        )
        from .. import o
        from ...p.q import *
        from . \\
            import r
        import s . t
      `),
    ).toEqual([
      "load __future__: annotations",
      "load a: * as a",
      "load b.c: * as b.c",
      "load d.e: * as f",
      "load g: h, i as j",
      "load .k: l, m as n",
      "load ..: o",
      "load ...p.q: *",
      "load .: r",
      "load s.t: * as s.t",
    ]);
  });

  it("have exact places", () => {
    const text = "import a, b.c as d\nfrom .x import (y as z)\n";
    const places = read(text).imports.map((one) => [
      text.slice(one.start, one.end),
      text.slice(one.specifierSpan.start, one.specifierSpan.end),
      ...one.names.map(({ span }) => text.slice(span.start, span.end)),
    ]);
    expect(places).toEqual([
      ["import a, b.c as d", "a", "a"],
      ["import a, b.c as d", "b.c", "b.c as d"],
      ["from .x import (y as z)", ".x", "y as z"],
    ]);
  });

  it("for type checkers load nothing", () => {
    expect(
      imports(`
        import typing as t
        from typing import TYPE_CHECKING as TC
        if t.TYPE_CHECKING:
            from .a import A
            if x:
                import b
            try:
                import c
            except ImportError:
                pass
        else:
            from .d import D
        if TC: import e
        if not TC: import f
        else: import g
        if x: import h
        elif t.TYPE_CHECKING: import i
        class K:
            if t.TYPE_CHECKING:
                import j
      `).slice(2),
    ).toEqual(
      [
        "type .a: A",
        "type b: * as b",
        "type c: * as c",
        "load .d: D",
        "type e: * as e",
        "load f: * as f",
        "type g: * as g",
        "load h: * as h",
        "type i: * as i",
        "type j: * as j",
      ].map((one) => one.replace(/\* as (\w)$/, "* as $1")),
    );
  });

  it("that may fail are optional", () => {
    expect(
      imports(`
        import contextlib
        try:
            import a
        except ImportError:
            import b as a
        try:
            import c
        except (ValueError, ModuleNotFoundError) as error:
            c = None
        else:
            import d
        finally:
            import e
        try:
            import f
        except:
            pass
        try:
            import g
        except ValueError:
            pass
        with contextlib.suppress(ImportError):
            import h
        def lazily():
            try:
                import i
            except Exception:
                import j
      `).slice(1),
    ).toEqual([
      "optional a: * as a",
      "optional b: * as a",
      "optional c: * as c",
      "load d: * as d",
      "load e: * as e",
      "optional f: * as f",
      "load g: * as g",
      "optional h: * as h",
      "optional i: * as i",
      "optional j: * as j",
    ]);
  });

  it("inside functions are lazy, wherever the function stands", () => {
    expect(
      imports(`
        def f():
            import a
            if x:
                from .b import c
            def inner():
                import d
            class Local:
                import e
        class K:
            import loaded
            def m(self):
                import g
            @property
            def p(self):
                return [x for x in y]
            class Nested:
                import too
                async def n(self):
                    with x:
                        import h
        if __name__ == "__main__":
            import i
      `),
    ).toEqual([
      "lazy a: * as a",
      "lazy .b: c",
      "lazy d: * as d",
      "lazy e: * as e",
      "load loaded: * as loaded",
      "lazy g: * as g",
      "load too: * as too",
      "lazy h: * as h",
      "lazy i: * as i",
    ]);
  });

  it("by name are seen where the name is a literal", () => {
    const text = `
      import importlib
      from importlib import import_module as load
      from importlib import import_module
      top = importlib.import_module("a.b")
      def f(name):
          import_module('c')
          __import__("d")
          importlib.import_module(name)
          importlib.import_module(f"{name}")
          self.import_module("no")
          # importlib.import_module("comment")
          "importlib.import_module('string')"
          return importlib.import_module(".e", __package__)
    `;
    expect(imports(text).slice(3)).toEqual(["load a.b: *", "lazy c: *", "lazy d: *", "lazy .e: *"]);
    const source = dedent(text);
    const found = read(text).imports[3];
    expect(source.slice(found?.specifierSpan.start, found?.specifierSpan.end)).toBe("a.b");
    expect(source.slice(found?.start, found?.end)).toBe('importlib.import_module("a.b")');
  });
});
