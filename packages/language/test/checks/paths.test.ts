import { describe, expect, test } from "vitest";
import { expectClean, expectFindings } from "../support/tester.js";

describe("paths", () => {
  test("stay inside of the contract's folder", () => {
    expectFindings(
      `module a ⟦"/etc/a.py"⟧ { fn f() }
      module b ⟦"C:/b.py"⟧ { fn f() }
      module c ⟦"../c.py"⟧ { fn f() }
      module d ⟦"x\\\\d.py"⟧ { fn f() }
      module e ⟦"x/../../e.py"⟧ { fn f() }
      package p ⟦".."⟧ { module f "f.py" { fn f() } }
      package q "q" { module g "../g.py" { fn f() } module h ⟦"../../h.py"⟧ { fn f() } }`,
      [
        {
          code: "name/path-outside",
          message: "`/etc/a.py` is an absolute path: write it relative to the contract.",
          symbol: "a",
        },
        "name/path-outside",
        "name/path-outside",
        { code: "name/path-outside", message: "`x\\d.py` has a backslash: write `/` between folders." },
        "name/path-outside",
        "name/path-outside",
        { code: "name/path-outside", symbol: "q.h" },
      ],
    );
  });

  test("are of one module each, where a file system ignores case too", () => {
    expectFindings(
      `package p "core" { module a "game.py" { fn f() } }
      module b ⟦"core/game.py"⟧ { fn f() }
      module c ⟦"Core/Game.py"⟧ { fn f() }
      module d "x/" { fn f() }
      module e "x/y/e.py" { fn f() }
      module i ⟦"x/__init__.py"⟧ { fn f() }
      module g "xy/e.py" { fn f() }
      module h ⟦"X/"⟧ { fn f() }`,
      [
        { code: "name/path-clash", message: /is the file of the module `p\.a` too: / },
        {
          code: "name/path-clash",
          message: /is the file of the module `p\.a` too where a file system ignores case: /,
        },
        { code: "name/path-clash", message: /is the entry of the folder module `d`/ },
        "name/path-clash",
      ],
    );
  });

  test("pick a target by their extension", () => {
    expectFindings(
      'module a ⟦"a.rs"⟧ { fn f() }\nmodule b ⟦"Makefile"⟧ { fn f() }\nmodule c "c/" { fn f() }',
      [
        { code: "name/no-target", message: /^The extension of `a\.rs` picks no target: known are `\.py`/ },
        "name/no-target",
      ],
    );
  });

  test("of folders take the language of what is around them", () => {
    const { kernel } = expectClean(
      'package a "a" { module x "x.py" { fn f() } module y "y/" { fn f() } }\npackage b "b" { module x "x.ts" { fn f() } module y "y/" { fn f() } }\nmodule z "z/" { fn f() }',
    );
    expect(kernel.modules.map(({ address, language }) => [address, language])).toEqual([
      ["a.x", "python"],
      ["a.y", "python"],
      ["b.x", "typescript"],
      ["b.y", "typescript"],
      ["z", undefined],
    ]);
    expect(kernel.targets).toEqual([
      { language: "python", roots: ["."] },
      { language: "typescript", roots: ["."] },
    ]);
  });

  test("of packages are joined and normalised", () => {
    const { kernel } = expectClean(
      'package a "src/./a/" { package b "../b" { module x "x.py" { fn f() } module y "y/" { fn f() } } }',
    );
    expect(kernel.modules.map(({ path, folder }) => [path, folder])).toEqual([
      ["src/b/x.py", undefined],
      ["src/b/y", true],
    ]);
    expect(kernel.packages.map(({ path }) => path)).toEqual(["src/a", "src/b"]);
  });
});

describe("the header", () => {
  test.each(["1.0.0", "0.0.1", "1.2.3-alpha.1+x", "10.20.30"])("%s is a version", (version) => {
    expectClean(`contract T version "${version}"\n`);
  });
  test.each(["1.0", "v1.0.0", "01.0.0", "1.0.0-", ""])("%o is no version", (version) => {
    expectFindings(`contract T version ⟦"${version}"⟧\n`, ["name/version"]);
  });
  test("needs a version", () => {
    expectFindings("contract ⟦T⟧\n", [{ code: "name/version", message: /has no version/ }]);
  });
  test("targets are known ones", () => {
    expectFindings("target ⟦pyhton⟧ {}", [
      { code: "name/unknown", message: "There is no target `pyhton`: did you mean `python`?" },
    ]);
  });
});
