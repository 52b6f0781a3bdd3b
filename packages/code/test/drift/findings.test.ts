import { describe, expect, it } from "vitest";
import { brief, driftOf, python, typescript } from "./support.js";

describe("a finding", () => {
  it("names both places, both sides, the symbol, and what to do", () => {
    const [finding, ...others] = driftOf(
      'module m "m.py" {\n  class C {\n    f(a: int, b: string) -> bool\n  }\n}',
      {
        "m.py": "class C:\n    def f(self, a: str, b: str) -> bool:\n        return work(a)\n",
      },
    );
    expect(others).toEqual([]);
    expect(finding).toMatchObject({
      code: "drift/parameter-type",
      severity: "error",
      file: "/repo/m.py",
      line: 2,
      column: 20,
      endLine: 2,
      endColumn: 23,
      symbol: "m.C.f",
      expected: "a: int",
      actual: "a: string",
      related: [{ file: "/repo/test.contract", line: 4, column: 7, message: "declared here" }],
      message:
        "The parameter `a` of `C.f` is declared as `int`, but the code says `string`. Change the annotation, or the contract.",
    });
  });

  it("is the same finding where the code moves, and another one for another parameter", () => {
    const run = (code: string) =>
      driftOf('module m "m.py" { fn f(a: int, b: int) }', { "m.py": code }).map(
        ({ fingerprint }) => fingerprint,
      );
    const before = run("def f(a: str, b: str) -> None:\n    work(a)\n");
    const after = run("import os\n\n\ndef f(\n    a: str,\n    b: str,\n) -> None:\n    work(a)\n");
    expect(new Set(before).size).toBe(2);
    expect(after).toEqual(before);
  });

  it("comes in the order of files and places", () => {
    const contract = 'module z "a.py" { fn f() -> int\n fn g() -> int }\nmodule a "z.py" { fn h() -> int }';
    const files = {
      "z.py": "def h() -> str:\n    return work()\n",
      "a.py": "def g() -> str:\n    return work()\n\n\ndef f() -> str:\n    return work()\n",
    };
    expect(brief(driftOf(contract, files)).map((text) => text.split(" ")[1])).toEqual([
      "a.py:1",
      "a.py:5",
      "z.py:1",
    ]);
    expect(driftOf(contract, files)).toEqual(driftOf(contract, files));
  });
});

describe("a body that does nothing", () => {
  it("is hollow", () => {
    expect(
      python(
        "fn f() -> int\nclass C { g(), x: int }",
        `
        def f() -> int:
            """Says what it should do."""
            raise NotImplementedError


        class C:
            def g(self) -> None:
                ...

            @property
            def x(self) -> int:
                pass
        `,
      ),
    ).toEqual(["hollow m.py:1 m.f", "hollow m.py:7 m.C.g", "hollow m.py:11 m.C.x"]);
    expect(
      typescript(
        "fn f() -> int\nclass C { g() }",
        `
        export function f(): number {
          throw new Error("not implemented");
        }
        export class C {
          g(): void {
            // TODO
          }
        }
        `,
      ),
    ).toEqual(["hollow m.ts:1 m.f", "hollow m.ts:5 m.C.g"]);
  });

  it("is none where there is nothing to fill in", () => {
    expect(
      python(
        "interface P { f() -> int }\nabstract class A { abstract g() }",
        "from abc import ABC, abstractmethod\nfrom typing import Protocol\n\n\nclass P(Protocol):\n    def f(self) -> int: ...\n\n\nclass A(ABC):\n    @abstractmethod\n    def g(self) -> None: ...\n",
      ),
    ).toEqual([]);
    expect(
      typescript(
        "abstract class A { abstract g(), new(x: int), x: int }",
        "export abstract class A {\n  constructor(public x: number) {}\n  abstract g(): void;\n}\n",
      ),
    ).toEqual([]);
    expect(
      brief(driftOf('module m "m.pyi" { fn f() -> int }', { "m.pyi": "def f() -> int: ...\n" })),
    ).toEqual([]);
  });
});

describe("an accepted finding", () => {
  const code = "def f(a: str) -> str:\n    return work(a)\n";

  it("is accepted in the contract, for the code and the declaration, with a reason", () => {
    expect(python('@allow("drift/return-type", "moves next week") fn f(a: int) -> int', code)).toEqual([
      "parameter-type m.py:1 m.f a: int ≠ a: string",
    ]);
    expect(
      brief(
        driftOf(
          '@allow("drift/unlisted-symbol", "examples") module m "m.py" { @allow("drift/return-type", "soon") @allow("drift/parameter-type", "soon") fn f(a: int) -> int }',
          {
            "m.py": `${code}\n\ndef g() -> int:\n    return 1\n`,
          },
        ),
      ),
    ).toEqual([]);
  });

  it("is accepted in the code, on the line or above the declaration, with a reason", () => {
    const run = (comment: string, end = "") =>
      python("fn f(a: int) -> string", `${comment}def f(a: str) -> str:${end}\n    return work(a)\n`);
    expect(run("", "  # contract-ignore drift/parameter-type: old callers")).toEqual([]);
    expect(run("# contract-ignore drift/parameter-type: old callers\n")).toEqual([]);
    expect(run("# contract-ignore drift/return-type: another\n")).toEqual([
      "parameter-type m.py:2 m.f a: int ≠ a: string",
    ]);
    expect(run("# contract-ignore drift/parameter-type\n")).toEqual([
      "parameter-type m.py:2 m.f a: int ≠ a: string",
    ]);
    expect(
      python(
        "fn f(\n  a: int,\n  b: int\n) -> string",
        "# contract-ignore drift/parameter-type: old callers\ndef f(\n    a: str,\n    b: str,\n) -> str:\n    return work(a)\n",
      ),
    ).toEqual([]);
    expect(
      typescript(
        "class C { f(a: int) }",
        "export class C {\n  // contract-ignore drift/parameter-type: old callers\n  f(a: string): void {\n    work(a);\n  }\n}\n",
      ),
    ).toEqual([]);
  });
});

describe("types of the standard library and of packages", () => {
  it("are named by externals", () => {
    const contract = `
      external http "std" { type Request
        type Response }
      external web "@hono/hono ^1" from "@hono/hono" { type Context }
      module m "m.ts" { uses http, web
        fn f(request: Request, context: Context) -> future<Response>
      }
    `;
    const code =
      'import type { Context as Ctx } from "@hono/hono";\nexport async function f(request: Request, context: Ctx): Promise<Response> { return work(request, context); }\n';
    expect(brief(driftOf(contract, { "m.ts": code }))).toEqual([]);
    expect(
      brief(driftOf(contract, { "m.ts": code.replace("request: Request", "request: Response") })),
    ).toEqual(["parameter-type m.ts:2 m.f request: Request ≠ request: Response"]);
  });
});

describe("a method that others override", () => {
  it("may do nothing", () => {
    const declarations = "class Base { run(), stop() }\nclass Job extends Base { }";
    expect(
      python(
        declarations,
        `
        class Base:
            def run(self) -> None:
                raise NotImplementedError

            def stop(self) -> None:
                raise NotImplementedError


        class _Middle(Base):
            pass


        class Job(_Middle):
            def run(self) -> None:
                work()
        `,
      ),
    ).toEqual(["hollow m.py:5 m.Base.stop"]);
  });
});
