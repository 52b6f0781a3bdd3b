import { describe, expect, it } from "vitest";
import { brief, driftOf } from "./support.js";

const F = "fn f(a: int)";
const CODE = "def f(a: int) -> None:\n    print(a)\n";

describe("a module's file", () => {
  it("does not exist: one finding, whatever it declares", () => {
    const findings = driftOf(`module m "m.py" {\n  ${F}\n  class A { x: int }\n}`, {});
    expect(brief(findings)).toEqual(["missing-file contract m m.py ≠ "]);
    expect(findings[0]).toMatchObject({ line: 2, column: 8 });
  });

  it("was moved or renamed: the other file is suggested and not reported as well", () => {
    const moved = driftOf(`package core "core" { module m "m.py" { ${F} } }`, { "core/inner/m.py": CODE });
    expect(brief(moved)).toEqual(["missing-file contract core.m core/m.py ≠ "]);
    expect(moved[0]?.message).toContain("`core/inner/m.py`");
    const renamed = driftOf(`package core "core" { module m "colision.py" { ${F} } }`, {
      "core/collision.py": CODE,
    });
    expect(renamed[0]?.message).toContain("`core/collision.py`");
    expect(renamed).toHaveLength(1);
  });

  it("may be a folder: symbols of any of its files, others by its entry", () => {
    const contract = `module m "m/" { ${F}\n fn g(a: int) }`;
    const g = CODE.replace("def f", "def g");
    expect(
      brief(driftOf(contract, { "m/__init__.py": "from .a import f\n", "m/a.py": CODE, "m/b.py": g })),
    ).toEqual([]);
    expect(brief(driftOf(contract, { "m/a.py": CODE, "m/deep/b.py": g }))).toEqual([]);
    expect(brief(driftOf(contract, {}))).toEqual(["missing-file contract m m ≠ "]);
  });

  it("does not parse: what is missing from it is not reported, what differs is", () => {
    const code = "def f(a: str) -> None:\n    print(a)\n\n\ndef g(:\n    pass\n";
    expect(brief(driftOf(`module m "m.py" { ${F}\n fn h() }`, { "m.py": code }))).toEqual([
      "parameter-type m.py:1 m.f a: int ≠ a: string",
      "unparsable m.py:5 m",
    ]);
  });

  it("does not parse: a class is not taken for what its base has in place of what cannot be read", () => {
    const contract = `module m "m.py" {
      abstract class Base {
        new(x: int, width: int)
        abstract step()
      }
      class Own extends Base {
        new(x: int = 1)
        step()
        turn(by: int)
      }
    }`;
    const code = `from abc import ABC, abstractmethod


class Base(ABC):
    def __init__(self, x: int, width: int) -> None:
        print(x, width)

    @abstractmethod
    def step(self) -> None: ...


class Own(Base):
    """The own one."""

    def __init__(self, x: int = 1) -> None:
        super().__init__(x, 2)

    def step(self) -> None:
        print("step")

    def turn(self, by: int) -> None:
        print(by)
`;
    const of = (text: string) => brief(driftOf(contract, { "m.py": text }));
    expect(of(code)).toEqual([]);
    const typos = [
      ["def turn(self, by: int)", "def turn(self, by: int"],
      ["def step(self) -> None:\n        print", "def step(self -> None:\n        print"],
      ["    def step(self) -> None:\n        print", "    def step(self) -> None\n        print"],
    ] as const;
    for (const [before, after] of typos) {
      const broken = of(code.replace(before, after));
      expect(broken.filter((finding) => !finding.startsWith("unparsable"))).toEqual([]);
      expect(broken.length, after).toBeGreaterThan(0);
    }
  });
});

describe("a file that is no module", () => {
  const contract = `package core "core" { module m "m.py" { ${F} } }`;

  it("is reported inside of a declared package, one by one", () => {
    expect(
      brief(
        driftOf(contract, {
          "core/m.py": CODE,
          "core/extra.py": "def g() -> int:\n    return 1\n\n\ndef h() -> int:\n    return 2\n",
          "core/deep/more.py": "X: int = 1\n",
        }),
      ),
    ).toEqual([
      "unlisted-file warning core/deep/more.py:1 core  ≠ core/deep/more.py",
      "unlisted-file warning core/extra.py:1 core  ≠ core/extra.py",
    ]);
  });

  it("is counted per folder elsewhere", () => {
    const findings = driftOf(contract, {
      "core/m.py": CODE,
      "tools/a.py": "X: int = 1\n",
      "tools/deep/b.py": "X: int = 1\n",
      "web/c.ts": "export const x = 1;\n",
      "main.py": "X: int = 1\n",
    });
    expect(brief(findings)).toEqual([
      "unlisted-file info main.py:1   ≠ .",
      "unlisted-file info tools/a.py:1   ≠ tools",
      "unlisted-file info web/c.ts:1   ≠ web",
    ]);
    expect(findings[1]?.message).toBe("2 of 2 source files in `tools` are not described by the contract.");
  });

  it("is not reported where it is a test, settings, generated or an empty __init__", () => {
    expect(
      brief(
        driftOf(contract, {
          "core/m.py": CODE,
          "core/__init__.py": "",
          "core/test_m.py": "def test_f() -> None:\n    assert True\n",
          "core/conftest.py": "X = 1\n",
          "core/vite.config.ts": "export default {};\n",
          "core/schema_pb2.py": "# Generated by the protocol buffer compiler.  DO NOT EDIT!\nX = 1\n",
        }),
      ),
    ).toEqual([]);
  });
});
