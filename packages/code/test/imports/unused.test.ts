import { describe, expect, it } from "vitest";
import { brief, check } from "./support.js";

const modules = { a: "a.py", b: "b.py" };

describe("a declared use that no import realises", () => {
  it("is told at the contract's clause, the code related", () => {
    const { findings } = check({ modules, uses: ["a type b"] }, { "a.py": "x = 1\n", "b.py": "" });
    expect(findings).toMatchObject([
      {
        code: "import/unused-use",
        severity: "info",
        file: "/repo/app/app.contract",
        line: 6,
        symbol: "a",
        expected: "uses type b",
        actual: "no import of b",
        message:
          "Module `a` declares `uses type b`, but its code does not import `b`. Take the clause out of the contract, or use what it allows.",
        related: [{ file: "/repo/app/a.py", line: 1, column: 1, message: "nothing here imports it" }],
      },
    ]);
  });

  it.each([
    ["for types only", "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from b import B\n"],
    ["in a function", "def f():\n    import b\n"],
    ["that is optional", "try:\n    import b\nexcept ImportError:\n    pass\n"],
  ])("is realised by an import %s", (_, code) => {
    expect(brief({ modules, uses: ["a -> b"] }, { "a.py": code, "b.py": "class B: ...\n" })).toEqual([]);
  });

  it("is not told where the code is missing, broken, or imports something that is not found", () => {
    const uses = ["a -> b"];
    expect(brief({ modules, uses }, { "b.py": "" })).toEqual([]);
    expect(brief({ modules, uses }, { "a.py": "def f(:\n", "b.py": "" })).toEqual([]);
    expect(
      brief({ modules, uses }, { "a.py": "from . import gone\nfrom .lost import x\n", "b.py": "" }),
    ).toEqual([]);
  });

  it("is not told of a use that an event needs", () => {
    const graph = { events: [{ event: "b.Hit", emitters: [], handlers: ["a"] }] };
    const emitted = { events: [{ event: "b.Hit", emitters: ["a.step"], handlers: [] }] };
    const files = { "a.py": "x = 1\n", "b.py": "" };
    expect(brief({ modules, uses: ["a -> b"], graph }, files)).toEqual([]);
    expect(brief({ modules, uses: ["a -> b"], graph: emitted }, files)).toEqual([]);
    expect(brief({ modules, uses: ["a -> b"] }, files)).toHaveLength(1);
  });

  it("of an installed package is told, of the standard library not", () => {
    const externals = { requests: "requests >= 2", node_http: ["std", "node:http"] as [string, string] };
    const uses = ["a -> <requests>", "a type <node_http>"];
    expect(brief({ modules, externals, uses }, { "a.py": "x = 1\n" })).toEqual([
      "import/unused-use app.contract:8 a: no import of requests",
    ]);
  });

  it("may be accepted in the contract", () => {
    const uses = ["a -> b"];
    const allows = { "a -> b": [{ code: "import/unused-use", reason: "comes with the next release" }] };
    const { findings, accepted } = check({ modules, uses, allows }, { "a.py": "x = 1\n", "b.py": "" });
    expect(findings).toEqual([]);
    expect(accepted).toEqual([{ kind: "allow", code: "import/unused-use", address: "a", to: "b" }]);
  });
});
