import { describe, expect, it } from "vitest";
import { brief, driftOf, python, typescript } from "./support.js";

describe("a declaration", () => {
  it("is missing: members are not reported as well", () => {
    expect(python("class Cart {\n  size: int\n  add(item: string)\n}", "X = 1\n")).toEqual([
      "missing-symbol m.py:1 m.Cart class Cart ≠ ",
      "unlisted-symbol warning m.py:1 m.X  ≠ X",
    ]);
  });

  it("is called something near: one finding at the nearest name", () => {
    expect(
      python("fn collides(a: int) -> bool", "X = 1\n\n\ndef colides(a: int) -> bool:\n    return a > 0\n"),
    ).toEqual([
      "unlisted-symbol warning m.py:1 m.X  ≠ X",
      "missing-symbol m.py:4 m.collides fn collides(a: int) -> bool ≠ ",
    ]);
  });

  it("has another name in the code on purpose", () => {
    expect(python('@name(python: "max_size") const MaxSize: int', "max_size: int = 3\n")).toEqual([]);
    expect(
      typescript('@name(typescript: "maxSize") const MaxSize: int', "export const maxSize = 3;\n"),
    ).toEqual([]);
  });

  it.each([
    ["fn f() -> int", "f: int = 3", "export const f = 3;", "function ≠ variable"],
    [
      "class C { x: int }",
      "def C() -> int:\n    return work()",
      "export function C(): number { return work(); }",
      "class ≠ function",
    ],
    ["const C: int", "class C:\n    x: int = 1", "export class C { x = 1 }", "constant ≠ class"],
    ["enum E { A }", "class E:\n    A: int = 1", "export class E { A = 1 }", "enum ≠ class"],
    ["type T = int | string", "class T:\n    pass", "export class T {}", "type ≠ class"],
  ])("is of another kind: %s", (declaration, py, ts, sides) => {
    const name = /^\w+ (\w+)/.exec(declaration)?.[1];
    const line = 1;
    expect(python(declaration, `${py}\n`)).toEqual([`kind m.py:${line} m.${name} ${sides}`]);
    expect(typescript(declaration, `${ts}\n`)).toEqual([`kind m.ts:${line} m.${name} ${sides}`]);
  });

  it("is a function that is held by a variable", () => {
    expect(
      typescript(
        "fn f(a: int) -> bool\nfn g(a: int) -> bool\nfn h(a: int) -> bool\ntype Check = (int) -> bool",
        `
        export type Check = (a: number) => boolean;
        export const f = (a: number): boolean => a > 0;
        export const g: (a: number) => string = (a) => String(a);
        export const h = memoize(f);
        `,
      ),
    ).toEqual(["return-type m.ts:3 m.g bool ≠ string", "unknown m.ts:4 m.h fn h(a: int) -> bool ≠ "]);
  });

  it("must be exported in TypeScript unless it is internal", () => {
    expect(
      typescript(
        "fn f() -> int\ninternal fn g() -> int",
        "function f(): number { return g(); }\nfunction g(): number { return f(); }\n",
      ),
    ).toEqual(["modifier m.ts:1 m.f export ≠ not exported"]);
  });

  it("may be the default export", () => {
    const code = "export default function main(): number { return work(); }\n";
    expect(typescript("export default fn main() -> int", code)).toEqual([]);
    expect(typescript("export default fn start() -> int", code)).toEqual([]);
    expect(typescript("fn main() -> int", code)).toEqual(["modifier m.ts:1 m.main export ≠ export default"]);
    expect(typescript("export default fn main() -> int", code.replace(" default", ""))).toEqual([
      "modifier m.ts:1 m.main export default ≠ export",
    ]);
  });

  it("has several definitions, one per branch", () => {
    expect(
      python(
        "fn f() -> int",
        "import sys\n\nif sys.platform == 'win32':\n    def f() -> int:\n        return work()\nelse:\n    def f() -> int:\n        return other()\n",
      ),
    ).toEqual([]);
  });

  it("may be passed on from another file, and types name it by either", () => {
    const contract = `
      module model "model.ts" { class Player { x: int } }
      module api "api.ts" { uses model
        fn f(player: Player) -> Player
        fn helper(a: int) -> int
      }
    `;
    expect(
      brief(
        driftOf(contract, {
          "model.ts": 'export * from "./inner/player.js";\n',
          "inner/player.ts": "export class Player { x = 1 }\n",
          "inner/helper.ts": "export function helping(a: number): string { return work(a); }\n",
          "api.ts": `
            import { Player } from "./model.js";
            import type { Player as Original } from "./inner/player.js";
            export { helping as helper } from "./inner/helper.js";
            export function f(player: Player): Original { return work(player); }
          `,
        }),
      ),
    ).toEqual([
      "unlisted-file info inner/helper.ts:1   ≠ inner",
      "return-type inner/helper.ts:1 api.helper int ≠ string",
    ]);
  });

  it("may come from outside of the project: it cannot be compared", () => {
    expect(
      brief(
        driftOf('module m "m.ts" { class Server { } }', {
          "m.ts": 'export { Server } from "some-package";\n',
        }),
      ),
    ).toEqual(["unknown m.ts:1 m.Server class Server ≠ "]);
  });
});

describe("what the contract does not declare", () => {
  it("is reported where it is public, once", () => {
    expect(
      python(
        "fn f() -> int",
        `
        import logging
        from typing import TypeVar

        logger = logging.getLogger(__name__)
        __version__ = "1"
        T = TypeVar("T")
        LIMIT = 3
        _private = 4


        def f() -> int:
            return work()


        class Extra:
            x: int = 1


        def _helper() -> int:
            return 1


        if __name__ == "__main__":
            f()
        `,
      ),
    ).toEqual([
      "unlisted-symbol warning m.py:7 m.LIMIT  ≠ LIMIT",
      "unlisted-symbol warning m.py:15 m.Extra  ≠ Extra",
    ]);
    expect(
      typescript(
        "fn f() -> int",
        `
        export function f(): number { return g(); }
        function g(): number { return f(); }
        export const Mode = { A: "a" } as const;
        export type Mode = (typeof Mode)[keyof typeof Mode];
        export interface Extra { x: number }
        `,
      ),
    ).toEqual([
      "unlisted-symbol warning m.ts:3 m.Mode  ≠ Mode",
      "unlisted-symbol warning m.ts:5 m.Extra  ≠ Extra",
    ]);
  });

  it("is private where __all__ leaves it out", () => {
    expect(
      python(
        "fn f() -> int",
        '__all__ = ["f"]\n\n\ndef f() -> int:\n    return work()\n\n\ndef g() -> int:\n    return 1\n',
      ),
    ).toEqual([]);
  });

  it("belongs to the module that it is passed on from, or to the folder", () => {
    const contract = 'module a "a.ts" { fn f() -> int }\nmodule lib "lib/" { fn g() -> int }';
    expect(
      brief(
        driftOf(contract, {
          "a.ts": 'export { g, h } from "./lib/index.js";\nexport function f(): number { return work(); }\n',
          "lib/index.ts":
            'export { g } from "./g.js";\nexport { h } from "./h.js";\nexport { f } from "../a.js";\n',
          "lib/g.ts":
            "export function g(): number { return work(); }\nexport function inner(): number { return 1; }\n",
          "lib/h.ts": "export function h(): number { return work(); }\n",
        }),
      ),
    ).toEqual(["unlisted-symbol warning lib/index.ts:2 lib.h  ≠ h"]);
  });
});
