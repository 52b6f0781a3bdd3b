import { describe, expect, it } from "vitest";
import { classOf, dedent, functionOf, methodOf, read, showParameters, symbol } from "./read.js";

function parameters(list: string) {
  const [signature] = functionOf(`def f(${list}):\n    return 1\n`, "f").signatures;
  return signature?.parameters ?? [];
}

describe("parameters", () => {
  it("keep their kinds, types and defaults", () => {
    expect(
      showParameters(parameters('a, b: int, /, c=1, *args: str, d, e: "X" = None, **kw: dict[str, int]')),
    ).toBe("p:a, p:b: int, c = 1, *args: str, k:d, k:e: X = None, **kw: dict[str, int]");
  });

  it("after a bare star are keyword-only", () => {
    expect(showParameters(parameters("a, *, b, c=2"))).toBe("a, k:b, k:c = 2");
  });

  it("with two leading underscores are positional-only, as before PEP 570", () => {
    expect(showParameters(parameters("__a, __b__, c"))).toBe("p:__a, __b__, c");
    expect(showParameters(parameters("__a, __b, c"))).toBe("p:__a, p:__b, c");
    // With a `/` the slash alone decides.
    expect(showParameters(parameters("a, /, __b"))).toBe("p:a, __b");
  });

  it("may be spread over lines with comments and continued lines", () => {
    const list =
      "\n    a: int,  # the first, or (so\n    b: str = ')',\\\n    *,\n    c: list[\n        int\n    ] = [],  # last\n";
    const found = parameters(list);
    expect(showParameters(found)).toBe("a: int, b: str = ')', k:c: list[int] = []");
  });

  it("have exact places", () => {
    const text = "def f(a, *args: int, key: str = 'x'): return 1\n";
    const found = functionOf(text, "f").signatures[0];
    const places = found?.parameters.map((one) => [
      text.slice(one.start, one.end),
      text.slice(one.nameSpan.start, one.nameSpan.end),
    ]);
    expect(places).toEqual([
      ["a", "a"],
      ["*args: int", "args"],
      ["key: str = 'x'", "key"],
    ]);
    expect(text.slice(found?.parameterSpan.start, found?.parameterSpan.end)).toBe(
      "a, *args: int, key: str = 'x'",
    );
    const { type, default: value } = found?.parameters[2] ?? {};
    expect(text.slice(type?.start, type?.end)).toBe("str");
    expect(text.slice(value?.start, value?.end)).toBe("'x'");
  });

  it("lose self and cls, but not the first of a static method", () => {
    const owner = classOf(
      `
      class A:
          def m(self, a): return a
          def slash(this, /, a): return a
          def star(*args): return args
          def hidden(self, __a, b): return b
          @classmethod
          def c(cls, a): return a
          @staticmethod
          def s(a, b): return b
          def __new__(cls, a): return a
          def __init_subclass__(cls, a): return a
      `,
      "A",
    );
    const lists = owner.members.map((one) => [
      one.name,
      showParameters(methodOf(owner, one.name).signatures[0]?.parameters ?? []),
    ]);
    expect(lists).toEqual([
      ["m", "a"],
      ["slash", "a"],
      ["star", "*args"],
      ["hidden", "p:__a, b"],
      ["c", "a"],
      ["s", "a, b"],
      ["__new__", "a"],
      ["__init_subclass__", "a"],
    ]);
  });

  it("carry literal values of their defaults", () => {
    const literals = parameters(
      'a=-1, b=1_000, c="x" "y", d=True, e=None, f=[1, "a"], g={"k": (1, 2)}, h=Side.Player, i=dict(), j=f(1), k=b"", l=f"{1}", m=1.0',
    ).map((one) => one.default?.literal);
    expect(literals).toEqual([
      { kind: "number", text: "-1" },
      { kind: "number", text: "1000" },
      { kind: "string", value: "xy" },
      { kind: "boolean", value: true },
      { kind: "null" },
      {
        kind: "list",
        items: [
          { kind: "number", text: "1" },
          { kind: "string", value: "a" },
        ],
      },
      {
        kind: "map",
        entries: [
          {
            key: { kind: "string", value: "k" },
            value: {
              kind: "list",
              items: [
                { kind: "number", text: "1" },
                { kind: "number", text: "2" },
              ],
            },
          },
        ],
      },
      { kind: "name", name: "Side.Player" },
      { kind: "map", entries: [] },
      undefined,
      undefined,
      undefined,
      { kind: "number", text: "1.0" },
    ]);
  });

  it("keep defaults that contain the characters that separate them", () => {
    const found = parameters("a=lambda x, y=1: x, b={1: 2}, c='a,b)', d=x[1:2], e=a == b, f=(1, 2)");
    expect(found.map((one) => one.default?.text)).toEqual([
      "lambda x, y=1: x",
      "{1: 2}",
      "'a,b)'",
      "x[1:2]",
      "a == b",
      "(1, 2)",
    ]);
  });
});

describe("offsets", () => {
  it("count a byte order mark, CRLF and characters outside the basic plane", () => {
    const text = dedent('\uFEFF"""😀"""\r\ndef größe(a: int) -> "Größe": return 1\r\n');
    const found = symbol(read(text), "function", "größe");
    expect(text.slice(found.nameSpan.start, found.nameSpan.end)).toBe("größe");
    expect(text.slice(found.span.start, found.span.end)).toBe('def größe(a: int) -> "Größe": return 1');
    const result = found.signatures[0]?.result;
    expect(text.slice(result?.start, result?.end)).toBe("Größe");
  });
});
